/** An export as Parquet. */
import { zstdCompressSync } from 'node:zlib'
import type { ByteWriter } from 'hyparquet-writer'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { type ExportedText, type ExportManifest } from '#contracts/http/export.ts'
import { PRODUCT } from '#contracts/service.ts'
import { COLUMNS, PARQUET_SCHEMA } from './columns.ts'
import type { ExportedLine } from './lines.ts'

/** The key of the footer under which a file keeps the last line of the JSON Lines form. */
export const MANIFEST_KEY = 'pandect.export'
/** Ids of texts that are not public any more, as a JSON list: they have no row. */
export const REMOVED_KEY = 'pandect.removed'

/** A row group is written when it has this much. */
const GROUP = { rows: 1_000, characters: 8 * 1024 * 1024 } as const

/** Long values, which no reader skips by their bounds. */
const hasBounds = ({ name, type }: (typeof COLUMNS)[number]): boolean =>
  type !== 'json' && name !== 'contentClean'

const columnsOf = (texts: readonly ExportedText[]) =>
  COLUMNS.map((column) => ({
    name: column.name,
    data: texts.map(column.valueOf),
    statistics: hasBounds(column),
  }))

/** Takes what was written since the last time; the writer goes on at the same offset. */
const taken = (writer: ByteWriter): Buffer => {
  const bytes = Buffer.from(writer.getBytes())
  writer.index = 0
  return bytes
}

/**
 * The bytes of a Parquet file with a row for each text, a piece a row group. The manifest, made
 * when all lines are read, is in its footer.
 */
export async function* parquetFile(
  batches: AsyncIterable<readonly ExportedLine[]>,
  manifest: () => ExportManifest,
): AsyncGenerator<Buffer> {
  const writers = await import('hyparquet-writer')
  const bytes = new writers.ByteWriter()
  const file = new writers.ParquetWriter({
    writer: bytes,
    schema: PARQUET_SCHEMA,
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    createdBy: PRODUCT,
  })
  const removed: string[] = []
  let [texts, characters]: [ExportedText[], number] = [[], 0]
  const writeGroup = async (): Promise<Buffer> => {
    if (texts.length > 0)
      await file.write({ columnData: columnsOf(texts), rowGroupSize: texts.length })
    ;[texts, characters] = [[], 0]
    return taken(bytes)
  }
  for await (const lines of batches) {
    for (const one of lines) {
      if (one.removed) removed.push(one.id)
      else {
        texts.push(one.text)
        characters += one.line.length
      }
    }
    if (texts.length >= GROUP.rows || characters >= GROUP.characters) yield await writeGroup()
  }
  yield await writeGroup()
  file.kvMetadata = [
    { key: MANIFEST_KEY, value: canonicalJson(manifest()) },
    { key: REMOVED_KEY, value: JSON.stringify(removed) },
  ]
  await file.finish()
  yield taken(bytes)
}
