/** A log in clear is sealed: it says the same, and its words are nowhere any more. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { LOG_START } from '#contracts/ids.ts'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { dumpSchema } from '#infra/postgres/platform/schema.ts'
import { countClearFacts, resealLog } from '#infra/postgres/reseal/reseal.ts'
import { foldLog } from '#infra/processes/wiring/fold.ts'
import { generationDigest } from '#query-api/projections/digest.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { backupOf, query, restoreInto } from '../backup/world.ts'
import { streamOf } from '../contract/read-models.fixtures.ts'
import {
  openEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { connectStores, type Stores } from '../harness/postgres.ts'
import { recordUnknown } from '../replay/unreadable.ts'
import { namesOf, recordTexts } from '../replay/world.ts'
import { filesWith } from '../service/canary-search.ts'
import { makeDataDir, runPandect } from '../service/service.ts'
import { MODEL, recordClear, vectorOf, wordsOf } from './clear-log.ts'

const CLEAR = namesOf(30, 'alt')
const LATER = namesOf(3, 'neu')
const FACTS_PER_TEXT = 6
const TIMEOUT_MS = 600_000

const opened: TestDatabase[] = []
const open = async (how: () => Promise<TestDatabase>): Promise<string> => {
  const database = await how()
  opened.push(database)
  return database.connectionString
}
afterAll(async () => {
  for (const database of opened) await database.close()
})

const withStores = async <T>(url: string, work: (stores: Stores) => Promise<T>): Promise<T> => {
  const stores = connectStores(url)
  try {
    return await work(stores)
  } finally {
    await stores.close()
  }
}

/** A log of which the first facts are in clear, the later ones sealed, and one of those erased. */
const fillMixed = (url: string): Promise<void> =>
  withStores(url, async ({ pool, log, blobs, models, lock }) => {
    await recordClear(pool, CLEAR)
    await recordTexts(pool, LATER)
    await pool.query(
      `delete from keys.seal_keys where id = (select seal_key from events where sealed is not null order by position desc limit 1)`,
    )
    await makeProjector({ log, blobs, models, lock }).runOnce(1)
  })

const reseal = (connectionString: string, pepper = TEST_PEPPER) =>
  resealLog({
    connectionString,
    pepper,
    actor: 'cli:test',
    fold: foldLog,
    onProgress: () => undefined,
  })

/** What readers get of the log, but for the hashes of what is stored. */
const readAll = (url: string): Promise<readonly string[]> =>
  withStores(url, async ({ log }) =>
    (await log.read(LOG_START, 10_000)).map((event) =>
      canonicalJson({ ...event, payloadHash: null }),
    ),
  )

/** The same by a fold of its own: a new database gets the facts by backup and restore. */
const rebuiltDigest = async (url: string) => {
  const target = await open(openEmptyDatabase)
  await restoreInto(target, await backupOf(url))
  return withStores(target, async ({ log, blobs, models, lock }) => {
    await models.generations.open(2, { embeddingModel: null })
    await makeProjector({ log, blobs, models, lock }).runOnce(2)
    const { root, changesRoot, counts } = await generationDigest(models, 2)
    return { root, changesRoot, counts }
  })
}

const schemaOf = (url: string): Promise<string> => withStores(url, ({ pool }) => dumpSchema(pool))

const count = async (url: string, what: string): Promise<number> => {
  const [row] = await query<{ count: string }>(url, `select count(*) from ${what}`)
  return Number(row?.count)
}

test(
  'positions, facts and digest stay, and nothing is in clear',
  { timeout: TIMEOUT_MS },
  async () => {
    const url = await open(openTestDatabase)
    await fillMixed(url)
    const before = {
      facts: await readAll(url),
      digest: await rebuiltDigest(url),
      schema: await schemaOf(url),
    }
    const clear = {
      events: CLEAR.length * (FACTS_PER_TEXT - 1),
      texts: CLEAR.length * 2,
      slugs: CLEAR.length,
      vectors: 2,
    }
    expect(await countClearFacts({ connectionString: url, pepper: TEST_PEPPER })).toEqual(clear)
    const orphan = sha256Hex('a vector that no fact names')
    await query(
      url,
      `insert into vectors values ('${MODEL}', '\\x${orphan}', '\\x${vectorOf(orphan).toString('hex')}')`,
    )
    const untouched = await query<{ json: string }>(
      url,
      `select to_jsonb(e)::text as json from events e where sealed is not null order by position`,
    )

    const found = await reseal(url)

    expect(found).toMatchObject({
      ...clear,
      vectors: { moved: 2, removed: 1 },
      isRelayed: false,
    })
    expect({
      facts: await readAll(url),
      digest: await rebuiltDigest(url),
      schema: await schemaOf(url),
    }).toEqual(before)
    expect(found?.folded.root).toBe(before.digest.root)
    expect(await count(url, 'blobs')).toBe(0)
    expect(await count(url, 'slugs')).toBe(0)
    expect(await count(url, `events where data::text ~ 'anari'`)).toBe(0)
    expect(await countClearFacts({ connectionString: url, pepper: TEST_PEPPER })).toEqual({
      events: 0,
      texts: 0,
      slugs: 0,
      vectors: 0,
    })
    // What was sealed before is as it was, with its payload hash.
    const known = new Set(untouched.map(({ json }) => json))
    const after = await query<{ json: string }>(
      url,
      `select to_jsonb(e)::text as json from events e`,
    )
    expect(after.filter(({ json }) => known.has(json))).toHaveLength(known.size)
    // Each wording has a key of its own: the amended one is forgotten without the first.
    const keys = await query<{ keys: string[] }>(
      url,
      `select array_agg(seal_key order by position) as keys from events where stream_id = '${streamOf(CLEAR[0] ?? '')}' and sealed is not null`,
    )
    expect(new Set(keys[0]?.keys.slice(0, 4))).toHaveProperty('size', 1)
    expect(new Set(keys[0]?.keys)).toHaveProperty('size', 2)
    await withStores(url, async ({ pool }) => {
      const hash = sha256Hex('1.0.0/1')
      const vectors = await makeVectors(pool).get(MODEL, [hash])
      const { buffer } = vectors.get(hash) ?? new Float32Array()
      expect(Buffer.from(buffer)).toEqual(vectorOf(hash))
      const floats = vectorOf(hash).toString('hex')
      expect(await count(url, `vectors where encode(vector, 'hex') like '%${floats}%'`)).toBe(0)
      expect(await count(url, `vectors where text_sha256 = '\\x${hash}'`)).toBe(0)
      const slugs = makeSlugRegistry(pool)
      const name = CLEAR[0] ?? ''
      expect(await slugs.ownerOf(wordsOf(name).slug as never)).toBe(streamOf(name))
      await expect(pool.query('delete from events')).rejects.toMatchObject({
        code: 'store-immutable',
      })
      await recordTexts(pool, namesOf(2, 'danach'))
    })
    expect(await reseal(url)).toBeNull()
  },
)

test('every payload hash is over the sealed form', { timeout: TIMEOUT_MS }, async () => {
  const url = await open(openTestDatabase)
  await withStores(url, ({ pool }) => recordClear(pool, CLEAR.slice(0, 3)))
  await reseal(url)
  const rows = await query<{
    data: object
    hash: string
    key: string | null
    sealed: Buffer | null
  }>(url, `select data, encode(payload_hash, 'hex') as hash, seal_key as key, sealed from events`)
  for (const { data, hash, key, sealed } of rows) {
    const printed =
      sealed === null ? data : { ...data, sealed: { key, body: sealed.toString('base64') } }
    expect(createHash('sha256').update(canonicalJson(printed)).digest('hex')).toBe(hash)
  }
  expect(rows.filter(({ sealed }) => sealed !== null)).toHaveLength(3 * (FACTS_PER_TEXT - 1))
})

test('facts in clear that were sent are sent again, sealed', { timeout: TIMEOUT_MS }, async () => {
  const url = await open(openTestDatabase)
  await withStores(url, ({ pool }) => recordClear(pool, CLEAR.slice(0, 2)))
  await query(url, 'update relay_checkpoint set position = 3')
  expect(await reseal(url)).toMatchObject({ isRelayed: true })
  expect(await query(url, 'select position::int from relay_checkpoint')).toEqual([{ position: 0 }])
  expect(await query(url, `select kind, actor from audit_acts`)).toEqual([
    { kind: 'log.resealed', actor: 'cli:test' },
  ])
})

test(
  'a fact of a later version is named, and nothing is sealed',
  { timeout: TIMEOUT_MS },
  async () => {
    const url = await open(openTestDatabase)
    const position = await withStores(url, async ({ pool }) => {
      await recordClear(pool, CLEAR.slice(0, 1))
      return recordUnknown(pool, 'later', 1, { type: 'VersionPublished', schemaVersion: 99 })
    })
    const unreadable = {
      code: 'event-unreadable',
      message: `The event at position ${position} has a shape that is not known.`,
    }
    const counting = countClearFacts({ connectionString: url, pepper: TEST_PEPPER })
    await expect(counting).rejects.toMatchObject(unreadable)
    await expect(reseal(url)).rejects.toMatchObject(unreadable)
  },
)

test('a session that is about to end is waited for', { timeout: TIMEOUT_MS }, async () => {
  const url = await open(openTestDatabase)
  await withStores(url, ({ pool }) => recordClear(pool, CLEAR.slice(0, 1)))
  const leaving = connectStores(url)
  await leaving.pool.query('select 1')
  const [found] = await Promise.all([reseal(url), pause(400).then(() => leaving.close())])
  expect(found).toMatchObject({ texts: 2 })
})

test(
  'a fold that differs, a text under a wrong hash and another pepper change nothing',
  { timeout: TIMEOUT_MS },
  async () => {
    const url = await open(openTestDatabase)
    await fillMixed(url)
    const rows = () =>
      query(
        url,
        `select md5(string_agg(e::text, '|' order by position)) as events,
    (select count(*)::int from blobs) as texts, (select count(*)::int from keys.seal_keys) as keys from events e`,
      )
    const before = await rows()
    let folds = 0
    const differs = resealLog({
      connectionString: url,
      pepper: TEST_PEPPER,
      actor: 'cli:test',
      fold: async (...given) => ({ ...(await foldLog(...given)), root: `${(folds += 1)}` }),
      onProgress: () => undefined,
    })
    await expect(differs).rejects.toMatchObject({ code: 'reseal-differs' })
    await expect(
      reseal(url, 'another pepper of more than thirty-two characters'),
    ).rejects.toMatchObject({
      code: 'sealing-secret-wrong',
    })
    expect(await rows()).toEqual(before)
    await withStores(url, async () => {
      const other = connectStores(url)
      await other.pool.query('select 1')
      await expect(reseal(url)).rejects.toMatchObject({ code: 'reseal-in-use' })
      await other.close()
    })
    await query(url, `update blobs set text = 'Kanari anders' where text ~ 'alt-0001'`)
    await expect(reseal(url)).rejects.toThrow()
    expect((await rows())[0]).toEqual(before[0])
  },
)

test(
  'no byte of the data folder holds a word of the old log',
  { timeout: TIMEOUT_MS },
  async () => {
    const { dataDir, remove } = await makeDataDir()
    const env = { KEY_PEPPER: TEST_PEPPER }
    const words = Object.values(wordsOf('alt-0007'))
    try {
      const server = await openEmbeddedPostgres({ dataDir })
      await migrate(server.connectionString)
      await withStores(server.connectionString, ({ pool }) => recordClear(pool, CLEAR))
      // Samples of columns are in clear, too.
      await query(server.connectionString, 'analyze')
      await server.close()
      for (const word of words)
        expect((await filesWith(dataDir, [word])).found, word).not.toEqual([])

      const counted = await runPandect(['log', 'reseal', '--dry-run', '--json'], dataDir, { env })
      expect(JSON.parse(counted.stdout)).toMatchObject({
        clear: { texts: CLEAR.length * 2, slugs: CLEAR.length },
      })
      const { code, stdout, stderr } = await runPandect(['log', 'reseal', '--json'], dataDir, {
        env,
      })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toMatchObject({
        resealed: { texts: CLEAR.length * 2 },
        forgotten: { samples: true, writeAheadLog: true },
      })
      expect((await filesWith(dataDir, words)).found).toEqual([])
      // The scan sees what is in clear: the name of a stream.
      expect((await filesWith(dataDir, [streamOf('alt-0007')])).found).not.toEqual([])
      const again = await runPandect(['log', 'reseal'], dataDir, { env })
      expect(again).toMatchObject({ code: 0 })
      expect(again.stdout).toContain('everything is sealed')
    } finally {
      await remove()
    }
  },
)
