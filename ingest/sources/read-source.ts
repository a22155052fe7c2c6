import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { readAkomaNtoso } from './akoma-ntoso/akoma-ntoso.ts'
import { ENTRY_MARK, isArchive, readArchive } from './archive/archive.ts'
import { isDilaRoot, readDila } from './dila/dila.ts'
import type { DocumentContext } from './document.ts'
import { readDocx } from './docx/docx.ts'
import { isEurLexRoot, readEurLex } from './eur-lex/eur-lex.ts'
import { readJsonLines } from './json-lines/json-lines.ts'
import { looksLikeJudilibre, readJudilibre } from './judilibre/judilibre.ts'
import { readMarkdown } from './markdown/markdown.ts'
import { readPdf } from './pdf/pdf.ts'
import { type OnNote, SOURCE_LIMITS, type SourceFormat, type SourceItem } from './source-item.ts'
import { refuseBinary, withoutBom } from './text-bytes.ts'

export type ReadSourceOptions = {
  /** Reads the file as this format, whatever it looks like. */
  readonly as?: SourceFormat
  /** Told what a reader leaves out or repairs. */
  readonly onNote?: OnNote
}

const FORMAT_UNKNOWN: Refusal = {
  refused: 'format-unknown',
  reason: 'this is neither JSON Lines nor Markdown with front matter',
  hint: 'say the format with --as jsonl or --as markdown, or leave the file out',
}
const XML_UNKNOWN: Refusal = {
  refused: 'xml-unknown',
  reason: 'this is XML of no publisher that is read: DILA, Akoma Ntoso, EUR-Lex',
  hint: 'say the format with --as if it is one of them, or leave the file out',
}
const NESTED: Refusal = {
  refused: 'archive-nested',
  reason: 'this is an archive inside an archive',
  hint: 'unpack the outer one and give the folder',
}
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

/** The first bytes of a stream, and the whole stream again. */
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

const EXTENSIONS: readonly (readonly [RegExp, SourceFormat])[] = [
  [/\.(?:jsonl|ndjson|json)$/i, 'jsonl'],
  [/\.(?:md|markdown)$/i, 'markdown'],
]

/** Formats whose files are no text; they are told by their first bytes. */
const binaryFormat = (head: Buffer): SourceFormat | null => {
  const start = head.subarray(0, '%PDF-'.length).toString('latin1')
  if (start === '%PDF-') return 'pdf'
  // Any ZIP is read as a manuscript, and refused there if it is none.
  return start.startsWith('PK\u0003\u0004') ? 'docx' : null
}

const COMMENTS = /<!--[\s\S]*?-->/g
const ROOT = /<(?:[\w.-]+:)?(?<name>[\p{L}_][\p{L}\p{N}_.-]*)/u

/** By the name of the first element. */
const xmlFormat = (start: string): SourceFormat | Refusal => {
  const name = ROOT.exec(start.replaceAll(COMMENTS, ''))?.groups?.['name'] ?? ''
  if (name === 'akomaNtoso') return 'akoma-ntoso'
  if (isDilaRoot(name)) return 'dila'
  return isEurLexRoot(name) ? 'eur-lex' : XML_UNKNOWN
}

/**
 * By content first; a broken beginning is read as the name says, so that the refusal speaks of that
 * format.
 */
const formatOf = (file: string, head: Buffer): SourceFormat | Refusal => {
  const start = withoutBom(head).toString('utf8').trimStart()
  if (/^[{[]/.test(start) && looksLikeJudilibre(start)) return 'judilibre'
  if (start.startsWith('{')) return 'jsonl'
  if (start.startsWith('<')) return xmlFormat(start)
  if (/^---[ \t]*\r?\n/.test(start)) return 'markdown'
  const byName = EXTENSIONS.find(([pattern]) => pattern.test(file))?.[1]
  if (byName !== undefined) return byName
  if (start.startsWith('[')) return 'jsonl'
  return start === '' ? EMPTY : FORMAT_UNKNOWN
}

type Reader = (
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
) => AsyncIterable<SourceItem>

async function* markdownItems(
  chunks: AsyncIterable<Uint8Array>,
  { file }: DocumentContext,
): AsyncGenerator<SourceItem> {
  yield await readMarkdown(file, chunks)
}

const READERS: Readonly<Record<SourceFormat, Reader>> = {
  jsonl: (chunks, { file, onNote }) => readJsonLines(file, chunks, onNote),
  markdown: markdownItems,
  dila: readDila,
  judilibre: readJudilibre,
  'akoma-ntoso': readAkomaNtoso,
  'eur-lex': readEurLex,
  docx: readDocx,
  pdf: readPdf,
}

const ignoreNote: OnNote = () => undefined

const choose = (
  file: string,
  head: Buffer,
  as: SourceFormat | undefined,
): SourceFormat | Refusal => {
  const binary = binaryFormat(head)
  const isBinaryWanted = binary !== null && (as === undefined || as === binary)
  return isBinaryWanted ? binary : (refuseBinary(head) ?? as ?? formatOf(file, head))
}

async function* readFile(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  options: ReadSourceOptions,
  isInArchive: boolean,
): AsyncGenerator<SourceItem> {
  const peeked = await peek(chunks)
  const context = { file, onNote: options.onNote ?? ignoreNote }
  if (isArchive(peeked.head)) {
    if (isInArchive) yield { file, line: 1, ...NESTED }
    else {
      yield* readArchive(peeked.chunks, context, (entry, inner) =>
        readFile(entry, inner, options, true),
      )
    }
    return
  }
  const format = choose(file, peeked.head, options.as)
  if (isRefusal(format)) yield { file, line: 1, ...format }
  else yield* READERS[format](peeked.chunks, context)
}

/**
 * Whether each line of a file is a record of its own, so that it can be read from the middle. Else
 * it is read whole, from the beginning. `head` is its first `SOURCE_LIMITS.headBytes`.
 */
export const isReadByLine = (file: string, head: Buffer, as?: SourceFormat): boolean =>
  !isArchive(head) && choose(file, head, as) === 'jsonl'

/**
 * The file on the disk that an entry of an archive was told of: `a.tar.gz!b/c.xml` is in
 * `a.tar.gz`.
 */
export const fileOf = (told: string, isFile: (path: string) => boolean): string => {
  for (let at = told.indexOf(ENTRY_MARK); at >= 0; at = told.indexOf(ENTRY_MARK, at + 1)) {
    if (isFile(told.slice(0, at))) return told.slice(0, at)
  }
  return told
}

/**
 * Reads a file from its bytes: its records in order, and a refusal wherever one can't be read. The
 * format is found by content unless `as` names it. Memory is bounded by one line (JSON Lines) or
 * one file; of an archive, by one of its entries.
 */
export const readSource = (
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  options: ReadSourceOptions = {},
): AsyncGenerator<SourceItem> => readFile(file, chunks, options, false)
