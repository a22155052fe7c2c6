/**
 * `POST /search` of the whole service before and after a change. Both services hold the same corpus
 * and run at the same time; each question goes to all cases in turn, so that the load of the
 * machine falls on both.
 *   node test/bench/search-service-paired.bench.ts <checkout before> [questions]
 * Needs ../shared beside the checkout, and the packages of both checkouts.
 */
import { readFileSync } from 'node:fs'
import { sharedPath } from '../corpus/shared.ts'
import * as here from '../service/service.ts'
import { figuresOf } from './figures.ts'
import { openWithCorpus, sideOf } from './paired.ts'

const [, , checkout, count = '300'] = process.argv
if (checkout === undefined) throw new Error('say which checkout to compare with')

const QUESTIONS = readFileSync(sharedPath('relevance', 'service_public_queries.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .slice(0, Number(count))
  .map((line) => (JSON.parse(line) as { query: string }).query)
const ROUNDS = 3
const FACETS = ['courts', 'years', 'conceptIds']

const before = await openWithCorpus(await sideOf(checkout))
const after = await openWithCorpus(here)
const CASES: Readonly<Record<string, { service: here.Service; asked: object }>> = {
  before: { service: before, asked: {} },
  'after, with snippets': { service: after, asked: {} },
  'after, with snippets and three facets': { service: after, asked: { facets: FACETS } },
}
try {
  for (const enableVector of [true, false]) {
    const cases = Object.entries(CASES)
    const took = new Map(cases.map(([name]) => [name, [] as number[]]))
    for (let round = -1; round < ROUNDS; round++)
      for (const [at, text] of QUESTIONS.entries())
        for (let turn = 0; turn < cases.length; turn++) {
          const [name, { service, asked }] = cases[(at + round + 1 + turn) % cases.length] ?? [
            '',
            { service: before, asked: {} },
          ]
          const started = performance.now()
          const { status } = await here.ask(service, '/search', {
            body: { text, enableVector, ...asked },
          })
          if (status !== 200) throw new Error(`${name}: search answered ${status}`)
          // The first round warms all of them up.
          if (round >= 0) took.get(name)?.push(performance.now() - started)
        }
    const p50Before = figuresOf(took.get('before') ?? []).p50
    for (const [name, all] of took) {
      const { p50, p95 } = figuresOf(all)
      const ratio = (p50 / p50Before).toFixed(3)
      console.log(
        `${all.length} ${enableVector ? 'hybrid' : 'lexical'} searches ${name}: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, ratio ${ratio}`,
      )
    }
  }
} finally {
  for (const side of [before, after]) {
    await side.stop()
    await side.remove()
  }
}
