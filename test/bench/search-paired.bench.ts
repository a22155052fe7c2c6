/**
 * A hybrid search of the embedded index before and after a change, in one process, and the same
 * with three facets and the passages nearest to the query for the first twenty hits. Every query
 * goes to all of them in turn, so that the load of the machine falls on both. `node
 * test/bench/search-paired.bench.ts <checkout before> [texts]`. Needs ../shared beside the
 * checkout.
 */
import { join, resolve } from 'node:path'
import { inContext } from '#contracts/search/context.ts'
import { Position } from '#contracts/ids.ts'
import { Engine } from '#infra/embedded/search/engine/engine.ts'
import type { IndexQuery } from '#query-api/ports.ts'
import { figuresOf } from './figures.ts'
import { SearchCorpus } from './search-corpus.ts'

const [, , checkout, count = '6667'] = process.argv
if (checkout === undefined) throw new Error('say which checkout to compare with')
const ROUNDS = 6

const engineFile = join(resolve(checkout), 'infra/embedded/search/engine/engine.ts')
const before = new ((await import(engineFile)) as { Engine: typeof Engine }).Engine()
const after = new Engine()
const corpus = new SearchCorpus()
for (let n = 0; n < Number(count); n++) {
  const { text, vectors } = corpus.text(n)
  const [document] = text.documents
  if (document === undefined) continue
  for (const engine of [before, after]) engine.stage({ document, vectors: inContext(vectors) })
}
for (const engine of [before, after]) engine.commit(Position.parse(1))

const SHOWN = 20
const FACETS = ['courts', 'years', 'conceptIds'] as const

const CASES = {
  before: (query: IndexQuery) => before.search(query),
  after: (query: IndexQuery) => after.search(query),
  'with facets and passages': (query: IndexQuery) => {
    const { lexical, semantic } = after.search({ ...query, facets: FACETS })
    const shown = [...semantic.entries.slice(0, SHOWN / 2), ...lexical.entries.slice(0, SHOWN / 2)]
    return query.vector === null ? [] : after.nearestPassages(shown, query.vector)
  },
  'sorted by date': (query: IndexQuery) => after.search({ ...query, order: 'date' }),
} satisfies Readonly<Record<string, (query: IndexQuery) => unknown>>

const timeOf = (search: (query: IndexQuery) => unknown, query: IndexQuery): number => {
  const started = performance.now()
  search(query)
  return performance.now() - started
}
const cases = Object.entries(CASES)
const took = new Map(cases.map(([name]) => [name, [] as number[]]))
for (let round = -1; round < ROUNDS; round++)
  for (const [at, query] of corpus.queries().entries())
    for (let turn = 0; turn < cases.length; turn++) {
      const [name, search] = cases[(at + round + 1 + turn) % cases.length] ?? []
      if (name === undefined || search === undefined) continue
      const ms = timeOf(search, query)
      // The first round warms all of them up.
      if (round >= 0) took.get(name)?.push(ms)
    }
const p50Before = figuresOf(took.get('before') ?? []).p50
for (const [name, all] of took) {
  const { p50 } = figuresOf(all)
  console.log(
    `${all.length} hybrid searches ${name}: p50 ${p50.toFixed(2)} ms, ratio ${(p50 / p50Before).toFixed(3)}`,
  )
}
