/** A cross-encoder in ONNX, which compares claims with evidence. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Tensor } from '@huggingface/transformers'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { EntailmentModel, EntailmentPair, Opinion } from '#contracts/law/claims/entailment.ts'
import { mapAtOnce } from '#contracts/toolkit/concurrency.ts'
import { type LoadedModel, loadModel } from '../embeddings/load-model.ts'
import { type ModelFolder, readModelFolder } from '../embeddings/model-folder.ts'
import { entailmentFaults as faults } from './faults.ts'

export const CROSS_ENCODER = {
  /** Tokens of both texts and the special ones; default for a folder that names no limit. */
  tokensMax: 256,
  /** Pairs computed at the same time, each on one thread. */
  atOnceMax: 2,
} as const

const LABELS = ['entailment', 'neutral', 'contradiction'] as const
type Label = (typeof LABELS)[number]
type Places = Readonly<Record<Label, number>>
/** `id2label`: name of each place of the output `logits`. */
const Config = z.object({ id2label: z.record(z.string(), z.string()) })

/** The special tokens of the vocabulary. */
const SPECIAL = { start: '[CLS]', end: '[SEP]' } as const
type SpecialIds = Readonly<Record<keyof typeof SPECIAL, number>>

type CrossEncoder = LoadedModel & {
  readonly places: Places
  readonly special: SpecialIds
  readonly tensorOf: (ids: readonly number[]) => Tensor
}

const readPlaces = async (directory: string): Promise<Places> => {
  const config: unknown = JSON.parse(await readFile(join(directory, 'config.json'), 'utf8'))
  const { id2label = {} } = Config.safeParse(config).data ?? {}
  const placeOf = (label: Label): number =>
    Number(Object.entries(id2label).find(([, name]) => name.toLowerCase() === label)?.[0])
  const places = {
    entailment: placeOf('entailment'),
    neutral: placeOf('neutral'),
    contradiction: placeOf('contradiction'),
  }
  if (LABELS.every((label) => Number.isInteger(places[label]))) return places
  throw faults.broken(`id2label of its config.json has not all of ${LABELS.join(', ')}`)
}

type Encoding = (text: string) => readonly number[]

/**
 * Ids of the pieces of a text. Brackets are left out, so that no text can hold a special token.
 */
const encodingOf =
  ({ tokenizer }: Pick<LoadedModel, 'tokenizer'>): Encoding =>
  (text) =>
    tokenizer.encode(text.replaceAll(/[[\]]/gu, ' '), { add_special_tokens: false })

const readSpecial = ({ tokenizer }: LoadedModel): SpecialIds => {
  const idOf = (name: string): number => {
    const [id, ...rest] = tokenizer.encode(name, { add_special_tokens: false })
    if (id === undefined || rest.length > 0)
      throw faults.broken(`its tokenizer does not know ${name}`)
    return id
  }
  return {
    start: idOf(SPECIAL.start),
    end: idOf(SPECIAL.end),
  }
}

const load = async (directory: string, folder: ModelFolder): Promise<CrossEncoder> => {
  const places = await readPlaces(directory)
  const loaded = await loadModel(folder, ({ AutoModel }) => AutoModel, {
    tokensMax: CROSS_ENCODER.tokensMax,
    broken: faults.broken,
  })
  const { Tensor } = await import('@huggingface/transformers')
  return {
    ...loaded,
    places,
    special: readSpecial(loaded),
    tensorOf: (ids) => new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
  }
}

/** The first text is cut to what the second leaves; null if the second does not fit alone. */
const joined = (
  { special, tokensMax }: CrossEncoder,
  first: readonly number[],
  second: readonly number[],
): number[] | null => {
  const room = tokensMax - second.length - 3
  if (room < 1) return null
  return [special.start, ...first.slice(0, room), special.end, ...second, special.end]
}

/**
 * Runs the graph on one pair. Pairs are not padded to batches: 8-bit numbers would make the result
 * depend on the other pairs.
 */
const run = async (
  { model, tensorOf }: CrossEncoder,
  ids: readonly number[],
): Promise<readonly number[]> => {
  const inputs: unknown = {
    input_ids: tensorOf(ids),
    attention_mask: tensorOf(ids.map(() => 1)),
  }
  const { logits } = (await model(inputs)) as { readonly logits?: Tensor }
  if (logits?.dims[1] !== LABELS.length)
    throw faults.broken('it gives no output logits of [batch, 3]')
  return Array.from(logits.data as Float32Array, Number)
}

const NEUTRAL: Opinion = { entailment: 0, neutral: 1, contradiction: 0 }

const opinionOf = (logits: readonly number[], places: Places): Opinion => {
  const highest = Math.max(...logits)
  const weights = logits.map((value) => Math.exp(value - highest))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const of = (label: Label): number => (weights[places[label]] ?? 0) / sum
  return {
    entailment: of('entailment'),
    neutral: of('neutral'),
    contradiction: of('contradiction'),
  }
}

const compareOne = async (
  loaded: CrossEncoder,
  { premise, hypothesis }: EntailmentPair,
): Promise<Opinion> => {
  const encode = encodingOf(loaded)
  const ids = joined(loaded, encode(premise), encode(hypothesis))
  return ids === null ? NEUTRAL : opinionOf(await run(loaded, ids), loaded.places)
}

const atOnce = (): number => Math.min(CROSS_ENCODER.atOnceMax, availableParallelism())

/**
 * Opens a cross-encoder on this machine, without network access, named by its folder and the hash
 * of its graph. Runs it once, so that a broken one fails at the start. Faults:
 * `entailment-model-missing`, `entailment-model-broken`.
 */
export const openCrossEncoder = async (given: string): Promise<EntailmentModel> => {
  const directory = resolve(given)
  const folder = await readModelFolder(directory, faults)
  const loaded = await load(directory, folder)
  const compare = (pairs: readonly EntailmentPair[], signal?: AbortSignal) =>
    mapAtOnce(pairs, atOnce(), (pair) => {
      signal?.throwIfAborted()
      return compareOne(loaded, pair)
    })
  const tried = { premise: 'Le contrat est formé.', hypothesis: 'Le contrat est formé.' }
  await compare([tried]).catch((cause: unknown) => {
    throw cause instanceof Fault ? cause : faults.broken('it does not compute', cause)
  })
  return {
    model: folder.model,
    compare,
  }
}
