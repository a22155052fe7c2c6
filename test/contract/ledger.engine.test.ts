/** The ledger on PostgreSQL (contracts/conventions/billing.md). */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MICRO_PER_USD,
  OPERATIONS,
  type Operation,
  priceMicroUsd,
  TIERS,
} from '#contracts/tariff.ts'
import { makeLedger } from '#infra/postgres/money/ledger.ts'
import { makeUsageReader } from '#infra/postgres/money/ledger-usage.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import {
  type BillableCall,
  IDEMPOTENCY,
  type Ledger,
  type Reservation,
} from '#query-api/billing/ports.ts'
import type { KeyRecord } from '#query-api/auth/ports.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { openPostgres15, postgres15Missing } from '../engines/postgres15.ts'

const newKey = (changes: Partial<KeyRecord> = {}): KeyRecord => ({
  keyId: randomUUID(),
  accountId: randomUUID(),
  plan: 'practitioner',
  scopes: [],
  capMicroUsd: null,
  capMode: 'soft',
  expiresAt: null,
  revokedAt: null,
  ...changes,
})
const capped = (capMicroUsd: number) => newKey({ capMicroUsd, capMode: 'hard' })
const callOf = (
  key: KeyRecord,
  operation: Operation = 'search',
  changes: Partial<BillableCall> = {},
): BillableCall => ({ operation, key, requestId: randomUUID(), idempotency: null, ...changes })
const newIdempotency = () => ({ keyHmac: randomBytes(32), fingerprint: randomBytes(32) })

const reservedBy = async (ledger: Ledger, call: BillableCall): Promise<Reservation> => {
  const outcome = await ledger.reserve(call)
  if (outcome.outcome !== 'reserved') throw new Error(outcome.outcome)
  return outcome.reservation
}
const charge = async (ledger: Ledger, call: BillableCall) =>
  ledger.settle(await reservedBy(ledger, call))

type Row = {
  seq: number
  account_id: string
  key_id: string
  operation: Operation
  micro_usd: number
  spend_before: number
  spend_after: number
}

const EDGES = [
  [499_999_999, 0],
  [500_000_000, 1],
  [1_999_999_999, 1],
  [2_000_000_000, 2],
] as const

const ledgerOn = (name: string, open: () => Promise<TestDatabase>): void => {
  describe(`ledger on ${name}`, () => {
    let database: TestDatabase
    let pool: PostgresPool
    let ledger: Ledger
    beforeAll(async () => {
      database = await open()
      pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 6 })
      ledger = makeLedger(pool)
    })
    afterAll(async () => {
      await pool.close()
      await database.close()
    })

    /** A charge that was there before: of this month, or of another one. */
    const spent = (key: KeyRecord, microUsd: number, at = 'clock_timestamp()') =>
      pool.query(
        `insert into ledger (usage_id, account_id, key_id, operation, micro_usd, spend_before, month, reserved_at)
         select $1, $2, $3, 'rag', $4, 0, date_trunc('month', at at time zone 'UTC')::date, at from (select ${at} as at) as now`,
        [randomBytes(32), key.accountId, key.keyId, microUsd],
      )
    const chargesOf = async ({ accountId }: KeyRecord): Promise<Row[]> =>
      (
        await pool.query<Row>('select * from settled_charges where account_id = $1 order by seq', [
          accountId,
        ])
      ).rows
    const heldBack = async ({ keyId }: KeyRecord): Promise<number> =>
      (await pool.query('select from reservations where key_id = $1', [keyId])).rowCount

    for (const [spendMicroUsd, tier] of EDGES)
      for (const operation of OPERATIONS) {
        const dollars = (spendMicroUsd / MICRO_PER_USD).toFixed(6)
        test(`after ${dollars} USD ${operation} costs what tier ${tier} says`, async () => {
          const key = newKey()
          await spent(key, spendMicroUsd)
          const settled = await charge(ledger, callOf(key, operation))
          expect(settled).toMatchObject({
            microUsd: TIERS[tier].prices[operation],
            spendBefore: spendMicroUsd,
            keySpend: spendMicroUsd + TIERS[tier].prices[operation],
          })
          expect((await chargesOf(key)).at(-1)).toMatchObject({
            operation,
            micro_usd: TIERS[tier].prices[operation],
            spend_before: spendMicroUsd,
            spend_after: spendMicroUsd + TIERS[tier].prices[operation],
          })
        })
      }

    test('other months, other accounts and what is only reserved do not move the tier', async () => {
      const key = newKey()
      await spent(
        key,
        3_000 * MICRO_PER_USD,
        `date_trunc('month', now(), 'UTC') - interval '1 second'`,
      )
      await spent(newKey(), 3_000 * MICRO_PER_USD)
      await spent(key, 499_999_999)
      const first = await reservedBy(ledger, callOf(key))
      const second = await reservedBy(ledger, callOf(key))
      expect([first.microUsd, second.microUsd]).toEqual([15_000, 15_000])
      await ledger.settle(first)
      expect((await charge(ledger, callOf(key))).microUsd).toBe(13_500)
      await ledger.settle(second)
      expect((await chargesOf(key)).map(({ micro_usd: amount }) => amount).slice(2)).toEqual([
        15_000, 13_500, 15_000,
      ])
    })

    test('the tier is of the account, over all its keys', async () => {
      const key = newKey()
      await spent(key, 500 * MICRO_PER_USD)
      const sibling = newKey({ accountId: key.accountId })
      expect(await charge(ledger, callOf(sibling))).toMatchObject({
        microUsd: 13_500,
        keySpend: 13_500,
      })
    })

    test('the usage id is derived from key, operation, request and first reservation', async () => {
      const call = callOf(newKey())
      const { reservationId, usageId } = await reservedBy(ledger, call)
      const text = [call.key.keyId, call.operation, call.requestId, reservationId].join('|')
      expect(usageId).toBe(createHash('sha256').update(text).digest('hex'))
    })

    test('settling twice charges once; what was released can not be settled', async () => {
      const key = newKey()
      const reservation = await reservedBy(ledger, callOf(key))
      const settled = await ledger.settle(reservation)
      expect(await ledger.settle(reservation)).toEqual(settled)
      const other = await reservedBy(ledger, callOf(key))
      await ledger.release(other.reservationId)
      await ledger.release(other.reservationId)
      await expect(ledger.settle(other)).rejects.toMatchObject({ code: 'reservation-gone' })
      expect(await chargesOf(key)).toHaveLength(1)
    })

    describe('a hard cap', () => {
      test('is reached to the micro-dollar, and never passed', async () => {
        const key = capped(45_000)
        for (let turn = 0; turn < 3; turn += 1) await charge(ledger, callOf(key))
        expect(await ledger.reserve(callOf(key))).toMatchObject({
          outcome: 'cap-exceeded',
          keySpend: 45_000,
        })
        const short = capped(44_999)
        for (let turn = 0; turn < 2; turn += 1) await charge(ledger, callOf(short))
        expect(await ledger.reserve(callOf(short))).toMatchObject({ outcome: 'cap-exceeded' })
      })

      test('counts what calls under way hold back, until they give it back', async () => {
        const key = capped(15_000)
        const held = await reservedBy(ledger, callOf(key))
        expect(await ledger.reserve(callOf(key))).toMatchObject({
          outcome: 'cap-exceeded',
          keySpend: 15_000,
        })
        await ledger.release(held.reservationId)
        await charge(ledger, callOf(key))
      })

      test('holds under any number of parallel calls, over several processes', async () => {
        const key = capped(1_000_000)
        const processes = [ledger, makeLedger(pool), makeLedger(pool)]
        const turns = Array.from({ length: 240 }, async (_, turn) => {
          const one = processes[turn % 3] ?? ledger
          const outcome = await one.reserve(callOf(key, turn % 2 === 0 ? 'search' : 'verify'))
          if (outcome.outcome !== 'reserved') return 0
          if (turn % 5 === 0) {
            await one.release(outcome.reservation.reservationId)
            return 0
          }
          return (await one.settle(outcome.reservation)).microUsd
        })
        const sum = (await Promise.all(turns)).reduce((a, b) => a + b, 0)
        const charges = await chargesOf(key)
        expect(sum).toBe(charges.at(-1)?.spend_after)
        expect(sum).toBeLessThanOrEqual(1_000_000)
        for (let outcome = 'reserved'; outcome === 'reserved';) {
          const next = await ledger.reserve(callOf(key))
          outcome = next.outcome
          if (next.outcome === 'reserved') await ledger.settle(next.reservation)
        }
        const total = (await chargesOf(key)).at(-1)?.spend_after ?? 0
        expect(total).toBeLessThanOrEqual(1_000_000)
        expect(total).toBeGreaterThan(1_000_000 - 15_000)
      })

      test('says when the next month begins', async () => {
        const outcome = await ledger.reserve(callOf(capped(0)))
        if (outcome.outcome !== 'cap-exceeded') throw new Error(outcome.outcome)
        const now = new Date()
        const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
        expect(Math.abs(outcome.retryAfterSeconds - (next - now.getTime()) / 1_000)).toBeLessThan(5)
      })

      test('is of the key: another key of the account goes on', async () => {
        const key = capped(0)
        await charge(ledger, callOf(newKey({ accountId: key.accountId })))
      })

      test('an abandoned reservation gives back what it held once it has expired', async () => {
        const key = capped(15_000)
        const brief = makeLedger(pool, { reservationSeconds: 1 })
        const abandoned = await reservedBy(brief, callOf(key))
        expect(await ledger.reserve(callOf(key))).toMatchObject({ outcome: 'cap-exceeded' })
        await sleep(1_050)
        await charge(ledger, callOf(key))
        await expect(ledger.settle(abandoned)).rejects.toMatchObject({ code: 'reservation-gone' })
        expect(await chargesOf(key)).toHaveLength(1)
      })
    })

    test('a soft cap refuses nothing; the spend is reported', async () => {
      const key = newKey({ capMicroUsd: 15_000 })
      await charge(ledger, callOf(key))
      expect(await charge(ledger, callOf(key))).toMatchObject({ keySpend: 30_000 })
    })

    describe('an idempotency key', () => {
      test('charges once, and names the same charge each time, ten times', async () => {
        const call = callOf(newKey(), 'article', { idempotency: newIdempotency() })
        const first = await charge(ledger, call)
        const repeats = IDEMPOTENCY.repeatsMax
        for (let turn = 0; turn < repeats; turn += 1)
          expect(await ledger.reserve({ ...call, requestId: randomUUID() })).toMatchObject({
            outcome: 'repeat',
            charge: { usageId: first.usageId, microUsd: 60_000, keySpend: 60_000 },
          })
        expect(await ledger.reserve(call)).toEqual({ outcome: 'too-many-repeats' })
        expect(await chargesOf(call.key)).toHaveLength(1)
      })

      test('says how many units a repeat was charged, at whatever price', async () => {
        const call = callOf(newKey(), 'article', { idempotency: newIdempotency(), units: 3 })
        await charge(ledger, call)
        // Another price by then, and another number of texts.
        expect(await ledger.reserve({ ...call, operation: 'search', units: 5 })).toMatchObject({
          outcome: 'repeat',
          charge: { microUsd: 180_000 },
          units: 3,
        })
      })

      test('of a running call gets a conflict, and concurrent repeats charge once', async () => {
        const call = callOf(newKey(), 'search', { idempotency: newIdempotency() })
        const processes = [ledger, makeLedger(pool), makeLedger(pool)]
        const outcomes = await Promise.all(
          Array.from({ length: 12 }, (_, turn) => (processes[turn % 3] ?? ledger).reserve(call)),
        )
        const reserved = outcomes.flatMap((one) =>
          one.outcome === 'reserved' ? [one.reservation] : [],
        )
        expect(reserved).toHaveLength(1)
        expect(outcomes.filter(({ outcome }) => outcome === 'in-progress')).toHaveLength(11)
        for (const one of reserved) await ledger.settle(one)
        expect(await ledger.reserve(call)).toMatchObject({ outcome: 'repeat' })
      })

      test('with another request is a conflict; with another API key it is another key', async () => {
        const call = callOf(newKey(), 'search', { idempotency: newIdempotency() })
        await charge(ledger, call)
        const { keyHmac } = call.idempotency ?? newIdempotency()
        const other = { ...call, idempotency: { keyHmac, fingerprint: randomBytes(32) } }
        expect(await ledger.reserve(other)).toEqual({ outcome: 'conflict' })
        const stranger = callOf(newKey(), 'search', { idempotency: call.idempotency })
        expect(await ledger.reserve(stranger)).toMatchObject({ outcome: 'reserved' })
      })

      test('of a call that failed is free for the next try, under the same usage id', async () => {
        const call = callOf(newKey(), 'search', { idempotency: newIdempotency() })
        const failed = await reservedBy(ledger, call)
        await ledger.release(failed.reservationId)
        const next = await charge(ledger, { ...call, requestId: randomUUID() })
        expect(next.usageId).toBe(failed.usageId)
        expect(await chargesOf(call.key)).toHaveLength(1)
      })

      test('of a call that was killed is free once its reservation expired; a late end charges nothing more', async () => {
        const brief = makeLedger(pool, { reservationSeconds: 1 })
        const call = callOf(newKey(), 'search', { idempotency: newIdempotency() })
        const killed = await reservedBy(brief, call)
        expect(await ledger.reserve(call)).toEqual({ outcome: 'in-progress' })
        await sleep(1_050)
        const next = await reservedBy(ledger, call)
        expect(next.usageId).toBe(killed.usageId)
        await expect(ledger.settle(killed)).rejects.toMatchObject({ code: 'reservation-gone' })
        const settled = await ledger.settle(next)
        expect(await ledger.settle(killed)).toEqual(settled)
        expect(await chargesOf(call.key)).toHaveLength(1)
      })

      test('is forgotten after a day, and swept', async () => {
        const call = callOf(newKey(), 'search', { idempotency: newIdempotency() })
        const first = await charge(ledger, call)
        const age = `update idempotency_keys set created_at = created_at - interval '24 hours' where key_id = $1`
        await pool.query(age, [call.key.keyId])
        const second = await charge(ledger, call)
        expect(second.usageId).not.toBe(first.usageId)
        await pool.query(age, [call.key.keyId])
        expect((await ledger.sweep()).idempotencyKeys).toBe(1)
        expect((await ledger.sweep()).idempotencyKeys).toBe(0)
      })
    })

    test('abandoned reservations are swept, living ones stay', async () => {
      const key = newKey()
      await reservedBy(makeLedger(pool, { reservationSeconds: 1 }), callOf(key))
      await reservedBy(ledger, callOf(key))
      await sleep(1_050)
      expect((await ledger.sweep()).reservations).toBeGreaterThan(0)
      expect(await heldBack(key)).toBe(1)
    })

    test('each row follows from the one before: running total, tier, sums by month, key and day', async () => {
      const key = newKey()
      const sibling = newKey({ accountId: key.accountId })
      await spent(key, 499_950_000)
      const processes = [ledger, makeLedger(pool), makeLedger(pool)]
      await Promise.all(
        Array.from({ length: 200 }, (_, turn) =>
          charge(
            processes[turn % 3] ?? ledger,
            callOf(turn % 2 === 0 ? key : sibling, OPERATIONS[turn % 5]),
          ),
        ),
      )
      const rows = await chargesOf(key)
      const totals = new Set([0])
      let total = 0
      for (const row of rows) {
        expect(totals.has(row.spend_before)).toBe(true)
        if (row !== rows[0])
          expect(row.micro_usd).toBe(priceMicroUsd(row.operation, row.spend_before))
        total += row.micro_usd
        expect(row.spend_after).toBe(total)
        totals.add(total)
      }
      const usage = makeUsageReader(pool)
      const month = await usage.currentMonth()
      const sum = async (keyId: string | null) =>
        (await usage.usage(key.accountId, keyId, month)).reduce(
          (found, { calls, microUsd }) => ({
            calls: found.calls + calls,
            microUsd: found.microUsd + microUsd,
          }),
          { calls: 0, microUsd: 0 },
        )
      expect(await sum(null)).toEqual({ calls: 201, microUsd: total })
      const ofSibling = rows.filter(({ key_id: id }) => id === sibling.keyId)
      expect(await sum(sibling.keyId)).toEqual({
        calls: 100,
        microUsd: ofSibling.reduce((found, { micro_usd: amount }) => found + amount, 0),
      })
    })

    for (const statement of [
      'update ledger set micro_usd = 1',
      'delete from ledger',
      'truncate ledger',
      'truncate ledger cascade',
    ])
      test(`the database refuses: ${statement}`, async () => {
        await charge(ledger, callOf(newKey()))
        await expect(pool.query(statement)).rejects.toMatchObject({ code: 'store-immutable' })
      })

    test('a reader that follows settled_through() sees each charge, while others settle', async () => {
      const key = newKey()
      const seen: number[] = []
      let cursor = 0
      const done = new AbortController()
      const read = async (): Promise<void> => {
        const { rows } = await pool.query<{ through: number }>(
          'select settled_through() as through',
        )
        const through = rows[0]?.through ?? 0
        const found = await pool.query<{ seq: number }>(
          'select seq from settled_charges where seq > $1 and seq <= $2 and account_id = $3 order by seq',
          [cursor, through, key.accountId],
        )
        seen.push(...found.rows.map(({ seq }) => seq))
        cursor = through
      }
      const reader = (async () => {
        while (!done.signal.aborted) await read()
      })()
      const processes = Array.from({ length: 4 }, () => makeLedger(pool))
      await Promise.all(
        Array.from({ length: 300 }, (_, turn) =>
          charge(processes[turn % 4] ?? ledger, callOf(newKey({ accountId: key.accountId }))),
        ),
      )
      done.abort()
      await reader
      await read()
      expect(seen).toEqual((await chargesOf(key)).map(({ seq }) => seq))
    })
  })
}

ledgerOn('the embedded server', openTestDatabase)
const missing = await postgres15Missing()
describe.skipIf(missing !== null)(
  missing === null ? 'PostgreSQL 15' : `PostgreSQL 15 (skipped: ${missing})`,
  () => ledgerOn('PostgreSQL 15', openPostgres15),
)
