/** Shows texts to agents, whole or in parts. */
import { type Article, ARTICLE_FIELDS_ALWAYS } from '#contracts/http/article.ts'
import { printPosition } from '#contracts/ids.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'
import type { TextResult } from '#contracts/mcp/texts.ts'
import { pickMembers } from '#contracts/toolkit/pick-members.ts'
import { textSpan } from '#contracts/text-span.ts'
import type { TextPages } from '../http/cursors.ts'
import type { Read } from '../relations/texts.ts'
import { charactersOf, fitting } from './bounding.ts'

const OUTLINE_MAX = 200
const LINE = /^(#{1,6})\s+(.+)$/gmu

const outlineOf = (
  { contentClean, judicialDecision, sha256Hash }: Article,
  { cursorAt }: TextPages,
) => {
  const zones = (judicialDecision?.zones ?? []).map(({ name, start }) => ({
    title: name as string,
    level: 1,
    start,
  }))
  const headings = [...contentClean.matchAll(LINE)].map(
    ({ index, 1: marks = '#', 2: title = '' }) => ({
      title: title.trim().slice(0, 200),
      level: marks.length,
      start: index,
    }),
  )
  const entries = zones.length > 0 ? zones : headings
  return entries
    .slice(0, OUTLINE_MAX)
    .map((entry) => ({ ...entry, cursor: cursorAt(sha256Hash, entry.start) }))
}

const isLow = (code: number): boolean => code >= 0xdc_00 && code <= 0xdf_ff
/** The offset, moved back if it splits a surrogate pair. */
const wholeAt = (text: string, at: number): number =>
  at > 0 && at < text.length && isLow(text.charCodeAt(at)) ? at - 1 : at

/** The end of the last sentence that fits, so that no sentence is cut. */
const endOf = (text: string, start: number, room: number): number => {
  const limit = wholeAt(text, Math.min(text.length, start + room))
  if (limit === text.length) return limit
  const stretch = text.slice(start, limit)
  const sentences = sentencesOf(stretch)
  const last = sentences.at(-2)
  return last === undefined ? limit : start + last.end
}

const TEXT_MIN = 1_000
/** Reserve for characters that JSON escapes. */
const ESCAPED_SHARE = 0.9

type Asked = {
  readonly maxChars: number
  readonly cursor?: string | undefined
  /** Members of the article to show beside those that always come; absent: all. */
  readonly fields?: readonly string[] | undefined
}
type Headnotes = Pick<Article, 'headnotes'>

const isShortOf = (whole: Headnotes, shown: Partial<Headnotes>): boolean =>
  shown.headnotes !== undefined && shown.headnotes.length < whole.headnotes.length

/**
 * A text within the bounds: its metadata and as much content as fits. Throws RequestInvalid for an
 * invalid cursor.
 */
export const shownText = (
  pages: TextPages,
  { article: whole, position }: Read,
  { maxChars, cursor, fields }: Asked,
): TextResult => {
  const { contentClean, ...about } = whole
  const start = Math.min(
    wholeAt(contentClean, pages.offsetOf(cursor, whole.sha256Hash)),
    contentClean.length,
  )
  const headnotes = fitting(about.headnotes, Math.floor(maxChars / 2))
  const shown = { ...about, headnotes }
  const article = fields === undefined ? shown : pickMembers(shown, ARTICLE_FIELDS_ALWAYS, fields)
  const room = Math.max(TEXT_MIN, Math.floor((maxChars - charactersOf(article)) * ESCAPED_SHARE))
  const end = endOf(contentClean, start, room)
  const isCut = start > 0 || end < contentClean.length
  return {
    article,
    headnotesTotal: about.headnotes.length,
    text: {
      content: contentClean.slice(start, end),
      span: textSpan(contentClean, start, end),
      totalUtf16: contentClean.length,
    },
    outline: isCut ? outlineOf(whole, pages) : [],
    truncated: end < contentClean.length || isShortOf(about, article),
    nextCursor: end < contentClean.length ? pages.cursorAt(whole.sha256Hash, end) : null,
    corpusPosition: printPosition(position),
  }
}
