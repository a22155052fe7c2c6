/**
 * What every event store promises: streams that are appended to whole or not at all, in one order
 * without gaps.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { UPCASTERS } from '#contracts/events/upcast.ts'
import { LOG_START, Position, type StreamId } from '#contracts/ids.ts'
import { payloadHashOf } from '#contracts/sealing/sealed-event.ts'
import { ERASED_WORDS } from '#contracts/sealing/sealed-members.ts'
import { makeEventLog, type PostgresEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeOpenEvents } from '#infra/postgres/log/open-events.ts'
import { makePool, type PostgresPool, type Queryable } from '#infra/postgres/platform/pool.ts'
import type { EventStore } from '#ingest/ports.ts'
import type { TestDatabase } from '../engines/embedded-postgres.ts'
import { append, CONTEXT, fact, newStream, recorded } from './event-fixtures.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const APPENDERS = 8
const APPENDS_EACH = 40
const SHORT_LOCK_TIMEOUT_MS = 150
/** Appenders that wait for one held open; fewer than the pool has connections. */
const HELD_WAITERS = 4
const MANY = 10_000
const SIGNAL = new AbortController().signal

type Opened = { store: EventStore; log: PostgresEventLog; pool: PostgresPool }

const openOn = async (database: TestDatabase): Promise<Opened> => {
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 12,
  })
  return { store: makeEventStore(pool), log: makeEventLog(pool), pool }
}

const poolUnder = ({ connectionString }: TestDatabase, pepper?: string): PostgresPool => {
  const options = { applicationName: 'pandect test', max: 1 }
  return makePool(connectionString, pepper === undefined ? options : { ...options, pepper })
}

/** What the log holds beyond a position, read in small steps as a follower does. */
const readAll = async (log: PostgresEventLog, after: Position) => {
  const seen = []
  for (let at = after; ;) {
    const batch = await log.read(at, 7)
    seen.push(...batch)
    const last = batch.at(-1)
    if (last === undefined) return seen
    at = last.position
  }
}

/** An append as another process makes it, inside a transaction that the test ends. */
const appendRaw = (
  transaction: Queryable,
  streamId: StreamId,
  schemaVersion = 1,
  data: object = { reason: 'raw' },
) =>
  transaction.query('select * from append_events($1, $2, $3, $4, 1000)', [
    [streamId],
    [0],
    JSON.stringify([
      {
        id: crypto.randomUUID(),
        streamId,
        streamVersion: 1,
        type: 'Unpublished',
        schemaVersion,
        payloadHash: sha256Hex(canonicalJson(data)),
        data,
      },
    ]),
    JSON.stringify({ ...CONTEXT, appendId: crypto.randomUUID() }),
  ])

const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i)

export const eventStoreContract = (name: string, open: () => Promise<TestDatabase>): void => {
  describe(`event store on ${name}`, () => {
    let database: TestDatabase
    let store: EventStore
    let log: PostgresEventLog
    let pool: PostgresPool

    beforeAll(async () => {
      database = await open()
      ;({ store, log, pool } = await openOn(database))
    })
    afterAll(async () => {
      await log.close()
      await pool.close()
      await database.close()
    })

    const reasons = async (id: StreamId): Promise<unknown[]> =>
      ((await store.readStreams([id])).get(id) ?? []).map(
        ({ data }) => (data as { reason: string }).reason,
      )

    test('what was appended is read back in order with its metadata', async () => {
      const id = newStream()
      const before = await log.head()
      const answer = recorded(
        await store.append([append(id, 0, 'un', 'deux — « trois » 𝄞')], CONTEXT),
      )
      expect(answer).toEqual({ lastPosition: before + 2, eventCount: 2 })
      const [first, second] = (await store.readStreams([id])).get(id) ?? []
      expect(first).toMatchObject({
        ...CONTEXT,
        streamId: id,
        streamVersion: 1,
        position: before + 1,
        schemaVersion: 1,
        type: 'Unpublished',
        data: { reason: 'un' },
      })
      expect(second).toMatchObject({
        streamVersion: 2,
        position: before + 2,
        appendId: first?.appendId,
      })
      expect(second?.data).toEqual({ reason: 'deux — « trois » 𝄞' })
      expect(first?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    })

    test('what is sealed is not in the row, opens in its place alone, and is hashed as it is stored', async () => {
      const [id, other] = [newStream(), newStream()]
      recorded(await store.append([append(id, 0, 'zanzibar'), append(other, 0, 'b')], CONTEXT))
      const { rows } = await pool.query<{ row: string }>(
        'select events::text as row from events where stream_id = $1',
        [id],
      )
      expect(rows[0]?.row).not.toMatch(/zanzibar|7a616e7a69626172/)
      const after = Position.parse((await log.head()) - 2)
      const [sealed, second] = await log.readSealed(after, 2)
      if (sealed === undefined || 'reason' in sealed || sealed.sealed === null)
        throw new Error('not sealed')
      expect(sealed.data).toEqual({})
      expect(sealed.payloadHash).toBe(payloadHashOf(sealed.data, sealed.sealed))
      await expect(makeOpenEvents(pool)([sealed])).resolves.toMatchObject([
        { data: { reason: 'zanzibar' } },
      ])
      const moved = { ...sealed, streamId: other }
      await expect(makeOpenEvents(pool)([moved])).rejects.toThrow()
      expect(second).toMatchObject({ streamId: other })
    })

    test('a destroyed key leaves an event without words', async () => {
      const id = newStream()
      recorded(await store.append([append(id, 0, 'zanzibar')], CONTEXT))
      await pool.query('delete from keys.seal_keys where stream_id = $1', [id])
      expect(await reasons(id)).toEqual([ERASED_WORDS])
    })

    test('without the right secret nothing opens, and nothing is sealed', async () => {
      const id = newStream()
      recorded(await store.append([append(id, 0, 'a')], CONTEXT))
      for (const [pepper, code] of [
        ['another pepper of more than thirty-two characters', 'sealing-secret-wrong'],
        [undefined, 'sealing-secret-missing'],
      ] as const) {
        const another = poolUnder(database, pepper)
        onTestFinished(() => another.close())
        await expect(makeEventStore(another).readStreams([id])).rejects.toMatchObject({ code })
        const read = makeEventLog(another).readEntries(LOG_START, 100_000)
        await expect(read).rejects.toMatchObject({ code })
      }
      const closed = poolUnder(database)
      onTestFinished(() => closed.close())
      const refused = makeEventStore(closed).append([append(newStream(), 0, 'a')], CONTEXT)
      await expect(refused).rejects.toMatchObject({ code: 'sealing-secret-missing' })
    })

    test('a stream without events is an empty list', async () => {
      const id = newStream()
      expect(await store.readStreams([id])).toEqual(new Map([[id, []]]))
    })

    test('a stream that moved on is named, and nothing of the append is recorded', async () => {
      const [moved, ahead, fresh] = [newStream(), newStream(), newStream()]
      recorded(await store.append([append(moved, 0, 'a'), append(ahead, 0, 'a')], CONTEXT))
      const head = await log.head()
      const wanted = [append(fresh, 0, 'b'), append(moved, 0, 'b'), append(ahead, 2, 'b')]
      const answer = await store.append(wanted, CONTEXT)
      expect('conflict' in answer && answer.conflict.toSorted()).toEqual([moved, ahead].toSorted())
      expect(await log.head()).toBe(head)
      expect(await reasons(fresh)).toEqual([])
      expect(await reasons(moved)).toEqual(['a'])
    })

    test('of two simultaneous first appends to a stream one wins and the other gets a conflict', async () => {
      for (let round = 0; round < 20; round += 1) {
        const id = newStream()
        const answers = await Promise.all(
          range(0, 4).map((writer) => store.append([append(id, 0, `writer ${writer}`)], CONTEXT)),
        )
        const conflicts = answers.filter((answer) => 'conflict' in answer)
        expect(conflicts).toEqual(range(0, 3).map(() => ({ conflict: [id] })))
        expect(await reasons(id)).toHaveLength(1)
      }
    })

    test('an append that names a stream twice is refused before it starts', async () => {
      const id = newStream()
      const twice = store.append([append(id, 0, 'a'), append(id, 1, 'b')], CONTEXT)
      await expect(twice).rejects.toMatchObject({ name: 'Fault', code: 'append-invalid' })
    })

    test('an append of nothing records nothing', async () => {
      const head = await log.head()
      expect(await store.append([], CONTEXT)).toEqual({ lastPosition: head, eventCount: 0 })
    })

    test(`positions are dense under ${APPENDERS} appenders, and a follower skips none`, async () => {
      const start = await log.head()
      const total = APPENDERS * APPENDS_EACH * 2
      const followed: number[] = []
      const follow = async (): Promise<void> => {
        for (let at = start; followed.length < total;) {
          const batch = await log.read(at, 50)
          followed.push(...batch.map(({ position }) => position))
          at = batch.at(-1)?.position ?? at
          if (batch.length === 0) await log.wait(at, 200, SIGNAL)
        }
      }
      const work = async (): Promise<void> => {
        for (let i = 0; i < APPENDS_EACH; i += 1)
          recorded(
            await store.append([append(newStream(), 0, 'x'), append(newStream(), 0, 'y')], CONTEXT),
          )
      }
      await Promise.all([follow(), ...range(0, APPENDERS).map(work)])
      expect(followed).toEqual(range(start + 1, total))
      expect((await readAll(log, start)).map(({ position }) => position)).toEqual(followed)
    })

    test('an uncommitted append is invisible; others wait for it and come after it', async () => {
      const [held, behind] = [newStream(), newStream()]
      const head = await log.head()
      const waited = await pool.transaction(async (transaction) => {
        await appendRaw(transaction, held)
        const other = store.append([append(behind, 0, 'behind')], CONTEXT)
        const outcome = await Promise.race([other, sleep(150, 'still waiting')])
        expect(outcome).toBe('still waiting')
        expect(await log.head()).toBe(head)
        expect(await log.read(head, 10)).toEqual([])
        // Not awaited inside: it can only end after this transaction.
        return { other }
      })
      expect(recorded(await waited.other).lastPosition).toBe(head + 2)
      const seen = await log.read(head, 10)
      expect(seen.map(({ streamId }) => streamId)).toEqual([held, behind])
    })

    test('a follower sees nothing of an append that is held open, and skips nothing once it is committed', async () => {
      const head = await log.head()
      const seen: number[] = []
      const stop = new AbortController()
      const following = (async () => {
        for (let at = head; !stop.signal.aborted;) {
          const batch = await log.read(at, 10)
          seen.push(...batch.map(({ position }) => position))
          at = batch.at(-1)?.position ?? at
          if (batch.length === 0) await log.wait(at, 100, stop.signal)
        }
      })()
      const held = newStream()
      const others = await pool.transaction(async (transaction) => {
        await appendRaw(transaction, held)
        const waiting = range(0, HELD_WAITERS).map((i) =>
          store.append([append(newStream(), 0, `waiter ${i}`)], CONTEXT),
        )
        expect(await Promise.race([...waiting, sleep(300, 'all wait')])).toBe('all wait')
        expect(seen).toEqual([])
        return { waiting }
      })
      for (const answer of await Promise.all(others.waiting)) recorded(answer)
      await expect.poll(() => seen.length).toBe(HELD_WAITERS + 1)
      stop.abort()
      await following
      expect(seen).toEqual(range(head + 1, HELD_WAITERS + 1))
      expect((await log.read(head, 1))[0]?.streamId).toBe(held)
    })

    test('an append that is rolled back leaves no gap', async () => {
      const head = await log.head()
      const rolledBack = pool.transaction(async (transaction) => {
        await appendRaw(transaction, newStream())
        throw new Error('changed my mind')
      })
      await expect(rolledBack).rejects.toThrow('changed my mind')
      expect(
        recorded(await store.append([append(newStream(), 0, 'a')], CONTEXT)).lastPosition,
      ).toBe(head + 1)
    })

    test('an append that waits too long says so and records nothing', async () => {
      const impatient = makeEventStore(pool, { lockTimeoutMs: SHORT_LOCK_TIMEOUT_MS })
      const id = newStream()
      await pool.transaction(async (transaction) => {
        await appendRaw(transaction, newStream())
        const answer = impatient.append([append(id, 0, 'late')], CONTEXT)
        await expect(answer).rejects.toMatchObject({
          code: 'append-timeout',
          hint: expect.stringContaining('try again'),
        })
      })
      expect(await reasons(id)).toEqual([])
      recorded(await impatient.append([append(id, 0, 'now')], CONTEXT))
    })

    test.each([
      "update events set actor = 'x'",
      'delete from events',
      'truncate events',
      'truncate events cascade',
    ])('recorded facts are never changed: %s', async (statement) => {
      await expect(pool.query(statement)).rejects.toMatchObject({ code: 'store-immutable' })
    })

    test('a fact of 4 MiB and an append of ten thousand facts pass', async () => {
      const [large, long] = [newStream(), newStream()]
      const text = 'é'.repeat(2 * 1024 * 1024)
      recorded(await store.append([append(large, 0, text)], CONTEXT))
      expect(await reasons(large)).toEqual([text])
      const events = range(0, MANY).map((i) => fact(String(i)))
      recorded(await store.append([{ streamId: long, expectedVersion: 0, events }], CONTEXT))
      expect((await reasons(long)).at(-1)).toBe(String(MANY - 1))
    })

    test('a fact that the store cannot hold is a fault of its own, and nothing is recorded', async () => {
      const [good, bad] = [newStream(), newStream()]
      const answer = store.append([append(good, 0, 'fine'), append(bad, 0, 'NUL \0')], CONTEXT)
      await expect(answer).rejects.toMatchObject({ code: 'store-invalid' })
      expect(await reasons(good)).toEqual([])
    })

    test('a fact of an older shape is read in the shape of today', async () => {
      const id = newStream()
      await pool.transaction((transaction) => appendRaw(transaction, id, 1, { why: 'old' }))
      UPCASTERS.Unpublished = { 1: ({ why }) => ({ reason: why }) }
      try {
        expect(await reasons(id)).toEqual(['old'])
        recorded(await store.append([append(id, 1, 'new')], CONTEXT))
        const [, second] = (await store.readStreams([id])).get(id) ?? []
        expect(second?.schemaVersion).toBe(2)
        expect(await reasons(id)).toEqual(['old', 'new'])
      } finally {
        delete UPCASTERS.Unpublished
      }
      await expect(store.readStreams([id])).rejects.toMatchObject({ code: 'event-unreadable' })
    })
  })
}
