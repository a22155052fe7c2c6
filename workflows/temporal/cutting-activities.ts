/** Cuts an import into the same batches as the import in process, so that both record the same. */
import { isRefusal } from '#contracts/fault.ts'
import { BATCH } from '#ingest/import/activities.ts'
import type { Discovered } from '#ingest/import/discover.ts'
import { areApart, type BatchReader, batchReader, unitsOf } from '#ingest/import/read-batches.ts'
import { fileOf, isReadByLine } from '#ingest/sources/registry/read-source.ts'
import { SOURCE_LIMITS, type SourceItem, type SourceRefusal } from '#ingest/sources/source-item.ts'
import type { BatchManner, BatchPart } from './payloads.ts'
import type { FileRanges } from './reading-activities.ts'

/** A batch and the places of its records. */
export type Cut = {
  readonly items: readonly SourceItem[]
  readonly parts: readonly BatchPart[]
  /** Bytes of the corpus up to its end. */
  readonly bytesDone: number
}

type Batch = { readonly items: readonly SourceItem[]; readonly next: SourceItem | null }

async function* itemsOf(reader: BatchReader): AsyncGenerator<SourceItem> {
  try {
    for (let read = await reader.read(); read !== null; read = await reader.read())
      yield* read.items
  } finally {
    await reader.close()
  }
}

/** Groups records by the rule of the import in process. */
async function* batchesOf(
  items: AsyncIterable<SourceItem>,
  recordsMax: number,
): AsyncGenerator<Batch> {
  let batch: SourceItem[] = []
  let units = 0
  for await (const item of items) {
    const own = unitsOf(item)
    const isFull =
      batch.length >= recordsMax || units + own > BATCH.textUnitsMax || areApart(batch, item)
    if (isFull && batch.length > 0) {
      yield { items: batch, next: item }
      batch = []
      units = 0
    }
    batch.push(item)
    units += own
  }
  if (batch.length > 0) yield { items: batch, next: null }
}

type Group = { readonly path: string; readonly items: SourceItem[] }

/** Groups consecutive records of one file; entries of an archive belong to the archive. */
const byFile = (items: readonly SourceItem[], pathOf: (item: SourceItem) => string): Group[] => {
  const groups: Group[] = []
  for (const item of items) {
    const path = pathOf(item)
    const group = groups.at(-1)
    if (group?.path === path) group.items.push(item)
    else groups.push({ path, items: [item] })
  }
  return groups
}

const headOf = async (ranges: FileRanges, path: string): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of ranges.readRange(path, 0, SOURCE_LIMITS.headBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * Finds the parts of each batch in order. A file that continues in the next batch is cut at a line.
 */
const partFinder = (ranges: FileRanges, found: Discovered, as: BatchManner['as']) => {
  const bytesOf = new Map(found.files.map(({ path, bytes }) => [path, bytes]))
  const pathOf = ({ file }: SourceItem): string => fileOf(file, (path) => bytesOf.has(path))
  let bytesBefore = 0
  /** For a file that is read from its beginning and continues in the next batch. */
  let recordsTaken: { readonly path: string; readonly count: number } | null = null
  let open: {
    starts: Awaited<ReturnType<FileRanges['openLineStarts']>>
    from: number
    line: number
  } | null = null

  const close = async (): Promise<void> => {
    await open?.starts.close()
    open = null
  }
  const endFile = async (path: string, bytes: number): Promise<BatchPart> => {
    bytesBefore += bytes
    if (open === null) return { kind: 'file', path, bytes }
    const { from, line } = open
    await close()
    return { kind: 'lines', path, from, to: null, firstLine: line }
  }
  const cutFile = async (path: string, line: number): Promise<BatchPart> => {
    open ??= { starts: await ranges.openLineStarts(path), from: 0, line: 1 }
    const { starts, from, line: firstLine } = open
    const to = await starts.startOf(line)
    open = { starts, from: to, line }
    return { kind: 'lines', path, from, to, firstLine }
  }
  const takeRecords = (path: string, take: number, goesOn: boolean): BatchPart => {
    const skip = recordsTaken?.path === path ? recordsTaken.count : 0
    const bytes = bytesOf.get(path) ?? 0
    recordsTaken = goesOn ? { path, count: skip + take } : null
    if (!goesOn) bytesBefore += bytes
    return { kind: 'records', path, bytes, skip, take }
  }
  const partOf = async (
    { path, items }: Group,
    next: SourceItem | undefined,
  ): Promise<BatchPart> => {
    const goesOn = next !== undefined && pathOf(next) === path
    if (!goesOn && recordsTaken?.path !== path) return endFile(path, bytesOf.get(path) ?? 0)
    const isByLine =
      recordsTaken?.path !== path && isReadByLine(path, await headOf(ranges, path), as ?? undefined)
    return isByLine && next !== undefined
      ? cutFile(path, next.line)
      : takeRecords(path, items.length, goesOn)
  }

  const partsOf = async ({ items, next }: Batch): Promise<BatchPart[]> => {
    const parts: BatchPart[] = []
    for (const group of byFile(items, pathOf)) {
      // A missing path cannot be read again, so its refusal is passed on.
      if (!bytesOf.has(group.path)) {
        for (const item of group.items)
          if (isRefusal(item)) parts.push({ kind: 'refused', refusal: item })
      } else {
        const isLast = group.items.at(-1) === items.at(-1)
        parts.push(await partOf(group, isLast ? (next ?? undefined) : undefined))
      }
    }
    return parts
  }
  return { partsOf, bytesDone: () => bytesBefore + (open?.from ?? 0), close }
}

async function* cutsFrom(
  reader: BatchReader,
  finder: ReturnType<typeof partFinder>,
  recordsMax: number,
): AsyncGenerator<Cut> {
  try {
    for await (const batch of batchesOf(itemsOf(reader), recordsMax)) {
      const parts = await finder.partsOf(batch)
      yield { items: batch.items, parts, bytesDone: finder.bytesDone() }
    }
  } finally {
    await finder.close()
  }
}

export type Cuts = {
  /** All batches in order. */
  readonly batches: AsyncGenerator<Cut>
  /** The notes of the readers so far, each kind once. */
  notes(): readonly SourceRefusal[]
}

/** Cuts all discovered files. */
export const cutsOf = (
  ranges: FileRanges,
  found: Discovered,
  { as, members }: Pick<BatchManner, 'as' | 'members'>,
  recordsMax: number,
): Cuts => {
  const manner = { readDocument: ranges.readDocument, as: as ?? undefined, members }
  const reader = batchReader(found, manner)
  const batches = cutsFrom(reader, partFinder(ranges, found, as), recordsMax)
  return { batches, notes: () => reader.notes() }
}
