/**
 * `node test/bench/editorial.bench.ts [count]`: how long it takes from the answer to a publication
 * over the editorial API until a search finds the text by its own words.
 */
import { randomUUID } from 'node:crypto'
import { peopleOf } from '../editorial/service-people.ts'
import { ask, makeDataDir, startService } from '../service/service.ts'
import { quantile, round } from './figures.ts'

const count = Number(process.argv[2] ?? 200)
const { dataDir, remove } = await makeDataDir()
const service = await startService(dataDir, {
  PANDECT_DEMONSTRATION: 'off',
  LOG_LEVEL: 'silent',
  LIMIT_REST: '1000000',
})
const tokens = await peopleOf(dataDir, ['author', 'reviewer', 'publisher'])

/** Places are those of the roles: every act is of another person. */
const send = async (role: 'author' | 'reviewer' | 'publisher', path: string, body?: unknown) => {
  const response = await fetch(`${service.desk}/api/v1/editorial${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${tokens.get(role)}`,
      'idempotency-key': randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

const writing: number[] = []
const searchable: number[] = []
const found: number[] = []
for (let turn = 0; turn < count; turn += 1) {
  const word = `mot${randomUUID().replaceAll('-', '')}`
  const started = performance.now()
  const draft = await send('author', '/texts', {
    title: `Note ${turn}`,
    text: `Une note sur ${word}, qui ne cite rien.\n\nUn autre paragraphe de la note.`,
    contentType: 'doctrine',
  })
  const slug = String(draft['slug'])
  await send('author', `/texts/${slug}/acts/submit`, {})
  await send('reviewer', `/texts/${slug}/acts/approve`, { sha256Hash: draft['sha256Hash'] })
  const published = await send('publisher', `/texts/${slug}/acts/publish`, {})
  const answered = performance.now()
  writing.push(answered - started)
  const reached = await send(
    'reviewer',
    `/positions/${String(published['position'])}?waitSeconds=30`,
  )
  if (reached['searchable'] !== true) throw new Error('not searchable in time')
  searchable.push(performance.now() - answered)
  const { body } = await ask<{ hits: { slug: string }[] }>(service, '/search', {
    body: { text: word, limit: 1 },
  })
  if (body.hits[0]?.slug !== slug) throw new Error('not found by its own words')
  found.push(performance.now() - answered)
}

const line = (what: string, durations: readonly number[]): string => {
  const sorted = durations.toSorted((a, b) => a - b)
  return `${what}: p50 ${round(quantile(sorted, 0.5), 0)} ms, p99 ${round(quantile(sorted, 0.99), 0)} ms`
}
console.log(`${count} publications`)
console.log(line('four writes: draft, submit, approve, publish', writing))
console.log(line('answer to a publication → /positions says searchable', searchable))
console.log(line('answer to a publication → found by its own words', found))
await service.stop()
await remove()
