import { Fault } from '#contracts/fault.ts'
import { connectTemporalClient, TEMPORAL } from './connection.ts'

/** The task queue of our workers, as in workflows/temporal/names.ts. */
const TASK_QUEUE = 'pandect'
const WORKFLOW_TASKS = 1
const NOT_FOUND = 5

export type TemporalStanding = {
  readonly version: string | null
  readonly namespace: string
  readonly taskQueue: string
  /** Pollers seen within the last minutes. */
  readonly workers: number
}

const noNamespace = (address: string, cause: unknown): Fault =>
  new Fault(
    'orchestration-misconfigured',
    `the Temporal server at TEMPORAL_ADDRESS=${address} has no namespace ${TEMPORAL.namespace}`,
    { cause, hint: `make it: temporal operator namespace create ${TEMPORAL.namespace}` },
  )

const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === NOT_FOUND

/**
 * Finds the server's version and the workers on our queue, with one attempt. Throws Faults
 * `orchestration-unavailable` and `orchestration-misconfigured`.
 */
export const checkTemporalServer = async (address: string): Promise<TemporalStanding> => {
  const connected = await connectTemporalClient(address, {
    waitMs: 0,
    onWaiting: () => undefined,
  })
  const { workflowService } = connected.client
  const { namespace } = TEMPORAL
  try {
    const { serverVersion } = await workflowService.getSystemInfo({})
    await workflowService.describeNamespace({ namespace })
    const { pollers } = await workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: TASK_QUEUE },
      taskQueueType: WORKFLOW_TASKS,
    })
    const version = serverVersion === undefined || serverVersion === '' ? null : serverVersion
    return { version, namespace, taskQueue: TASK_QUEUE, workers: pollers?.length ?? 0 }
  } catch (cause) {
    if (isNotFound(cause)) throw noNamespace(address, cause)
    throw new Fault(
      'orchestration-unavailable',
      `Temporal stopped answering at TEMPORAL_ADDRESS=${address}`,
      { cause, retryAfterMs: 2_000, hint: 'look at the log of the server' },
    )
  } finally {
    await connected.close()
  }
}
