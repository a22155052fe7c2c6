/**
 * Reserve → execute → settle or release, around every billable call
 * (contracts/conventions/billing.md).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { HEADERS } from '#contracts/service.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { Operation } from '#contracts/tariff.ts'
import type { KeyRecord } from '../auth/ports.ts'
import { overloaded, type Problem } from '#contracts/web/http/problem.ts'
import type { CallGate } from './call-gate.ts'
import {
  type Fingerprinted,
  type Idempotency,
  idempotencyOf,
} from '#contracts/web/http/idempotency.ts'
import {
  type BillableCall,
  type Charge,
  IDEMPOTENCY,
  type Ledger,
  type ReserveOutcome,
} from './ports.ts'

type ChargeHeaders = Readonly<Record<string, string>>

/** The result of a call. An error, a 304 and a tool result with `isError` are not billable. */
export type Executed<T> = { readonly value: T; readonly billable: boolean }

/**
 * The answer with its cost headers (none if it was free), or the reason why the call was refused.
 */
export type Billed<T> =
  | { readonly value: T; readonly headers: Readonly<Record<string, string>> }
  | { readonly problem: Problem }

/**
 * Prepares what the answer needs beside its value, from the cost headers that it will have unless
 * the charge passes a cap. Must not throw, and must give nothing away: the charge is being written.
 */
export type PrepareAnswer<T> = (value: T, headers: ChargeHeaders) => void

export type Billing = {
  /**
   * The idempotency key of a request, from the header `Idempotency-Key` or from
   * `params._meta["service/idempotencyKey"]`; `given` names the place in errors. Null without a
   * key. Throws RequestInvalid for a malformed one.
   */
  idempotency(text: unknown, request: Fingerprinted, given?: string): Idempotency | null
  /**
   * Executes a call unless there is no place for it, or a cap or its idempotency key forbids it.
   * The charge is in the ledger when this resolves. Rethrows what `work` throws, without a charge,
   * and the Faults of the ledger. `prepare` runs while the ledger writes.
   */
  charge<T>(
    call: BillableCall,
    work: () => Promise<Executed<T>>,
    prepare?: PrepareAnswer<T>,
  ): Promise<Billed<T>>
  /**
   * The same for a call at a multiple of its price. `count` finds how many units the call would
   * give, before anything is reserved; `work` may give as many as its argument says, which are
   * fewer in a repeat if the first call was charged for fewer. No units: nothing is charged.
   * Rethrows what `count` throws, too.
   */
  chargeUnits<T>(
    call: BillableCall,
    count: () => Promise<number>,
    work: (units: number) => Promise<Executed<T>>,
  ): Promise<Billed<T>>
}

type Cap = Pick<KeyRecord, 'capMicroUsd' | 'capMode'>

/** `"soft";cap=12.5;spent=12.51`: mode, cap and spend of the month in USD. */
const capWarning = ({ capMicroUsd, capMode }: Cap, spentMicroUsd: number): ChargeHeaders => ({
  [HEADERS.capWarning]: `"${capMode}";cap=${printUsd(capMicroUsd ?? 0)};spent=${printUsd(spentMicroUsd)}`,
})

const isPassed = ({ capMicroUsd }: Cap, spentMicroUsd: number): boolean =>
  capMicroUsd !== null && spentMicroUsd > capMicroUsd

const chargeHeaders = (charge: Charge, cap: Cap): ChargeHeaders => ({
  [HEADERS.costUsd]: printUsd(charge.microUsd),
  [HEADERS.usageId]: charge.usageId,
  ...(isPassed(cap, charge.keySpend) ? capWarning(cap, charge.keySpend) : {}),
})

/** Seconds after which a call that is still running may be repeated. */
const RETRY_IN_PROGRESS_SECONDS = 1

type CapExceeded = {
  readonly capMicroUsd: number
  readonly spentMicroUsd: number
  readonly retryAfterSeconds: number
}

const spendCapExceeded = ({
  capMicroUsd,
  spentMicroUsd,
  retryAfterSeconds,
}: CapExceeded): Problem => ({
  status: 429,
  body: {
    error: 'rate_limit',
    message: 'Spending cap exceeded',
    detail: `This call would exceed the key's monthly spending cap of ${printUsd(capMicroUsd)} USD (${printUsd(spentMicroUsd)} USD are spent or held back by calls under way); the next month begins in ${retryAfterSeconds} s.`,
    reason: 'spend_cap_exceeded',
  },
  headers: { 'Retry-After': String(retryAfterSeconds) },
})

const idempotencyConflict: Problem = {
  status: 422,
  body: {
    error: 'idempotency_conflict',
    message: 'Idempotency key used for another request',
    detail:
      'This Idempotency-Key came with another request before: use a new one for a new request.',
  },
  headers: {},
}

const requestInProgress: Problem = {
  status: 409,
  body: {
    error: 'request_in_progress',
    message: 'Request in progress',
    detail: 'The first request with this Idempotency-Key is not answered yet: ask again.',
  },
  headers: { 'Retry-After': String(RETRY_IN_PROGRESS_SECONDS) },
}

const tooManyRepeats = (repeatsMax: number): Problem => ({
  status: 409,
  body: {
    error: 'idempotency_conflict',
    message: 'Idempotency key used too often',
    detail: `A request may be repeated ${repeatsMax} times under one Idempotency-Key: use a new one.`,
    reason: 'too_many_repeats',
  },
  headers: {},
})

const refusalOf = (
  { key }: BillableCall,
  outcome: Exclude<ReserveOutcome, { outcome: 'reserved' | 'repeat' }>,
): Problem => {
  switch (outcome.outcome) {
    case 'cap-exceeded': {
      const { keySpend, retryAfterSeconds } = outcome
      const capMicroUsd = key.capMicroUsd ?? 0
      const refused = spendCapExceeded({ capMicroUsd, spentMicroUsd: keySpend, retryAfterSeconds })
      return { ...refused, headers: { ...refused.headers, ...capWarning(key, keySpend) } }
    }
    case 'conflict':
      return idempotencyConflict
    case 'in-progress':
      return requestInProgress
    case 'too-many-repeats':
      return tooManyRepeats(IDEMPOTENCY.repeatsMax)
    default:
      return outcome satisfies never
  }
}

/**
 * Calls that compute for long have places of their own, so that they never take those of others.
 */
const COMPUTING: ReadonlySet<Operation> = new Set(['verify', 'rag'])

const takesLong = ({ operation, computes = false }: BillableCall): boolean =>
  COMPUTING.has(operation) || computes

/** Only a hard cap and an idempotency key refuse a reservation, and what reads is soon over. */
const mayBeginUnreserved = (call: BillableCall): boolean =>
  !takesLong(call) &&
  call.idempotency === null &&
  (call.key.capMode === 'soft' || call.key.capMicroUsd === null)

/** Places for calls that read, and for calls that compute. */
export type CallGates = { readonly reading: CallGate; readonly computing: CallGate }

export type BillingDeps = {
  readonly ledger: Ledger
  readonly pepper: string
  readonly gates: CallGates
}

export const makeBilling = ({ ledger, pepper, gates }: BillingDeps): Billing => {
  /** A reservation that cannot be released expires by itself. */
  const release = async (reservationId: string): Promise<void> =>
    ledger.release(reservationId).catch(() => undefined)

  const runReserved = async <T>(
    outcome: Extract<ReserveOutcome, { outcome: 'reserved' }>,
    work: () => Promise<Executed<T>>,
    prepare: (value: T, reserved: Charge) => Promise<void>,
  ): Promise<{ value: T; charge: Charge | null }> => {
    const { reservation } = outcome
    try {
      const { value, billable } = await work()
      if (billable) {
        const [charge] = await Promise.all([
          ledger.settle(reservation),
          prepare(value, reservation),
        ])
        return { value, charge }
      }
      await release(reservation.reservationId)
      return { value, charge: null }
    } catch (error) {
      await release(reservation.reservationId)
      throw error
    }
  }

  /**
   * Where nothing can refuse the reservation, the work begins while it is made: that saves the
   * caller a round trip, and the charge still comes before the answer.
   */
  const reserveBesideWork = async <T>(
    call: BillableCall,
    work: (units: number) => Promise<Executed<T>>,
  ): Promise<{ outcome: ReserveOutcome; executed: Promise<Executed<T>> | null }> => {
    if (!mayBeginUnreserved(call)) return { outcome: await ledger.reserve(call), executed: null }
    const executed = work(call.units ?? 1)
    try {
      const [outcome] = await Promise.all([ledger.reserve(call), executed.catch(() => undefined)])
      return { outcome, executed }
    } catch (error) {
      // The call keeps its place until its work has ended.
      await executed.catch(() => undefined)
      throw error
    }
  }

  const chargeAdmitted = async <T>(
    call: BillableCall,
    work: (units: number) => Promise<Executed<T>>,
    prepare?: PrepareAnswer<T>,
  ): Promise<Billed<T>> => {
    const { outcome, executed } = await reserveBesideWork(call, work)
    if (outcome.outcome === 'reserved') {
      const { value, charge } = await runReserved(
        outcome,
        () => executed ?? work(call.units ?? 1),
        async (made, reserved) => {
          if (prepare === undefined) return
          // The statement of the ledger is sent within this turn of the event loop.
          await nextTurn()
          prepare(made, chargeHeaders(reserved, call.key))
        },
      )
      return { value, headers: charge === null ? {} : chargeHeaders(charge, call.key) }
    }
    if (outcome.outcome !== 'repeat') return { problem: refusalOf(call, outcome) }
    const { value, billable } = await work(outcome.units)
    return { value, headers: billable ? chargeHeaders(outcome.charge, call.key) : {} }
  }

  const admitted = async <T>(
    call: BillableCall,
    run: () => Promise<Billed<T>>,
  ): Promise<Billed<T>> => {
    const gate = takesLong(call) ? gates.computing : gates.reading
    const leave = await gate.enter(call.key.keyId)
    if (leave === null) return { problem: overloaded }
    try {
      return await run()
    } finally {
      leave()
    }
  }

  return {
    idempotency: (text, request, given) => idempotencyOf(pepper, text, request, given),
    charge: (call, work, prepare) => admitted(call, () => chargeAdmitted(call, work, prepare)),
    chargeUnits: (call, count, work) =>
      admitted(call, async () => {
        const units = await count()
        if (units === 0) return { value: (await work(0)).value, headers: {} }
        return chargeAdmitted({ ...call, units }, work)
      }),
  }
}
