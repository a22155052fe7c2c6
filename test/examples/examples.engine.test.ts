/**
 * The examples of the README and the typed client, against a started service with the demonstration
 * corpus.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Article as ArticleSchema } from '#contracts/http/article.ts'
import { Coverage as CoverageSchema } from '#contracts/http/coverage.ts'
import { SearchResponse as SearchSchema } from '#contracts/http/search.ts'
import { VerifyResponse as VerifySchema } from '#contracts/http/verify.ts'
import { type Client, makeClient } from '#query-api/client/client.ts'
import type { SearchResponse } from '#query-api/client/types.ts'
import { makeDemonstrationDir } from '../service/prepared-folders.ts'
import { ask, type Service, startService } from '../service/service.ts'
import {
  HAS_PYTHON,
  installPythonClient,
  NEEDS_PYTHON,
  type PythonClient,
} from './python-client.ts'

const START_TIMEOUT_MS = 240_000
const EXAMPLE_TIMEOUT_MS = 240_000
const run = promisify(execFile)

let service: Service
let client: Client
let remove: () => Promise<void>
beforeAll(async () => {
  const made = await makeDemonstrationDir()
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
        const { body } = await ask<{ paths: object }>(service, '/openapi.json')
        expect(stdout).toMatch(
          '/mcp' in body.paths ? /^mcp: (?!null$)[a-z0-9-]+$/m : /^mcp: not served here$/m,
        )
      },
      EXAMPLE_TIMEOUT_MS,
    )
  }
})

const place = () => ({ PANDECT_URL: service.baseUrl, PANDECT_KEY: service.key })

describe.skipIf(!HAS_PYTHON)(`the Python client (${NEEDS_PYTHON})`, () => {
  let folder: string
  let python: PythonClient
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pandect-python-'))
    python = await installPythonClient(join(folder, 'installed'))
  }, START_TIMEOUT_MS)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test(
    'is strictly typed, with its examples, and passes its own tests',
    async () => {
      const [types, tests] = await Promise.all([
        python.run([
          '-m',
          'mypy',
          '--strict',
          '--cache-dir',
          join(folder, 'mypy'),
          ...['src', 'examples', 'tests'].map((name) => python.path(name)),
        ]),
        python.run(['-m', 'unittest', 'discover', '-s', python.path('tests')]),
      ])
      expect(types).toMatch(/^Success: no issues found in 13 source files$/m)
      expect(tests).toMatch(/^OK$/m)
    },
    EXAMPLE_TIMEOUT_MS,
  )

  test(
    'searches, reads, verifies the hash, retries without paying twice and names what is wrong',
    async () => {
      const said = await python.run([python.path('examples/research.py')], place())
      expect(said).toMatch(/^found [1-9]\d* for 0\.015 USD$/m)
      expect(said).toMatch(/^the hash is right$/m)
      expect(said).toMatch(/^retried: charged once$/m)
      expect(said).toMatch(/^refused: not_found, free of charge$/m)
      expect(said).toMatch(/^refused: did you mean FR\?$/m)
      expect(said).toMatch(/^held: [1-9]\d* texts$/m)
    },
    EXAMPLE_TIMEOUT_MS,
  )

  test(
    'checks a receipt without the service, and asks what became of its texts',
    async () => {
      const said = await python.run([python.path('examples/keep_receipts.py')], place())
      expect(said).toMatch(/^a receipt over 0\.015 USD at \d{15}$/m)
      expect(said).toMatch(/^complete: True; 10 of 10 texts are current$/m)
    },
    EXAMPLE_TIMEOUT_MS,
  )

  test(
    'takes a result set along, whole, at the price of its texts',
    async () => {
      const file = join(folder, 'rulings.jsonl')
      const more = { ...place(), PANDECT_FILE: file }
      const said = await python.run([python.path('examples/take_along.py')], more)
      const texts = Number(/^listed: ([1-9]\d*) rulings/m.exec(said)?.[1])
      const cost = Number((texts * 0.06).toFixed(2))
      expect(said).toContain(`exported: ${texts} texts for `)
      expect(Number(/ for ([\d.]+) USD\n.*digest/.exec(said)?.[1])).toBe(cost)
      expect(said).toMatch(/^digest: [0-9a-f]{64}, right$/m)
      expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(texts + 2)
    },
    EXAMPLE_TIMEOUT_MS,
  )
})

test('the typed client gets what the service promises', async () => {
  const found = await client.POST('/search', {
    body: { text: 'responsabilité', filters: { jurisdictions: ['FR'] }, includeHeadnotes: false },
  })
  expect(SearchSchema.parse(found.data).hits.length).toBeGreaterThan(0)
  const slug = found.data?.hits[0]?.slug ?? ''
  const read = await client.GET('/articles/{slug}', { params: { path: { slug } } })
  expect(ArticleSchema.parse(read.data).slug).toBe(slug)
})

test('coverage counts the demonstration corpus, and a failed verification returns it', async () => {
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
  // The summary by jurisdiction; the details are one free call away.
  expect(coverage?.corpusPosition).toBe(held.corpusPosition)
  expect(new Set(coverage?.jurisdictions.map(({ jurisdiction }) => jurisdiction))).toEqual(
    new Set(held.groups.map(({ jurisdiction }) => jurisdiction)),
  )
})
