import { Day } from '#contracts/ids.ts'
import { embeddedPassage, passagesOf } from '#ingest/enrich/passages.ts'
import { builtinVector, makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import type { QueryEmbedder, SearchIndex } from '#query-api/ports.ts'
import { makeSearch, type Search } from '#query-api/search/search.ts'
import type { JudgedText, JudgementSet } from './judgements.ts'
import { type Judged } from './metrics.ts'
import { naiveIndex } from './naive-index.ts'

const HITS_READ = 100

const slugOf = (at: number): string => `text-${at}`
const vectorsOf = ({ title, text }: JudgedText): Float32Array[] =>
  passagesOf(text).map((span) => builtinVector(embeddedPassage(title, text, span)))

/**
 * The texts of a set behind the search port, with vectors of the built-in embedder where they are
 * wanted.
 */
export const indexOf = (set: JudgementSet, withVectors: boolean): SearchIndex =>
  naiveIndex(
    set.texts.map((text, at) => ({
      slug: slugOf(at),
      title: text.title,
      text: text.text,
      ...(withVectors ? { vectors: vectorsOf(text) } : {}),
    })),
  )

export const searchOver = (
  index: SearchIndex,
  embedder: QueryEmbedder = makeBuiltinEmbedder(),
): Search => makeSearch({ index, embedder, clock: () => 0, today: () => Day.parse('2026-11-22') })

/**
 * Which text names a query finds, best first, each once (a work is where its best provision is).
 */
export const namesFound = async (
  search: Search,
  set: JudgementSet,
  text: string,
  enableVector: boolean,
): Promise<string[]> => {
  const { response } = await search(
    SearchRequest.parse({ text, limit: HITS_READ, enableVector, includeHeadnotes: false }),
  )
  const nameOf = new Map(set.texts.map(({ name }, at) => [slugOf(at), name]))
  return [...new Set(response.hits.map(({ slug }) => nameOf.get(slug) ?? slug))]
}

const judgedFrom = (names: readonly string[], relevant: readonly string[]): Judged => ({
  ranks: names.flatMap((name, at) => (relevant.includes(name) ? [at + 1] : [])),
  relevant: relevant.length,
})

/** Runs the queries of a set that have a relevant text; `enableVector` as in a request. */
export const judge = async (
  set: JudgementSet,
  { enableVector }: { enableVector: boolean },
): Promise<Judged[]> => {
  const search = searchOver(indexOf(set, enableVector))
  const judged: Judged[] = []
  for (const { query, relevant } of set.queries)
    if (relevant.length > 0)
      judged.push(judgedFrom(await namesFound(search, set, query, enableVector), relevant))
  return judged
}
