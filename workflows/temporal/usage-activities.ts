/** The step of `reportUsage`, and the schedule that runs it. */
import { type Client, ScheduleAlreadyRunning } from '@temporalio/client'
import { z } from 'zod'
import type { Fault } from '#contracts/fault.ts'
import { activityOf } from './heartbeat.ts'
import { TASK_QUEUE } from './names.ts'
import type { UsageActivities, UsageStep } from './usage-workflows.ts'

export const USAGE_SCHEDULE = { id: 'report-usage', every: '1m' } as const

/** Returns a fault of the provider in the step; sent charges are marked, so a retry continues. */
export type ReportStep = (
  signal: AbortSignal,
) => Promise<UsageStep & { readonly fault: Fault | null }>

export const usageActivities = (report: ReportStep): UsageActivities => {
  const step = activityOf(z.undefined(), async (_, { cancellationSignal }) => {
    const { sent, refused, caughtUp, fault } = await report(cancellationSignal)
    if (fault !== null) throw fault
    return { sent, refused, caughtUp }
  })
  return { reportUsageStep: () => step(undefined) }
}

/** Creates the schedule, once for all workers; runs never overlap. */
export const scheduleUsage = async (
  { schedule }: Client,
  { id, every }: { readonly id: string; readonly every: '1m' | '1s' } = USAGE_SCHEDULE,
): Promise<void> => {
  try {
    await schedule.create({
      scheduleId: id,
      spec: { intervals: [{ every }] },
      policies: { overlap: 'SKIP' },
      action: {
        type: 'startWorkflow',
        workflowType: 'reportUsage',
        taskQueue: TASK_QUEUE,
        workflowId: id,
        args: [],
      },
    })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
  }
}
