/**
 * A hybrid search of the embedded index before and after a change, in one process: every query goes
 * to both engines in turn, so that the load of the machine falls on both. `node
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

const timeOf = (engine: Engine, query: IndexQuery): number => {
  const started = performance.now()
  engine.search(query)
  return performance.now() - started
}
const queries = corpus.queries()
const took = { before: [] as number[], after: [] as number[] }
for (let round = -1; round < ROUNDS; round++)
  for (const [at, query] of queries.entries()) {
    const isFirst = (at + round) % 2 === 0
    const first = timeOf(isFirst ? before : after, query)
    const second = timeOf(isFirst ? after : before, query)
    // The first round warms both up.
    if (round < 0) continue
    took.before.push(isFirst ? first : second)
    took.after.push(isFirst ? second : first)
  }
const [p50Before, p50After] = [took.before, took.after].map((all) => figuresOf(all).p50)
console.log(
  `${took.after.length} hybrid searches: p50 ${p50Before?.toFixed(2)} ms before, ` +
    `${p50After?.toFixed(2)} ms after, ratio ${((p50After ?? 0) / (p50Before ?? 1)).toFixed(3)}`,
)
