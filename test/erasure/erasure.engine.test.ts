/**
 * Twenty names in one wording each, published again without them, and erased while the service
 * runs: no byte has them, nothing public confirms one, yesterday's backup brings none back, and a
 * rebuild is equal to what is served. Typesense is not searched: its server comes from no package
 * registry (HACKING.md).
 */
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleHash } from '#contracts/canonical/article.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import { SemVer, Slug } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, StaffId, type SignedPerson } from '#contracts/staff.ts'
import { stampOf } from '#infra/cli/acting.ts'
import { KAFKA } from '#infra/kafka/client.ts'
import { makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import { readArchive } from '#infra/postgres/backup/archive-reader.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { type Database, openDatabase } from '#infra/processes/wiring/database.ts'
import { erasureDepsOf, finishAllErasures } from '#infra/processes/wiring/erasure.ts'
import { unfinishedErasures } from '#infra/postgres/erasure/unfinished.ts'
import { parseSettings } from '#infra/settings.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { loadText, textDecisions } from '#ingest/command-handler/text-handler.ts'
import type { ErasureWanted } from '#ingest/domain/article/commands.ts'
import { eraseWordings } from '#ingest/editorial/erasure/erase.ts'
import {
  kafkaMissing,
  openTestKafka,
  readTopic,
  readValues,
  type TestKafka,
} from '../engines/kafka.ts'
import { tablesWith } from '../service/canary-search.ts'
import { confirmedNames, namesConfirmedByVectors } from './dictionary.ts'
import { answersTo, publicDataOf, publicLists } from './public-data.ts'
import { inventNames, namesIn, namesInFolder } from './scanner.ts'
import {
  ask,
  makeDataDir,
  makeOfficial,
  runPandect,
  runQuickly,
  type Service,
  startService,
} from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'

const TIMEOUT_MS = 300_000
const POLL_MS = 100
/** Of a replay that never ended. */
const LEFT_GENERATION = 90
const SEED = Number(process.env['SEED'] ?? 20_261_124)
const COUNT = 20
const ERASED = inventNames(SEED, COUNT)
const NAMES = ERASED.all
/** In all wordings. */
const STAYING = inventNames(SEED + 1, COUNT)
const CONTROLS = STAYING.all
const DICTIONARY = 10_000
const REQUEST = { slug: (at: number) => Slug.parse(`texte-${at}`), withoutName: 'M. X' } as const
const QUIET = {
  PANDECT_DEMONSTRATION: 'off',
  ENTAILMENT_MODEL_DIR: 'none',
  LOG_LEVEL: 'trace',
  LIMIT_REST: '1000000',
  LIMIT_ANONYMOUS: '1000000',
}
const PERSON = (): SignedPerson => ({
  id: StaffId.parse(randomUUID()),
  name: 'Délégué',
  roles: ['data_protection'],
  scopes: new Set(SCOPES_OF_ROLE.data_protection),
  secondFactor: true,
})

const titleOf = (at: number, name: string | null): string =>
  `Arrêt ${at} ${CONTROLS[at]} ${name ?? REQUEST.withoutName}`

const headnoteOf = (name: string): string => `La demande de ${name} est accueillie.`

/** The name is in the title, the text and a headnote. */
const markdown = (at: number, name: string | null): string => `---
title: ${titleOf(at, name)}
contentType: doctrine
jurisdiction: [FR]
language: fr
slug: ${REQUEST.slug(at)}
source:
  id: test:erasure:${at}
licence: CC-BY-4.0
headnotes:
  - sequence: 1
    summary: ${headnoteOf(name ?? REQUEST.withoutName)}
---

La cour statue sur la demande de ${name ?? REQUEST.withoutName} contre la société ${CONTROLS[at]}. Le délai de prescription est de cinq ans.
`

const missing = await kafkaMissing()
let kafka: TestKafka | null = null
let dataDir = ''
let remove: () => Promise<void>
let service: Service
/** All that processes printed. */
let printed = ''
/** What customers could keep of the first versions. */
const formerHashes: string[] = []
const folder = () => join(dataDir, 'texts')
const backup = (name: string) => join(dataDir, '..', `${dataDir.split('/').at(-1)}-backups`, name)

const pandect = async (
  args: readonly string[],
  env: Record<string, string> = {},
  at = dataDir,
  run = runQuickly,
) => {
  const done = await run(args, at, { env: { LOG_LEVEL: 'trace', ...env } })
  printed += done.stdout + done.stderr
  return done
}
const succeed = async (args: readonly string[], env: Record<string, string> = {}, at = dataDir) => {
  const done = await pandect(args, env, at)
  expect(done.code, done.stderr).toBe(0)
  return done
}

const importAll = async (named: boolean): Promise<void> => {
  for (const [at, name] of NAMES.entries())
    await writeFile(join(folder(), `${at}.md`), markdown(at, named ? name : null))
  await succeed(['import', '--publish', folder()])
}

const settings = () => parseSettings({ PANDECT_DATA_DIR: dataDir })
const withOpen = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase(settings(), 'test')
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const start = async (): Promise<void> => {
  service = await startService(dataDir, {
    ...QUIET,
    ...(kafka === null ? {} : { KAFKA_BROKERS: kafka.brokers }),
  })
}

const totalOf = async (of: Service, word: string | undefined): Promise<number> =>
  (await ask<{ total: number }>(of, '/search', { body: { text: word } })).body.total

const versionsOf = async (at: number) =>
  (
    await ask<{ versions: { sha256Hash: string | null }[] }>(
      service,
      `/articles/${REQUEST.slug(at)}/versions`,
    )
  ).body.versions

beforeAll(async () => {
  ;({ dataDir, remove } = await makeMigratedDir())
  await mkdir(folder())
  await mkdir(backup('.'))
  kafka = missing === null ? await openTestKafka() : null
  await makeOfficial(folder(), dataDir)
  await start()
  await importAll(true)
  // Read models have the names, too, and so has the generation that is kept for a rollback.
  await succeed(['replay'])
  await withOpen(async ({ pool, connectionString }) => {
    const models = readModelsOn(pool, makeSearchWriter(pool))
    const log = makeEventLog(pool)
    await models.generations.open(LEFT_GENERATION, { embeddingModel: null })
    const deps = { log, blobs: makeBlobs(pool), models, lock: makeProjectorLock(connectionString) }
    await makeProjector(deps).runOnce(LEFT_GENERATION)
    await log.close()
  })
  await importAll(false)
  await succeed(['digest'])
  for (const at of NAMES.keys()) formerHashes.push((await versionsOf(at))[0]?.sha256Hash ?? '')
  await succeed(['backup', backup('yesterday')])
}, TIMEOUT_MS)
afterAll(async () => {
  await service?.stop()
  await kafka?.close()
  await rm(backup('.'), { recursive: true, force: true })
  await remove?.()
}, TIMEOUT_MS)

/** What is in the data folder: files of the database, its write-ahead log and whatever else. */
const scan = () => namesInFolder(dataDir, [ERASED, STAYING], (file) => !file.startsWith(folder()))
const sorted = (names: readonly string[]): string[] => names.toSorted()
const headOf = (database: Database): Promise<number> =>
  database.pool
    .query<{ position: number }>('select position from log_head')
    .then(({ rows }) => rows[0]?.position ?? 0)

const WANTED: ErasureWanted = {
  versions: [SemVer.parse('1.0.0')],
  ground: 'gdpr-17',
  request: 'RGPD 2026-1',
}

test(
  `the erased names are nowhere, the others are where they were, and a rebuild is equal (SEED=${SEED})`,
  async () => {
    expect(formerHashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)

    const started = performance.now()
    await withOpen(async (database) => {
      expect(await tablesWith(database.pool, [ERASED.beginning])).toContain('public.text_states')
      const deps = erasureDepsOf(database)
      const [first, second] = [PERSON(), PERSON()]
      for (const at of NAMES.keys()) {
        const asked = await eraseWordings(deps, first, REQUEST.slug(at), WANTED, stampOf())
        expect(asked).toMatchObject({ state: 'requested', versions: ['1.0.0'], whole: false })
        const done = await eraseWordings(deps, second, REQUEST.slug(at), WANTED, stampOf())
        expect(done).toMatchObject({ state: 'erased' })
        if (!isRefusal(done)) expect(done.keys).toBeGreaterThan(0)
      }
      // The service finishes them.
      while ((await unfinishedErasures(database.pool)).length > 0) await sleep(POLL_MS)
      const { rows } = await database.pool.query('select generation from generations')
      expect(rows).toHaveLength(1)
    })
    console.log(`erased and finished in ${Math.round(performance.now() - started)} ms`)
    await rm(folder(), { recursive: true })

    expect(sorted(Object.keys(await scan()))).toEqual(sorted(CONTROLS))
    await withOpen(async ({ pool }) => {
      expect(await tablesWith(pool, [ERASED.beginning])).toEqual([])
      expect(await tablesWith(pool, [STAYING.beginning])).toContain('public.articles')
    })

    const replayed = await pandect(['replay'])
    expect(replayed.stdout + replayed.stderr).toMatch(/^equal +yes$/m)
    expect(replayed.stdout).toMatch(/^parked +0 streams$/m)
  },
  TIMEOUT_MS,
)

test(
  'an old file is refused, and nothing is left to finish',
  async () => {
    await mkdir(folder())
    await makeOfficial(folder(), dataDir)
    await writeFile(join(folder(), '0.md'), markdown(0, NAMES[0] ?? null))
    const again = await pandect(['import', '--publish', folder()])
    expect(again.stderr).toContain('wording-erased')
    await rm(folder(), { recursive: true })
    await withOpen(async (database) => {
      expect(await unfinishedErasures(database.pool)).toEqual([])
      expect(await finishAllErasures(settings(), database, () => undefined)).toBeNull()
    })
  },
  TIMEOUT_MS,
)

test(
  'the erased version is named, and nothing else of it is served',
  async () => {
    expect(await versionsOf(1)).toMatchObject([
      { version: '1.0.0', erased: true, sha256Hash: null, reasons: [], readable: false },
      { version: '2.0.0', erased: false, current: true },
    ])
    const read = await ask(service, '/articles/texte-1/versions/1.0.0')
    expect(read).toMatchObject({ status: 404, body: { reason: 'version_erased' } })
    const diff = await ask(service, '/articles/texte-1/diff?from=1.0.0&to=2.0.0')
    expect(diff).toMatchObject({ status: 404, body: { reason: 'version_erased' } })
    const history = await succeed(['history', 'texte-1'])
    expect(history.stdout).toMatch(/^1\.0\.0 {2}erased {2}initial {2}[-\d]+ [:\d]+ UTC$/m)
    const { stdout: listed } = await succeed(['history', 'texte-1', '--json'])
    expect(JSON.parse(listed)).toMatchObject({
      versions: [
        { version: '1.0.0', erased: true, sha256Hash: null, reasons: [] },
        { version: '2.0.0', erased: false },
      ],
    })
    // It prints the title, which has a name that stays, so it is no part of `printed`.
    const shown = await runQuickly(['show', 'texte-1'], dataDir)
    expect(shown.code).toBe(0)
    for (const { stdout } of [history, shown])
      expect(new Set(stdout.match(/[0-9a-f]{64}/g))).toHaveLength(1)
    const compared = await pandect(['diff', 'texte-1', '1.0.0', '2.0.0'], {}, dataDir, runPandect)
    expect(compared).toMatchObject({ code: 1, stdout: '' })
    expect(compared.stderr).toContain('version-erased')
    const { body: told } = await ask<{ changes: { type: string }[] }>(
      service,
      '/changes?types=article.erased',
    )
    expect(told.changes).toHaveLength(COUNT)
    expect(told.changes[0]).toMatchObject({ version: '1.0.0', sha256Hash: null, reasons: [] })
    const { body: first } = await ask<{ changes: object[] }>(
      service,
      '/changes?types=article.published',
    )
    expect(first.changes[0]).toMatchObject({ slug: null, sha256Hash: null, version: '1.0.0' })
    const citation = {
      slug: 'texte-1',
      version: '1.0.0',
      sha256Hash: 'ab'.repeat(32),
      position: '000000000000001',
      headnoteSequence: null,
    }
    const checked = await ask<{ outcomes: object[] }>(service, '/receipts/check', {
      body: { citations: [citation] },
    })
    expect(checked.body.outcomes).toMatchObject([{ state: 'erased', currentVersion: '2.0.0' }])
    for (const [at, name] of NAMES.entries()) {
      expect(await totalOf(service, name)).toBe(0)
      expect(await totalOf(service, CONTROLS[at])).toBeGreaterThan(0)
    }
  },
  TIMEOUT_MS,
)

/** What the erased wording said around its name. */
const phrasesOf = (at: number): string[] =>
  [titleOf(at, NAMES[at] ?? ''), `demande de ${NAMES[at]}`].map((one) => one.toLowerCase())

const expectNoPhrase = (answers: string, at: number): void => {
  const lower = answers.toLowerCase()
  for (const phrase of phrasesOf(at)) expect(lower).not.toContain(phrase)
}

/** What is clear in the log: who reads Kafka or a backup of the log has it without any key. */
const clearEvents = (database: Database): Promise<string> =>
  database.pool
    .query<{ row: string }>('select row_to_json(events)::text as row from events order by position')
    .then(({ rows }) => rows.map(({ row }) => row).join('\n'))

const wordingOfToday = (database: Database, slug: Slug): Promise<ArticleContent> => {
  const deps = erasureDepsOf(database)
  const context = { actor: 'test', ...stampOf(), causationId: null }
  return loadText(deps, slug).then((text) => {
    const record = isRefusal(text) ? undefined : text.state.published?.content
    if (record === undefined) throw new Error('no text')
    return textDecisions(deps, context).contentOf(record)
  })
}

test(
  'no name of a dictionary is confirmed by what is public; by a bare hash the right one is',
  async () => {
    const [right = ''] = NAMES
    const dictionary = [...inventNames(SEED + 2, DICTIONARY - 1).all, right].toSorted()
    const { content, clear } = await withOpen(async (database) => ({
      content: await wordingOfToday(database, REQUEST.slug(0)),
      clear: await clearEvents(database),
    }))
    const guess = (name: string): ArticleContent =>
      JSON.parse(JSON.stringify(content).replaceAll(REQUEST.withoutName, name)) as typeof content
    // The guess of the right name is the erased wording, as far as it was hashed.
    expect(articleHash(guess(right))).toBe(formerHashes[0])
    const open = [
      await publicDataOf(service, REQUEST.slug(0), formerHashes[0] ?? ''),
      await publicLists(service),
      await answersTo(service, REQUEST.slug(0), 'prescription'),
      clear,
    ].join('\n')
    expect(open).toContain(articleHash(content))
    expect(confirmedNames(open, dictionary, guess)).toEqual([])
    const planted = `${open}\n{"version":"1.0.0","sha256Hash":"${formerHashes[0]}"}`
    expect(confirmedNames(planted, dictionary, guess)).toEqual([right])
  },
  TIMEOUT_MS,
)

/** Rows of a table in the archive of the log, as COPY prints them. */
const rowsInBackup = async (name: string, table: string): Promise<string> => {
  const archive = await readArchive(createReadStream(backup(name)))
  let rows = ''
  for await (const part of archive.parts())
    if (part.table === table) rows += part.rows.toString('utf8')
  return rows
}

test(
  'no name of a dictionary is confirmed by the vectors of an old backup; in clear the right one is',
  async () => {
    const [right = ''] = NAMES
    const dictionary = [...inventNames(SEED + 3, DICTIONARY - 1).all, right].toSorted()
    const embedder = makeBuiltinEmbedder()
    const embed = (texts: readonly string[]) => embedder.embedPassages(texts)
    const file = await rowsInBackup('yesterday', 'vectors')
    expect(file.split('\n').length).toBeGreaterThan(COUNT)
    expect(await namesConfirmedByVectors(file, dictionary, headnoteOf, embed)).toEqual([])
    // What a file with vectors in clear would say. The service can open those of today.
    const [vector = new Float32Array()] = await embed([headnoteOf(REQUEST.withoutName)])
    const kept = await withOpen(({ pool }) => {
      const hash = sha256Hex(headnoteOf(REQUEST.withoutName))
      return makeVectors(pool).get(embedder.model, [hash])
    })
    expect([...kept.values()]).toEqual([vector])
    const [planted = new Float32Array()] = await embed([headnoteOf(right)])
    const clear = `${file}\\\\x${Buffer.from(planted.buffer).toString('hex')}\n`
    expect(await namesConfirmedByVectors(clear, dictionary, headnoteOf, embed)).toEqual([right])
  },
  TIMEOUT_MS,
)

describe.runIf(missing === null)('on Kafka', () => {
  test(
    'the topic has all facts and no name, in messages and in files',
    async () => {
      if (kafka === null) throw new Error('no broker')
      const head = await withOpen(headOf)
      expect(await readTopic(kafka, head)).toMatchObject({ distinct: head })
      const values = (await readValues(kafka, KAFKA.topic)).join('\n')
      expect(values).toContain('WordingErased')
      for (const names of [ERASED, STAYING]) expect(namesIn(Buffer.from(values), names)).toEqual([])
      // Indexes of topics hold numbers only, and are large.
      const inFiles = await namesInFolder(
        kafka.folder,
        [ERASED, STAYING],
        (file) => !/\.(?:time)?index$/.test(file),
      )
      expect(inFiles).toEqual({})
    },
    TIMEOUT_MS,
  )
})

test(
  "yesterday's backup without today's keys brings no name back",
  async () => {
    await succeed(['backup', backup('today')])
    const pepper = (await readFile(join(dataDir, 'key-pepper'), 'utf8')).trim()
    const env = { KEY_PEPPER: pepper }
    const restored = await makeDataDir()
    try {
      await succeed(
        ['restore', backup('yesterday'), '--keys', `${backup('today')}.keys`],
        env,
        restored.dataDir,
      )
      const replayed = await succeed(['replay'], env, restored.dataDir)
      expect(replayed.stdout).toMatch(/^parked +0 streams$/m)
      const old = await startService(restored.dataDir, { ...QUIET, ...env })
      try {
        for (const at of [0, 1]) {
          const slug = REQUEST.slug(at)
          expectNoPhrase(await publicDataOf(old, slug, formerHashes[at] ?? ''), at)
          expectNoPhrase(await answersTo(old, slug, NAMES[at] ?? ''), at)
          const known = await answersTo(old, slug, CONTROLS[at] ?? '')
          expect(known).toContain(titleOf(at, null))
        }
        const lists = await publicLists(old)
        for (const at of NAMES.keys()) {
          expectNoPhrase(lists, at)
          for (const word of [NAMES[at], NAMES[at]?.toLowerCase() ?? ''])
            expect(lists).not.toContain(word)
          expect(await totalOf(old, NAMES[at])).toBe(0)
        }
        const team = await openDatabase(
          parseSettings({ PANDECT_DATA_DIR: restored.dataDir, ...env }),
          'test',
        )
        // The lists of the desk, the log as commands read it, and every generation.
        expect(await tablesWith(team.pool, [ERASED.beginning])).toEqual([])
        expect(await tablesWith(team.pool, [STAYING.beginning])).toContain('public.articles')
        await team.close()
      } finally {
        const { stdout, stderr } = await old.stop()
        printed += stdout + stderr
      }
      for (const args of [
        ['timeline', 'texte-0'],
        ['erasure', 'proposals'],
        ['erasure', 'finish'],
      ])
        await pandect(args, env, restored.dataDir)
      const found = await namesInFolder(restored.dataDir, [ERASED, STAYING])
      expect(sorted(Object.keys(found))).toEqual(sorted(CONTROLS))
    } finally {
      await restored.remove()
    }
  },
  TIMEOUT_MS,
)

test(
  'neither metrics nor logs have a name',
  async () => {
    const metricsUrl = /^metrics: (\S+)/m.exec(service.said())?.[1] ?? ''
    const metrics = await (await fetch(metricsUrl)).text()
    expect(metrics).toContain('# TYPE')
    const { stdout, stderr } = await service.stop()
    const all = Buffer.from([printed, stdout, stderr, metrics].join('\n'))
    expect(all.length).toBeGreaterThan(10_000)
    for (const names of [ERASED, STAYING]) expect(namesIn(all, names)).toEqual([])
  },
  TIMEOUT_MS,
)
