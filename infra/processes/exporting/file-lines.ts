/** Reads the texts of an export file, whichever form it has, in bounded memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { ExportManifest } from '#contracts/http/export.ts'
import { ArticleId } from '#contracts/ids.ts'
import { linesOf } from '#ingest/sources/line-reader.ts'
import { textOfRow } from '#query-api/export/columns.ts'
import { type ExportedLine, removedLine, textLine } from '#query-api/export/lines.ts'
import { MANIFEST_KEY, REMOVED_KEY } from '#query-api/export/parquet.ts'
import { type ReadLine, readLine } from '#query-api/export/read-line.ts'

/** A text with all its headnotes and flags, escaped, is far smaller. */
const LINE_BYTES_MAX = 64 * 1024 * 1024
const LINE_FEED_BYTES = 1

/** A line with the bytes of the file up to its end; a torn last line is left out. */
export async function* jsonLinesOf(
  file: string,
): AsyncGenerator<{ readonly read: ReadLine; readonly endsAt: number }> {
  const stream = createReadStream(file)
  let [endsAt, size] = [0, 0]
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length
      yield chunk as Buffer
    }
  }
  for await (const { number, bytes } of linesOf(counted(), LINE_BYTES_MAX)) {
    if (bytes === null) throw new Fault('export-damaged', `line ${number} is too long`)
    endsAt += bytes.length + LINE_FEED_BYTES
    if (endsAt > size) return
    yield { read: readLine(bytes.toString(), number), endsAt }
  }
}

const MAGIC = 'PAR1'

const isParquet = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === MAGIC
  } finally {
    await handle.close()
  }
}

const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) }
const RemovedIds = z.array(ArticleId)

async function* parquetLinesOf(file: string): AsyncGenerator<ReadLine> {
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  const stated = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value]))
  const manifest = ExportManifest.parse(JSON.parse(stated.get(MANIFEST_KEY) ?? 'null'))
  const removed = RemovedIds.parse(JSON.parse(stated.get(REMOVED_KEY) ?? 'null'))
  // Texts without a row have their place by id.
  let rowStart = 0
  for (const { num_rows: rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(rows)
    for (const row of await parquetReadObjects({
      file: buffer,
      metadata,
      compressors,
      rowStart,
      rowEnd,
    })) {
      const one = textLine(textOfRow(row))
      while (removed[0] !== undefined && removed[0] < one.id)
        yield removedLine(removed.shift() ?? removed[0])
      yield one
    }
    rowStart = rowEnd
  }
  for (const id of removed) yield removedLine(id)
  yield { manifest }
}

async function* readLines(file: string): AsyncGenerator<ReadLine> {
  if (await isParquet(file)) yield* parquetLinesOf(file)
  else for await (const { read } of jsonLinesOf(file)) yield read
}

/** The texts of a whole export file, in order; answers its manifest. */
export async function* exportedLines(
  file: string,
): AsyncGenerator<ExportedLine, ExportManifest, void> {
  let manifest: ExportManifest | null = null
  try {
    for await (const one of readLines(file)) {
      if (manifest !== null) throw new Fault('export-damaged', 'lines follow the end of the export')
      if ('manifest' in one) ({ manifest } = one)
      else yield one
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault('export-damaged', { cause })
  }
  if (manifest === null || manifest.next !== null)
    throw new Fault('export-damaged', 'the export is not whole: its end is missing')
  return manifest
}
