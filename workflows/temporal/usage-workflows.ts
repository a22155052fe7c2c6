/** Sends charges of the ledger to the external meter on a schedule. */
import { proxyActivities } from '@temporalio/workflow'
import { BATCH } from './policies.ts'

/** The result of one step. `caughtUp`: all charges are sent. */
export type UsageStep = {
  readonly sent: number
  readonly refused: number
  readonly caughtUp: boolean
}

/** Sends the next charges in ledger order under the lock of the sender. */
export type UsageActivities = { reportUsageStep(): Promise<UsageStep> }

export type UsageReported = { readonly sent: number; readonly refused: number }

/** Limits the history; the next run sends the rest. */
export const USAGE_STEPS_PER_RUN = 100

const { reportUsageStep } = proxyActivities<UsageActivities>(BATCH)

/** Sends all charges; waits while the provider is unavailable, as long as it requests. */
export const reportUsage = async (): Promise<UsageReported> => {
  const total = { sent: 0, refused: 0 }
  for (let step = 0; step < USAGE_STEPS_PER_RUN; step += 1) {
    const { sent, refused, caughtUp } = await reportUsageStep()
    total.sent += sent
    total.refused += refused
    if (caughtUp) break
  }
  return total
}
