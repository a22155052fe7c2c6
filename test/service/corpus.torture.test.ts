/**
 * The real corpus and the judged questions through the front door, as a client of the API meets
 * them.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import {
  copyPreparedCorpus,
  CORPUS,
  type CorpusCopy,
  importByCommand,
  importWithKey,
} from '../corpus/prepared.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { type JudgedQuery, servicePublic } from '../relevance/judgements.ts'
import { hitAt, type Judged, mrrAt } from '../relevance/metrics.ts'
import { startApiProcess } from './api-process.ts'
import { ask, makeDataDir, runQuickly } from './service.ts'

const TIMEOUT_MS = 240_000
const SETTLE_MS = 1_000
/** BM25 with French stems over whole notes, as published with the judgements. */
const BM25_BARS = { hitAt5: 97 / 105, mrrAt10: 0.787 } as const
const WITH_VECTOR_SHARE = 0.98
const DEPTH = 10
const SLUG_DIGITS = 8

type Hits = { hits: { type: string; slug: string; title: string; score: number }[]; total: number }
type Versions = {
  versions: { version: string; bump: string; reasons: string[]; sha256Hash: string }[]
}

/**
 * A slug ends with the first digits of the hash of its source id
 * (contracts/conventions/canonical-form.md).
 */
const tailOf = (id: string): string => sha256Hex(id).slice(0, SLUG_DIGITS)

/** The API over a database of its own. */
const openService = async (place: {
  readonly dataDir: string
  readonly environment: Readonly<Record<string, string>>
  readonly key: string
  readonly close: () => Promise<void>
}) => {
  const { dataDir } = place
  const env = { LIMIT_REST: '100000', ENTAILMENT_MODEL_DIR: 'none', ...place.environment }
  const service = await startApiProcess(dataDir, env, place.key)
  const close = async (): Promise<void> => {
    await service.stop()
    await place.close()
  }
  const search = (body: object) => ask<Hits>(service, '/search', { body })
  const command = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await runQuickly([...args, '--json'], dataDir, { env })
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const importFrom = (path: string) => importByCommand(path, dataDir, env)
  return { dataDir, search, command, importFrom, close }
}
type Opened = Awaited<ReturnType<typeof openService>>

describe.runIf(hasShared)(`the real corpus ${NEEDS_SHARED}`, () => {
  let opened: Opened
  let copy: CorpusCopy
  beforeAll(async () => {
    copy = await copyPreparedCorpus()
    opened = await openService(copy)
  }, TIMEOUT_MS)
  afterAll(() => opened.close())

  test('3,006 records: imported, revised, unchanged as counted', () => {
    expect(copy.counts).toMatchObject({
      read: 3006,
      imported: 2531,
      unchanged: 364,
      revised: 111,
      refused: 0,
    })
  })

  test('a second import appends nothing', { timeout: TIMEOUT_MS }, async () => {
    const before = await opened.command('digest')
    expect(await opened.importFrom(CORPUS)).toMatchObject({
      read: 3006,
      imported: 0,
      unchanged: 3006,
      revised: 0,
      refused: 0,
    })
    expect(await opened.command('digest')).toEqual(before)
    await sleep(SETTLE_MS)
  })

  const FIRST_BY_SPELLING = [
    ['L. 1221-1', 'Code du travail, article L1221-1'],
    ['L1221-1', 'Code du travail, article L1221-1'],
    ['article 1240 du code civil', 'Code civil, article 1240'],
    ['n° 19-60.222', 'Cour de cassation, Chambre sociale, 2020-11-25, n° 19-60.222'],
    ['19-60222', 'Cour de cassation, Chambre sociale, 2020-11-25, n° 19-60.222'],
    ['ECLI:FR:CCASS:2020:SO01153', 'Cour de cassation, Chambre sociale, 2020-11-25, n° 19-60.222'],
  ] as const
  for (const [text, title] of FIRST_BY_SPELLING) {
    test(`${text} finds what it names first`, async () => {
      const { body } = await opened.search({ text, includeHeadnotes: false })
      expect(body.hits[0]?.title).toBe(title)
    })
  }

  test('accents and elision do not matter', async () => {
    const totals = []
    for (const text of ["l'été", 'l’été', 'ete', 'ÉTÉ']) {
      const { body } = await opened.search({ text, enableVector: false })
      totals.push(body.total)
    }
    expect(new Set(totals).size).toBe(1)
    expect(totals[0]).toBeGreaterThan(0)
  })

  test('nonsense finds nothing', async () => {
    expect((await opened.search({ text: 'zxqvw blorf' })).body.total).toBe(0)
  })

  test('the pages of a search are one big page, cut', async () => {
    const query = { text: 'licenciement pour motif économique' }
    const whole = await opened.search({ ...query, limit: 100 })
    const parts = []
    for (let offset = 0; offset < 100; offset += 20) {
      const page = await opened.search({ ...query, limit: 20, offset })
      expect(page.body.total).toBe(whole.body.total)
      parts.push(...page.body.hits)
    }
    expect(parts).toEqual(whole.body.hits)
  })

  test(
    'a Luxembourg article with three wordings has three versions, each with its reasons',
    async () => {
      const { body } = await opened.search({
        filters: { jurisdictions: ['LU'] },
        limit: 100,
        includeHeadnotes: false,
      })
      const histories: Versions[] = []
      for (const { slug } of body.hits.slice(0, 60)) {
        histories.push((await opened.command('history', slug)) as Versions)
        if (histories.at(-1)?.versions.length === 3) break
      }
      const { versions = [] } = histories.at(-1) ?? {}
      expect(versions).toHaveLength(3)
      expect(versions.map(({ bump }) => bump)[0]).toBe('initial')
      for (const { reasons } of versions) expect(reasons.length).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )

  test('the wording in force on a day is found, and only that', async () => {
    const texts = { jurisdictions: ['LU'] }
    const at = async (asOf: string) =>
      (await opened.search({ filters: { ...texts, asOf }, limit: 100, includeHeadnotes: false }))
        .body
    const early = await at('2012-08-07')
    const late = await at('2023-01-01')
    expect(early.total).toBeGreaterThan(0)
    expect(late.total).toBeGreaterThan(early.total)
    expect(new Set(late.hits.map(({ slug }) => slug)).size).toBe(late.hits.length)
  })
})

describe.runIf(hasShared)(`relevance over HTTP ${NEEDS_SHARED}`, () => {
  let opened: Opened
  const set = hasShared ? servicePublic('first-line') : { texts: [], queries: [] }
  beforeAll(async () => {
    const database = await openTestDatabase()
    const { dataDir, remove } = await makeDataDir()
    const environment = { DATABASE_URL: database.connectionString, KEY_PEPPER: TEST_PEPPER }
    const file = join(dataDir, 'notes.jsonl')
    const lines = set.texts.map(({ name, title, text }) =>
      JSON.stringify({
        title,
        text,
        language: 'fr',
        jurisdiction: ['FR'],
        contentType: 'doctrine',
        source: { id: name, licence: 'Licence Ouverte 2.0' },
      }),
    )
    await writeFile(file, lines.join('\n'))
    const { counts, key } = await importWithKey(file, dataDir, environment)
    expect(counts['imported']).toBe(set.texts.length)
    const close = async (): Promise<void> => {
      await database.close()
      await remove()
    }
    opened = await openService({ dataDir, environment, key, close })
  }, TIMEOUT_MS)
  afterAll(() => opened.close())

  const judge = async (
    { query, relevant }: JudgedQuery,
    enableVector: boolean,
  ): Promise<Judged> => {
    const { body } = await opened.search({
      text: query,
      limit: DEPTH,
      enableVector,
      includeHeadnotes: false,
    })
    const wanted = new Set(relevant.map(tailOf))
    const ranks = body.hits.flatMap(({ slug }, index) =>
      wanted.has(slug.slice(-SLUG_DIGITS)) ? [index + 1] : [],
    )
    return { ranks, relevant: relevant.length }
  }
  const measure = async (enableVector: boolean) => {
    const judged: Judged[] = []
    for (const query of set.queries) judged.push(await judge(query, enableVector))
    return { hitAt5: hitAt(5, judged), mrrAt10: mrrAt(DEPTH, judged) }
  }

  test('words alone reach BM25, and vectors do not spoil it', { timeout: TIMEOUT_MS }, async () => {
    const words = await measure(false)
    const fused = await measure(true)
    expect(words.hitAt5, JSON.stringify(words)).toBeGreaterThanOrEqual(BM25_BARS.hitAt5)
    expect(words.mrrAt10, JSON.stringify(words)).toBeGreaterThanOrEqual(BM25_BARS.mrrAt10)
    expect(fused.hitAt5, JSON.stringify(fused)).toBeGreaterThanOrEqual(
      words.hitAt5 * WITH_VECTOR_SHARE,
    )
    expect(fused.mrrAt10, JSON.stringify(fused)).toBeGreaterThanOrEqual(
      words.mrrAt10 * WITH_VECTOR_SHARE,
    )
  })
})
