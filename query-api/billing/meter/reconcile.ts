/**
 * Compares ledger and meter per account and month (contracts/conventions/billing.md): finds charges
 * that were lost or counted twice, repairs them, and reports the rest.
 */
import { Fault } from '#contracts/fault.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import { repair, type Ledger, type Repair, type RepairDeps } from './repair.ts'
import type { Meter, MeterDeps, Month } from './ports.ts'
import { customerFor, METER_BACKOFF, sendNext } from './send.ts'
import { type Difference, differences, type Stretch, stretchesOf } from './windows.ts'

/** Maximum comparisons of one account and month, each after the repairs of the previous one. */
export const RECONCILE_ROUNDS_MAX = 20
const MINUTE_MS = 60_000
const SECOND_MS = 1_000

export type Reconciled = {
  readonly accountId: string
  readonly month: Month
  readonly customerId: string
  /** Both sums end before the first minute that is too recent to compare. */
  readonly ledgerMicroUsd: number
  readonly meterMicroUsd: number
  /** The ledger's sum from that minute on. */
  readonly youngerMicroUsd: number
  readonly repairs: readonly Repair[]
  /** The differences that remain, by minute. */
  readonly open: readonly { readonly minuteSeconds: number; readonly microUsd: number }[]
  readonly equal: boolean
}

export type ReconcileOptions = {
  readonly months: readonly Month[]
  /** How long the provider's sums may lag behind the events it accepted; 0: not at all. */
  readonly lagMs: number
  readonly signal: AbortSignal
}

const monthStart = (month: Month): number => Date.parse(`${month}-01T00:00:00.000Z`)
const monthEnd = (month: Month): number => {
  const date = new Date(monthStart(month))
  return date.setUTCMonth(date.getUTCMonth() + 1)
}

/** `YYYY-MM` of the month before and of this one, UTC. */
export const recentMonths = (nowMs: number): readonly Month[] => {
  const now = new Date(nowMs)
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1))
  return [before, now].map((date) => date.toISOString().slice(0, 'YYYY-MM'.length))
}

type Compared = { readonly stretches: readonly Stretch[]; readonly youngerMicroUsd: number }

const sum = (list: readonly { readonly microUsd: number }[]): number =>
  list.reduce((total, { microUsd }) => total + microUsd, 0)

/** The intervals of a month that the provider's sums must include by now. */
const comparable = async (
  { records, clock }: RepairDeps,
  { accountId, month, through }: Ledger,
  lagMs: number,
): Promise<Compared> => {
  const since = lagMs === 0 ? Number.POSITIVE_INFINITY : clock() - lagMs
  const minutes = await records.minutes(accountId, month, through)
  const first = await records.firstUnsettled(accountId, month, through, since)
  const old =
    first === null ? minutes : minutes.filter(({ minuteSeconds }) => minuteSeconds < first)
  const nextMinute = Math.ceil((clock() + 1) / MINUTE_MS) * MINUTE_MS
  // The ledger's clock may be ahead of ours: an end before its last minute would hide what the
  // provider has of it, and the same charges would be added again in every round.
  const afterLast = (old.at(-1)?.minuteSeconds ?? 0) * SECOND_MS + MINUTE_MS
  const end = first ?? Math.min(monthEnd(month), Math.max(nextMinute, afterLast)) / SECOND_MS
  return {
    stretches: stretchesOf(old, monthStart(month) / SECOND_MS, end),
    youngerMicroUsd: sum(minutes) - sum(old),
  }
}

const repairAll = async (
  deps: RepairDeps,
  ledger: Ledger,
  found: readonly Difference[],
): Promise<readonly Repair[]> => {
  const repairs: Repair[] = []
  for (const difference of found) {
    const done = await repair(deps, ledger, difference)
    if (done !== null) repairs.push(done)
  }
  return repairs
}

const result = (
  { accountId, month, customerId }: Ledger,
  { stretches, youngerMicroUsd }: Compared,
  found: readonly Difference[],
  repairs: readonly Repair[],
): Reconciled => {
  const ledgerMicroUsd = stretches.reduce((total, one) => total + one.ledgerMicroUsd, 0)
  const open = found.map(({ minuteSeconds, microUsd }) => ({ minuteSeconds, microUsd }))
  const missing = sum(open)
  return {
    accountId,
    month,
    customerId,
    ledgerMicroUsd,
    meterMicroUsd: ledgerMicroUsd - missing,
    youngerMicroUsd,
    repairs,
    open,
    equal: open.length === 0,
  }
}

const reconcileOne = async (
  deps: RepairDeps,
  ledger: Ledger,
  { lagMs, signal }: ReconcileOptions,
): Promise<Reconciled> => {
  const repairs: Repair[] = []
  for (let round = 1; ; round += 1) {
    signal.throwIfAborted()
    const compared = await comparable(deps, ledger, lagMs)
    const found = await differences(compared.stretches, (from, to) =>
      deps.meter.sum(ledger.customerId, from, to),
    )
    // The last round compares without repairing.
    const done = round < RECONCILE_ROUNDS_MAX ? await repairAll(deps, ledger, found) : []
    repairs.push(...done)
    if (done.length === 0) return result(ledger, compared, found, repairs)
  }
}

/**
 * Sends all settled charges first, so that an unsent charge does not count as lost. Throws the
 * Fault that stopped the meter.
 */
const catchUp = async (deps: RepairDeps, signal: AbortSignal): Promise<number> => {
  for (;;) {
    signal.throwIfAborted()
    const step = await sendNext(deps, signal)
    if (step.fault !== null) throw step.fault
    if (step.caughtUp) return deps.records.cursor()
  }
}

const reconcileAll = async (
  deps: RepairDeps,
  options: ReconcileOptions,
): Promise<readonly Reconciled[]> => {
  const through = await catchUp(deps, options.signal)
  const results: Reconciled[] = []
  for (const month of options.months) {
    for (const accountId of await deps.records.accounts(month, through)) {
      const customerId = await customerFor(deps, accountId)
      const found = await reconcileOne(deps, { accountId, customerId, month, through }, options)
      results.push(found)
      if (found.repairs.length > 0)
        await deps.records.reconciled(accountId, month, sum(found.repairs))
    }
  }
  return results
}

/** Maximum attempts of one call, a few minutes in all. */
const CALL_ATTEMPTS_MAX = 10

const isAway = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'meter-unavailable'

/** The same meter, which repeats calls that fail because the provider is unreachable. */
const withRetries = (meter: Meter, signal: AbortSignal): Meter => {
  const options = {
    ...METER_BACKOFF,
    attemptsMax: CALL_ATTEMPTS_MAX,
    isTransient: isAway,
    signal,
  }
  return {
    send: (event) => retry(() => meter.send(event), options),
    sum: (...question) => retry(() => meter.sum(...question), options),
    makeCustomer: (accountId) => retry(() => meter.makeCustomer(accountId), options),
  }
}

/**
 * Compares and repairs under the lock of the meter. Idempotent. Throws the Faults of the meter and
 * of the records; earlier repairs stay.
 */
export const reconcile = (
  deps: MeterDeps,
  options: ReconcileOptions,
): Promise<readonly Reconciled[]> =>
  deps.lock.hold(options.signal, (held) =>
    reconcileAll({ ...deps, meter: withRetries(deps.meter, held) }, { ...options, signal: held }),
  )
