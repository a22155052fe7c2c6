/** A publication at an hour. */
import { proxyActivities, sleep } from '@temporalio/workflow'
import type { DueRequest } from './payloads.ts'
import type { DueAnswer, PublicationActivities } from './publication-activities.ts'
import { ACT } from './policies.ts'

const { publishAtItsHour } = proxyActivities<PublicationActivities>(ACT)

/**
 * Asks the domain, which publishes, refuses what was cancelled or moved, or says how long to wait.
 * So one clock decides, that of the workers.
 */
export const publishScheduled = async (
  request: DueRequest,
): Promise<Exclude<DueAnswer, { readonly waitMs: number }>> => {
  let answer = await publishAtItsHour(request)
  while ('waitMs' in answer) {
    await sleep(answer.waitMs)
    answer = await publishAtItsHour(request)
  }
  return answer
}
