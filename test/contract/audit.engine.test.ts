/**
 * The audit table: only grows, holds ids alone, and a look-up that can't be recorded is not served.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Act, ACT_KINDS } from '#contracts/audit.ts'
import { Fault } from '#contracts/fault.ts'
import { Position } from '#contracts/ids.ts'
import {
  AUDIT_PAGE_ROWS,
  makeAuditedRead,
  makeAuditTrail,
  recordAct,
  recordActOnce,
} from '#infra/postgres/platform/audit.ts'
import { makePool, type PostgresPool, type Queryable } from '#infra/postgres/platform/pool.ts'
import { auditImport } from '#ingest/import/audit.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'

const all = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = []
  for await (const row of rows) list.push(row)
  return list
}
const KEY = randomUUID()
const revoked = (subject = KEY): Act => ({
  kind: 'key.revoked',
  actor: 'cli:ops',
  subject,
  data: {},
})
const lookedUp = (subject: string | null): Act => ({
  kind: 'magistrate.looked-up',
  actor: `key:${KEY}`,
  subject,
  data: {},
})
const everything = { sinceMs: null, kind: null }

const missing = await postgres15Missing()
const SERVERS = [
  ['18', openTestDatabase, null],
  ['15', openPostgres15, missing],
] as const
for (const [version, open, why] of SERVERS) {
  describe.skipIf(why !== null)(`on PostgreSQL ${version}${why === null ? '' : `: ${why}`}`, () => {
    let database: TestDatabase
    let pool: PostgresPool
    beforeAll(async () => {
      database = await open()
      pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
    })
    afterAll(async () => {
      await pool.close()
      await database.close()
    })

    const audited = () => makeAuditedRead(pool, (transaction) => transaction)
    const shown = () =>
      all(makeAuditTrail(pool).list({ sinceMs: null, kind: 'magistrate.looked-up' }))
    test('acts are listed in order, complete, by kind and by time', async () => {
      const acts: Act[] = [
        {
          kind: 'key.created',
          actor: 'cli:ops',
          subject: KEY,
          data: { accountId: randomUUID(), scopes: ['mcp'] },
        },
        {
          kind: 'key.cap-set',
          actor: `account:${randomUUID()}`,
          subject: KEY,
          data: { capMicroUsd: null, capMode: 'hard' },
        },
        revoked(),
        {
          kind: 'generation.swapped',
          actor: 'cli:ops',
          subject: 2,
          data: { replaced: 1, accepted: false },
        },
        { kind: 'magistrate.looked-up', actor: `key:${KEY}`, subject: null, data: {} },
      ]
      const started = Date.now()
      for (const act of acts) await recordAct(pool, act)
      const trail = makeAuditTrail(pool)
      const listed = await all(trail.list(everything))
      expect(
        listed.map(({ kind, actor, subject, data }) => ({ kind, actor, subject, data })),
      ).toEqual(
        acts.map((act) => ({ ...act, subject: act.subject === null ? null : String(act.subject) })),
      )
      expect(await all(trail.list({ sinceMs: null, kind: 'key.revoked' }))).toHaveLength(1)
      expect(await all(trail.list({ sinceMs: started - 60_000, kind: null }))).toHaveLength(
        acts.length,
      )
      expect(await all(trail.list({ sinceMs: Date.now() + 60_000, kind: null }))).toEqual([])
    })

    for (const statement of [
      `update audit_acts set actor = 'cli:nobody'`,
      'update audit_acts set actor = actor where false',
      'delete from audit_acts',
      'truncate audit_acts',
      'truncate audit_acts cascade',
    ]) {
      test(`the database refuses: ${statement}`, async () => {
        await recordAct(pool, revoked())
        const before = await all(makeAuditTrail(pool).list(everything))
        await expect(pool.query(statement)).rejects.toMatchObject({ code: 'store-immutable' })
        const asReplica = pool.transaction(async (transaction) => {
          await transaction.query(`set local session_replication_role = 'replica'`)
          await transaction.query(statement)
        })
        await expect(asReplica).rejects.toMatchObject({ code: 'store-immutable' })
        expect(await all(makeAuditTrail(pool).list(everything))).toEqual(before)
      })
    }

    test('an act with more than ids, or without an actor, is not written', async () => {
      const before = await all(makeAuditTrail(pool).list(everything))
      for (const wrong of [
        { ...revoked(), subject: 'un-slug' },
        { ...revoked(), actor: 'Maître Dupont' },
        { ...revoked(), actor: 'cli:' },
        { ...revoked(), data: { key: 'svc_live_x' } },
        { ...revoked(), kind: 'key.lost' },
        { ...revoked(), name: 'x' },
      ])
        await expect(recordAct(pool, wrong as unknown as Act)).rejects.toThrow()
      expect(await all(makeAuditTrail(pool).list(everything))).toEqual(before)
    })

    test('an import whose answer is lost is audited once, when the database is back', async () => {
      const position = Position.parse(4_444)
      const faults = [
        new Fault('store-unavailable', 'away', { retryAfterMs: 10 }),
        new Fault('store-unavailable', 'answer lost', { retryAfterMs: 10 }),
      ]
      const losing: Queryable = {
        query: async <Row extends object>(
          ...[statement, values]: Parameters<Queryable['query']>
        ) => {
          const fault = faults.shift()
          if (fault?.message === 'away') throw fault
          const result = await pool.query<Row>(statement, values)
          if (fault !== undefined) throw fault
          return result
        },
      }
      const officialSources = [randomUUID()]
      const summary = { imported: 2, revised: 1, position, officialSources }
      await auditImport((act) => recordActOnce(losing, act), summary, {
        actor: 'cli:ops',
        published: true,
      })
      expect(faults).toEqual([])
      const runs = await all(makeAuditTrail(pool).list({ sinceMs: null, kind: 'texts.imported' }))
      expect(runs.map(({ actor, data }) => ({ actor, data }))).toEqual([
        {
          actor: 'cli:ops',
          data: { imported: 2, revised: 1, published: true, position, officialSources },
        },
      ])
      const next = { ...summary, position: Position.parse(4_445) }
      await auditImport((act) => recordActOnce(pool, act), next, {
        actor: 'cli:ops',
        published: true,
      })
      await auditImport(
        (act) => recordActOnce(pool, act),
        { ...next, position: null },
        { actor: 'cli:ops', published: true },
      )
      expect(
        await all(makeAuditTrail(pool).list({ sinceMs: null, kind: 'texts.imported' })),
      ).toHaveLength(2)
    })

    test('a change and its line are one: neither is there without the other', async () => {
      const before = await all(makeAuditTrail(pool).list(everything))
      const failing = pool.transaction(async (transaction) => {
        await recordAct(transaction, revoked())
        throw new Error('the change failed')
      })
      await expect(failing).rejects.toThrow('the change failed')
      expect(await all(makeAuditTrail(pool).list(everything))).toEqual(before)
    })

    test('a listing of many pages has each row once', async () => {
      await pool.query(
        `insert into audit_acts (kind, actor, subject, data)
         select 'key.rotated', 'system', gen_random_uuid(), '{}' from generate_series(1, $1)`,
        [2 * AUDIT_PAGE_ROWS],
      )
      const rows = await all(makeAuditTrail(pool).list({ sinceMs: null, kind: 'key.rotated' }))
      expect(new Set(rows.map(({ position }) => position)).size).toBe(2 * AUDIT_PAGE_ROWS)
    })

    describe('a read that is audited', () => {
      const person = randomUUID()

      test('leaves one line a record that it served', async () => {
        const before = (await shown()).length
        const answer = await audited()(
          async (source) => (await source.query<{ one: number }>('select 1 as one')).rows[0]?.one,
          () => [lookedUp(person), lookedUp(null)],
        )
        expect(answer).toBe(1)
        expect((await shown()).slice(before).map(({ subject }) => subject)).toEqual([person, null])
      })

      test('gives nothing when its line can not be written', async () => {
        const before = await shown()
        const read = audited()(
          async () => 'an office',
          () => [lookedUp(person), { ...lookedUp(person), actor: '?' }],
        )
        await expect(read).rejects.toThrow()
        expect(await shown()).toEqual(before)
      })

      test('leaves no line when it fails', async () => {
        const before = await shown()
        const read = audited()(
          () => Promise.reject(new Error('away')),
          () => [lookedUp(person)],
        )
        await expect(read).rejects.toThrow('away')
        expect(await shown()).toEqual(before)
      })
    })
  })
}

test('every kind of act has a name of its own', () => {
  expect(new Set(ACT_KINDS).size).toBe(ACT_KINDS.length)
})
