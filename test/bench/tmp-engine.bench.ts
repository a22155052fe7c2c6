import { Engine } from '/work/main/infra/embedded/search/engine/engine.ts'
import { BenchCorpus } from '/work/main/test/bench/search-corpus.ts'
const DOCS = Number(process.argv[2] ?? 66667)
const corpus = new BenchCorpus()
import { CrewScanner } from '/work/main/infra/embedded/search/scan/crew.ts'
const crew = new CrewScanner({ helpers: Number(process.argv[3] ?? 1) })
const engine = new Engine({ scanner: crew })
let gen = 0,
  t0 = performance.now()
for (let n = 0; n < DOCS; n++) {
  const g = performance.now()
  const d = corpus.document(n)
  gen += performance.now() - g
  engine.stage(d)
  if (n % 1000 === 999) engine.commit(n as any)
}
engine.commit(DOCS as any)
const build = performance.now() - t0 - gen
console.log(
  'docs',
  DOCS,
  'passages',
  engine.passages,
  'generate s',
  (gen / 1000).toFixed(1),
  'build s',
  (build / 1000).toFixed(2),
  'docs/s',
  ((DOCS / build) * 1000).toFixed(0),
)
const m = process.memoryUsage()
console.log('rss MB', m.rss >> 20, 'heap', m.heapUsed >> 20, 'external', m.external >> 20)
const queries = corpus.queries()
const measure = (name: string, f: (q: any) => void) => {
  for (const q of queries.slice(0, 40)) f(q)
  const ts = queries
    .map((q) => {
      const t = performance.now()
      f(q)
      const u = { user: 1000 * (performance.now() - t), system: 0 }
      return (u.user + u.system) / 1000
    })
    .sort((a, b) => a - b)
  console.log(
    name.padEnd(30),
    'p10',
    ts[Math.floor(ts.length * 0.1)]!.toFixed(2),
    'p50',
    ts[ts.length >> 1]!.toFixed(2),
    'p95',
    ts[Math.floor(ts.length * 0.95)]!.toFixed(2),
    'max',
    ts.at(-1)!.toFixed(2),
  )
}
for (let i = 0; i < 2; i++) {
  measure('lexical', (q) => engine.search({ ...q, vector: null }))
  measure('semantic', (q) => engine.search({ ...q, terms: [] }))
  measure('hybrid', (q) => engine.search(q))
  measure('hybrid 10% topic filter', (q) =>
    engine.search({ ...q, filters: { ...q.filters, anyOf: { conceptIds: ['decile-3'] } } }),
  )
  measure('hybrid asOf', (q) =>
    engine.search({ ...q, filters: { ...q.filters, asOf: '2020-01-01' } }),
  )
  measure('browse', (q) => engine.browse({ filters: q.filters, depth: 1100 }))
}

await crew.close()
