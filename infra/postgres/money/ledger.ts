import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { type Operation, priceMicroUsd, TIERS } from '#contracts/tariff.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import {
  type BillableCall,
  type Charge,
  IDEMPOTENCY,
  type Ledger,
  type Reservation,
  type ReserveOutcome,
} from '#query-api/billing/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/** Limits of the ledger. */
export const LEDGER = {
  /** An abandoned reservation expires after this time. */
  reservationSeconds: 90,
  /** Calls in one round trip. */
  batchMax: 64,
  /** Retries while the database does not answer. */
  settleRetries: { attemptsMax: 4, firstPauseMs: 150, pauseMsMax: 1_000 },
  sweepMax: 1_000,
} as const

const money = z.int().nonnegative()
const usageId = z.string().regex(/^[0-9a-f]{64}$/)
const charge = { usage_id: usageId, micro_usd: money, spend_before: money, key_spend: money }
const Reserved = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('reserved'), ...charge }),
  z.object({ outcome: z.literal('repeat'), ...charge, units: z.int().positive().nullable() }),
  z.object({ outcome: z.literal('cap-exceeded'), key_spend: money, retry_seconds: z.int().min(1) }),
  z.object({ outcome: z.enum(['conflict', 'in-progress', 'too-many-repeats']) }),
])
const Settled = z.discriminatedUnion('settled', [
  z.object({ settled: z.literal(true), micro_usd: money, spend_before: money, key_spend: money }),
  z.object({ settled: z.literal(false) }),
])

type Asked = { readonly id: string; readonly call: BillableCall }

const hex = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined ? null : Buffer.from(bytes).toString('hex')

const rowOf = ({ id, call }: Asked, place: number): object => ({
  place,
  id,
  accountId: call.key.accountId,
  keyId: call.key.keyId,
  operation: call.operation,
  tiers: TIERS.map(({ fromMicroUsd, prices }) => [
    fromMicroUsd,
    prices[call.operation] * (call.units ?? 1),
  ]),
  units: call.units ?? 1,
  hardCap: call.key.capMode === 'hard' ? call.key.capMicroUsd : null,
  // The key's HMAC, not its text: the usage id is public, and a short text could be guessed from
  // it.
  subject: hex(call.idempotency?.keyHmac) ?? call.requestId,
  idempotencyKey: hex(call.idempotency?.keyHmac),
  fingerprint: hex(call.idempotency?.fingerprint),
})

const RESERVE = statement('ledger-reserve', {
  sql: 'select * from reserve_units($1, $2, $3, $4)',
  values: (asked: readonly Asked[], reservationSeconds: number) => [
    JSON.stringify(asked.map(rowOf)),
    reservationSeconds,
    IDEMPOTENCY.keptSeconds,
    IDEMPOTENCY.repeatsMax,
  ],
  row: Reserved,
})
const SETTLE = statement('ledger-settle', {
  sql: 'select * from settle_calls($1)',
  values: (reservations: readonly Reservation[]) => [
    JSON.stringify(
      reservations.map(({ reservationId, usageId: id, accountId }, place) => ({
        place,
        id: reservationId,
        usageId: id,
        accountId,
      })),
    ),
  ],
  row: Settled,
})
const RELEASE = statement('ledger-release', {
  sql: 'delete from reservations where id = $1',
  values: (reservationId: string) => [reservationId],
})
/** Notes that a hard cap refused a call: `infra/postgres/accounts/key-notices.ts` tells of it. */
const NOTE_REFUSED = statement('ledger-note-refused', {
  sql: `insert into key_notices (key_id, kind, period)
   select k.id, 'cap_reached', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM')
   from api_keys k where k.id = $1 on conflict do nothing`,
  values: (keyId: string) => [keyId],
})
const SWEEP_RESERVATIONS = statement('ledger-sweep-reservations', {
  sql: `delete from reservations where id in (
     select id from reservations where expires_at <= clock_timestamp() limit $1 for update skip locked)`,
  values: (limit: number) => [limit],
})
const SWEEP_KEYS = statement('ledger-sweep-keys', {
  sql: `delete from idempotency_keys where (key_id, key_hmac) in (
     select key_id, key_hmac from idempotency_keys
     where created_at <= clock_timestamp() - make_interval(secs => $1) order by created_at limit $2
     for update skip locked)`,
  values: (keptSeconds: number, limit: number) => [keptSeconds, limit],
})

/** As many as the charge pays for at the prices of now: nobody kept the units of older charges. */
const unitsAtPricesOfNow = (operation: Operation, { microUsd, spendBefore }: Charge): number =>
  Math.max(1, Math.floor(microUsd / priceMicroUsd(operation, spendBefore)))

const outcomeOf = (read: z.infer<typeof Reserved>, { id, call }: Asked): ReserveOutcome => {
  if (read.outcome === 'cap-exceeded')
    return {
      outcome: read.outcome,
      keySpend: read.key_spend,
      retryAfterSeconds: read.retry_seconds,
    }
  if (read.outcome !== 'reserved' && read.outcome !== 'repeat') return { outcome: read.outcome }
  const found: Charge = {
    usageId: read.usage_id,
    microUsd: read.micro_usd,
    spendBefore: read.spend_before,
    keySpend: read.key_spend,
  }
  if (read.outcome === 'repeat') {
    const units = read.units ?? unitsAtPricesOfNow(call.operation, found)
    return { outcome: 'repeat', charge: found, units }
  }
  const { accountId } = call.key
  return { outcome: 'reserved', reservation: { ...found, reservationId: id, accountId } }
}

const settledOf = (read: z.infer<typeof Settled>, reservation: Reservation): Charge => {
  if (!read.settled) throw new Fault('reservation-gone')
  const { micro_usd: microUsd, spend_before: spendBefore, key_spend: keySpend } = read
  return { usageId: reservation.usageId, microUsd, spendBefore, keySpend }
}

/** Whether a statement may be repeated: the server is away, or two transactions collided. */
const isTransient = (error: unknown): boolean =>
  error instanceof Fault && ['store-unavailable', 'store-contended'].includes(error.code)

type Waiting<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches concurrent items: one batch of at most `max` items runs at a time, and items that arrive
 * meanwhile form the next one. `run` returns answers in the order of its items; its error goes to
 * each item.
 */
const makeBatcher = <Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  max: number,
): ((item: Item) => Promise<Answer>) => {
  const queue: Waiting<Item, Answer>[] = []
  let running = false

  const runBatch = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await run(batch.map(({ item }) => item))
      if (answers.length !== batch.length)
        throw new Fault('store-failed', 'A batch was not answered item by item.')
      for (const [place, { resolve }] of batch.entries()) resolve(answers[place] as Answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const drain = async (): Promise<void> => {
    running = true
    while (queue.length > 0) await runBatch(queue.splice(0, max))
    running = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!running) void drain()
    })
}

export type LedgerOptions = { readonly reservationSeconds?: number }

/**
 * The ledger on PostgreSQL. Calls that arrive during a round trip share the next one, so a busy
 * account uses up neither the connections nor the disk. Throws the Faults of the pool, and
 * `reservation-gone`.
 */
export const makeLedger = (
  pool: PostgresPool,
  { reservationSeconds = LEDGER.reservationSeconds }: LedgerOptions = {},
): Ledger => {
  const reserve = makeBatcher(
    (asked: readonly Asked[]) => RESERVE.rows(pool, asked, reservationSeconds),
    LEDGER.batchMax,
  )
  const settle = makeBatcher(
    // A settlement may be repeated, so after a lost answer it is: no error may hide a charge.
    (reservations: readonly Reservation[]) =>
      retry(() => SETTLE.rows(pool, reservations), { ...LEDGER.settleRetries, isTransient }),
    LEDGER.batchMax,
  )
  const release = async (reservationId: string): Promise<void> => {
    await RELEASE.run(pool, reservationId)
  }
  return {
    reserve: async (call) => {
      const asked = { id: randomUUID(), call }
      try {
        const outcome = outcomeOf(await reserve(asked), asked)
        // The next call that is refused notes it again.
        if (outcome.outcome === 'cap-exceeded')
          await NOTE_REFUSED.run(pool, call.key.keyId).catch(() => undefined)
        return outcome
      } catch (error) {
        // It may have been reserved nevertheless.
        await release(asked.id).catch(() => undefined)
        throw error
      }
    },
    settle: async (reservation) => settledOf(await settle(reservation), reservation),
    release,
    sweep: async () => {
      const { sweepMax } = LEDGER
      const reservations = await SWEEP_RESERVATIONS.run(pool, sweepMax)
      const idempotencyKeys = await SWEEP_KEYS.run(pool, IDEMPOTENCY.keptSeconds, sweepMax)
      return { reservations, idempotencyKeys }
    },
  }
}
