/** Imports: one corpus, one batch, one text. */
import {
  CancellationScope,
  condition,
  continueAsNew,
  defineQuery,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { ImportSummary } from '../activities.ts'
import type { CorpusActivities } from './corpus-activities.ts'
import { batchWorkflowId, statementWorkflowId, WORKFLOW_TASK_TIMEOUT } from './names.ts'
import type {
  BatchReference,
  BatchReport,
  BatchRequest,
  CorpusRequest,
  ImportStatus,
} from './payloads.ts'
import { BATCH, PLANNING } from './policies.ts'

const { planBatches } = proxyActivities<CorpusActivities>(PLANNING)
const { importBatch } = proxyActivities<CorpusActivities>(BATCH)

const CHILD = {
  workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
  parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
} as const

/** Imports one text of doctrine or legislation: one statement of its source. */
export const ingestDoctrine = (request: BatchRequest): Promise<BatchReport> => importBatch(request)

/** Imports one decision. */
export const ingestDecision = (request: BatchRequest): Promise<BatchReport> => importBatch(request)

const isStartedAlready = (error: unknown): boolean =>
  error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError'

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error('unknown'))

const ingestText = async (request: BatchRequest): Promise<BatchReport> => {
  const { only } = request.batch
  if (only === null) return importBatch(request)
  const workflowId = statementWorkflowId(only.articleId, only.state)
  try {
    const options = { ...CHILD, workflowId, args: [request] as [BatchRequest] }
    return await executeChild(only.isDecision ? ingestDecision : ingestDoctrine, options)
  } catch (error) {
    // Another import has the same statement; it is recorded once.
    if (isStartedAlready(error)) return importBatch(request)
    throw error
  }
}

/** Imports one batch. A text that fills a batch alone has a separate workflow. */
export const ingestBatch = (request: BatchRequest): Promise<BatchReport> => ingestText(request)

export const statusQuery = defineQuery<ImportStatus>('status')

const NOTHING: ImportSummary = {
  read: 0,
  imported: 0,
  unchanged: 0,
  revised: 0,
  refused: 0,
  takenDown: 0,
  withoutEffect: 0,
  position: null,
}

/** State passed to the next run of the workflow, when no batch is running. */
export type Carried = {
  readonly summary: ImportSummary
  readonly planned: number
  readonly chain: string
  readonly bytesDone: number
}

const START: Carried = { summary: NOTHING, planned: 0, chain: '', bytesDone: 0 }

/** A worker of an older version counts no deletions. */
const added = (one: number | undefined, other: number | undefined): number =>
  (one ?? 0) + (other ?? 0)

const sum = (one: ImportSummary, other: ImportSummary): ImportSummary => {
  const positions = [one.position, other.position].filter((position) => position !== null)
  return {
    read: one.read + other.read,
    imported: one.imported + other.imported,
    unchanged: one.unchanged + other.unchanged,
    revised: one.revised + other.revised,
    refused: one.refused + other.refused,
    takenDown: added(one.takenDown, other.takenDown),
    withoutEffect: added(one.withoutEffect, other.withoutEffect),
    position: positions.toSorted((a, b) => a - b).at(-1) ?? null,
  }
}

/** Running batches and the outcomes of the others. */
class Batches {
  readonly #request: CorpusRequest
  readonly #importId: string
  readonly #ahead = new Map<number, number>()
  #summary: ImportSummary
  #recorded: number
  #bytesDone: number
  #running = 0
  #failure: Error | null = null
  /** Set with the last page of the plan. */
  notes: ImportStatus['notes'] = []

  constructor(request: CorpusRequest, importId: string, carried: Carried) {
    this.#request = request
    this.#importId = importId
    this.#summary = carried.summary
    this.#recorded = carried.planned
    this.#bytesDone = carried.bytesDone
  }

  get failure(): Error | null {
    return this.#failure
  }

  standing(bytesTotal: number, stopped: boolean): ImportStatus {
    return {
      summary: this.#summary,
      recorded: this.#recorded,
      recordedAhead: [...this.#ahead.keys()].toSorted((a, b) => a - b),
      bytesDone: this.#bytesDone,
      bytesTotal,
      notes: this.notes,
      stopped,
    }
  }

  /**
   * Starts a batch once there is room and its predecessors are recorded. Throws the failure of any
   * batch.
   */
  async start(batch: BatchReference): Promise<void> {
    const { batchesAtOnce } = this.#request.limits
    const mayStart = (): boolean => this.#running < batchesAtOnce && this.#recorded >= batch.after
    await condition(() => this.#failure !== null || mayStart())
    if (this.#failure !== null) throw this.#failure
    this.#running += 1
    void this.#run(batch)
  }

  /** Returns when no batch is running. */
  async settled(): Promise<void> {
    await CancellationScope.nonCancellable(() => condition(() => this.#running === 0))
  }

  async #run(batch: BatchReference): Promise<void> {
    const { publish, as, members, context } = this.#request
    try {
      const report = await executeChild(ingestBatch, {
        ...CHILD,
        workflowId: batchWorkflowId(this.#importId, batch.number),
        args: [
          {
            manner: { publish, as, context, ...(members === undefined ? {} : { members }) },
            batch,
          },
        ],
      })
      this.#summary = sum(this.#summary, report.summary)
      this.#done(batch)
    } catch (error) {
      this.#failure ??= asError(error)
    } finally {
      this.#running -= 1
    }
  }

  #done({ number, bytesDone }: BatchReference): void {
    this.#ahead.set(number, bytesDone)
    for (let next = this.#ahead.get(this.#recorded + 1); next !== undefined;) {
      this.#recorded += 1
      this.#bytesDone = next
      this.#ahead.delete(this.#recorded)
      next = this.#ahead.get(this.#recorded + 1)
    }
  }
}

/**
 * Imports files and folders in parallel batches; batches with the same texts run in the order of
 * the sources. When cancelled, it starts no more batches, waits for the running ones, and returns a
 * consistent summary. A second run continues.
 */
export const importCorpus = async (
  request: CorpusRequest,
  carried: Carried = START,
): Promise<ImportStatus> => {
  const batches = new Batches(request, workflowInfo().workflowId, carried)
  let { planned, chain } = carried
  let bytesTotal = 0
  let isLast = false
  setHandler(statusQuery, () => batches.standing(bytesTotal, false))
  const untilRunEnds = async (): Promise<void> => {
    while (!isLast && planned - carried.planned < request.limits.batchesPerRun) {
      const page = await planBatches({ corpus: request, after: planned, chain })
      bytesTotal = page.bytesTotal
      batches.notes = page.notes ?? [] // a plan of an older worker has none
      for (const batch of page.batches) await batches.start(batch)
      planned += page.batches.length
      ;({ chain, isLast } = page)
    }
  }
  let failure: Error | null = null
  try {
    await untilRunEnds()
  } catch (error) {
    failure = asError(error)
  }
  await batches.settled()
  failure ??= batches.failure
  if (isCancellation(failure)) return batches.standing(bytesTotal, true)
  if (failure !== null) throw failure
  const standing = batches.standing(bytesTotal, false)
  if (isLast) return standing
  const { summary, bytesDone } = standing
  return continueAsNew<typeof importCorpus>(request, { summary, planned, chain, bytesDone })
}
