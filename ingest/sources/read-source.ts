import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { readJsonLines } from './json-lines/json-lines.ts'
import { readMarkdown } from './markdown/markdown.ts'
import { SOURCE_LIMITS, type SourceFormat, type SourceItem } from './source-item.ts'
import { refuseBinary, withoutBom } from './text-bytes.ts'

export type ReadSourceOptions = {
  /** Reads the file as this format, whatever it looks like. */
  readonly as?: SourceFormat
}

const FORMAT_UNKNOWN: Refusal = {
  refused: 'format-unknown',
  reason: 'this is neither JSON Lines nor Markdown with front matter',
  mend: 'say the format with --as jsonl or --as markdown, or leave the file out',
}
const EMPTY: Refusal = {
  refused: 'file-empty',
  reason: 'there is nothing in this file',
  mend: 'leave it out, or look why nothing was written into it',
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

/** By content first; a broken beginning is read as the name says, so that the refusal speaks of that format. */
const formatOf = (file: string, head: Buffer): SourceFormat | Refusal => {
  const start = withoutBom(head).toString('utf8').trimStart()
  if (start.startsWith('{')) return 'jsonl'
  if (/^---[ \t]*\r?\n/.test(start)) return 'markdown'
  const byName = EXTENSIONS.find(([pattern]) => pattern.test(file))?.[1]
  if (byName !== undefined) return byName
  if (start.startsWith('[')) return 'jsonl'
  return start === '' ? EMPTY : FORMAT_UNKNOWN
}

/**
 * Reads a file from its bytes: its records in order, and a refusal wherever one can't be read. The format is
 * found by content unless `as` names it. Memory is bounded by one line (JSON Lines) or one file (Markdown).
 */
export async function* readSource(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  options: ReadSourceOptions = {},
): AsyncGenerator<SourceItem> {
  const peeked = await peek(chunks)
  const binary = refuseBinary(peeked.head)
  const format = binary ?? options.as ?? formatOf(file, peeked.head)
  if (isRefusal(format)) yield { file, line: 1, ...format }
  else if (format === 'jsonl') yield* readJsonLines(file, peeked.chunks)
  else yield await readMarkdown(file, peeked.chunks)
}
