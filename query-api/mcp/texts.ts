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

const TEXT_MIN = 200
/** Reserve for characters that JSON escapes. */
const ESCAPED_SHARE = 0.9
/** Shares of a result: what is said of the text at most, and the outline. */
const SHARE = { about: 0.5, outline: 0.1 } as const
/** Room for the other members. */
const OTHERS = 500

/** What a reader of any page must know of a text. */
const PAGE_FIELDS = ['title', 'contentType', 'jurisdiction', 'statusFlag', 'validity', 'licence']

type About = Omit<Article, 'contentClean'>
type Shown = Pick<About, (typeof ARTICLE_FIELDS_ALWAYS)[number]> & Partial<About>

/** As many of these members as fit: the largest are left out first, those of every page last. */
const membersWithin = (about: About, named: readonly string[], characters: number): Shown => {
  const size = (name: string): number => charactersOf(Reflect.get(about, name))
  const rank = (name: string): number => (PAGE_FIELDS.includes(name) ? 0 : size(name))
  const kept = named.toSorted((one, other) => rank(one) - rank(other))
  for (;;) {
    const shown = pickMembers(about, ARTICLE_FIELDS_ALWAYS, kept)
    if (kept.length === 0 || charactersOf(shown) <= characters) return shown
    kept.pop()
  }
}

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
 * A text within the bounds: what is said of it, on later pages only what every reader must know,
 * and as much content as fits. Throws RequestInvalid for an invalid cursor.
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
  const named = fields ?? (cursor === undefined ? Object.keys(about) : PAGE_FIELDS)
  const article = membersWithin({ ...about, headnotes }, named, maxChars * SHARE.about)
  const leftOut = named.filter((name) => !Object.hasOwn(article, name))
  const left = maxChars - charactersOf(article) - charactersOf(leftOut) - OTHERS
  const isCut = start > 0 || charactersOf(contentClean) > left
  const outline = isCut ? fitting(outlineOf(whole, pages), maxChars * SHARE.outline) : []
  const room = isCut
    ? Math.max(TEXT_MIN, Math.floor((left - charactersOf(outline)) * ESCAPED_SHARE))
    : contentClean.length
  const end = endOf(contentClean, start, room)
  return {
    article,
    leftOut,
    headnotesTotal: about.headnotes.length,
    text: {
      content: contentClean.slice(start, end),
      span: textSpan(contentClean, start, end),
      totalUtf16: contentClean.length,
    },
    outline,
    truncated: end < contentClean.length || leftOut.length > 0 || isShortOf(about, article),
    nextCursor: end < contentClean.length ? pages.cursorAt(whole.sha256Hash, end) : null,
    corpusPosition: printPosition(position),
  }
}
