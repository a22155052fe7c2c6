/**
 * Archives of texts: tar, also in gzip, as DILA publishes its bases. They are read entry by entry.
 */
import { createGunzip } from 'node:zlib'
import { PassThrough, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { Fault, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type DocumentContext, noteHere, refusedHere } from '../document.ts'
import { ABOUT_FILES, isAboutFiles } from '../not-a-text.ts'
import { isNeverInForce, isRemoval, type SourceItem, type SourceRemoval } from '../source-item.ts'
import { removalsOf, statedIds } from './stated-again.ts'
import { isSourceFile } from './sources.ts'

/** Limits against decompression bombs. */
export const ARCHIVE_LIMITS = {
  entriesMax: 5_000_000,
  /** Of one entry, unpacked. */
  entryBytesMax: 32 * 1024 * 1024,
  /** Of all entries, unpacked. */
  bytesMax: 128 * 1024 * 1024 * 1024,
  /** Unpacked to packed; texts in XML come to about 10. */
  ratioMax: 200,
  /** Size below which the ratio is not checked. */
  ratioFromBytes: 16 * 1024 * 1024,
} as const
export type ArchiveLimits = { readonly [K in keyof typeof ARCHIVE_LIMITS]: number }

/** Reads one entry like a file. */
export type ReadEntry = (
  file: string,
  chunks: AsyncIterable<Uint8Array>,
) => AsyncIterable<SourceItem>

/** Between an archive and its entry: `CASS.tar.gz!juri/a.xml`. */
export const ENTRY_MARK = '!'

const MEBIBYTE = 1024 * 1024
const BROKEN: Refusal = refusalByCode('archive-broken')
const bomb = (reason: string): Refusal => ({
  refused: 'archive-too-large',
  reason,
  hint: 'unpack it where you can watch it, and give the folder; a good archive does not do this',
})

class Bomb extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** Compares unpacked with packed bytes. */
const guard = (packed: () => number, limits: ArchiveLimits): Transform => {
  let unpacked = 0
  const through = new PassThrough()
  through._transform = (chunk: Buffer, _encoding, done) => {
    unpacked += chunk.length
    if (unpacked > limits.bytesMax) done(new Bomb(bomb('it unpacks to too many bytes')))
    else if (unpacked > limits.ratioFromBytes && unpacked > packed() * limits.ratioMax) {
      done(new Bomb(bomb(`it unpacks to more than ${limits.ratioMax} times its size`)))
    } else done(null, chunk)
  }
  return through
}

/** Whether the head of a file is gzip, or tar by its mark. */
export const isArchive = (head: Buffer): boolean =>
  (head[0] === 0x1f && head[1] === 0x8b) || head.subarray(257, 262).toString('latin1') === 'ustar'

const isGzip = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b

/** Turns an error of the archive into a refusal; rethrows a Fault. */
const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Bomb) return error.refusal
  if (error instanceof Fault) throw error
  const isSystem = error instanceof Error && 'syscall' in error
  if (isSystem) throw error
  return BROKEN
}

type Entry = AsyncIterable<Buffer> & {
  readonly header: {
    readonly name: string
    readonly size?: number | undefined
    readonly type?: string | null | undefined
  }
  resume(): void
}

/** Whether to read an entry; others are noted or skipped. */
const isText = ({ header }: Entry, context: DocumentContext): boolean => {
  if (header.type !== 'file' && header.type !== 'contiguous-file') return false
  if (isAboutFiles(header.name)) {
    noteHere(context, 1, ABOUT_FILES)
    return false
  }
  if (isSourceFile(header.name)) return true
  noteHere(context, 1, {
    refused: 'file-not-imported',
    reason: 'the name of an entry of the archive does not end as a source does',
    hint: 'unpack it, and name the file itself if it is to be imported',
  })
  return false
}

const tooLong = ({ header }: Entry, limits: ArchiveLimits): Refusal | null =>
  (header.size ?? 0) <= limits.entryBytesMax
    ? null
    : {
        refused: 'file-too-long',
        reason: `an entry of an archive has at most ${limits.entryBytesMax / MEBIBYTE} MiB`,
        hint: 'unpack it and give the file itself',
      }

/**
 * The records of every entry, in the order of the archive, then what it deletes; each is named
 * `ARCHIVE!ENTRY`. Memory: one entry, and the ids of an archive that has deletions. Links and
 * devices are skipped; nothing is written to the disk.
 */
export async function* readArchive(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
  readEntry: ReadEntry,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<SourceItem> {
  let packed = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      packed += chunk.length
      yield chunk
    }
  }
  const source = counted()
  const first = await source.next()
  const head = first.done === true ? new Uint8Array() : first.value
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield head
    yield* source
  }
  const tar = extract()
  const input = Readable.from(whole())
  const stages = isGzip(head) ? [createGunzip()] : []
  // The pipeline's own failure destroys `tar`, where it is met below.
  const piped = pipeline([input, ...stages, guard(() => packed, limits), tar]).catch(
    (error: unknown) => error,
  )
  let entries = 0
  const removals: SourceRemoval[] = []
  const stated = statedIds()
  try {
    for await (const entry of tar as AsyncIterable<Entry>) {
      entries += 1
      if (entries > limits.entriesMax) throw new Bomb(bomb('it has too many entries'))
      const name = `${context.file}${ENTRY_MARK}${entry.header.name}`
      if (isText(entry, context)) {
        const refusal = tooLong(entry, limits)
        stated.addFile(name)
        if (refusal !== null) yield refusedHere({ file: name }, 1, refusal)
        else {
          for await (const item of readEntry(name, entry)) {
            stated.addItem(item)
            if (isRemoval(item) && !isNeverInForce(item)) removals.push(item)
            else yield item
          }
        }
      }
      entry.resume()
    }
    // After all texts: only a whole archive says what it deletes and what it states again.
    const left = removalsOf(removals, stated)
    if (left === null) yield refusedHere(context, 1, refusalByCode('removals-too-many-texts'))
    else yield* left
  } catch (error) {
    const cause = await Promise.race([piped, Promise.resolve(undefined)])
    yield refusedHere(context, 1, refusalOf(cause instanceof Bomb ? cause : error))
    if (removals.length > 0) noteHere(context, 1, refusalByCode('removals-of-broken-archive'))
  } finally {
    input.destroy()
    tar.destroy()
    await piped
  }
}
