/**
 * A local entailment model: its opinion of a claim and passages is shown beside the verdict of the
 * rules.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Tensor } from '@huggingface/transformers'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { Opinion } from '#contracts/law/claims/entailment.ts'
import type { VerdictSuggester } from '#query-api/verify/ports.ts'
import { type LoadedModel, loadModel } from '../embeddings/load-model.ts'
import { type FolderFaults, type ModelFolder, readModelFolder } from '../embeddings/model-folder.ts'

export const ENTAILMENT = {
  /** Passage and claim together; longer passages are cut, never the claim. */
  tokensMax: 512,
  /** Passages that each claim is compared with. */
  passagesMax: 6,
  /** A passage that is still too long after so many cuts is skipped. */
  cutsMax: 4,
  /** Below this probability the model suggests neither. */
  probabilityMin: 0.5,
} as const

const HINT =
  'give ENTAILMENT_MODEL_DIR a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx (or onnx/model_quantized.onnx) of a model for sequence pairs with the labels entailment, neutral and contradiction; or unset it'

const fault = (kind: 'missing' | 'broken', message: string, cause?: unknown): Fault =>
  new Fault(`entailment-model-${kind}`, message, {
    ...(cause === undefined ? {} : { cause }),
    hint: HINT,
  })

const faults: FolderFaults = {
  missing: (what, cause) => fault('missing', `ENTAILMENT_MODEL_DIR has no ${what}`, cause),
  broken: (what, cause) => fault('broken', `the entailment model can't be used: ${what}`, cause),
}

const LABELS = ['entailment', 'neutral', 'contradiction'] as const
type Label = (typeof LABELS)[number]
type Places = Readonly<Record<Label, number>>
const Config = z.object({ id2label: z.record(z.string(), z.string()) })

/** Index of each label among the outputs of the graph, from the model's settings. */
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
  throw faults.broken(`id2label of its config.json has not all of ${LABELS.join(', ')}`)
}

type Loaded = LoadedModel & { readonly places: Places }

const load = async (directory: string, folder: ModelFolder): Promise<Loaded> => {
  const places = await placesOf(directory)
  const { tokensMax } = ENTAILMENT
  const loaded = await loadModel(
    folder,
    ({ AutoModelForSequenceClassification: reader }) => reader,
    { tokensMax, broken: faults.broken },
  )
  return { ...loaded, places }
}

type Inputs = { readonly input_ids: Tensor }
const lengthOf = ({ input_ids: ids }: Inputs): number => ids.dims.at(-1) ?? 0

/**
 * Makes the input pair: the passage first, cut until both fit; null if the claim alone is too long.
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

const opinionOn = async (
  loaded: Loaded,
  passage: string,
  claim: string,
): Promise<Opinion | null> => {
  const inputs = pairOf(loaded, passage, claim)
  if (inputs === null) return null
  const { logits } = (await loaded.model(inputs)) as { readonly logits?: Tensor }
  if (logits?.dims.length !== 2 || logits.dims[1] !== LABELS.length) {
    throw faults.broken(`it gives no output logits of [batch, ${LABELS.length}]`)
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

/** Combines the opinions: the most certain one decides, if it is certain enough. */
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
 * Opens an entailment model in ONNX on this machine, without network access, named by its folder
 * and the hash of its graph. It suggests `supported`, `contradicted` or `not_supported`, or null
 * without a passage. Runs the model once, so that a broken one fails at the start. Faults:
 * `entailment-model-missing`, `entailment-model-broken`.
 */
export const openLocalEntailment = async (given: string): Promise<VerdictSuggester> => {
  const directory = resolve(given)
  const folder = await readModelFolder(directory, faults)
  const loaded = await load(directory, folder)
  await opinionOn(loaded, 'Le contrat est formé.', 'Le contrat est formé.').catch(
    (cause: unknown) => {
      throw cause instanceof Fault ? cause : faults.broken('it does not compute', cause)
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
