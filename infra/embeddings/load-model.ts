import { sep } from 'node:path'
import type * as Transformers from '@huggingface/transformers'
import { type FolderFaults, type ModelFolder, tokensMaxOf } from './model-folder.ts'

type Reader = Pick<typeof Transformers.AutoModel, 'from_pretrained'>

export type LoadedModel = {
  readonly tokenizer: Transformers.PreTrainedTokenizer
  readonly model: Transformers.PreTrainedModel
  /** Tokens that the model reads of a text. */
  readonly tokensMax: number
}

/**
 * Loads a model from its folder, and from nowhere else. `readerOf`: the kind of model; `tokensMax`:
 * used if the folder names no limit.
 */
export const loadModel = async (
  folder: ModelFolder,
  readerOf: (transformers: typeof Transformers) => Reader,
  { tokensMax, broken }: Pick<FolderFaults, 'broken'> & { readonly tokensMax: number },
): Promise<LoadedModel> => {
  // Imported here, since its native library costs memory that other processes save.
  const transformers = await import('@huggingface/transformers')
  const { AutoTokenizer, env, LogLevel } = transformers
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.useFSCache = false
  env.localModelPath = folder.parent + sep
  env.logLevel = LogLevel.ERROR
  try {
    const tokenizer = await AutoTokenizer.from_pretrained(folder.folderName, {
      local_files_only: true,
    })
    const model = await readerOf(transformers).from_pretrained(folder.folderName, {
      local_files_only: true,
      dtype: folder.dtype,
      device: 'cpu',
      // One thread per text fixes the order of additions, so the result is the same on every
      // machine.
      session_options: { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false },
    })
    const ofTokenizer = Number(tokenizer.model_max_length)
    return { tokenizer, model, tokensMax: tokensMaxOf(folder.settings, ofTokenizer, tokensMax) }
  } catch (cause) {
    throw broken('its tokenizer or its graph does not load', cause)
  }
}
