import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { TIERS } from '#contracts/tariff.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import {
  type BillableCall,
  type Charge,
  IDEMPOTENCY,
  type Ledger,
  type Reservation,
  type ReserveOutcome,
} from '#query-api/billing/ports.ts'
import { makeBatcher } from './ledger-batches.ts'
import type { PostgresPool, Prepared } from '../platform/pool.ts'

/** Bounds of the ledger. */
export const LEDGER = {
  /** After it an abandoned reservation no longer holds anything back. */
  reservationSeconds: 60,
  /** Calls in one round trip. */
  batchMax: 64,
  /** While the database does not answer. */
  settleRetries: { attemptsMax: 4, firstPauseMs: 150, pauseMsMax: 1_000 },
  sweepMax: 1_000,
} as const

const prepared = (name: string, text: string): Prepared => ({ name: `ledger-${name}`, text })

const RESERVE = prepared('reserve', 'select * from reserve_calls($1, $2, $3, $4)')
const SETTLE = prepared('settle', 'select * from settle_calls($1)')
const RELEASE = prepared('release', 'delete from reservations where id = $1')
const SWEEP_RESERVATIONS = prepared(
  'sweep-reservations',
  `delete from reservations where id in (
     select id from reservations where expires_at <= clock_timestamp() limit $1 for update skip locked)`,
)
const SWEEP_KEYS = prepared(
  'sweep-keys',
  `delete from idempotency_keys where (key_id, key_hmac) in (
     select key_id, key_hmac from idempotency_keys
     where created_at <= clock_timestamp() - make_interval(secs => $1) order by created_at limit $2
     for update skip locked)`,
)

const money = z.int().nonnegative()
const usageId = z.string().regex(/^[0-9a-f]{64}$/)
const charge = { usage_id: usageId, micro_usd: money, spend_before: money, key_spend: money }
const Reserved = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['reserved', 'repeat']), ...charge }),
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
  tiers: TIERS.map(({ fromMicroUsd, prices }) => [fromMicroUsd, prices[call.operation]]),
  hardCap: call.key.capMode === 'hard' ? call.key.capMicroUsd : null,
  // The key's HMAC, not its text: the usage id is public, and a short text could be guessed from
  // it.
  subject: hex(call.idempotency?.keyHmac) ?? call.requestId,
  idempotencyKey: hex(call.idempotency?.keyHmac),
  fingerprint: hex(call.idempotency?.fingerprint),
})

const outcomeOf = (row: unknown, { id, call }: Asked): ReserveOutcome => {
  const read = Reserved.parse(row)
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
  if (read.outcome === 'repeat') return { outcome: 'repeat', charge: found }
  const { accountId } = call.key
  return { outcome: 'reserved', reservation: { ...found, reservationId: id, accountId } }
}

const settledOf = (row: unknown, reservation: Reservation): Charge => {
  const read = Settled.parse(row)
  if (!read.settled)
    throw new Fault('reservation-gone', 'The call took longer than its reservation is kept.', {
      hint: 'Ask again; nothing was charged.',
    })
  const { micro_usd: microUsd, spend_before: spendBefore, key_spend: keySpend } = read
  return { usageId: reservation.usageId, microUsd, spendBefore, keySpend }
}

/** Whether a statement may be had again: the server is away, or two transactions met. */
const isPassing = (error: unknown): boolean =>
  error instanceof Fault && ['store-unavailable', 'store-contended'].includes(error.code)

export type LedgerOptions = { readonly reservationSeconds?: number }

/**
 * The ledger on PostgreSQL. Calls that come while a round trip is under way share the next one, so
 * an account that calls much holds neither all connections nor the disk. Throws the Faults of the
 * pool, and `reservation-gone`.
 */
export const makeLedger = (
  pool: PostgresPool,
  { reservationSeconds = LEDGER.reservationSeconds }: LedgerOptions = {},
): Ledger => {
  const reserve = makeBatcher(async (asked: readonly Asked[]) => {
    const { rows } = await pool.query(RESERVE, [
      JSON.stringify(asked.map(rowOf)),
      reservationSeconds,
      IDEMPOTENCY.keptSeconds,
      IDEMPOTENCY.repeatsMax,
    ])
    return rows
  }, LEDGER.batchMax)
  const settle = makeBatcher(async (reservations: readonly Reservation[]) => {
    const calls = reservations.map(({ reservationId, usageId: id, accountId }, place) => ({
      place,
      id: reservationId,
      usageId: id,
      accountId,
    }))
    // A settlement may be repeated; a charge must not be left behind an error that was only
    // passing.
    const ask = () => pool.query(SETTLE, [JSON.stringify(calls)])
    return (await retry(ask, { ...LEDGER.settleRetries, isTransient: isPassing })).rows
  }, LEDGER.batchMax)
  const release = async (reservationId: string): Promise<void> => {
    await pool.query(RELEASE, [reservationId])
  }
  return {
    reserve: async (call) => {
      const asked = { id: randomUUID(), call }
      try {
        return outcomeOf(await reserve(asked), asked)
      } catch (error) {
        // It may have been reserved all the same.
        await release(asked.id).catch(() => undefined)
        throw error
      }
    },
    settle: async (reservation) => settledOf(await settle(reservation), reservation),
    release,
    sweep: async () => {
      const { sweepMax } = LEDGER
      const { rowCount: reservations } = await pool.query(SWEEP_RESERVATIONS, [sweepMax])
      const swept = await pool.query(SWEEP_KEYS, [IDEMPOTENCY.keptSeconds, sweepMax])
      return { reservations, idempotencyKeys: swept.rowCount }
    },
  }
}
