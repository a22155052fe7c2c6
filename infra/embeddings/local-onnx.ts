import type { Tensor } from '@huggingface/transformers'
import type { Embedder } from '#ingest/ports.ts'
import type { QueryEmbedder } from '#query-api/ports.ts'
import { type LoadedModel, loadModel } from './load-model.ts'
import { modelBroken, type ModelFolder, readModelFolder } from './model-folder.ts'
import { openRows } from './rows/open-rows.ts'

export const LOCAL_ONNX = {
  /** Longer texts are cut; passages are shorter by design. */
  tokensMax: 512,
  /** Default for a model whose pandect.json has none; measure it and add it there. */
  similarityFloor: 0.25,
} as const

export type LocalOnnxOptions = {
  /** The model folder, as model-folder.ts describes it. */
  readonly directory: string
  /** Cosines up to this are chance; default: the model's own value. */
  readonly similarityFloor?: number
  /** 'graph' runs the graph of a known model, too: to compare both. */
  readonly computes?: Computing
}

type Computing = 'rows' | 'graph'

/**
 * Mean over all tokens of a text, scaled to unit length. A single text has no padding, so every
 * token counts.
 */
const meanOfUnitLength = (hidden: Tensor): Float32Array => {
  const [, tokens = 0, dimensions = 0] = hidden.dims
  const values = hidden.data as Float32Array
  const mean = new Float64Array(dimensions)
  for (let token = 0; token < tokens; token += 1) {
    for (let at = 0; at < dimensions; at += 1) {
      mean[at] = (mean[at] ?? 0) + (values[token * dimensions + at] ?? 0)
    }
  }
  const length = Math.hypot(...mean)
  return length === 0 ? new Float32Array(dimensions) : Float32Array.from(mean, (x) => x / length)
}

/** A model of a folder, opened. */
type Reader = {
  embed(text: string): Promise<Float32Array>
  /** Whether a text has a piece of this number or a higher one. */
  hasPieceFrom(text: string, firstWordId: number): boolean
}

type Output = { readonly last_hidden_state?: Tensor; readonly sentence_embedding?: Tensor }

type Tokenized = { readonly input_ids: Tensor }

const tokensOf = ({ tokenizer, tokensMax }: Omit<LoadedModel, 'model'>, text: string): Tokenized =>
  tokenizer(text, { truncation: true, max_length: tokensMax })

const embedOne = async ({ model, ...loaded }: LoadedModel, text: string) => {
  const inputs: unknown = tokensOf(loaded, text)
  const { last_hidden_state: hidden, sentence_embedding: whole } = (await model(inputs)) as Output
  // A graph that pools by itself has this output; its vector has unit length or is zero.
  if (whole !== undefined && whole.dims.length === 2) {
    return Float32Array.from(whole.data as Float32Array)
  }
  if (hidden === undefined || hidden.dims.length !== 3) {
    throw modelBroken(
      'it has neither an output sentence_embedding of [batch, dimensions] nor last_hidden_state of [batch, tokens, dimensions]',
    )
  }
  return meanOfUnitLength(hidden)
}

const LIMITS = { tokensMax: LOCAL_ONNX.tokensMax, broken: modelBroken } as const

/** Runs the graph, whatever it computes. */
const openGraph = async (folder: ModelFolder): Promise<Reader> => {
  const loaded = await loadModel(folder, ({ AutoModel }) => AutoModel, LIMITS)
  return {
    embed: (text) => embedOne(loaded, text),
    hasPieceFrom: (text, firstWordId) =>
      Array.from(tokensOf(loaded, text).input_ids.data as BigInt64Array).some(
        (id) => id >= firstWordId,
      ),
  }
}

/** Computes what the graph would, if it is one that is known; otherwise runs it. */
const openReader = async (folder: ModelFolder, computes: Computing): Promise<Reader> => {
  const rows = computes === 'rows' ? await openRows(folder, LIMITS) : null
  if (rows === null) return openGraph(folder)
  return {
    embed: async (text) => rows.embed(rows.cut(text)),
    hasPieceFrom: (text, firstWordId) => rows.cut(text).some((id) => id >= firstWordId),
  }
}

/**
 * Embeds texts one by one: padding, and 8-bit numbers even without it, would make a vector depend
 * on the other texts of its batch. The runtime computes on the thread that asks, so nothing would
 * be gained by asking for several at once.
 */
const embedAll = async (reader: Reader, texts: readonly string[]): Promise<Float32Array[]> => {
  const vectors: Float32Array[] = []
  for (const text of texts) vectors.push(await reader.embed(text))
  return vectors
}

/**
 * Opens a sentence model in ONNX on this machine, without network access: its own pooling or else
 * the mean, unit length. Runs the model once, so that a broken one fails at the start. Faults:
 * `embedding-model-missing`, `embedding-model-broken`.
 */
export const openLocalOnnxEmbedder = async (
  options: LocalOnnxOptions,
): Promise<Embedder & QueryEmbedder> => {
  const folder = await readModelFolder(options.directory)
  const reader = await openReader(folder, options.computes ?? 'rows')
  const { passagePrefix, queryPrefix, similarityFloor, firstWordId = 0 } = folder.settings
  const embedDirected = (text: string): Promise<Float32Array> =>
    reader.embed(`${queryPrefix}${text}`)
  const tried = await embedDirected('Le contrat est formé.').catch((cause: unknown) => {
    throw modelBroken('it does not compute', cause)
  })
  if (folder.settings.dimensions !== undefined && folder.settings.dimensions !== tried.length) {
    throw modelBroken(
      `pandect.json says ${folder.settings.dimensions} dimensions, its graph gives ${tried.length}`,
    )
  }
  const embedQuery = async (text: string): Promise<Float32Array> =>
    firstWordId === 0 || reader.hasPieceFrom(text, firstWordId)
      ? await embedDirected(text)
      : new Float32Array(tried.length)
  return {
    model: folder.model,
    dimensions: tried.length,
    similarityFloor: options.similarityFloor ?? similarityFloor ?? LOCAL_ONNX.similarityFloor,
    costUsdPerQuery: 0,
    embedPassages: (texts) =>
      embedAll(
        reader,
        texts.map((text) => `${passagePrefix}${text}`),
      ),
    embedQuery,
  }
}
