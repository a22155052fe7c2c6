import { isRefusal, type Refusal } from '#contracts/fault.ts'
import type { DocumentContext } from '../document.ts'
import { readWhole } from '../line-reader.ts'
import { manuscriptOfText, merged } from '../manuscript/manuscript.ts'
import { isRecordRefusal, parseRecord } from '../parse-record.ts'
import { hasExtension, type Source } from '../source.ts'
import { refusedAt, SOURCE_LIMITS, type SourceItem, type SourceRefusal } from '../source-item.ts'
import { withOutcome } from '../stated-outcome.ts'
import { decodeUtf8, withoutBom } from '../text-bytes.ts'
import { parseFrontMatter } from './front-matter.ts'

const MEBIBYTE = 1024 * 1024

const FILE_TOO_LONG: Refusal = {
  refused: 'file-too-long',
  reason: `a Markdown file has at most ${SOURCE_LIMITS.markdownBytesMax / MEBIBYTE} MiB`,
  hint: 'split the text: one text has at most 4 MiB of UTF-8',
}
const EMPTY: Refusal = {
  refused: 'file-empty',
  reason: 'there is nothing in this file',
  hint: 'leave it out, or look why nothing was written into it',
}
const NO_FRONT_MATTER: Refusal = {
  refused: 'front-matter-missing',
  reason: 'the file does not begin with front matter',
  hint: 'begin with a --- line, then title:, contentType: and source: with its id:, then a --- line; `pandect new doctrine` writes such a file, and --title and the like name the members of one that has none',
}
const UNCLOSED: Refusal = {
  refused: 'front-matter-unclosed',
  reason: 'no --- line closes the front matter',
  hint: 'add one before the text',
}
const TEXT_IN_FRONT: Refusal = {
  refused: 'member-unknown',
  reason: 'the front matter has a member text',
  hint: 'remove it: the text is what follows the closing --- line',
}

const OPENING = /^---[ \t]*\r?\n/
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m
const FRONT_MATTER_LINE = 2

/** The text without the blank lines around it: they belong to the file, not to the text. */
const withoutOuterBlankLines = (body: string): string => {
  const first = body.search(/[^ \t\r\n]/)
  return first < 0 ? '' : body.slice(body.lastIndexOf('\n', first) + 1).trimEnd()
}

const recordOf = (text: string, context: DocumentContext): SourceItem => {
  const { file, members: outside } = context
  const at = (refusal: Refusal, line = 1): SourceRefusal => ({ file, line, ...refusal })
  const opening = OPENING.exec(text)?.[0]
  if (text.trim() === '') return at(EMPTY)
  // Where members come from outside, a text needs none of its own.
  if (opening === undefined)
    return outside === undefined ? at(NO_FRONT_MATTER) : manuscriptOfText(text, context)
  const rest = text.slice(opening.length)
  const closing = CLOSING.exec(rest)
  if (closing === null) return at(UNCLOSED)
  const front = parseFrontMatter(rest.slice(0, closing.index), FRONT_MATTER_LINE)
  if (isRefusal(front)) {
    return at({ refused: front.refused, reason: front.reason, hint: front.hint }, front.line)
  }
  const { members, memberLines } = front
  if ('text' in members) return at(TEXT_IN_FRONT, memberLines['text'])
  const body = withoutOuterBlankLines(rest.slice(closing.index + closing[0].length))
  const record = parseRecord(withOutcome(merged(outside ?? {}, members, { text: body })))
  const place = { file, line: 1, memberLines }
  return isRecordRefusal(record) ? refusedAt(place, record) : { ...place, record }
}

/**
 * The one record of a Markdown file: YAML front matter with the members of an import record, then
 * the text. A refusal names the line of its member.
 */
async function* readMarkdown(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const bytes = await readWhole(chunks, SOURCE_LIMITS.markdownBytesMax)
  const decoded = bytes === null ? FILE_TOO_LONG : decodeUtf8(withoutBom(bytes))
  yield isRefusal(decoded)
    ? { file: context.file, line: 1, ...decoded }
    : recordOf(decoded.text, context)
}

const EXTENSIONS = ['md', 'markdown'] as const

export const markdown = {
  name: 'markdown',
  title: 'Markdown',
  about: 'One text a file: the members of its record as YAML front matter, then the text.',
  extensions: EXTENSIONS,
  detect: (head) => {
    if (OPENING.test(head.start)) return 'content'
    return hasExtension(head, EXTENSIONS) ? 'name' : null
  },
  read: readMarkdown,
} as const satisfies Source
