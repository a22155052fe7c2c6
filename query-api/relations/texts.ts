/** Reads texts by slug, id or citation. */
import type { Article } from '#contracts/http/article.ts'
import { type SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import { ArticleId, type Position, Slug } from '#contracts/ids.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { resolveCitations } from '../citations/resolve.ts'
import type { StoredArticle } from '../ports.ts'
import type { Candidate, Found } from './missing.ts'
import type { ResearchParts } from './ports.ts'

export type Read = { readonly article: Article; readonly position: Position }

/** The projector wrote the stored JSON from this type. */
export const articleOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

type Readers = Pick<ResearchParts, 'articles' | 'search' | 'citations' | 'coverage'>

const CLOSE_HITS = 5
const DECISIONS: SearchFilters = { contentTypes: ['jurisprudence'] }

const asSlug = (text: string): Slug | null => Slug.safeParse(text).data ?? null

/** Texts that a name may refer to. */
const closeTo = async (
  { search }: Readers,
  name: string,
  filters: SearchFilters = {},
): Promise<Candidate[]> => {
  const text = [...name.replaceAll('-', ' ')].slice(0, 200).join('')
  const request = SearchRequest.parse({
    text,
    filters,
    collapse: true,
    limit: CLOSE_HITS,
    fields: [],
  })
  const { response } = await search(request)
  const hits = new Map(response.hits.map(({ slug, title }) => [slug, { slug, label: title }]))
  return [...hits.values()]
}

/** A text by slug or UUID; null: no published text has it. */
export const textNamed = async (
  { articles }: Pick<Readers, 'articles'>,
  name: string,
): Promise<Read | null> => {
  const id = ArticleId.safeParse(name.toLowerCase())
  const slug = asSlug(name)
  const read = id.success
    ? await articles.byId(id.data)
    : slug === null
      ? null
      : await articles.bySlug(slug)
  return read?.article == null
    ? null
    : { article: articleOf(read.article), position: read.position }
}

/** Reads a text by slug or UUID; else says what may be meant and what is held. */
export const readText = async (readers: Readers, idOrSlug: string): Promise<Found<Read>> => {
  const name = idOrSlug.trim()
  const found = await textNamed(readers, name)
  if (found !== null) return { found }
  const [candidates, coverage] = [await closeTo(readers, name), await readers.coverage()]
  return { missing: { reason: 'not_found', candidates, coverage } }
}

const bySlugs = async (readers: Readers, slugs: readonly string[]): Promise<Read[]> => {
  if (slugs.length === 0) return []
  const wanted = slugs.map((slug) => Slug.parse(slug))
  const { articles, position } = await readers.articles.bySlugs(wanted)
  return wanted.flatMap((slug) => {
    const article = articles.get(slug)
    return article === undefined ? [] : [{ article: articleOf(article), position }]
  })
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')

/** Decisions found by a search whose number or ECLI equals the reference. */
const byNumber = async (readers: Readers, reference: string): Promise<Read[]> => {
  const wanted = plain(reference.replace(/^\s*(?:pourvoi\s*)?n\s*[°ºo]\s*/iu, ''))
  const text = [...reference].slice(0, 200).join('')
  const request = SearchRequest.parse({ text, limit: 10, enableVector: false, fields: [] })
  const { response } = await readers.search(request)
  const read = await bySlugs(readers, [...new Set(response.hits.map(({ slug }) => slug))])
  return read.filter(({ article: { judicialDecision: decision } }) =>
    [decision?.ecli, ...(decision?.identifiers ?? []).map(({ value }) => value)].some(
      (name) => name != null && plain(name) === wanted,
    ),
  )
}

const candidateOf = ({ article }: Read): Candidate => ({ slug: article.slug, label: article.title })

/** A text by any name that a decision may have. */
const readNamed = async (readers: Readers, reference: string): Promise<Found<Read>> => {
  if (ArticleId.safeParse(reference.toLowerCase()).success) return readText(readers, reference)
  const direct = await textNamed(readers, reference)
  if (direct !== null) return { found: direct }
  const citations = recogniseCitations(reference).slice(0, 1)
  const [resolved] = await resolveCitations(readers.citations, citations, null)
  if (resolved?.status === 400) {
    const hint = resolved.targets.find((target) => target.hint !== null)?.hint ?? null
    return { missing: { reason: 'malformed', code: resolved.code, hint } }
  }
  const slugs = [
    ...new Set(
      (resolved?.targets ?? []).flatMap(({ candidates }) => candidates.map((one) => one.slug)),
    ),
  ]
  const read = await bySlugs(readers, slugs)
  const found = read.length > 0 ? read : await byNumber(readers, reference)
  const [only] = found
  if (only !== undefined && found.length === 1) return { found: only }
  if (found.length > 1)
    return { missing: { reason: 'ambiguous', candidates: found.map(candidateOf) } }
  const held = resolved?.targets.find(({ coverage }) => coverage !== null)?.coverage
  const [candidates, coverage] = [
    await closeTo(readers, reference, DECISIONS),
    held ?? (await readers.coverage()),
  ]
  return { missing: { reason: 'not_found', candidates, coverage } }
}

/** Reads a decision by any of its names; a text of another kind is named in the refusal. */
export const readDecision = async (readers: Readers, given: string): Promise<Found<Read>> => {
  const read = await readNamed(readers, given.trim())
  if ('missing' in read || read.found.article.judicialDecision !== null) return read
  return { missing: { reason: 'no_decision', candidate: candidateOf(read.found) } }
}
