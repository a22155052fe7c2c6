/**
 * Repairs one minute whose sums differ. The provider shows sums and no events. A lost charge is
 * found by sending charges again under their identifiers: the provider refuses those it has as
 * known and accepts the lost ones. A charge that was counted twice is corrected with an event of
 * negative quantity, as the provider documents: unlike cancelling an event (24 hours), this has no
 * time limit and cannot remove both copies.
 */
import { createHash } from 'node:crypto'
import type { Correction, MarkedCharge, MeterDeps, Month } from './ports.ts'
import { markOf, sendCharge } from './send.ts'
import type { Difference } from './windows.ts'

export const REPAIR_LIMITS = {
  /** The provider remembers an identifier for 24 hours; one hour allows for clock differences. */
  memoryMs: 23 * 3_600_000,
  /** Maximum charges of one minute to resend singly; for more, one event corrects the amount. */
  resendMax: 1_000,
} as const

export type Repair = {
  readonly minuteSeconds: number
  /** The missing amount; negative if it was counted twice. */
  readonly microUsd: number
  /** `lost`: lost charges were sent again. `corrected`: one event corrected the amount. */
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
  mark !== null && (mark.outcome === 'refused' || mark.atMs > now - REPAIR_LIMITS.memoryMs)

/** Resends charges that the provider refuses if it has them; returns those it did not have. */
const resend = async (
  deps: RepairDeps,
  customerId: string,
  charges: readonly MarkedCharge[],
): Promise<readonly MarkedCharge[]> => {
  const lost: MarkedCharge[] = []
  for (const charge of charges) {
    const answer = await sendCharge(deps, customerId, charge)
    // A known charge keeps its time, which is when the provider began to remember it.
    if (answer.outcome !== 'known') await deps.records.mark([markOf(charge.seq, answer)])
    if (answer.outcome === 'taken') lost.push(charge)
  }
  return lost
}

const identifierOf = ({ accountId }: Ledger, { minuteSeconds }: Difference, nth: number): string =>
  createHash('sha256').update(`correction\n${accountId}\n${minuteSeconds}\n${nth}`).digest('hex')

/**
 * A planned correction without an acknowledgement is sent again under its identifier, so that it
 * cannot count twice.
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
 * Repairs one difference as far as possible; null: not possible. The next comparison checks the
 * result.
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
  if (charges.length > REPAIR_LIMITS.resendMax) return correct(deps, ledger, difference)
  const lost = await resend(
    deps,
    customerId,
    charges.filter((one) => isRemembered(one, now)),
  )
  if (lost.length === 0) return correct(deps, ledger, difference)
  const microUsd = lost.reduce((sum, one) => sum + one.microUsd, 0)
  return { minuteSeconds, microUsd, how: 'lost', usageIds: lost.map(({ usageId }) => usageId) }
}
