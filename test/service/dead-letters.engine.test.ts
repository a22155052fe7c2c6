/**
 * A stream that can't be read, through relay, Kafka and projector: parked, reported, and served
 * again after the repair.
 */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeadLetterMessage } from '#contracts/events/dead-letter.ts'
import { freePort } from '../engines/install/processes.ts'
import { KAFKA } from '#infra/kafka/client.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { kafkaMissing, openTestKafka, readValues, type TestKafka } from '../engines/kafka.ts'
import { type KillablePostgres, openKillablePostgres } from '../engines/killable-postgres.ts'
import { keep, type Kept } from './distributed.ts'
import { makeDataDir, makeOfficial, firstAlone } from './service.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const TIMEOUT_MS = 240_000
const PATIENCE = { timeout: 60_000, interval: 200 } as const
const AT = '2026-01-31T00:00:00.000Z'
const SECRET = 'Zinnober'

const missing = await kafkaMissing()
const name = missing === null ? 'over Kafka' : `over Kafka (skipped: ${missing})`

const recordOf = (source: string): string =>
  JSON.stringify({
    title: `${SECRET} ${source}`,
    text: `## Objet\n\n${SECRET} : la note ${source} traite du dépôt de garantie.`,
    language: 'fr',
    jurisdiction: ['FR'],
    contentType: 'doctrine',
    source: { id: `dead-letters:${source}`, version: '1', licence: 'Licence Ouverte 2.0' },
  })

type Parked = { streamId: string; streamVersion: number; position: number; reason: string }

describe.skipIf(missing !== null)(name, () => {
  let kafka: TestKafka
  let database: KillablePostgres
  let pool: PostgresPool
  let dataDir: string
  let remove: () => Promise<void>
  let env: Record<string, string>
  let processes: Kept[]
  let metricsPort: number
  beforeAll(async () => {
    ;[kafka, database, { dataDir, remove }, metricsPort] = await Promise.all([
      openTestKafka(),
      openKillablePostgres(),
      makeDataDir(),
      freePort(),
    ])
    pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 2 })
    env = {
      DATABASE_URL: database.connectionString,
      KEY_PEPPER: TEST_PEPPER,
      KAFKA_BROKERS: kafka.brokers,
      METRICS_PORT: '0',
    }
    await makeOfficial(dataDir, dataDir, env)
    processes = [
      keep('relay', dataDir, env),
      keep('projector', dataDir, { ...env, METRICS_PORT: String(metricsPort) }),
    ]
  }, TIMEOUT_MS)
  afterAll(async () => {
    for (const one of processes) await one.kill()
    await pool.close()
    await database.close()
    await kafka.close()
    await remove()
  })

  const pandect = firstAlone()
  const run = (...args: string[]) => pandect(args, dataDir, { env })
  const importTexts = async (...sources: string[]): Promise<void> => {
    const file = join(dataDir, `${randomUUID()}.jsonl`)
    await writeFile(file, sources.map(recordOf).join('\n'))
    const { code, stderr } = await run('import', file, '--publish', '--at', AT)
    expect(code, stderr).toBe(0)
  }
  const streamOf = async (source: string): Promise<{ streamId: string; version: number }> => {
    const { rows } = await pool.query<{ streamId: string; version: number }>(
      `select stream_id as "streamId", max(stream_version)::int as version from events where stream_id =
         (select stream_id from events where data::text like $1 limit 1) group by stream_id`,
      [`%dead-letters:${source}"%`],
    )
    if (rows[0] === undefined) throw new Error(`no stream of ${source}`)
    return rows[0]
  }
  /** A fact as a later version of Pandect would have written it. */
  const recordUnknown = async (source: string): Promise<{ streamId: string; version: number }> => {
    const { streamId, version } = await streamOf(source)
    const event = {
      id: randomUUID(),
      streamId,
      streamVersion: version + 1,
      type: 'NotInventedYet',
      schemaVersion: 1,
      payloadHash: '00'.repeat(32),
      data: { word: SECRET },
    }
    const context = { actor: 'test', time: AT, correlationId: 'test', causationId: null }
    await pool.query('select * from append_events($1, $2, $3, $4, 5000)', [
      [streamId],
      [version],
      JSON.stringify([event]),
      JSON.stringify({ ...context, appendId: randomUUID() }),
    ])
    return { streamId, version: version + 1 }
  }
  const listed = async (): Promise<Parked[]> => {
    const { code, stdout, stderr } = await run('dead-letters', 'list', '--json')
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout) as Parked[]
  }
  const parkedMetric = async (): Promise<string[]> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return text.split('\n').filter((line) => line.startsWith('pandect_parked_streams{'))
  }
  const letters = async (): Promise<DeadLetterMessage[]> =>
    (await readValues(kafka, KAFKA.deadLetterTopic)).map((text) =>
      DeadLetterMessage.parse(JSON.parse(text)),
    )
  const served = async (): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from articles',
    )
    return rows[0]?.count ?? 0
  }

  test(
    'its stream is parked, the others go on, the topic holds the letter and the metric rises',
    { timeout: TIMEOUT_MS },
    async () => {
      await importTexts('a', 'b')
      await expect.poll(served, PATIENCE).toBe(2)
      expect(await parkedMetric()).toEqual([])
      const [fact] = (
        await pool.query<{ id: string }>('select correlation_id as id from events limit 1')
      ).rows
      // The line comes after the batch's checkpoint, which comes after its articles.
      for (const one of processes)
        await expect
          .poll(() => one.said(), PATIENCE)
          .toContain(`"correlationIds":["${fact?.id ?? 'none'}"]`)
      const { streamId, version } = await recordUnknown('a')
      await importTexts('c', 'd')
      await expect.poll(served, PATIENCE).toBe(4)

      const [parked, ...others] = await listed()
      expect(others).toEqual([])
      expect(parked).toMatchObject({
        streamId,
        streamVersion: version,
        reason: 'event-unreadable',
      })
      await expect.poll(letters, PATIENCE).toEqual([{ ...parked, generation: 1 }])
      const raw = (await readValues(kafka, KAFKA.deadLetterTopic)).join('\n')
      expect(raw).not.toContain(SECRET)
      expect(await parkedMetric()).toEqual(['pandect_parked_streams{reason="event-unreadable"} 1'])

      const shown = await run('dead-letters', 'show', streamId)
      expect(shown.code, shown.stderr).toBe(0)
      expect(shown.stdout).toContain('UNREADABLE')
      expect(shown.stdout).not.toContain(SECRET)
      const again = await run('dead-letters', 'retry', streamId)
      expect([again.code, again.stdout]).toEqual([
        1,
        expect.stringContaining('event-unreadable  STILL PARKED'),
      ])
    },
  )

  test(
    'a text whose blob is lost is parked; put back and retried, it is served again',
    { timeout: TIMEOUT_MS },
    async () => {
      const [, projector] = processes
      await projector?.kill()
      await importTexts('e')
      const { streamId } = await streamOf('e')
      const blob = await pool.query<{ id: string; body: Buffer }>(
        `delete from sealed_texts where id in (select texts.id from keys.texts join keys.text_uses using (look_up)
           join keys.seal_keys on seal_keys.id = key_id where stream_id = $1) returning *`,
        [streamId],
      )
      const [lost] = blob.rows
      expect(lost).toBeDefined()
      projector?.start()
      await expect
        .poll(listed, PATIENCE)
        .toEqual(
          expect.arrayContaining([expect.objectContaining({ streamId, reason: 'blob-missing' })]),
        )
      await expect
        .poll(letters, PATIENCE)
        .toEqual(
          expect.arrayContaining([expect.objectContaining({ streamId, reason: 'blob-missing' })]),
        )
      const columns = Object.keys(lost ?? {})
      await pool.query(
        `insert into sealed_texts (${columns.join()}) values (${columns.map((_, index) => `$${index + 1}`).join()})`,
        Object.values(lost ?? {}),
      )
      const retried = await run('dead-letters', 'retry', streamId)
      expect([retried.code, retried.stdout], retried.stderr).toEqual([
        0,
        `${streamId}  is served again\n`,
      ])
      expect(await served()).toBe(5)
      expect((await listed()).map((one) => one.streamId)).not.toContain(streamId)
      for (const one of processes) expect(one.ownEnds).toEqual([])
    },
  )
})
