import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { DOCUMENT_LIMITS, type ReadDocument } from '../documents.ts'
import { ENTRY_MARK, isArchive, readArchive } from './archive.ts'
import type { DocumentContext, Members } from '../document.ts'
import type { FileHead, Source } from '../source.ts'
import { type OnNote, SOURCE_LIMITS, type SourceItem } from '../source-item.ts'
import { detectSource, SOURCES, type SourceName, sourceNamed } from './sources.ts'
import { refuseBinary, withoutBom } from '../text-bytes.ts'

export type ReadSourceOptions = {
  readonly readDocument: ReadDocument
  /** Reads the file as this format. */
  readonly as?: SourceName
  /** Called with each note of a reader. */
  readonly onNote?: OnNote
  /** Members for manuscripts that do not state them themselves. */
  readonly members?: Members | undefined
}

const FORMAT_UNKNOWN: Refusal = {
  refused: 'format-unknown',
  reason: 'this is neither JSON Lines nor Markdown with front matter',
  hint: 'say the format with --as jsonl or --as markdown, or leave the file out',
}
const XML_TITLES = SOURCES.filter(({ extensions }) => extensions.includes('xml')).map(
  ({ title }) => title,
)
const XML_UNKNOWN: Refusal = {
  refused: 'xml-unknown',
  reason: `this is XML of no publisher that is read: ${XML_TITLES.join(', ')}`,
  hint: 'say the format with --as if it is one of them, or leave the file out',
}
const NESTED: Refusal = refusalByCode('archive-nested')
const EMPTY: Refusal = {
  refused: 'file-empty',
  reason: 'there is nothing in this file',
  hint: 'leave it out, or look why nothing was written into it',
}

type Head = { readonly head: Buffer; readonly chunks: AsyncIterable<Uint8Array> }

async function* chain(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value
    }
  } finally {
    await rest.return?.() // a reader that stops early must not leave the file open
  }
}

/** The first bytes of a stream, and the stream from its beginning. */
const peek = async (chunks: AsyncIterable<Uint8Array>): Promise<Head> => {
  const rest = chunks[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  let length = 0
  while (length < SOURCE_LIMITS.headBytes) {
    const next = await rest.next()
    if (next.done === true) break
    pieces.push(next.value)
    length += next.value.length
  }
  const first = Buffer.concat(pieces)
  return { head: first.subarray(0, SOURCE_LIMITS.headBytes), chunks: chain(first, rest) }
}

const COMMENTS = /<!--(?:[\s\S]*?-->|[\s\S]*$)/g
const ROOT = /<(?:[\w.-]+:)?(?<name>[\p{L}_][\p{L}\p{N}_.-]*)/u
const rootOf = (start: string): string | null =>
  start.startsWith('<') ? (ROOT.exec(start.replaceAll(COMMENTS, ''))?.groups?.['name'] ?? '') : null

const headOf = (file: string, bytes: Buffer): FileHead => {
  const start = withoutBom(bytes).toString('utf8').trimStart()
  return { file, bytes, start, xmlRoot: rootOf(start) }
}

const noSource = ({ start, xmlRoot }: FileHead): Refusal => {
  if (xmlRoot !== null) return XML_UNKNOWN
  return start === '' ? EMPTY : FORMAT_UNKNOWN
}

const ignoreNote: OnNote = () => undefined

/**
 * Detects the source by content, or else by name, so that a refusal fits the format. A file that
 * looks like XML is never read as anything else.
 */
const choose = (file: string, bytes: Buffer, as: SourceName | undefined): Source | Refusal => {
  const head = headOf(file, bytes)
  const found = detectSource(head)
  const isSignature = found?.detect(head) === 'signature'
  if (found !== null && isSignature && (as === undefined || as === found.name)) return found
  const binary = refuseBinary(bytes)
  if (binary !== null) return binary
  if (as !== undefined) return sourceNamed(as)
  const isOtherXml = head.xmlRoot !== null && found?.detect(head) !== 'content'
  return found === null || isOtherXml ? noSource(head) : found
}

type Gathered = { readonly first: Buffer; readonly isWhole: boolean }

/** Reads at least `bytesMin`, unless the stream ends before. */
const gather = async (chunks: AsyncIterator<Uint8Array>, bytesMin: number): Promise<Gathered> => {
  const pieces: Uint8Array[] = []
  let length = 0
  while (length < bytesMin) {
    const next = await chunks.next()
    if (next.done === true) return { first: Buffer.concat(pieces), isWhole: true }
    pieces.push(next.value)
    length += next.value.length
  }
  return { first: Buffer.concat(pieces), isWhole: false }
}

/** Reads a document here if it is small, else where its memory and time are bounded. */
async function* readBounded(
  source: Source,
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
  readDocument: ReadDocument,
): AsyncGenerator<SourceItem> {
  const rest = chunks[Symbol.asyncIterator]()
  const isPacked = source.isPacked === true
  const bytesMax = SOURCE_LIMITS.documentBytesMax + 1
  const head = await gather(rest, isPacked ? bytesMax : DOCUMENT_LIMITS.hereBytesMax + 1)
  const whole = head.isWhole || isPacked ? head : await gather(chain(head.first, rest), bytesMax)
  const isSmall = head.isWhole && !isPacked
  // One that is too long is refused by its reader, which holds no more than the limit.
  if (isSmall || !whole.isWhole) {
    yield* source.read(chain(whole.first, rest), context)
    return
  }
  const { items, notes } = await readDocument({
    source: source.name,
    file: context.file,
    bytes: whole.first,
    members: context.members,
  })
  for (const note of notes) context.onNote(note)
  yield* items
}

async function* readFile(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  options: ReadSourceOptions,
  isInArchive: boolean,
): AsyncGenerator<SourceItem> {
  const peeked = await peek(chunks)
  const { members } = options
  const context = { file, onNote: options.onNote ?? ignoreNote, members }
  if (isArchive(peeked.head)) {
    if (isInArchive) yield { file, line: 1, ...NESTED }
    else {
      yield* readArchive(peeked.chunks, context, (entry, inner) =>
        readFile(entry, inner, options, true),
      )
    }
    return
  }
  const source = choose(file, peeked.head, options.as)
  if (isRefusal(source)) yield { file, line: 1, ...source }
  else if (source.isReadByLine === true) yield* source.read(peeked.chunks, context)
  else yield* readBounded(source, peeked.chunks, context, options.readDocument)
}

/**
 * Whether each line of a file is a record, so that it can be read from any line; other files are
 * read from the beginning. `head` is its first `SOURCE_LIMITS.headBytes`.
 */
export const isReadByLine = (file: string, head: Buffer, as?: SourceName): boolean => {
  const source = isArchive(head) ? null : choose(file, head, as)
  return source !== null && !isRefusal(source) && source.isReadByLine === true
}

/** The file of a place: `a.tar.gz` for `a.tar.gz!b/c.xml`. */
export const fileOf = (named: string, isFile: (path: string) => boolean): string => {
  for (let at = named.indexOf(ENTRY_MARK); at >= 0; at = named.indexOf(ENTRY_MARK, at + 1)) {
    if (isFile(named.slice(0, at))) return named.slice(0, at)
  }
  return named
}

/**
 * Reads the records and refusals of a file in order. The format is detected unless `as` names it.
 * Memory is bounded by one line (JSON Lines) or one file; of an archive, by one of its entries.
 */
export const readSource = (
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  options: ReadSourceOptions,
): AsyncGenerator<SourceItem> => readFile(file, chunks, options, false)
