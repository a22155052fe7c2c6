/**
 * The examples of the README and the typed client, against a started service with the demonstration
 * corpus.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { format, type FormatConfig } from 'oxfmt'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { Article as ArticleSchema } from '#contracts/http/article.ts'
import { Coverage as CoverageSchema } from '#contracts/http/coverage.ts'
import { SearchResponse as SearchSchema } from '#contracts/http/search.ts'
import { VerifyResponse as VerifySchema } from '#contracts/http/verify.ts'
import { type Client, makeClient, type Outcome } from '#query-api/client/client.ts'
import { clientTypes, type Description } from '#query-api/client/generate.ts'
import type { Article, Coverage, ErrorBody, SearchResponse } from '#query-api/client/types.ts'
import { ask, makeDataDir, type Service, startService } from '../service/service.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 120_000
const EXAMPLE_TIMEOUT_MS = 60_000
const run = promisify(execFile)

let service: Service
let client: Client
let remove: () => Promise<void>
beforeAll(async () => {
  const made = await makeDataDir()
  remove = made.remove
  service = await startService(made.dataDir)
  client = makeClient(service)
}, START_TIMEOUT_MS)
afterAll(async () => {
  await service.stop()
  await remove()
}, START_TIMEOUT_MS)

const EXAMPLES: readonly (readonly [string, readonly string[]])[] = [
  ['curl', ['sh', 'search.sh']],
  ['Python', ['python3', 'search.py']],
  ['TypeScript', [process.execPath, 'search.ts']],
]
describe('the example in', () => {
  for (const [name, [command = '', file = '']] of EXAMPLES) {
    test(
      `${name} searches, reads, verifies the hash, retries without paying twice, and asks what is held`,
      async () => {
        const { stdout, stderr } = await run(command, [join(import.meta.dirname, file)], {
          env: { ...process.env, PANDECT_URL: service.baseUrl, PANDECT_KEY: service.key },
        })
        expect(stderr).not.toMatch(/error/i)
        expect(stdout).toMatch(/^found [a-z0-9-]+ for 0\.015 USD; limit "rest";r=\d+;t=\d+; cap/m)
        expect(stdout).toMatch(/^retried: charged once$/m)
        expect(stdout).toMatch(/^hash verified: [0-9a-f]{64}$/m)
        expect(stdout).toMatch(/^# \S/m)
        expect(stdout).toMatch(/^held: [1-9]\d* texts in [1-9]\d* groups$/m)
        const { body } = await ask<Description>(service, '/openapi.json')
        expect(stdout).toMatch(
          '/mcp' in body.paths ? /^mcp: (?!null$)[a-z0-9-]+$/m : /^mcp: not served here$/m,
        )
      },
      EXAMPLE_TIMEOUT_MS,
    )
  }
})

describe('the typed client', () => {
  test('is what the description document of this service says (vitest -u writes it anew)', async () => {
    const { body } = await ask<Description>(service, '/openapi.json')
    const options = JSON.parse(await readFile(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig
    const { code, errors } = await format('types.ts', clientTypes(body), options)
    expect(errors).toEqual([])
    await expect(code).toMatchFileSnapshot(join(ROOT, 'query-api/client/types.ts'))
  })

  test('gets what the service promises, in the types of the description', async () => {
    const found = await client.searchUnified({
      body: { text: 'responsabilité', filters: { jurisdictions: ['FR'] }, includeHeadnotes: false },
    })
    if (!found.ok) throw new Error(found.error?.error)
    expect(SearchSchema.parse(found.value).hits.length).toBeGreaterThan(0)
    expect(found.call).toMatchObject({ status: 200, costUsd: '0.015', capWarning: null })
    const slug = found.value.hits[0]?.slug ?? ''
    const read = await client.getArticle({ path: { slug } })
    if (!read.ok) throw new Error(read.error?.error)
    expect(ArticleSchema.parse(read.value).slug).toBe(slug)
    const same = await client.getArticle({
      path: { slug },
      headers: { 'If-None-Match': read.call.etag ?? '' },
    })
    expect([same.ok, same.call.status, same.call.costUsd]).toEqual([false, 304, '0'])
  })

  test('returns refusals with a hint', async () => {
    const refused = await client.searchUnified({ body: { limit: 1_000 } })
    if (refused.ok) throw new Error('a limit of 1,000 was taken')
    expect(refused.error).toMatchObject({ error: 'validation_failed' })
    expect(refused.call).toMatchObject({ status: 400, costUsd: '0' })
    const unknown = await client.getArticle({ path: { slug: 'a/../b?c' } })
    expect([unknown.ok, unknown.call.status]).toEqual([false, 404])
  })

  test('knows at compile time what goes in and what comes out', () => {
    expectTypeOf<Outcome<SearchResponse>>().toEqualTypeOf<
      Awaited<ReturnType<Client['searchUnified']>>
    >()
    expectTypeOf<SearchResponse['hits'][number]['type']>().toEqualTypeOf<'article' | 'headnote'>()
    expectTypeOf<Article['judicialDecision']>().extract<null>().toEqualTypeOf<null>()
    expectTypeOf<Coverage['groups'][number]['documents']>().toEqualTypeOf<number>()
    expectTypeOf<ErrorBody['error']>().extract<'rate_limit'>().toEqualTypeOf<'rate_limit'>()
    expectTypeOf<Parameters<Client['getArticle']>[0]['path']>().toEqualTypeOf<{
      readonly slug: string
    }>()
    type Jurisdictions = NonNullable<
      NonNullable<Parameters<Client['searchUnified']>[0]['body']['filters']>['jurisdictions']
    >
    // @ts-expect-error a jurisdiction that is not served
    const wrong: Jurisdictions = ['XX']
    // @ts-expect-error an article has a slug
    const missing: Parameters<Client['getArticle']>[0] = {}
    expect([wrong, missing]).toHaveLength(2)
  })
})

test('what is held is counted over the demonstration corpus, and a verification that fails says it', async () => {
  const held = CoverageSchema.parse((await ask(service, '/coverage')).body)
  const { body } = await ask<SearchResponse>(service, '/search', {
    body: { includeHeadnotes: false, filters: { jurisdictions: ['FR'] }, limit: 1 },
  })
  const french = held.groups.filter(({ jurisdiction }) => jurisdiction === 'FR')
  expect(french.reduce((sum, { documents }) => sum + documents, 0)).toBe(body.total)
  const verified = await ask(service, '/verify', {
    body: { claim: 'Le droit allemand prévoit un délai de prescription de trois ans.' },
  })
  const { coverage, verdict } = VerifySchema.parse(verified.body)
  expect(verdict).toBe('unverifiable')
  expect(coverage).toEqual(held)
})
