/**
 * How long the pages for people take: the time from a request on loopback to the last byte of its
 * answer, of one client, on the demonstration corpus. `node test/bench/public-pages.bench.ts`
 */
import { makeDataDir, startService } from '../service/service.ts'
import { figuresOf } from './figures.ts'

const QUERIES = [
  'clause limitative de responsabilité',
  'licenciement grossesse',
  'force majeure',
  'bail commercial',
  'article 1231-1',
  'dommages',
  'preuve',
  'contrat',
  'salarié',
  'responsabilité',
]

const { dataDir, remove } = await makeDataDir()
const service = await startService(dataDir)

/** Reads each page twice; the first time is not counted. */
const measure = async (name: string, addresses: readonly string[]): Promise<void> => {
  const times: number[] = []
  let largest = 0
  for (const isCounted of [false, true])
    for (const address of addresses) {
      const started = performance.now()
      const answer = await fetch(new URL(address, service.origin), {
        headers: { accept: 'text/html', 'accept-language': 'fr' },
      })
      const bytes = (await answer.arrayBuffer()).byteLength
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      largest = Math.max(largest, bytes)
      if (isCounted) times.push(performance.now() - started)
    }
  const { p50, p95, count } = figuresOf(times)
  console.log(
    `${name.padEnd(14)} ${count} pages: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${largest} bytes at most`,
  )
}

try {
  const map = await (await fetch(`${service.origin}/sitemap/1.xml`)).text()
  await measure('front page', ['/'])
  await measure(
    'texts',
    [...map.matchAll(/<loc>([^<]+)<\/loc>/gu)].flatMap(([, one]) => one ?? []),
  )
  await measure(
    'search pages',
    QUERIES.map((query) => `/search?q=${encodeURIComponent(query)}`),
  )
} finally {
  await service.stop()
  await remove()
}
