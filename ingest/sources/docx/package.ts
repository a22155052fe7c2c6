/** Checks the ZIP of an office document before a library unpacks it in memory. */
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import type { Refusal } from '#contracts/fault.ts'

export const PACKAGE_LIMITS = {
  entriesMax: 2_000,
  /** Unpacked bytes of all entries, counted rather than taken from their headers. */
  bytesMax: 128 * 1024 * 1024,
  /** Ratio of unpacked to packed bytes. */
  ratioMax: 200,
  ratioFromBytes: 8 * 1024 * 1024,
} as const

const BOMB: Refusal = {
  refused: 'archive-too-large',
  reason: 'the document unpacks to more than any manuscript has',
  hint: 'look where it comes from; save its text in a new document',
}
const ENTITY: Refusal = {
  refused: 'xml-entity',
  reason: 'a part of the document declares a DTD, which office documents never do',
  hint: 'open it in an editor and save it again as .docx',
}
const NOT_WORD: Refusal = {
  refused: 'not-text',
  reason: 'the file is a ZIP archive, but no Word document',
  hint: 'unpack it and give the folder, or save the document as .docx',
}
const BROKEN: Refusal = {
  refused: 'docx-broken',
  reason: 'the ZIP of the document is damaged or cut off',
  hint: 'open it in an editor and save it again as .docx',
}

export const MAIN_PART = 'word/document.xml'
/** A DTD precedes the first element. */
const PROLOGUE_BYTES = 4 * 1024

class Found extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error === null ? resolve(zip) : reject(error),
    )
  })

const streamOf = (zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)))
  })

/** The next entry; null after the last one. */
const nextEntry = (zip: ZipFile): Promise<Entry | null> =>
  new Promise((resolve, reject) => {
    const on = (entry: Entry): void => settle(() => resolve(entry))
    const onEnd = (): void => settle(() => resolve(null))
    const onError = (error: Error): void => settle(() => reject(error))
    const settle = (done: () => void): void => {
      zip.off('entry', on).off('end', onEnd).off('error', onError)
      done()
    }
    zip.on('entry', on).on('end', onEnd).on('error', onError)
    zip.readEntry()
  })

const look = async (bytes: Buffer): Promise<Refusal | null> => {
  const zip = await open(bytes)
  let unpacked = 0
  let entries = 0
  let isWord = false
  for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip)) {
    entries += 1
    isWord ||= entry.fileName === MAIN_PART
    if (entries > PACKAGE_LIMITS.entriesMax) throw new Found(BOMB)
    if (entry.fileName.endsWith('/')) continue
    let head = Buffer.alloc(0)
    for await (const chunk of await streamOf(zip, entry)) {
      unpacked += chunk.length
      const isTooMuch =
        unpacked > PACKAGE_LIMITS.bytesMax ||
        (unpacked > PACKAGE_LIMITS.ratioFromBytes &&
          unpacked > bytes.length * PACKAGE_LIMITS.ratioMax)
      if (isTooMuch) throw new Found(BOMB)
      if (head.length < PROLOGUE_BYTES) head = Buffer.concat([head, chunk])
    }
    const isXml = /\.(?:xml|rels)$/i.test(entry.fileName)
    if (isXml && /<!(?:DOCTYPE|ENTITY)/i.test(head.toString('latin1'))) throw new Found(ENTITY)
  }
  return isWord ? null : NOT_WORD
}

/** Some parts of a checked package as text, by their names. */
export const readParts = async (
  bytes: Buffer,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const zip = await open(bytes)
  const parts = new Map<string, string>()
  for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip)) {
    if (!names.includes(entry.fileName)) continue
    const chunks: Buffer[] = []
    for await (const chunk of await streamOf(zip, entry)) chunks.push(chunk)
    parts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'))
  }
  return parts
}

/** Why the package must not be unpacked; null if it may. Memory: one chunk. */
export const checkPackage = async (bytes: Buffer): Promise<Refusal | null> => {
  try {
    return await look(bytes)
  } catch (error) {
    return error instanceof Found ? error.refusal : BROKEN
  }
}
