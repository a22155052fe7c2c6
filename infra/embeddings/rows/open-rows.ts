import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type FolderFaults, type ModelFolder, tokensMaxOf } from '../model-folder.ts'
import { BAG_OF_ROWS_STEPS, type EmbedPieces, openBagOfRows } from './bag-of-rows.ts'
import { readOnnxFile } from './onnx-file.ts'
import { type CutText, makeCutter } from './pieces.ts'

/** Larger graphs are not read to see what they compute: a bag of rows has a tenth of it. */
const GRAPH_BYTES_MAX = 256 * 1024 * 1024

export type RowsModel = {
  readonly cut: CutText
  readonly embed: EmbedPieces
}

/** What `pieces.ts` relies on: a text is parted at its spaces, and its start alone is marked. */
const PartedAtSpaces = z.looseObject({
  pre_tokenizer: z.looseObject({
    pretokenizers: z.tuple([z.looseObject({ type: z.literal('BertPreTokenizer') })], z.unknown()),
  }),
  post_processor: z.looseObject({
    type: z.literal('TemplateProcessing'),
    single: z.tuple([
      z.looseObject({ SpecialToken: z.unknown() }),
      z.looseObject({ Sequence: z.unknown() }),
    ]),
  }),
})
const TokenizerSettings = z.looseObject({ model_max_length: z.number().default(0) })

const readJson = async (folder: ModelFolder, name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder.parent, folder.folderName, name), 'utf8'))

/**
 * Opens a folder whose graph is the one that `bag-of-rows.ts` computes; null for any other graph,
 * and for a tokenizer that does not part texts at their spaces.
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
    const described = PartedAtSpaces.safeParse(await readJson(folder, 'tokenizer.json'))
    if (!described.success) return null
    const settings = TokenizerSettings.parse(await readJson(folder, 'tokenizer_config.json'))
    const tokenizer = new Tokenizer(described.data, settings)
    const piecesMax = tokensMaxOf(folder.settings, settings.model_max_length, tokensMax)
    return { cut: makeCutter(tokenizer, piecesMax), embed: openBagOfRows(file) }
  } catch (cause) {
    throw broken('its tokenizer or its graph does not load', cause)
  }
}
