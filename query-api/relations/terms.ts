/** What a legal term means: definitions of vocabularies and passages of the corpus. */
import { SearchRequest } from '#contracts/http/search.ts'
import type { Article } from '#contracts/http/article.ts'
import { Slug } from '#contracts/ids.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { sentencesOf } from '#contracts/law/claims/sentences.ts'
import type { ExplainTermInput, ExplainTermResult } from '#contracts/mcp/research.ts'
import type { z } from 'zod'
import { textSpan } from '#contracts/text-span.ts'
import type { Positioned } from '../billing/charged.ts'
import type { StoredArticle } from '../ports.ts'
import type { ResearchParts } from './ports.ts'
import { labelOf } from '../vocabularies/concepts.ts'
import { articleOf } from './texts.ts'

type Result = Omit<z.infer<typeof ExplainTermResult>, 'corpusPosition'>
type Passage = Result['passages'][number]

const TEXTS_MAX = 12
/** Concepts that are looked at, and definitions that are shown: many concepts have none. */
const DEFINITIONS = { looked: 20, shown: 3 } as const
const TEXT_UNITS_MAX = 400_000
const SENTENCE_UNITS_MAX = 1_200
const PASSAGES_PER_TEXT = 2

/** Phrases that introduce a definition. */
const DEFINES =
  /s['’]entend|on entend par|entendu[e]?s? comme|se définit|est défini|désigne|est une? |est l[ea’'] ?|sont des |constitue|est considérée? comme|est réputée? |means|shall mean|is defined as/iu

const passagesOf = (article: Article, wanted: readonly string[]): Passage[] => {
  const whole = article.contentClean.slice(0, TEXT_UNITS_MAX)
  const found = sentencesOf(whole).flatMap(({ start, end, heading }) => {
    if (heading || end - start > SENTENCE_UNITS_MAX) return []
    const quote = whole.slice(start, end)
    const own = terms(quote)
    const at = own.indexOf(wanted[0] ?? '')
    if (at < 0 || !wanted.every((term) => own.includes(term))) return []
    // A definition begins with the defined term.
    return [{ start, end, quote, defines: at <= 2 && DEFINES.test(quote) }]
  })
  return found
    .toSorted((one, other) => Number(other.defines) - Number(one.defines))
    .slice(0, PASSAGES_PER_TEXT)
    .map(({ start, end, quote, defines }) => ({
      slug: article.slug,
      title: article.title,
      contentType: article.contentType,
      version: article.version,
      sha256Hash: article.sha256Hash,
      quote,
      quoteSpan: textSpan(article.contentClean, start, end),
      statusFlag: article.statusFlag,
      defines,
    }))
}

/** Definitions of a term and passages that define or use it. Throws the Faults of the ports. */
export const termExplained = async (
  parts: ResearchParts,
  { text: term, jurisdictions, limit }: z.output<typeof ExplainTermInput>,
): Promise<Positioned<Result>> => {
  const request = SearchRequest.parse({
    text: term,
    filters: jurisdictions === undefined ? {} : { jurisdictions },
    limit: 40,
    fields: [],
  })
  const [{ response, position }, concepts] = await Promise.all([
    parts.search(request),
    parts.concepts.search(term, null, DEFINITIONS.looked),
  ])
  const slugs = [...new Set(response.hits.map(({ slug }) => Slug.parse(slug)))].slice(0, TEXTS_MAX)
  const wanted = terms(term)
  const { articles } =
    wanted.length === 0 || slugs.length === 0
      ? { articles: new Map<Slug, StoredArticle>() }
      : await parts.articles.bySlugs(slugs)
  const passages = slugs
    .flatMap((slug) => {
      const article = articles.get(slug)
      return article === undefined ? [] : passagesOf(articleOf(article), wanted)
    })
    .toSorted((one, other) => Number(other.defines) - Number(one.defines))
    .slice(0, limit)
  const definitions = concepts
    .filter(({ definition }) => Object.keys(definition).length > 0)
    .slice(0, DEFINITIONS.shown)
    .map((concept) => ({
      conceptId: concept.id,
      vocabulary: concept.vocabulary,
      label: labelOf(concept),
      definition: concept.definition,
    }))
  const isEmpty = passages.length === 0 && definitions.length === 0
  const coverage = isEmpty ? await parts.coverage() : null
  return { response: { term, definitions, passages, coverage }, position }
}
