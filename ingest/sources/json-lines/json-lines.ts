import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type Line, linesOf } from '../line-reader.ts'
import { isRecordRefusal, parseRecord } from '../parse-record.ts'
import type { DocumentContext } from '../document.ts'
import { isManifestLine, MANIFEST } from '../not-a-text.ts'
import { isRemovalLine, removalOfLine } from './removal-line.ts'
import { hasExtension, type Source } from '../source.ts'
import { withOutcome } from '../stated-outcome.ts'
import {
  type OnNote,
  refusedAt,
  SOURCE_LIMITS,
  type SourceItem,
  type SourceRefusal,
} from '../source-item.ts'
import { parseStrictJson } from '../strict-json.ts'
import { decodeUtf8, withoutBom } from '../text-bytes.ts'

const MEBIBYTE = 1024 * 1024

const LINE_TOO_LONG: Refusal = {
  refused: 'line-too-long',
  reason: `the line is longer than ${SOURCE_LIMITS.lineBytesMax / MEBIBYTE} MiB`,
  hint: 'split the text: one text has at most 4 MiB of UTF-8',
}
const OVER_LINES: Refusal = refusalByCode('json-over-lines')
const IS_ARRAY: Refusal = refusalByCode('json-array')
const EMPTY: Refusal = {
  refused: 'file-empty',
  reason: 'there is no record in this file',
  hint: 'leave it out, or look why nothing was written into it',
}

const BLANK = /^\s*$/

/** The refusal of a file by its first line, instead of a refusal of each line. */
const otherShape = (first: string): Refusal | null => {
  if (/^\s*\{\s*$/.test(first)) return OVER_LINES
  return /^\s*\[/.test(first) ? IS_ARRAY : null
}

/** Null: the line is not a text, as a note says. */
const itemOf = (
  text: string,
  { file, onNote }: DocumentContext,
  line: number,
): SourceItem | null => {
  const json = parseStrictJson(text)
  if (isRefusal(json)) return { file, line, ...json }
  if (isManifestLine(json.value)) {
    onNote({ file, line, ...MANIFEST })
    return null
  }
  if (isRemovalLine(json.value)) {
    const removal = removalOfLine(json.value)
    return isRefusal(removal) ? { file, line, ...removal } : { file, line, removal }
  }
  const record = parseRecord(withOutcome(json.value))
  return isRecordRefusal(record) ? refusedAt({ file, line }, record) : { file, line, record }
}

const ignoreNote: OnNote = () => undefined

const textOf = ({ number, bytes }: Line): { readonly text: string } | Refusal =>
  bytes === null ? LINE_TOO_LONG : decodeUtf8(number === 1 ? withoutBom(bytes) : bytes)

/**
 * The records of a JSON Lines file, one object a line, each with its line number; an unreadable
 * line is a refusal. Blank lines are skipped. Memory: one line.
 */
export async function* readJsonLines(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  onNote: OnNote = ignoreNote,
): AsyncGenerator<SourceItem> {
  let isFirst = true
  for await (const line of linesOf(chunks, SOURCE_LIMITS.lineBytesMax)) {
    const decoded = textOf(line)
    if (!isRefusal(decoded) && BLANK.test(decoded.text)) continue
    const other = isFirst && !isRefusal(decoded) ? otherShape(decoded.text) : null
    if (other !== null) {
      yield { file, line: line.number, ...other }
      return
    }
    isFirst = false
    const item = isRefusal(decoded)
      ? { file, line: line.number, ...decoded }
      : itemOf(decoded.text, { file, onNote }, line.number)
    if (item !== null) yield item
  }
  if (isFirst) yield { file, line: 1, ...EMPTY } satisfies SourceRefusal
}

const EXTENSIONS = ['jsonl', 'ndjson', 'json'] as const

export const jsonLines = {
  name: 'jsonl',
  title: 'JSON Lines',
  about: 'Import records and removals, one JSON object a line.',
  extensions: EXTENSIONS,
  isReadByLine: true,
  detect: (head) => {
    if (head.start.startsWith('{')) return 'content'
    if (hasExtension(head, EXTENSIONS)) return 'name'
    return head.start.startsWith('[') ? 'guess' : null
  },
  read: (chunks, { file, onNote }) => readJsonLines(file, chunks, onNote),
} as const satisfies Source
