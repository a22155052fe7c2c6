/**
 * Sends the charges of the ledger to the external meter: in order, at least once, each under its
 * usage id (contracts/conventions/billing.md).
 */
import { Fault } from '#contracts/fault.ts'
import { mapAtOnce } from '#contracts/toolkit/concurrency.ts'
import type { MeterDeps, MeteredCharge, MeterMark, MeterOutcome } from './ports.ts'

export const METER_LIMITS = {
  /** Charges that are read, sent and marked together. */
  batchMax: 500,
  /**
   * Accounts whose charges are sent concurrently; the provider accepts one event at a time per
   * account.
   */
  accountsAtOnce: 8,
  /**
   * Answers are kept for two months and a week: `billing reconcile` compares this month and the
   * previous one, and the provider accepts no event older than 35 days.
   */
  keptDays: 70,
  /** Old answers deleted with each batch; more than a batch adds. */
  forgottenMax: 1_000,
} as const

/** Pauses while the provider is unreachable, with jitter so that processes do not retry at once. */
export const METER_BACKOFF = { firstPauseMs: 500, pauseMsMax: 60_000, isJittered: true } as const

type SendDeps = Pick<MeterDeps, 'meter' | 'records'>

/** The provider's customer of an account, created on first use. */
export const customerFor = async (
  { meter, records }: SendDeps,
  accountId: string,
): Promise<string> =>
  (await records.customerOf(accountId)) ??
  records.setCustomer(accountId, await meter.makeCustomer(accountId))

/** The mark for an answer; a known event counts as taken. */
export const markOf = (seq: number, answer: MeterOutcome): MeterMark =>
  answer.outcome === 'refused'
    ? { seq, outcome: 'refused', reason: answer.reason }
    : { seq, outcome: 'taken', reason: null }

export const sendCharge = (
  { meter }: Pick<SendDeps, 'meter'>,
  customerId: string,
  { usageId, microUsd, atSeconds }: MeteredCharge,
): Promise<MeterOutcome> => meter.send({ identifier: usageId, customerId, microUsd, atSeconds })

type Sent = { readonly marks: readonly MeterMark[]; readonly fault: Fault | null }

/** One account's charges in ledger order, up to the first fault. */
const sendOf = async (
  deps: SendDeps,
  accountId: string,
  charges: readonly MeteredCharge[],
  signal: AbortSignal,
): Promise<Sent> => {
  const marks: MeterMark[] = []
  try {
    const customerId = await customerFor(deps, accountId)
    for (const charge of charges) {
      if (signal.aborted) break
      marks.push(markOf(charge.seq, await sendCharge(deps, customerId, charge)))
    }
    return { marks, fault: null }
  } catch (error) {
    if (error instanceof Fault) return { marks, fault: error }
    throw error
  }
}

const sendAll = (
  deps: SendDeps,
  charges: readonly MeteredCharge[],
  signal: AbortSignal,
): Promise<readonly Sent[]> => {
  const accounts = [...Map.groupBy(charges, ({ accountId }) => accountId)]
  return mapAtOnce(accounts, METER_LIMITS.accountsAtOnce, ([accountId, own]) =>
    sendOf(deps, accountId, own, signal),
  )
}

/** The last charge before the first one without a mark. */
const decidedUpTo = (
  charges: readonly MeteredCharge[],
  marked: ReadonlySet<number>,
): number | null => {
  const open = charges.findIndex(({ seq }) => !marked.has(seq))
  const last = open < 0 ? charges.at(-1) : charges[open - 1]
  return last?.seq ?? null
}

/** The result of one step. `fault` is what stopped it; the next step continues there. */
export type MeterStep = {
  readonly sent: number
  readonly refused: number
  /** Whether every settled charge was sent. */
  readonly caughtUp: boolean
  readonly fault: Fault | null
}

const NOTHING: MeterStep = { sent: 0, refused: 0, caughtUp: true, fault: null }

const sendBatch = async (
  deps: SendDeps,
  through: number,
  signal: AbortSignal,
): Promise<MeterStep> => {
  const { records } = deps
  const { batchMax } = METER_LIMITS
  const charges = await records.unmarked(await records.cursor(), through, batchMax)
  const sent = await sendAll(deps, charges, signal)
  const marks = sent.flatMap((one) => one.marks)
  // Marks come before the cursor, so that after a crash in between a charge is only read again.
  await records.mark(marks)
  const fault = sent.find((one) => one.fault !== null)?.fault ?? null
  const whole = charges.length < batchMax && marks.length === charges.length
  const decided = whole ? through : decidedUpTo(charges, new Set(marks.map(({ seq }) => seq)))
  if (decided !== null) await records.advance(decided)
  await records.forget(METER_LIMITS.keptDays, METER_LIMITS.forgottenMax)
  const refused = marks.filter(({ outcome }) => outcome === 'refused').length
  return { sent: marks.length - refused, refused, caughtUp: whole, fault }
}

/**
 * Sends the next charges; the caller holds the lock. Marks accepted charges even if another event
 * failed. Throws the Faults of the records; returns those of the meter in `fault`.
 */
export const sendNext = async (deps: SendDeps, signal: AbortSignal): Promise<MeterStep> => {
  const through = await deps.records.settledThrough()
  if (through <= (await deps.records.cursor())) return NOTHING
  return sendBatch(deps, through, signal)
}

/** One step under the lock, for a loop or a workflow. Does not take the lock if nothing is due. */
export const reportUsage = async (deps: MeterDeps, signal: AbortSignal): Promise<MeterStep> => {
  const { records, lock } = deps
  if ((await records.settledThrough()) <= (await records.cursor())) return NOTHING
  return lock.hold(signal, (held) => sendNext(deps, held))
}
