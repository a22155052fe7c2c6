/**
 * A model of entailment on this machine: its opinion of a claim and of passages, shown beside the
 * verdict of the rules.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Tensor } from '@huggingface/transformers'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { VerdictSuggester } from '#query-api/verify/ports.ts'
import { type LoadedModel, loadModel } from '../embeddings/load-model.ts'
import { type FolderFaults, type ModelFolder, readModelFolder } from '../embeddings/model-folder.ts'

export const ENTAILMENT = {
  /** Passages and claim together; longer passages are cut, never the claim. */
  tokensMax: 512,
  /** Passages that one claim is read beside. */
  passagesMax: 6,
  /** A passage is cut this often at most before it is given up. */
  cutsMax: 4,
  /** Below this probability neither of them is said. */
  probabilityMin: 0.5,
} as const

const MEND =
  'give ENTAILMENT_MODEL_DIR a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx (or onnx/model_quantized.onnx) of a model for sequence pairs with the labels entailment, neutral and contradiction; or unset it'

const fault = (kind: 'missing' | 'broken', message: string, cause?: unknown): Fault =>
  new Fault(`entailment-model-${kind}`, message, {
    ...(cause === undefined ? {} : { cause }),
    hint: MEND,
  })

const told: FolderFaults = {
  missing: (what, cause) => fault('missing', `ENTAILMENT_MODEL_DIR has no ${what}`, cause),
  broken: (what, cause) => fault('broken', `the entailment model can't be used: ${what}`, cause),
}

const LABELS = ['entailment', 'neutral', 'contradiction'] as const
type Label = (typeof LABELS)[number]
type Places = Readonly<Record<Label, number>>
const Config = z.object({ id2label: z.record(z.string(), z.string()) })

/** Where each label stands among the outputs of the graph, as its own settings say. */
const placesOf = async (directory: string): Promise<Places> => {
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
  throw told.broken(`id2label of its config.json has not all of ${LABELS.join(', ')}`)
}

type Loaded = LoadedModel & { readonly places: Places }

const load = async (directory: string, folder: ModelFolder): Promise<Loaded> => {
  const places = await placesOf(directory)
  const { tokensMax } = ENTAILMENT
  const loaded = await loadModel(
    folder,
    ({ AutoModelForSequenceClassification: reader }) => reader,
    { tokensMax, broken: told.broken },
  )
  return { ...loaded, places }
}

type Inputs = { readonly input_ids: Tensor }
const lengthOf = ({ input_ids: ids }: Inputs): number => ids.dims.at(-1) ?? 0

/**
 * The pair as the graph takes it: the passage first, cut until both fit; null where the claim alone
 * is too long.
 */
const pairOf = (
  { tokenizer, tokensMax }: Loaded,
  passage: string,
  claim: string,
): Inputs | null => {
  let premise = passage
  for (let cuts = 0; cuts <= ENTAILMENT.cutsMax; cuts += 1) {
    const inputs = tokenizer(premise, { text_pair: claim }) as Inputs
    const length = lengthOf(inputs)
    if (length <= tokensMax) return inputs
    const own = Math.max(1, lengthOf(tokenizer(premise)))
    const room = own - (length - tokensMax)
    if (room < 1) return null
    premise = premise.slice(0, Math.floor((premise.length * room) / own))
  }
  return null
}

type Opinion = { readonly [label in Label]: number }

const opinionOn = async (
  loaded: Loaded,
  passage: string,
  claim: string,
): Promise<Opinion | null> => {
  const inputs = pairOf(loaded, passage, claim)
  if (inputs === null) return null
  const { logits } = (await loaded.model(inputs)) as { readonly logits?: Tensor }
  if (logits?.dims.length !== 2 || logits.dims[1] !== LABELS.length) {
    throw told.broken(`it gives no output logits of [batch, ${LABELS.length}]`)
  }
  const values = Array.from(logits.data as Float32Array, Number)
  const highest = Math.max(...values)
  const weights = values.map((value) => Math.exp(value - highest))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const of = (label: Label): number => (weights[loaded.places[label]] ?? 0) / sum
  return {
    entailment: of('entailment'),
    neutral: of('neutral'),
    contradiction: of('contradiction'),
  }
}

const DIGITS = 1_000
const rounded = (probability: number): number => Math.round(probability * DIGITS) / DIGITS

type Suggestion = NonNullable<Awaited<ReturnType<VerdictSuggester['suggest']>>>

/** What the passages together come to: the most certain of them speaks, if it is certain enough. */
const suggestionOf = (opinions: readonly Opinion[]): Suggestion => {
  const most = (label: Label): number => Math.max(...opinions.map((opinion) => opinion[label]))
  const [supports, opposes] = [most('entailment'), most('contradiction')]
  if (Math.max(supports, opposes) < ENTAILMENT.probabilityMin) {
    const neutral = Math.min(...opinions.map((opinion) => opinion.neutral))
    return { verdict: 'not_supported', confidence: rounded(neutral) }
  }
  return supports >= opposes
    ? { verdict: 'supported', confidence: rounded(supports) }
    : { verdict: 'contradicted', confidence: rounded(opposes) }
}

/**
 * A model of entailment in ONNX on this machine, named by its folder and the hash of its graph;
 * nothing is fetched from anywhere. Says `supported`, `contradicted` or `not_supported`, or null
 * where there is no passage to read the claim beside. Tries the model once, so that what can't work
 * is told at the start. Faults: `entailment-model-missing`, `entailment-model-broken`.
 */
export const openLocalEntailment = async (given: string): Promise<VerdictSuggester> => {
  const directory = resolve(given)
  const folder = await readModelFolder(directory, told)
  const loaded = await load(directory, folder)
  await opinionOn(loaded, 'Le contrat est formé.', 'Le contrat est formé.').catch(
    (cause: unknown) => {
      throw cause instanceof Fault ? cause : told.broken('it does not compute', cause)
    },
  )
  return {
    model: folder.model,
    suggest: async (claim, passages, signal) => {
      const opinions: Opinion[] = []
      for (const passage of passages.slice(0, ENTAILMENT.passagesMax)) {
        if (signal.aborted) return null
        const opinion = await opinionOn(loaded, passage, claim)
        if (opinion !== null) opinions.push(opinion)
      }
      return opinions.length === 0 ? null : suggestionOf(opinions)
    },
  }
}
