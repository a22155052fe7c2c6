/**
 * Repairing one minute whose sums differ. A provider shows sums, never its events, so what was lost
 * is found by sending it again under its own identifier: what the provider has, it refuses as
 * known, and what it takes had been lost. What was counted twice can't be told from its twin; the
 * provider's documented repair is an event with a negative quantity, and it has no time limit, as
 * cancelling an event has (24 hours), and leaves no doubt whether one copy goes or both.
 */
import { createHash } from 'node:crypto'
import type { Correction, MarkedCharge, MeterDeps, Month } from './ports.ts'
import { markOf, sendCharge } from './send.ts'
import type { Difference } from './windows.ts'

export const MEND_LIMITS = {
  /**
   * The provider knows an identifier for 24 hours; a clock that is wrong by less than an hour does
   * no harm.
   */
  memoryMs: 23 * 3_600_000,
  /** Charges of one minute that are sent again one by one; with more, the amount is sent. */
  resendMax: 1_000,
} as const

export type Repair = {
  readonly minuteSeconds: number
  /** What was missing; below 0: what was too much. */
  readonly microUsd: number
  /** `lost`: these were taken now. `corrected`: the amount was sent. */
  readonly how: 'lost' | 'corrected'
  readonly usageIds: readonly string[]
}

export type RepairDeps = Pick<MeterDeps, 'meter' | 'records' | 'clock'>
export type Ledger = {
  readonly accountId: string
  readonly customerId: string
  readonly month: Month
  readonly through: number
}

const isRemembered = ({ mark }: MarkedCharge, now: number): boolean =>
  mark !== null && (mark.outcome === 'refused' || mark.atMs > now - MEND_LIMITS.memoryMs)

/** Sends again what the provider would refuse if it had it; answers what it had not. */
const resend = async (
  deps: RepairDeps,
  customerId: string,
  charges: readonly MarkedCharge[],
): Promise<readonly MarkedCharge[]> => {
  const lost: MarkedCharge[] = []
  for (const charge of charges) {
    const answer = await sendCharge(deps, customerId, charge)
    // One that is known keeps its time: the provider's memory of it began then.
    if (answer.outcome !== 'known') await deps.records.mark([markOf(charge.seq, answer)])
    if (answer.outcome === 'taken') lost.push(charge)
  }
  return lost
}

const identifierOf = ({ accountId }: Ledger, { minuteSeconds }: Difference, nth: number): string =>
  createHash('sha256').update(`correction\n${accountId}\n${minuteSeconds}\n${nth}`).digest('hex')

/**
 * One that was planned and never acknowledged is sent under its own name, so that it can't count
 * twice.
 */
const plannedFor = (
  ledger: Ledger,
  difference: Difference,
  made: readonly Correction[],
): string => {
  const before = made.filter(({ minuteSeconds }) => minuteSeconds === difference.minuteSeconds)
  const open = before.find(({ taken, microUsd }) => !taken && microUsd === difference.microUsd)
  return open?.identifier ?? identifierOf(ledger, difference, before.length)
}

const correct = async (
  { meter, records }: RepairDeps,
  ledger: Ledger,
  difference: Difference,
): Promise<Repair | null> => {
  const { accountId, customerId, month } = ledger
  const { minuteSeconds, microUsd } = difference
  const made = await records.corrections(accountId, month)
  const identifier = plannedFor(ledger, difference, made)
  await records.plan({ identifier, accountId, minuteSeconds, microUsd })
  const answer = await meter.send({ identifier, customerId, microUsd, atSeconds: minuteSeconds })
  if (answer.outcome === 'refused') return null
  await records.correctionTaken(identifier)
  return { minuteSeconds, microUsd, how: 'corrected', usageIds: [] }
}

/**
 * Repairs one difference as far as the provider lets us; null: not at all. Whether it helped, only
 * the next comparison tells.
 */
export const repair = async (
  deps: RepairDeps,
  ledger: Ledger,
  difference: Difference,
): Promise<Repair | null> => {
  if (difference.microUsd < 0) return correct(deps, ledger, difference)
  const { accountId, customerId, month, through } = ledger
  const { minuteSeconds } = difference
  const charges = await deps.records.chargesOf(accountId, month, minuteSeconds, through)
  const now = deps.clock()
  if (charges.length > MEND_LIMITS.resendMax) return correct(deps, ledger, difference)
  const lost = await resend(
    deps,
    customerId,
    charges.filter((one) => isRemembered(one, now)),
  )
  if (lost.length === 0) return correct(deps, ledger, difference)
  const microUsd = lost.reduce((sum, one) => sum + one.microUsd, 0)
  return { minuteSeconds, microUsd, how: 'lost', usageIds: lost.map(({ usageId }) => usageId) }
}
