/** Where the records of a batch stand in their files, and how to read them again there. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type { Discovered, FoundFile } from '#ingest/import/discover.ts'
import { batchReader, type BatchReader } from '#ingest/import/read-batches.ts'
import { readJsonLines } from '#ingest/sources/json-lines/json-lines.ts'
import type { SourceItem } from '#ingest/sources/source-item.ts'
import type { BatchManner, BatchPart } from './payloads.ts'

/** Parts of files by their bytes; the worker's process gives the real one. */
export type FileRanges = {
  readRange(path: string, from: number, to: number | null): AsyncIterable<Uint8Array>
  openLineStarts(path: string): Promise<{
    /** The byte at which a line (from 1) begins. Ask in ascending order. */
    startOf(line: number): Promise<number>
    close(): Promise<void>
  }>
}

/** Records that stand together. */
export type Piece = {
  readonly part: BatchPart
  readonly items: readonly SourceItem[]
  /** Of all bytes of the corpus, up to the end of this piece. */
  readonly bytesDone: number
}

type As = BatchManner['as']

const readerOf = (file: FoundFile, as: As) =>
  batchReader({ files: [file], refusals: [], notes: [] }, as ?? undefined)

/** Tells a batch as it was read from any other: the same bytes give the same hash. */
export const fingerprintOf = (items: readonly SourceItem[]): Sha256Hex =>
  sha256Hex(JSON.stringify(items))

type Starts = Awaited<ReturnType<FileRanges['openLineStarts']>>

/** A file of many batches is cut at lines: only JSON Lines has more than one record. */
async function* piecesOfLines(
  { path, bytes }: FoundFile,
  starts: Starts,
  batches: AsyncIterable<readonly SourceItem[]>,
): AsyncGenerator<Omit<Piece, 'bytesDone'> & { readonly end: number }> {
  let held: readonly SourceItem[] = []
  let [from, firstLine] = [0, 1]
  for await (const items of batches) {
    const lineAfter = items[0]?.line ?? firstLine
    if (held.length > 0) {
      const to = await starts.startOf(lineAfter)
      yield { part: { kind: 'lines', path, from, to, firstLine }, items: held, end: to }
      ;[from, firstLine] = [to, lineAfter]
    }
    held = items
  }
  yield { part: { kind: 'lines', path, from, to: null, firstLine }, items: held, end: bytes }
}

async function* readOn(
  first: readonly SourceItem[],
  second: readonly SourceItem[],
  reader: BatchReader,
): AsyncGenerator<readonly SourceItem[]> {
  yield first
  yield second
  for (let read = await reader.read(); read !== null; read = await reader.read()) yield read.items
}

async function* piecesOfFile(
  ranges: FileRanges,
  file: FoundFile,
  as: As,
  bytesBefore: number,
): AsyncGenerator<Piece> {
  const reader = readerOf(file, as)
  try {
    const first = await reader.read()
    const second = await reader.read()
    if (first === null) return
    if (second === null) {
      const part = { kind: 'file', path: file.path, bytes: file.bytes } as const
      yield { part, items: first.items, bytesDone: bytesBefore + file.bytes }
      return
    }
    const starts = await ranges.openLineStarts(file.path)
    try {
      const batches = readOn(first.items, second.items, reader)
      for await (const { end, ...piece } of piecesOfLines(file, starts, batches)) {
        yield { ...piece, bytesDone: bytesBefore + end }
      }
    } finally {
      await starts.close()
    }
  } finally {
    await reader.close()
  }
}

/** Everything to import, in order: first the paths that can't be read, then the files. */
export async function* piecesOf(
  ranges: FileRanges,
  { refusals, files }: Discovered,
  as: As,
): AsyncGenerator<Piece> {
  for (const refusal of refusals) {
    yield { part: { kind: 'refused', refusal }, items: [refusal], bytesDone: 0 }
  }
  let bytesBefore = 0
  for (const file of files) {
    yield* piecesOfFile(ranges, file, as, bytesBefore)
    bytesBefore += file.bytes
  }
}

async function* afterOneLine(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('0\n')
  yield* chunks
}

/**
 * The lines of a range. A first line is read otherwise than the others (a byte order mark, a file of another shape), so
 * a line that is none stands before the range.
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

const itemsOfFile = async (
  { path, bytes }: Extract<BatchPart, { kind: 'file' }>,
  as: As,
): Promise<SourceItem[]> => {
  const reader = readerOf({ path, bytes }, as)
  const items: SourceItem[] = []
  try {
    for (let read = await reader.read(); read !== null; read = await reader.read()) {
      items.push(...read.items)
    }
    return items
  } finally {
    await reader.close()
  }
}

const itemsOfPart = (ranges: FileRanges, part: BatchPart, as: As): Promise<SourceItem[]> => {
  switch (part.kind) {
    case 'file':
      return itemsOfFile(part, as)
    case 'lines':
      return itemsOfLines(ranges, part)
    case 'refused':
      return Promise.resolve([part.refusal])
    default:
      return part satisfies never
  }
}

/** Reads again what a reference names. */
export const itemsOfParts = async (
  ranges: FileRanges,
  parts: readonly BatchPart[],
  as: As,
): Promise<SourceItem[]> => {
  const items: SourceItem[] = []
  for (const part of parts) items.push(...(await itemsOfPart(ranges, part, as)))
  return items
}
