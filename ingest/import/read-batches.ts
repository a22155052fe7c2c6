import { createReadStream } from 'node:fs'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { Members } from '../sources/document.ts'
import { merged } from '../sources/manuscript/manuscript.ts'
import { membersBeside } from './beside.ts'
import { readSource } from '../sources/registry/read-source.ts'
import {
  isNeverInForce,
  isRemoval,
  type OnNote,
  type SourceItem,
  type SourceRefusal,
} from '../sources/source-item.ts'
import type { ReadDocument } from '../sources/documents.ts'
import { BATCH, type ReadBatch } from './activities.ts'
import { type Discovered, type FoundFile, unreadableFile } from './discover.ts'
import { timeOfFile } from './documents.ts'
import type { SourceName } from '../sources/registry/sources.ts'

/** Most kinds of notes that one run reports; all others are one line. */
export const NOTE_KINDS_MAX = 500

type Tally = { readonly first: SourceRefusal; count: number }

const KINDS_LEFT_OUT: Omit<SourceRefusal, 'file' | 'line'> = {
  refused: 'notes-left-out',
  reason: `there are more than ${NOTE_KINDS_MAX} kinds of notes`,
  hint: 'look at the first ones: the files may be of another format than they look',
}

/** Counts equal notes, so that each is reported once, at its first place, with its count. */
const noteTally = () => {
  const tallies = new Map<string, Tally>()
  const add: OnNote = (note) => {
    const isNew = !tallies.has(`${note.refused}\u0000${note.reason}`)
    const counted = isNew && tallies.size >= NOTE_KINDS_MAX ? { ...note, ...KINDS_LEFT_OUT } : note
    const key = `${counted.refused}\u0000${counted.reason}`
    const known = tallies.get(key)
    if (known === undefined) tallies.set(key, { first: counted, count: 1 })
    else known.count += 1
  }
  const notes = (): SourceRefusal[] =>
    [...tallies.values()].map(({ first, count }) =>
      count === 1 ? first : { ...first, reason: `${first.reason} (${count} times)` },
    )
  return { add, notes }
}

const CHUNK_BYTES = 256 * 1024

/** Progress of the reading. */
export type ReadProgress = { readonly bytesDone: number; readonly bytesTotal: number }

/** How files are read. */
export type ReadManner = {
  readonly readDocument: ReadDocument
  /** Read every file as this format. */
  readonly as?: SourceName | undefined
  /** Members for manuscripts that state none of these. */
  readonly members?: Members | undefined
}
type Manner = ReadManner & { readonly onNote: OnNote }
type Reading = { bytesBefore: number; bytesOfFile: number }

async function* chunksOf(path: string, reading: Reading): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    reading.bytesOfFile += chunk.length
    yield chunk
  }
}

const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && !(error instanceof Fault)

async function* itemsOf(
  { path }: FoundFile,
  { as, ...manner }: Manner,
  reading: Reading,
): AsyncGenerator<SourceItem> {
  try {
    const beside = await membersBeside(path)
    if (beside !== null && 'refused' in beside) {
      yield beside
      return
    }
    const members = beside === null ? manner.members : merged(manner.members ?? {}, beside.members)
    const options = { ...manner, members, ...(as === undefined ? {} : { as }) }
    yield* readSource(path, chunksOf(path, reading), options)
  } catch (error) {
    if (!isSystemError(error)) throw error
    yield unreadableFile(path, error)
  }
}

/**
 * Wordings that were never in force come after all files of the same time of their publisher: the
 * text is to stay with the wording that replaces them.
 */
async function* allItems(
  { files, refusals }: Discovered,
  manner: Manner,
  reading: Reading,
): AsyncGenerator<SourceItem> {
  yield* refusals
  const held: SourceItem[] = []
  let heldAt: string | null = null
  for (const file of files) {
    const time = timeOfFile(file.path)
    if (time !== heldAt) yield* held.splice(0)
    heldAt = time
    reading.bytesOfFile = 0
    for await (const item of itemsOf(file, manner, reading)) {
      if (isNeverInForce(item)) held.push(item)
      else yield item
    }
    reading.bytesBefore += file.bytes
    reading.bytesOfFile = 0
  }
  yield* held
}

/** UTF-16 units that an item takes of a batch. */
export const unitsOf = (item: SourceItem): number =>
  isRefusal(item) || isRemoval(item) ? 0 : item.record.text.length

/** Null: a refusal goes with either. */
const isRemovalOrNull = (item: SourceItem): boolean | null =>
  isRefusal(item) ? null : isRemoval(item)

/** Whether one is a record and the other a removal, which are decided in batches of their own. */
export const areApart = (batch: readonly SourceItem[], item: SourceItem): boolean => {
  const kind = isRemovalOrNull(item)
  const first = batch.find((one) => !isRefusal(one))
  return kind !== null && first !== undefined && isRemovalOrNull(first) !== kind
}

async function* batchesOf(items: AsyncIterable<SourceItem>): AsyncGenerator<ReadBatch> {
  let batch: SourceItem[] = []
  let units = 0
  for await (const item of items) {
    const own = unitsOf(item)
    const isFull =
      batch.length >= BATCH.recordsMax || units + own > BATCH.textUnitsMax || areApart(batch, item)
    if (isFull && batch.length > 0) {
      yield { items: batch }
      batch = []
      units = 0
    }
    batch.push(item)
    units += own
  }
  if (batch.length > 0) yield { items: batch }
}

export type BatchReader = {
  /** The next batch; null at the end. */
  read(): Promise<ReadBatch | null>
  progress(): ReadProgress
  /** The notes of the readers so far, each kind once. */
  notes(): readonly SourceRefusal[]
  close(): Promise<void>
}

/** Reads files in order, in bounded batches. A file that fails becomes a refusal. */
export const batchReader = (found: Discovered, manner: ReadManner): BatchReader => {
  const bytesTotal = found.files.reduce((sum, { bytes }) => sum + bytes, 0)
  const reading = { bytesBefore: 0, bytesOfFile: 0 }
  const tally = noteTally()
  const batches = batchesOf(allItems(found, { ...manner, onNote: tally.add }, reading))
  return {
    read: async () => {
      const next = await batches.next()
      return next.done === true ? null : next.value
    },
    // A file may grow while it is read.
    progress: () => ({
      bytesDone: Math.min(bytesTotal, reading.bytesBefore + reading.bytesOfFile),
      bytesTotal,
    }),
    notes: () => tally.notes(),
    close: async () => void (await batches.return(undefined)),
  }
}
