/**
 * The ledger's charges to the external meter: in order, at least once, each under its usage id
 * (contracts/conventions/billing.md).
 */
import { Fault } from '#contracts/fault.ts'
import { mapAtOnce } from '#contracts/toolkit/concurrency.ts'
import type { MeterDeps, MeteredCharge, MeterMark, MeterOutcome } from './ports.ts'

export const METER_LIMITS = {
  /** Charges that are read, sent and marked together. */
  batchMax: 500,
  /** Accounts that are told of at the same time; the provider takes one event at a time of each. */
  accountsAtOnce: 8,
  /**
   * Answers are kept for two months and a week: `billing reconcile` compares this month and the one
   * before, and what is older than 35 days the provider takes no more, under any identifier.
   */
  keptDays: 70,
  /** Old answers forgotten with each batch: more than a batch adds. */
  forgottenMax: 1_000,
} as const

/** Pauses while the provider is away; jittered, so that processes do not come back together. */
export const METER_BACKOFF = { firstPauseMs: 500, pauseMsMax: 60_000, isJittered: true } as const

type SendDeps = Pick<MeterDeps, 'meter' | 'records'>

/** The provider's name of an account, made the first time. */
export const customerFor = async (
  { meter, records }: SendDeps,
  accountId: string,
): Promise<string> =>
  (await records.customerOf(accountId)) ??
  records.setCustomer(accountId, await meter.makeCustomer(accountId))

/** What a mark says of an answer: an event that is known was taken, whenever that was. */
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

/** Up to the first charge without a mark, all is decided. */
const decidedUpTo = (
  charges: readonly MeteredCharge[],
  marked: ReadonlySet<number>,
): number | null => {
  const open = charges.findIndex(({ seq }) => !marked.has(seq))
  const last = open < 0 ? charges.at(-1) : charges[open - 1]
  return last?.seq ?? null
}

/** What one step did. `fault` says what stopped it; it goes on there. */
export type MeterStep = {
  readonly sent: number
  readonly refused: number
  /** Whether nothing was left. */
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
  // Marks before the cursor, so that a crash in between only makes a charge be looked at again.
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
 * Sends the next charges; whoever calls holds the lock. What the provider took is marked even when
 * another event failed. Throws the Faults of the records; those of the meter come back in `fault`.
 */
export const sendNext = async (deps: SendDeps, signal: AbortSignal): Promise<MeterStep> => {
  const through = await deps.records.settledThrough()
  if (through <= (await deps.records.cursor())) return NOTHING
  return sendBatch(deps, through, signal)
}

/** One step under the lock, for a loop or a workflow; without work it does not ask for the lock. */
export const reportUsage = async (deps: MeterDeps, signal: AbortSignal): Promise<MeterStep> => {
  const { records, lock } = deps
  if ((await records.settledThrough()) <= (await records.cursor())) return NOTHING
  return lock.hold(signal, (held) => sendNext(deps, held))
}
