/** The two files of a backup: what is in which, and what becomes of it when they differ. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { StreamId } from '#contracts/ids.ts'
import { ERASED_WORDS } from '#contracts/sealing/sealed-members.ts'
import { readArchive } from '#infra/postgres/backup/archive-reader.ts'
import { ENTRY, partName } from '#infra/postgres/backup/format.ts'
import { removeErased } from '#infra/postgres/erasure/scrub.ts'
import {
  finishErasures,
  recordedErasure,
  unfinishedErasures,
} from '#infra/postgres/erasure/unfinished.ts'
import { findTexts } from '#infra/postgres/log/blobs.ts'
import { checkBackup } from '#infra/postgres/backup/restore.ts'
import { NOT_KEPT, WORD_TABLES } from '#infra/postgres/backup/tables.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { contentOf, drafted, published, type Texts } from '../contract/read-models.fixtures.ts'
import {
  openEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../engines/embedded-postgres.ts'
import { connectStores } from '../harness/postgres.ts'
import { namesOf, recordTexts } from '../replay/world.ts'
import {
  backupOf,
  type Files,
  fill,
  MADE_AT,
  printOf,
  query,
  restoreInto,
  sourcesOf,
} from './world.ts'

const TEXTS = 5
const CANARY = {
  slug: 'kanarienvogel-slug',
  title: 'Kanarientitel',
  text: 'Kanarientext',
  headnote: 'Kanarienleitsatz',
} as const

const opened: TestDatabase[] = []
const open = async (how: () => Promise<TestDatabase>): Promise<string> => {
  const database = await how()
  opened.push(database)
  return database.connectionString
}
let origin = ''
let yesterday: Files & { readonly keys: Buffer }
let today: Files & { readonly keys: Buffer }
let erasedKey = ''

/** A text with a word of its own in each of its parts. */
const canaryFacts = (name: string, texts: Texts): ArticleEvent[] => {
  const content = contentOf(name, {
    slug: CANARY.slug,
    title: CANARY.title,
    contentClean: `${CANARY.text} `.repeat(80),
    headnotes: [{ sequence: 1, summary: CANARY.headnote }],
  })
  return [drafted(content, texts), published(content, texts, '1.0.0')]
}

const project = async (connectionString: string): Promise<void> => {
  const { log, blobs, models, lock, close } = connectStores(connectionString)
  await makeProjector({ log, blobs, models, lock }).runOnce(1)
  await close()
}

/** Destroys the key of the last text, with the fact that says so. */
const eraseKey = async (connectionString: string, key: string): Promise<void> => {
  const stores = connectStores(connectionString)
  const [{ stream, version } = { stream: '', version: 0 }] = await query<{
    stream: string
    version: number
  }>(
    connectionString,
    'select stream_id as stream, stream_version as version from events order by position desc limit 1',
  )
  const data = {
    versions: [],
    whole: true,
    thread: null,
    ground: 'order' as const,
    request: 'test',
    requestedBy: 'staff:first',
    keys: [key],
    fingerprints: [],
  }
  const appended = await stores.events.append(
    [
      {
        streamId: StreamId.parse(stream),
        expectedVersion: version,
        events: [{ type: 'WordingErased', data }],
        destroys: { keys: [key], slugs: [], passages: [] },
      },
    ],
    { actor: 'staff:second', time: MADE_AT, correlationId: 'test', causationId: null },
  )
  expect(appended).not.toHaveProperty('conflict')
  await stores.close()
}

beforeAll(async () => {
  origin = await open(openTestDatabase)
  await fill(origin, TEXTS)
  const stores = connectStores(origin)
  await recordTexts(stores.pool, ['canary'], canaryFacts)
  await stores.close()
  await project(origin)
  yesterday = await backupOf(origin)
  const [last] = await query<{ key: string }>(
    origin,
    'select seal_key as key from events order by position desc limit 1',
  )
  erasedKey = last?.key ?? ''
  await eraseKey(origin, erasedKey)
  const later = connectStores(origin)
  await recordTexts(later.pool, namesOf(2, 'spaeter'))
  await later.close()
  today = await backupOf(origin)
})
afterAll(async () => {
  for (const database of opened) await database.close()
})

/** Every row of a file as COPY wrote it, after its header and manifest. */
const unpacked = async (file: Buffer): Promise<string> => {
  const archive = await readArchive(Readable.from([file]))
  const rows: Buffer[] = []
  for await (const part of archive.parts()) rows.push(part.rows)
  const all = [JSON.stringify(archive.header), Buffer.concat(rows).toString('utf8')]
  return `${all.join('\n')}\n${JSON.stringify(archive.manifest())}`
}

/** How a word may be written: plain, in hexadecimal, in base64 at each of the three places. */
const formsOf = (word: string): string[] => [
  word,
  Buffer.from(word).toString('hex'),
  ...[0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(word)])
      .toString('base64')
      // What depends on the bytes before and behind.
      .slice(4, -4),
  ),
]

test('the words of a text are in the second file alone', async () => {
  const [log, keys] = await Promise.all([unpacked(yesterday.log), unpacked(yesterday.keys)])
  for (const [where, word] of Object.entries(CANARY)) {
    for (const form of formsOf(word)) expect(log.includes(form), `${where} ${form}`).toBe(false)
    expect(keys.includes(word), where).toBe(true)
  }
  expect(log).not.toContain('"keys.')
})

test('both files of one backup bring every row back', async () => {
  const target = await open(openEmptyDatabase)
  const read = await restoreInto(target, today)
  expect(read).toMatchObject({ keys: { sameBackup: true, position: read.position } })
  expect(await printOf(target)).toEqual(await printOf(origin))
  expect(await checkBackup(sourcesOf(today))).toEqual({ ...read, eventsWithoutKey: null })
})

const readAll = async (connectionString: string) => {
  const { log, close } = connectStores(connectionString)
  const entries = await log.read(0 as never, 1_000)
  await close()
  return entries
}

/** What the first migrations leave in the read models. */
const emptyPrint = async (): Promise<Record<string, unknown>> =>
  printOf(await open(openTestDatabase))

const wordCountsOf = (print: Record<string, unknown>) =>
  WORD_TABLES.map((name) => [name, (print[name] as { count: string }).count])

const expectNoWords = async (connectionString: string): Promise<void> => {
  const [found, empty] = await Promise.all([printOf(connectionString), emptyPrint()])
  expect(wordCountsOf(found)).toEqual(wordCountsOf(empty))
  const [first] = await query(
    connectionString,
    `select generation, position::int, (select generation from live_generation) as live from generations`,
  )
  expect(first).toEqual({ generation: 1, position: 0, live: 1 })
}

test("yesterday's log with today's keys: what was erased in between stays erased", async () => {
  const target = await open(openEmptyDatabase)
  const read = await restoreInto(target, { log: yesterday.log, keys: today.keys })
  expect(read).toMatchObject({ keys: { sameBackup: false }, eventsWithoutKey: 2 })
  expect(read.keys?.position).toBeGreaterThan(read.position)
  await expectNoWords(target)
  const events = await readAll(target)
  expect(events).toHaveLength(read.position)
  expect(JSON.stringify(events)).not.toContain(CANARY.title)
  expect(events.slice(-2)).toMatchObject([
    { type: 'Drafted', data: { content: { title: ERASED_WORDS } } },
    { type: 'VersionPublished', data: { content: { title: ERASED_WORDS } } },
  ])
  expect(events[0]).toMatchObject({ data: { content: { title: 'Titre texte-0000' } } })
  await project(target)
  expect(await query(target, 'select from parked_streams')).toEqual([])
  const [{ count } = { count: 0 }] = await query<{ count: number }>(
    target,
    'select count(*)::int as count from articles',
  )
  expect(count).toBeGreaterThanOrEqual(TEXTS)
  // Texts of which only the key came back are stored when they come again.
  const stores = connectStores(target)
  await recordTexts(stores.pool, namesOf(2, 'spaeter'))
  await stores.close()
  await project(target)
  expect(await query(target, 'select from parked_streams')).toEqual([])
})

test("today's log with yesterday's keys: what the log names as destroyed is destroyed", async () => {
  const target = await open(openEmptyDatabase)
  await restoreInto(target, { log: today.log, keys: yesterday.keys })
  expect(JSON.stringify(await readAll(target))).not.toContain(CANARY.title)
  expect(await query(target, `select from keys.seal_keys where id = '${erasedKey}'`)).toEqual([])
  await project(target)
  expect(await query(target, 'select from parked_streams')).toEqual([])
})

test("an unfinished erasure that the log names is finished with yesterday's keys", async () => {
  const target = await open(openEmptyDatabase)
  await restoreInto(target, { log: today.log, keys: yesterday.keys })
  const { pool, close } = connectStores(target)
  try {
    const hash = sha256Hex(`${CANARY.text} `.repeat(80))
    const unfinished = await unfinishedErasures(pool)
    expect(unfinished).toMatchObject([{ texts: [pool.vault.lookUp('text', hash)] }])
    // These keys do not say where vectors and slugs were, so nobody claims that they are gone.
    for (const one of unfinished)
      expect(await recordedErasure(pool, one)).toMatchObject({ isLocated: false, vectors: [] })
    const bodies = () => query<{ id: string }>(target, 'select id from sealed_texts')
    const before = (await bodies()).length
    await removeErased(pool, unfinished, async () => ({}))
    expect(await bodies()).toHaveLength(before - 1)
    expect((await findTexts(pool, [hash])).get(hash)).toBeUndefined()
  } finally {
    await close()
  }
})

test('an erasure that was finished after the log was backed up is finished again', async () => {
  const later = await open(openEmptyDatabase)
  await restoreInto(later, today)
  const stores = connectStores(later)
  const [unfinished] = await unfinishedErasures(stores.pool)
  await finishErasures(stores.pool, unfinished === undefined ? [] : [unfinished])
  await stores.close()
  const finished = await backupOf(later)
  const target = await open(openEmptyDatabase)
  await restoreInto(target, { log: today.log, keys: finished.keys })
  const { pool, close } = connectStores(target)
  expect(await unfinishedErasures(pool)).toEqual([unfinished])
  await close()
})

test('without keys it is refused, and with consent all that is sealed reads as erased', async () => {
  const target = await open(openEmptyDatabase)
  const missing = { log: today.log, keys: null }
  await expect(restoreInto(target, missing)).rejects.toMatchObject({ code: 'backup-keys-missing' })
  await expect(checkBackup(sourcesOf(missing))).rejects.toMatchObject({
    code: 'backup-keys-missing',
  })
  const read = await restoreInto(target, missing, { withoutKeys: true })
  expect(read.keys).toBeNull()
  expect(read.eventsWithoutKey).toBeGreaterThan(TEXTS)
  await expectNoWords(target)
  expect(JSON.stringify(await readAll(target))).not.toMatch(/Titre|Kanarien/)
  expect(await query(target, 'select from accounts')).toHaveLength(1)
})

test('files that are no pair are refused, and nothing is changed', async () => {
  const target = await open(openEmptyDatabase)
  for (const files of [
    { log: today.keys, keys: today.log },
    { log: today.keys, keys: null },
    { log: today.log, keys: today.log },
  ])
    await expect(restoreInto(target, files)).rejects.toMatchObject({ code: 'backup-keys-unfit' })
  expect(await query(target, `select from pg_class where relname = 'events'`)).toEqual([])
})

describe('a backup of format 1', () => {
  const compress = promisify(zstdCompress)

  /** Both files as the one that Pandect wrote before facts were sealed. */
  const inOneFile = async ({ log, keys }: { log: Buffer; keys: Buffer }): Promise<Buffer> => {
    const archives = [
      await readArchive(Readable.from([log])),
      await readArchive(Readable.from([keys])),
    ]
    const out = pack()
    const whole = buffer(out)
    const sums: string[] = []
    const add = (name: string, data: Buffer): void => {
      sums.push(`${createHash('sha256').update(data).digest('hex')}  ${name}`)
      out.entry({ name }, data)
    }
    const headers = archives.map(({ header }) => header)
    const { backupId: _, contents: __, ...header } = headers[0] ?? {}
    const first = {
      ...header,
      format: 'pandect-backup/1',
      tables: headers.flatMap(({ tables }) => tables),
      sequences: headers.flatMap(({ sequences }) => sequences),
    }
    add(ENTRY.header, Buffer.from(JSON.stringify(first)))
    for (const archive of archives) {
      const numbers = new Map<string, number>()
      for await (const { table, rows } of archive.parts()) {
        const number = (numbers.get(table) ?? 0) + 1
        numbers.set(table, number)
        add(partName(table, number), await compress(rows))
      }
    }
    const rows = Object.assign({}, ...archives.map((archive) => archive.manifest().rows)) as object
    add(ENTRY.manifest, Buffer.from(JSON.stringify({ rows })))
    out.entry({ name: ENTRY.sums }, `${sums.join('\n')}\n`)
    out.finalize()
    return whole
  }

  test('is one file, and brings every row back', async () => {
    const log = await inOneFile(today)
    const target = await open(openEmptyDatabase)
    const read = await restoreInto(target, { log, keys: null })
    expect(read).toMatchObject({ keys: null, eventsWithoutKey: 2 })
    expect(await printOf(target)).toEqual(await printOf(origin))
    await expect(checkBackup(sourcesOf({ log, keys: today.keys }))).rejects.toMatchObject({
      code: 'backup-keys-unfit',
    })
  })
})

test('tables that are left out are in neither file', async () => {
  for (const file of [today.log, today.keys]) {
    const { header } = await readArchive(Readable.from([file]))
    for (const { name } of header.tables) expect(Object.hasOwn(NOT_KEPT, name), name).toBe(false)
  }
})
