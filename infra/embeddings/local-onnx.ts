import { availableParallelism } from 'node:os'
import { sep } from 'node:path'
import type { PreTrainedModel, PreTrainedTokenizer, Tensor } from '@huggingface/transformers'
import type { Embedder } from '#ingest/ports.ts'
import type { QueryEmbedder } from '#query-api/ports.ts'
import { modelBroken, type ModelFolder, readModelFolder } from './model-folder.ts'

export const LOCAL_ONNX = {
  /** Longer texts are cut; passages are made to be shorter. */
  tokensMax: 512,
  /** Texts at work at the same time, each on one thread. */
  atOnceMax: 4,
  /** For a model that says nothing of itself; measure it and write it into pandect.json. */
  similarityFloor: 0.25,
} as const

export type LocalOnnxOptions = {
  /** The model folder (`model-folder.ts` says what stands in it). */
  readonly directory: string
  /** Cosines at or below it are chance; the model's own by default. */
  readonly similarityFloor?: number
}

type Loaded = {
  readonly tokenizer: PreTrainedTokenizer
  readonly model: PreTrainedModel
  readonly tokensMax: number
}

const load = async (folder: ModelFolder): Promise<Loaded> => {
  // Loaded here, since its native library costs memory that the built-in embedder does without.
  const { AutoModel, AutoTokenizer, env, LogLevel } = await import('@huggingface/transformers')
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.useFSCache = false
  env.localModelPath = folder.parent + sep
  env.logLevel = LogLevel.ERROR
  try {
    const tokenizer = await AutoTokenizer.from_pretrained(folder.folderName, {
      local_files_only: true,
    })
    const model = await AutoModel.from_pretrained(folder.folderName, {
      local_files_only: true,
      dtype: folder.dtype,
      device: 'cpu',
      // One thread a text: the order of additions, and with it the vector, is the same on every machine.
      session_options: { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false },
    })
    const ofTokenizer = Number(tokenizer.model_max_length)
    const given = folder.settings.maxTokens ?? LOCAL_ONNX.tokensMax
    return { tokenizer, model, tokensMax: ofTokenizer > 0 ? Math.min(given, ofTokenizer) : given }
  } catch (cause) {
    throw modelBroken('its tokenizer or its graph does not load', cause)
  }
}

/** Mean over all tokens of a text, brought to unit length. One text has no padding, so every token counts. */
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

type Output = { readonly last_hidden_state?: Tensor; readonly sentence_embedding?: Tensor }

const embedOne = async ({ tokenizer, model, tokensMax }: Loaded, text: string) => {
  const inputs: unknown = tokenizer(text, { truncation: true, max_length: tokensMax })
  const { last_hidden_state: hidden, sentence_embedding: whole } = (await model(inputs)) as Output
  // A graph that pools by itself says so by the name of its output; its vector has unit length, or none at all.
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

/**
 * In their order. One by one, not in padded batches: with padding, and with 8-bit numbers even without, a
 * vector would depend on the texts that happen to stand beside it.
 */
const embedAll = async (loaded: Loaded, texts: readonly string[]): Promise<Float32Array[]> => {
  const vectors: Float32Array[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next; at < texts.length; at = next) {
      next += 1
      vectors[at] = await embedOne(loaded, texts[at] ?? '')
    }
  }
  const atOnce = Math.min(LOCAL_ONNX.atOnceMax, availableParallelism(), texts.length)
  await Promise.all(Array.from({ length: atOnce }, work))
  return vectors
}

/**
 * A sentence model in ONNX on this machine: its own pooling or else the mean, unit length, nothing fetched from anywhere. Tries
 * the model once, so that what can't work is told at the start. Faults: `embedding-model-missing`,
 * `embedding-model-broken`.
 */
export const openLocalOnnxEmbedder = async (
  options: LocalOnnxOptions,
): Promise<Embedder & QueryEmbedder> => {
  const folder = await readModelFolder(options.directory)
  const loaded = await load(folder)
  const { passagePrefix, queryPrefix, similarityFloor } = folder.settings
  const embedQuery = (text: string): Promise<Float32Array> =>
    embedOne(loaded, `${queryPrefix}${text}`)
  const tried = await embedQuery('Le contrat est formé.').catch((cause: unknown) => {
    throw modelBroken('it does not compute', cause)
  })
  if (folder.settings.dimensions !== undefined && folder.settings.dimensions !== tried.length) {
    throw modelBroken(
      `pandect.json says ${folder.settings.dimensions} dimensions, its graph gives ${tried.length}`,
    )
  }
  return {
    model: folder.model,
    dimensions: tried.length,
    similarityFloor: options.similarityFloor ?? similarityFloor ?? LOCAL_ONNX.similarityFloor,
    costUsdPerQuery: 0,
    embedPassages: (texts) =>
      embedAll(
        loaded,
        texts.map((text) => `${passagePrefix}${text}`),
      ),
    embedQuery,
  }
}
