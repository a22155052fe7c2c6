import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderFaults, ModelFolder } from '../model-folder.ts'
import { BAG_OF_ROWS_STEPS, type EmbedPieces, openBagOfRows } from './bag-of-rows.ts'
import { readOnnxFile } from './onnx-file.ts'
import { type CutText, makeCutter } from './pieces.ts'

/** Larger graphs are not read to see what they compute: a bag of rows has a tenth of it. */
const GRAPH_BYTES_MAX = 256 * 1024 * 1024

export type RowsModel = {
  readonly cut: CutText
  readonly embed: EmbedPieces
}

const readJson = async (folder: ModelFolder, name: string): Promise<object> =>
  JSON.parse(await readFile(join(folder.parent, folder.folderName, name), 'utf8')) as object

/**
 * Opens a folder whose graph is one that `bag-of-rows.ts` computes; null for any other graph.
 * `tokensMax`: used if the folder names no limit.
 */
export const openRows = async (
  folder: ModelFolder,
  { tokensMax, broken }: Pick<FolderFaults, 'broken'> & { readonly tokensMax: number },
): Promise<RowsModel | null> => {
  const path = join(folder.parent, folder.folderName, folder.graph)
  if ((await stat(path)).size > GRAPH_BYTES_MAX) return null
  try {
    const file = readOnnxFile(await readFile(path))
    if (file.stepsSha256 !== BAG_OF_ROWS_STEPS) return null
    const { Tokenizer } = await import('@huggingface/tokenizers')
    const settings = await readJson(folder, 'tokenizer_config.json')
    const tokenizer = new Tokenizer(await readJson(folder, 'tokenizer.json'), settings)
    const ofTokenizer = 'model_max_length' in settings ? Number(settings.model_max_length) : 0
    const given = folder.settings.maxTokens ?? tokensMax
    const piecesMax = ofTokenizer > 0 ? Math.min(given, ofTokenizer) : given
    return { cut: makeCutter(tokenizer, piecesMax), embed: openBagOfRows(file) }
  } catch (cause) {
    throw broken('its tokenizer or its graph does not load', cause)
  }
}
