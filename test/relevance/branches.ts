import type { Embedder } from '#ingest/ports.ts'
import { embeddedPassage, passagesOf } from '#ingest/enrich/passages.ts'
import { inContext } from '#contracts/search/context.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import type { QueryEmbedder, RankedEntry, SearchIndex } from '#query-api/ports.ts'
import { fuse } from '#query-api/search/fusion.ts'
import { planSearch } from '#query-api/search/query.ts'
import type { JudgementSet } from './judgements.ts'
import type { Judged } from './metrics.ts'
import { naiveIndex } from './naive-index.ts'

export const BRANCHES = ['lexical', 'semantic', 'fused'] as const
export type Branch = (typeof BRANCHES)[number]
type Model = Embedder & QueryEmbedder

/** The texts of a set behind the search port, cut and embedded as an import does it. */
export const embeddedIndex = async (set: JudgementSet, model: Model): Promise<SearchIndex> => {
  const cut = set.texts.map(({ title, text }) =>
    passagesOf(text).map((span) => embeddedPassage(title, text, span)),
  )
  const vectors = await model.embedPassages(cut.flat())
  let taken = 0
  const texts = set.texts.map(({ title, text }, at) => {
    const count = cut[at]?.length ?? 0
    taken += count
    return {
      slug: `text-${at}`,
      title,
      text,
      vectors: inContext(vectors.slice(taken - count, taken)),
    }
  })
  return naiveIndex(texts)
}

const judgedFrom = (
  set: JudgementSet,
  ranking: readonly RankedEntry[],
  relevant: readonly string[],
): Judged => {
  const names = [...new Set(ranking.map(({ entry }) => set.texts[entry]?.name ?? ''))]
  return {
    ranks: names.flatMap((name, at) => (relevant.includes(name) ? [at + 1] : [])),
    relevant: relevant.length,
  }
}

/**
 * Every query of a set that has a relevant text, planned, embedded, ranked and fused as `POST
 * /search` does it.
 */
export const judgeBranches = async (
  set: JudgementSet,
  model: Model,
): Promise<Record<Branch, Judged[]>> => {
  const index = await embeddedIndex(set, model)
  const judged: Record<Branch, Judged[]> = { lexical: [], semantic: [], fused: [] }
  for (const { query: text, relevant } of set.queries.filter((one) => one.relevant.length > 0)) {
    const plan = planSearch(SearchRequest.parse({ text, includeHeadnotes: false }))
    if (plan.kind !== 'search') continue
    const vector = plan.textToEmbed === null ? null : await model.embedQuery(plan.textToEmbed)
    const isDirected = vector?.some((value) => value !== 0) === true
    const { similarityFloor } = model
    const answer = await index.search({
      ...plan.query,
      vector: isDirected ? vector : null,
      similarityFloor,
    })
    judged.lexical.push(judgedFrom(set, answer.lexical, relevant))
    judged.semantic.push(judgedFrom(set, answer.semantic, relevant))
    judged.fused.push(judgedFrom(set, fuse(answer), relevant))
  }
  return judged
}
