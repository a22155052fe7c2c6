/** The ledger's charges to the external meter, on a schedule. */
import { proxyActivities } from '@temporalio/workflow'
import { BATCH } from './policies.ts'

/** What one step did. `caughtUp`: nothing was left. */
export type UsageStep = {
  readonly sent: number
  readonly refused: number
  readonly caughtUp: boolean
}

/**
 * The step, as the read side gives it: the next charges, in ledger order, under the sender's lock.
 */
export type UsageActivities = { reportUsageStep(): Promise<UsageStep> }

export type UsageReported = { readonly sent: number; readonly refused: number }

/** Bounds the history; what is left then is the next run's. */
export const USAGE_STEPS_PER_RUN = 100

const { reportUsageStep } = proxyActivities<UsageActivities>(BATCH)

/** Sends until nothing is left. While the provider is away the step waits as long as it asks. */
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
