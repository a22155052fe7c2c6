/** The ledger and an unreliable meter: in the end their sums are equal. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { METER_LIMITS, reportUsage, sendNext } from '#query-api/billing/meter/send.ts'
import { type Reconciled, reconcile, recentMonths } from '#query-api/billing/meter/reconcile.ts'
import type { MeterDeps } from '#query-api/billing/meter/ports.ts'
import { type MeterServer, type MeterServerOptions, startMeterServer } from './meter-server.ts'
import { type MeterWorld, openMeterWorld } from './meter-world.ts'

const seed = Number(process.env['METER_SEED'] ?? randomInt(2 ** 31))
const HOUR_MS = 3_600_000
const never = new AbortController().signal
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const open = async (
  options: Omit<MeterServerOptions, 'seed'> = {},
): Promise<{ server: MeterServer; world: MeterWorld }> => {
  const server = await startMeterServer({ seed, ...options })
  closing.push(server.close)
  const world = await openMeterWorld(server.url, options.now)
  closing.push(world.close)
  return { server, world }
}

const compare = (deps: MeterDeps, lagMs = 0): Promise<readonly Reconciled[]> =>
  reconcile(deps, { months: recentMonths(deps.clock()), lagMs, signal: never })
const minutesAgo = (minutes: number, now = Date.now()): Date => new Date(now - minutes * 60_000)

describe('sending', () => {
  test('each charge is sent once, under its usage id and to the customer of its account', async () => {
    const { server, world } = await open()
    const [one, two] = [randomUUID(), randomUUID()]
    await world.charge(one, 15_000)
    await world.charge(two, 60_000)
    await world.charge(one, 40_000)
    await world.sendAll()
    await world.sendAll()
    const { byAccount, taken, refusedAsKnown } = server.totals()
    expect([byAccount.get(one), byAccount.get(two)]).toEqual([55_000, 60_000])
    expect({ taken, refusedAsKnown }).toEqual({ taken: 3, refusedAsKnown: 0 })
    expect(await world.deps.records.cursor()).toBe(3)
  })

  test('after an answer that was lost the same event is known, and counts once', async () => {
    const { server, world } = await open({ failAfterTaking: 0.5 })
    const account = randomUUID()
    for (let call = 0; call < 40; call += 1) await world.charge(account, 15_000)
    await world.sendAll()
    const { microUsd, failedAfterTaking, refusedAsKnown } = server.totals()
    expect(microUsd).toBe(40 * 15_000)
    expect(failedAfterTaking, `seed ${seed}`).toBeGreaterThan(0)
    expect(refusedAsKnown).toBe(failedAfterTaking)
  })

  test('a charge that is committed late, below what was sent already, is not passed over', async () => {
    const { server, world } = await open()
    const account = randomUUID()
    const { promise: held, resolve: finish } = Promise.withResolvers<void>()
    const { promise: started, resolve: begun } = Promise.withResolvers<void>()
    const late = world.pool.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock_shared(settling_lock())')
      await transaction.query(
        `insert into ledger (usage_id, account_id, key_id, operation, micro_usd, spend_before, month, reserved_at)
         values (sha256('late'), $1, $1, 'search', 15000, 0, date_trunc('month', now() at time zone 'UTC')::date, now())`,
        [randomUUID()],
      )
      begun()
      await held
    })
    await started
    await world.charge(account, 60_000)
    const sending = world.sendAll()
    setTimeout(finish, 200)
    await Promise.all([late, sending])
    await world.sendAll()
    expect(server.totals().microUsd).toBe(75_000)
  })

  test('a step that stops half-way goes on there, and marks stay with what was taken', async () => {
    const { server, world } = await open({ tooMany: 0.4 })
    const accounts = [randomUUID(), randomUUID(), randomUUID()]
    for (let call = 0; call < 60; call += 1) await world.charge(accounts[call % 3] ?? '', 15_000)
    const first = await reportUsage(world.deps, never)
    expect(first.fault).toMatchObject({ code: 'meter-unavailable', retryAfterMs: 1_000 })
    expect(await world.deps.records.cursor()).toBeLessThan(60)
    await world.sendAll()
    expect(server.totals()).toMatchObject({ microUsd: 60 * 15_000, taken: 60, refusedAsKnown: 0 })
  })

  test('a conflict with another request is no refusal: the charge is sent again', async () => {
    const { server, world } = await open({ conflict: 0.5 })
    const account = randomUUID()
    for (let call = 0; call < 40; call += 1) await world.charge(account, 15_000)
    await world.sendAll()
    expect(server.totals()).toMatchObject({ microUsd: 40 * 15_000, taken: 40 })
    const { rows } = await world.pool.query("select from meter_marks where outcome = 'refused'")
    expect(rows).toEqual([])
  })

  test('two senders at once send nothing twice', async () => {
    const { server, world } = await open()
    const account = randomUUID()
    for (let call = 0; call < METER_LIMITS.batchMax + 20; call += 1)
      await world.charge(account, 15_000)
    await Promise.all([world.sendAll(), world.sendAll()])
    expect(server.totals()).toMatchObject({ taken: METER_LIMITS.batchMax + 20, refusedAsKnown: 0 })
  })

  test('what the meter never accepts does not block the rest, and is reported', async () => {
    const { server, world } = await open()
    const account = randomUUID()
    await world.charge(account, 15_000, new Date(Date.now() - 40 * 24 * HOUR_MS))
    await world.charge(account, 60_000)
    const step = await sendNext(world.deps, never)
    expect(step).toMatchObject({ sent: 1, refused: 1, caughtUp: true })
    expect(server.totals().microUsd).toBe(60_000)
    const old = new Date(Date.now() - 40 * 24 * HOUR_MS).toISOString().slice(0, 7)
    const [found] = await reconcile(world.deps, { months: [old], lagMs: 0, signal: never })
    expect(found).toMatchObject({ equal: false, meterMicroUsd: 0, open: [{ microUsd: 15_000 }] })
  })
})

test('answers of two months ago are forgotten: nothing is sent again, and their month compares as before', async () => {
  let now = Date.now() - 80 * 24 * HOUR_MS
  const { server, world } = await open({ now: () => now })
  const account = randomUUID()
  const old = new Date(now)
  await world.charge(account, 15_000, old)
  await world.charge(account, 60_000, old)
  await world.sendAll()
  now = Date.now()
  await world.charge(account, 40_000, minutesAgo(5))
  await world.sendAll()
  const marks = async (): Promise<number[]> => {
    const { rows } = await world.pool.query<{ seq: number }>(
      'select seq from meter_marks order by seq',
    )
    return rows.map(({ seq }) => seq)
  }
  const age = (days: number, seq: number) =>
    world.pool.query(
      'update meter_marks set marked_at = clock_timestamp() - make_interval(days => $1) where seq <= $2',
      [days, seq],
    )
  await age(METER_LIMITS.keptDays - 1, 2)
  await world.charge(account, 15_000, minutesAgo(4))
  await world.sendAll()
  expect(await marks()).toEqual([1, 2, 3, 4])
  await age(METER_LIMITS.keptDays + 1, 2)
  await world.charge(account, 15_000, minutesAgo(3))
  await world.sendAll()
  expect(await marks()).toEqual([3, 4, 5])
  const { taken } = server.totals()
  const months = [old.toISOString().slice(0, 'YYYY-MM'.length)]
  const [found] = await reconcile(world.deps, { months, lagMs: HOUR_MS, signal: never })
  expect(found).toMatchObject({
    equal: true,
    ledgerMicroUsd: 75_000,
    youngerMicroUsd: 0,
    repairs: [],
  })
  expect(server.totals().taken).toBe(taken)
})

describe('reconciling', () => {
  test('a ledger whose clock is ahead of ours is compared to its end, and nothing is added', async () => {
    const { server, world } = await open()
    const account = randomUUID()
    await world.charge(account, 15_000, new Date(Date.now() + 3 * 60_000))
    await world.sendAll()
    const [found] = await compare(world.deps)
    expect(found).toMatchObject({ equal: true, repairs: [] })
    expect(server.totals().microUsd).toBe(15_000)
  })

  test(`a meter that drops, doubles and fails after taking ends with the sum of the ledger, account by account (seed ${seed})`, async () => {
    const { server, world } = await open({ drop: 0.05, double: 0.05, failAfterTaking: 0.05 })
    const accounts = Array.from({ length: 4 }, () => randomUUID())
    const expected = new Map<string, number>()
    for (let call = 0; call < 400; call += 1) {
      const account = accounts[call % accounts.length] ?? ''
      const microUsd = [15_000, 60_000, 120_000, 40_000, 13_500][call % 5] ?? 0
      await world.charge(account, microUsd, minutesAgo(call % 50))
      expected.set(account, (expected.get(account) ?? 0) + microUsd)
    }
    await world.sendAll()
    const before = server.totals()
    expect([before.dropped > 0, before.doubled > 0]).toEqual([true, true])
    const results = await compare(world.deps)
    expect(results.every(({ equal }) => equal)).toBe(true)
    const after = server.totals()
    expect(after.microUsd).toBe(await world.ledgerSum())
    expect(new Map(after.byAccount)).toEqual(expected)

    const again = await compare(world.deps)
    expect(again.flatMap(({ repairs }) => repairs)).toEqual([])
    expect(server.totals().taken).toBe(after.taken)
  })

  test('a lost event is found by name and sent again; nothing else is counted', async () => {
    const { server, world } = await open()
    const account = randomUUID()
    await world.charge(account, 60_000, minutesAgo(3))
    server.set({ drop: 1 })
    await world.sendAll()
    const lost = await world.charge(account, 15_000, minutesAgo(3))
    await world.sendAll()
    server.set({ drop: 0 })
    await world.charge(account, 40_000, minutesAgo(3))
    const results = await compare(world.deps)
    const repairs = results.flatMap((one) => one.repairs)
    expect(repairs.every(({ how }) => how === 'lost')).toBe(true)
    expect(repairs.flatMap(({ usageIds }) => usageIds)).toContain(lost)
    expect(server.totals()).toMatchObject({ microUsd: 115_000, refusedAsKnown: 1 })
  })

  test('a customer that is gone is told, and holds up no other account', async () => {
    const { server, world } = await open()
    const accounts = [randomUUID(), randomUUID()].toSorted()
    for (const account of accounts) await world.charge(account, 15_000, minutesAgo(3))
    await world.sendAll()
    server.set({ drop: 1 })
    await world.charge(accounts[1] ?? '', 60_000, minutesAgo(3))
    await world.sendAll()
    server.set({ drop: 0 })
    server.removeCustomer(accounts[0] ?? '')
    const month = minutesAgo(3).toISOString().slice(0, 7)
    const found = await reconcile(world.deps, { months: [month], lagMs: 0, signal: never })
    expect(found).toMatchObject([
      { accountId: accounts[0], equal: false, open: [{ microUsd: 15_000 }] },
      { accountId: accounts[1], equal: true, repairs: [{ how: 'lost', microUsd: 60_000 }] },
    ])
  })

  test('what was counted twice is taken back, once, however often it is asked', async () => {
    const { server, world } = await open({ double: 1 })
    const account = randomUUID()
    await world.charge(account, 60_000, minutesAgo(2))
    await world.sendAll()
    expect(server.totals().microUsd).toBe(120_000)
    server.set({ double: 0 })
    const [found] = (await compare(world.deps)).slice(-1)
    expect(found).toMatchObject({
      equal: true,
      repairs: [{ how: 'corrected', microUsd: -60_000 }],
    })
    await compare(world.deps)
    expect(server.totals()).toMatchObject({ microUsd: 60_000, taken: 2 })
  })

  test('beyond the meter’s memory of identifiers an amount is sent, since a second event would count again', async () => {
    let now = Date.now() - 30 * HOUR_MS
    const { server, world } = await open({ now: () => now })
    const account = randomUUID()
    const at = new Date(now)
    await world.charge(account, 60_000, at)
    server.set({ drop: 1 })
    await world.charge(account, 15_000, at)
    await world.sendAll()
    server.set({ drop: 0 })
    await world.pool.query(`update meter_marks set marked_at = to_timestamp($1)`, [now / 1_000])
    now = Date.now()
    const [found] = await reconcile(world.deps, {
      months: [at.toISOString().slice(0, 7)],
      lagMs: 0,
      signal: never,
    })
    expect(found).toMatchObject({ equal: true, repairs: [{ how: 'corrected', microUsd: 75_000 }] })
    expect(server.totals().microUsd).toBe(75_000)
  })

  test('an event that a slow meter does not show yet is neither lost nor sent again', async () => {
    const { server, world } = await open()
    const account = randomUUID()
    await world.charge(account, 15_000, minutesAgo(5))
    server.set({ drop: 1 })
    await world.sendAll()
    server.set({ drop: 0 })
    const requests = server.totals().taken
    const [found] = (await compare(world.deps, HOUR_MS)).slice(-1)
    expect(found).toMatchObject({
      equal: true,
      repairs: [],
      youngerMicroUsd: 15_000,
      ledgerMicroUsd: 0,
    })
    expect(server.totals().taken).toBe(requests)
  })

  test('a correction whose answer was lost does not count twice', async () => {
    const { server, world } = await open({ double: 1 })
    const account = randomUUID()
    await world.charge(account, 60_000, minutesAgo(2))
    await world.sendAll()
    server.set({ double: 0, failAfterTaking: 1 })
    const [found] = (await compare(world.deps)).slice(-1)
    expect(found?.equal).toBe(true)
    expect(server.totals().microUsd).toBe(60_000)
  })
})
