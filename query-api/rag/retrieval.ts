import type { Article } from '#contracts/http/article.ts'
import type { RagRequest } from '#contracts/http/rag.ts'
import { SEARCH_LIMITS, SearchRequest, type SearchResponse } from '#contracts/http/search.ts'
import { Day, Slug } from '#contracts/ids.ts'
import type { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { ArticleReader, StoredArticle } from '../ports.ts'
import { wordingsOf as wordingsOfText } from '../projections/articles/wording-view.ts'
import { validityOn } from '../search/in-force.ts'
import type { Search, SearchOutcome } from '../search/search.ts'
import { currencyOf } from '../verify/currency.ts'
import { articleOfWording, type WordingSources } from '../versions/wording-article.ts'

/** The wording that a hit names. */
type WordingName = { readonly slug: Slug; readonly version: string }

/**
 * Wordings as the article route would have served them, in the order of their names, with the days
 * on which they are in force around `asOf`; their concepts are left without labels. Those of texts
 * that are not public, and versions that there are not, are left out. Throws the faults of its
 * ports.
 */
type WordingReader = (names: readonly WordingName[], asOf: Day) => Promise<Article[]>

export type WordingDeps = WordingSources & {
  readonly articles: Pick<ArticleReader, 'bySlugs'>
}

/** The projector wrote the stored JSON from this type. */
const servedOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

/** Reads the served wording if it is the named one, else the wording from the text's state. */
const makeWording =
  (deps: WordingDeps) =>
  async (stored: StoredArticle, version: string, asOf: Day): Promise<Article | null> => {
    const served = servedOf(stored)
    if (served.version === version) return served
    const state = await deps.stateOf(stored.id)
    const wording = state && wordingsOfText(state).find((one) => one.wording.version === version)
    if (state === null || wording == null) return null
    const article = await articleOfWording(deps.blobs, stored.id, state, wording)
    return article && { ...article, validity: validityOn(wording.intervals, asOf).validity }
  }

/** Reads any wordings of public texts, including earlier ones. */
export const makeWordings = (deps: WordingDeps): WordingReader => {
  const wordingOf = makeWording(deps)
  return async (names, asOf) => {
    if (names.length === 0) return []
    const { articles } = await deps.articles.bySlugs(names.map(({ slug }) => slug))
    const read = names.flatMap(({ slug, version }) => {
      const stored = articles.get(slug)
      return stored === undefined ? [] : [wordingOf(stored, version, asOf)]
    })
    return (await Promise.all(read)).filter((text) => text !== null)
  }
}

/** Maximum hits searched and texts read. */
export const RETRIEVAL = { hits: 40, texts: 30 } as const

export type Retrieved = {
  readonly found: SearchOutcome
  /** Distinct hits that share words with the question. */
  readonly lexicalTotal: number
  /** The text that comes first where only words count. */
  readonly firstByWords: string | null
  /** In the order of the hits. */
  readonly texts: readonly Article[]
}

const DAY_CHARACTERS = 10

const queryOf = (question: string): string =>
  [...question].slice(0, SEARCH_LIMITS.textCodePointsMax).join('')

/** The day that is asked for: of the question, else of its filters, else today. */
export const dayOf = (
  { asOf, filters }: Pick<RagRequest, 'asOf' | 'filters'>,
  nowMs: number,
): Day => Day.parse(asOf ?? filters.asOf ?? new Date(nowMs).toISOString().slice(0, 10))

const searchFor = (
  search: Search,
  { filters, question, enableVector }: RagRequest,
  asOf: Day | null,
  onlyWords: boolean,
): Promise<SearchOutcome> => {
  const { asOf: _, ...others } = filters
  return search(
    SearchRequest.parse({
      text: queryOf(question),
      filters: asOf === null ? others : { ...others, asOf },
      limit: onlyWords ? 1 : RETRIEVAL.hits,
      enableVector: enableVector && !onlyWords,
      // Texts are read whole: hits need no piece of them.
      fields: [],
    }),
  )
}

const wordingsOf = (
  read: WordingReader,
  { hits }: SearchResponse,
  asOf: Day,
): Promise<Article[]> => {
  const versions = new Map(hits.map(({ slug, version }) => [slug, version]))
  const names = [...versions].slice(0, RETRIEVAL.texts)
  return read(
    names.map(([slug, version]) => ({ slug: Slug.parse(slug), version })),
    asOf,
  )
}

/** The day on which a text that is no law came into the world; law has days of validity. */
const madeOn = ({ judicialDecision, publishedAt, validity }: Article): string | null =>
  judicialDecision?.decisionDate ??
  (validity.validFrom === null ? (publishedAt?.slice(0, DAY_CHARACTERS) ?? null) : null)

/** A decision of later knows nothing of the law of the day that is asked for. */
const isLaterThan = (article: Article, asOf: Day): boolean => (madeOn(article) ?? asOf) > asOf

const NOT_IN_FORCE: ReadonlySet<string> = new Set(['repealed', 'not_yet_in_force'])

const slugOfFirst = ({ response }: SearchOutcome): string | null => response.hits[0]?.slug ?? null

type RetrievalDeps = { readonly search: Search; readonly wordings: WordingReader }

/** Searches for the wordings in force on a day and reads them. Throws the faults of its ports. */
export const retrieve = async (
  { search, wordings }: RetrievalDeps,
  request: RagRequest,
  asOf: Day,
): Promise<Retrieved> => {
  const [found, lexical] = await Promise.all([
    searchFor(search, request, asOf, false),
    searchFor(search, request, asOf, true),
  ])
  const texts = await wordingsOf(wordings, found.response, asOf)
  return {
    found,
    lexicalTotal: lexical.response.total,
    firstByWords: slugOfFirst(lexical),
    texts: texts.filter(
      (article) => !NOT_IN_FORCE.has(currencyOf(article, asOf)) && !isLaterThan(article, asOf),
    ),
  }
}

/** The current wordings found for the question, in force or not. */
export const heldOnAnyDay = async (
  { search, wordings }: RetrievalDeps,
  request: RagRequest,
  asOf: Day,
): Promise<Pick<Retrieved, 'texts' | 'firstByWords'>> => {
  const [{ response }, lexical] = await Promise.all([
    searchFor(search, request, null, false),
    searchFor(search, request, null, true),
  ])
  return {
    texts: await wordingsOf(wordings, response, asOf),
    firstByWords: slugOfFirst(lexical),
  }
}

/**
 * Which of these words no text of these jurisdictions has, in their order: a search for each. What
 * is not in force on a day is held all the same.
 */
export const wordsNotHeld = async (
  search: Search,
  words: readonly string[],
  jurisdictions: readonly Jurisdiction[],
): Promise<string[]> => {
  const totals = await Promise.all(
    words.map(async (text) => {
      const { response } = await search(
        SearchRequest.parse({
          text: queryOf(text),
          filters: { jurisdictions },
          limit: 1,
          enableVector: false,
          fields: [],
        }),
      )
      return response.total
    }),
  )
  return words.filter((_, at) => totals[at] === 0)
}
