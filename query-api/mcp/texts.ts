/** Reads texts for tools: by slug, id or citation, whole or in parts. */
import type { Article } from '#contracts/http/article.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import { ArticleId, type Position, printPosition, Slug } from '#contracts/ids.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import type { ToolError } from '#contracts/mcp/error.ts'
import type { TextResult } from '#contracts/mcp/texts.ts'
import { resolveCitations } from '../citations/resolve.ts'
import type { StoredArticle } from '../ports.ts'
import { textSpan } from '#contracts/text-span.ts'
import { charactersOf, fitting } from './bounding.ts'
import type { TextPages } from '../http/cursors.ts'
import type { ToolParts } from './ports.ts'
import { ambiguous, notFound } from './refusals.ts'

export type Read = { readonly article: Article; readonly position: Position }
export type ReadOutcome = Read | { readonly refused: ToolError }

/** The projector wrote the stored JSON from this type. */
export const articleOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

type Readers = Pick<ToolParts, 'articles' | 'search' | 'citations' | 'coverage'>

const CLOSE_HITS = 5

const asSlug = (text: string): Slug | null => Slug.safeParse(text).data ?? null

/** Texts that a name may refer to. */
const closeTo = async (
  { search }: Readers,
  name: string,
): Promise<NonNullable<ToolError['candidates']>> => {
  const text = [...name.replaceAll('-', ' ')].slice(0, 200).join('')
  const { response } = await search(SearchRequest.parse({ text, limit: CLOSE_HITS }))
  const hits = new Map(response.hits.map(({ slug, title }) => [slug, { slug, label: title }]))
  return [...hits.values()]
}

/** Reads a text by slug or UUID; refuses with candidates. */
export const readText = async (readers: Readers, idOrSlug: string): Promise<ReadOutcome> => {
  const name = idOrSlug.trim()
  const id = ArticleId.safeParse(name.toLowerCase())
  const slug = asSlug(name)
  const found = id.success
    ? await readers.articles.byId(id.data)
    : slug === null
      ? null
      : await readers.articles.bySlug(slug)
  if (found?.article != null) return { article: articleOf(found.article), position: found.position }
  return {
    refused: notFound(
      'No published text has this slug or id. Take a slug from service_search or from `candidates`; for a citation use service_get_decision.',
      { candidates: await closeTo(readers, name), coverage: await readers.coverage() },
    ),
  }
}

const bySlugs = async (readers: Readers, slugs: readonly string[]): Promise<Read[]> => {
  const read = await Promise.all(
    slugs.map(async (slug) => readers.articles.bySlug(Slug.parse(slug))),
  )
  return read.flatMap(({ article, position }) =>
    article === null ? [] : [{ article: articleOf(article), position }],
  )
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')

/** Decisions found by a search whose number or ECLI equals the reference. */
const byNumber = async (readers: Readers, reference: string): Promise<Read[]> => {
  const wanted = plain(reference.replace(/^\s*(?:pourvoi\s*)?n\s*[°ºo]\s*/iu, ''))
  const text = [...reference].slice(0, 200).join('')
  const request = SearchRequest.parse({ text, limit: 10, enableVector: false })
  const { response } = await readers.search(request)
  const read = await bySlugs(readers, [...new Set(response.hits.map(({ slug }) => slug))])
  return read.filter(({ article: { judicialDecision: decision } }) =>
    [decision?.ecli, ...(decision?.identifiers ?? []).map(({ value }) => value)].some(
      (name) => name != null && plain(name) === wanted,
    ),
  )
}

const candidateOf = ({ article }: Read) => ({ slug: article.slug, label: article.title })

/** Reads a decision by any of its names. */
export const readDecision = async (readers: Readers, given: string): Promise<ReadOutcome> => {
  const reference = given.trim()
  if (ArticleId.safeParse(reference.toLowerCase()).success) return readText(readers, reference)
  const slug = asSlug(reference)
  const direct = slug === null ? null : await readers.articles.bySlug(slug)
  if (direct?.article != null)
    return { article: articleOf(direct.article), position: direct.position }
  const citations = recogniseCitations(reference).slice(0, 1)
  const [resolved] = await resolveCitations(readers.citations, citations, null)
  if (resolved?.status === 400) {
    const hint = resolved.targets.find((target) => target.hint !== null)?.hint
    return { refused: notFound(hint ?? 'The reference is malformed: check its number.') }
  }
  const slugs = [
    ...new Set(
      (resolved?.targets ?? []).flatMap(({ candidates }) => candidates.map((one) => one.slug)),
    ),
  ]
  const read = await bySlugs(readers, slugs)
  const found = read.length > 0 ? read : await byNumber(readers, reference)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  if (found.length > 1)
    return {
      refused: ambiguous(
        'Several decisions fit: call again with the slug of one of `candidates`.',
        found.map(candidateOf),
      ),
    }
  const held = resolved?.targets.find(({ coverage }) => coverage !== null)?.coverage
  return {
    refused: notFound(
      'No decision that is held has this reference. Check court, date and number, or search by the words of the decision.',
      {
        candidates: await closeTo(readers, reference),
        coverage: held ?? (await readers.coverage()),
      },
    ),
  }
}

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

/**
 * A text within the bounds: its metadata and as much content as fits. Throws RequestInvalid for an
 * invalid cursor.
 */
export const shownText = (
  pages: TextPages,
  { article: whole, position }: Read,
  { maxChars, cursor }: { readonly maxChars: number; readonly cursor?: string | undefined },
): TextResult => {
  const { contentClean, ...article } = whole
  const start = Math.min(
    wholeAt(contentClean, pages.offsetOf(cursor, whole.sha256Hash)),
    contentClean.length,
  )
  const headnotes = fitting(article.headnotes, Math.floor(maxChars / 2))
  const about = charactersOf({ ...article, headnotes })
  const room = Math.max(TEXT_MIN, Math.floor((maxChars - about) * ESCAPED_SHARE))
  const end = endOf(contentClean, start, room)
  const isCut = start > 0 || end < contentClean.length
  return {
    article: { ...article, headnotes },
    headnotesTotal: article.headnotes.length,
    text: {
      content: contentClean.slice(start, end),
      span: textSpan(contentClean, start, end),
      totalUtf16: contentClean.length,
    },
    outline: isCut ? outlineOf(whole, pages) : [],
    truncated: end < contentClean.length || headnotes.length < article.headnotes.length,
    nextCursor: end < contentClean.length ? pages.cursorAt(whole.sha256Hash, end) : null,
    corpusPosition: printPosition(position),
  }
}
