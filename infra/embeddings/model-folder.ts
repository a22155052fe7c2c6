import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { sayIssue } from '#contracts/web/http/schema-words.ts'

/** The files that transformers.js reads, besides one of two graphs. */
const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const
/** The full-precision graph is preferred to the 8-bit one. */
const GRAPHS = [
  { file: 'onnx/model.onnx', dtype: 'fp32' },
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
] as const
/** Suffix of the file with weights that did not fit into the graph's own file. */
const WEIGHTS_SUFFIX = '_data'
const LAYOUT =
  'the folder needs config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx (or onnx/model_quantized.onnx)'
const HASH_DIGITS = 12

/** `pandect.json` in the folder describes how to use a model; every member is optional. */
const ModelSettings = z.object({
  name: z.string().min(1).max(100).optional(),
  dimensions: z.int().min(1).max(8_192).optional(),
  similarityFloor: z.number().min(-1).max(1).optional(),
  maxTokens: z.int().min(8).max(8_192).optional(),
  passagePrefix: z.string().max(200).default(''),
  queryPrefix: z.string().max(200).default(''),
  /**
   * Tokens below this id are no words. A query without words has no vector, so that nonsense finds
   * nothing.
   */
  firstWordId: z.int().min(0).optional(),
})
export type ModelSettings = z.infer<typeof ModelSettings>

export type ModelFolder = {
  /** Name and the first digits of the graph's SHA-256, so that another graph is another model. */
  readonly model: string
  /** The model's name for transformers.js: the folder's own name, under `parent`. */
  readonly folderName: string
  readonly parent: string
  readonly dtype: 'fp32' | 'q8'
  /** The file of the graph, in the folder. */
  readonly graph: string
  readonly settings: ModelSettings
}

/** Tokens that are read of a text. `otherwise`: where the folder names no limit. */
export const tokensMaxOf = (
  { maxTokens }: ModelSettings,
  ofTokenizer: number,
  otherwise: number,
): number => {
  const given = maxTokens ?? otherwise
  return ofTokenizer > 0 ? Math.min(given, ofTokenizer) : given
}

const exists = async (path: string): Promise<boolean> => {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

export const modelMissing = (what: string, cause?: unknown): Fault =>
  new Fault('embedding-model-missing', `EMBEDDINGS_MODEL_DIR has no ${what}`, {
    ...(cause === undefined ? {} : { cause }),
    hint: `${LAYOUT}; or unset EMBEDDINGS_MODEL_DIR to use the model that is shipped`,
  })

export const modelBroken = (what: string, cause?: unknown): Fault =>
  new Fault('embedding-model-broken', `the embedding model can't be used: ${what}`, {
    ...(cause === undefined ? {} : { cause }),
    hint: 'copy the model anew and compare its checksum; or unset EMBEDDINGS_MODEL_DIR to use the model that is shipped',
  })

/** Makes the faults of a folder; their messages name the setting that points to it. */
export type FolderFaults = {
  readonly missing: (what: string, cause?: unknown) => Fault
  readonly broken: (what: string, cause?: unknown) => Fault
}
const OF_EMBEDDINGS: FolderFaults = { missing: modelMissing, broken: modelBroken }

const parseJson = async (
  directory: string,
  name: string,
  { broken }: FolderFaults,
): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(join(directory, name), 'utf8'))
  } catch (cause) {
    throw broken(`${name} is not JSON`, cause)
  }
}

const readSettings = async (directory: string, faults: FolderFaults): Promise<ModelSettings> => {
  const name = 'pandect.json'
  const given = (await exists(join(directory, name)))
    ? await parseJson(directory, name, faults)
    : {}
  const parsed = ModelSettings.safeParse(given, { error: sayIssue })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw faults.broken(`${name}: ${issues.join('; ')}`)
}

const hashOfFiles = async (paths: readonly string[]): Promise<string> => {
  const hash = createHash('sha256')
  for (const path of paths) for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Checks a model folder before anything is loaded from it. `missing` makes the fault for an absent
 * file, `broken` the fault for an unusable one; default: `embedding-model-missing` and
 * `embedding-model-broken`.
 */
export const readModelFolder = async (
  given: string,
  faults: FolderFaults = OF_EMBEDDINGS,
): Promise<ModelFolder> => {
  const directory = resolve(given)
  for (const name of NEEDED) {
    if (!(await exists(join(directory, name)))) throw faults.missing(name)
    await parseJson(directory, name, faults)
  }
  const present = await Promise.all(GRAPHS.map(({ file }) => exists(join(directory, file))))
  const graph = GRAPHS.find((_, index) => present[index] === true)
  if (graph === undefined) throw faults.missing(GRAPHS.map(({ file }) => file).join(' or '))
  const path = join(directory, graph.file)
  const weights = (await exists(path + WEIGHTS_SUFFIX)) ? [path + WEIGHTS_SUFFIX] : []
  const settings = await readSettings(directory, faults)
  const digits = (await hashOfFiles([path, ...weights])).slice(0, HASH_DIGITS)
  return {
    model: `${settings.name ?? basename(directory)}@${digits}`,
    folderName: basename(directory),
    parent: dirname(directory),
    dtype: graph.dtype,
    graph: graph.file,
    settings,
  }
}
