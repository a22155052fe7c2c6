/** Reads the records of a batch again from their places in files. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import { batchReader } from '#ingest/import/read-batches.ts'
import { readJsonLines } from '#ingest/sources/json-lines/json-lines.ts'
import type { ReadDocument } from '#ingest/sources/documents.ts'
import type { SourceItem } from '#ingest/sources/source-item.ts'
import type { BatchManner, BatchPart } from './payloads.ts'

/** Reads byte ranges of files, and whole documents. */
export type FileRanges = {
  readonly readDocument: ReadDocument
  readRange(path: string, from: number, to: number | null): AsyncIterable<Uint8Array>
  openLineStarts(path: string): Promise<{
    /** The byte at which a line (from 1) begins. Ask in ascending order. */
    startOf(line: number): Promise<number>
    close(): Promise<void>
  }>
}

type Manner = Pick<BatchManner, 'as' | 'members'>

/** Hash of the records of a batch. */
export const fingerprintOf = (items: readonly SourceItem[]): Sha256Hex =>
  sha256Hex(JSON.stringify(items))

async function* afterOneLine(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('0\n')
  yield* chunks
}

/**
 * The lines of a range. The first line of a file is read differently (byte order mark, other
 * formats), so the range gets an extra first line, which is dropped.
 */
const itemsOfLines = async (
  ranges: FileRanges,
  { path, from, to, firstLine }: Extract<BatchPart, { kind: 'lines' }>,
): Promise<SourceItem[]> => {
  const isWholeStart = firstLine === 1
  const bytes = ranges.readRange(path, from, to)
  const chunks = isWholeStart ? bytes : afterOneLine(bytes)
  const items: SourceItem[] = []
  for await (const item of readJsonLines(path, chunks)) items.push(item)
  if (isWholeStart) return items
  return items.slice(1).map((item) => ({ ...item, line: item.line + firstLine - 2 }))
}

/** Skips records without keeping them, and stops after the last one needed. */
const itemsOfFile = async (
  { readDocument }: Pick<FileRanges, 'readDocument'>,
  { path, bytes }: Pick<Extract<BatchPart, { kind: 'file' }>, 'path' | 'bytes'>,
  { as, members }: Manner,
  { skip, take }: { readonly skip: number; readonly take: number } = { skip: 0, take: Infinity },
): Promise<SourceItem[]> => {
  const found = { files: [{ path, bytes }], refusals: [], notes: [] }
  const reader = batchReader(found, { readDocument, as: as ?? undefined, members })
  const items: SourceItem[] = []
  let seen = 0
  try {
    for (let read = await reader.read(); read !== null; read = await reader.read()) {
      for (const item of read.items) {
        if (seen >= skip && items.length < take) items.push(item)
        seen += 1
      }
      if (items.length >= take) break
    }
    return items
  } finally {
    await reader.close()
  }
}

const itemsOfPart = (
  ranges: FileRanges,
  part: BatchPart,
  manner: Manner,
): Promise<SourceItem[]> => {
  switch (part.kind) {
    case 'file':
      return itemsOfFile(ranges, part, manner)
    case 'records':
      return itemsOfFile(ranges, part, manner, part)
    case 'lines':
      return itemsOfLines(ranges, part)
    case 'refused':
      return Promise.resolve([part.refusal])
    default:
      return part satisfies never
  }
}

/** Reads the records of all parts. */
export const itemsOfParts = async (
  ranges: FileRanges,
  parts: readonly BatchPart[],
  manner: Manner,
): Promise<SourceItem[]> => {
  const items: SourceItem[] = []
  for (const part of parts) items.push(...(await itemsOfPart(ranges, part, manner)))
  return items
}
