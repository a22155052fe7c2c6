/** The client of Temporal; its functions throw Faults. */
import { isErrorCode } from '#contracts/errors/codes.ts'
import {
  type Client,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  ApplicationFailure,
} from '@temporalio/client'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { Fault, type Refusal } from '#contracts/fault.ts'
import type { ImportActivities, ImportSummary } from '../activities.ts'
import type { Reembedding, Replayed } from './corpus-workflows.ts'
import type { EditorialActivities } from './editorial-activities.ts'
import { overTemporal } from './faults.ts'
import type { Reassessment } from './groundedness-workflows.ts'
import {
  batchWorkflowId,
  publicationWorkflowId,
  REASSESS_WORKFLOW_ID,
  REEMBED_WORKFLOW_ID,
  REPLAY_WORKFLOW_ID,
  TASK_QUEUE,
  unpublishWorkflowId,
  versionWorkflowId,
  WORKFLOW_TASK_TIMEOUT,
} from './names.ts'
import {
  type ActContext,
  type Approval,
  type BatchReport,
  CorpusRequest,
  DueRequest,
  IMPORT_LIMITS,
  type ImportStatus,
  type PublishRequest,
  type ReplayRequest,
  type UnpublishRequest,
} from './payloads.ts'

type EditorialOutcome = Awaited<ReturnType<EditorialActivities['publishText']>>

/** A running workflow is joined; one that has ended may be started again. */
const JOINED = {
  taskQueue: TASK_QUEUE,
  workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
  workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
} as const

export type StartImport = Pick<CorpusRequest, 'paths' | 'publish' | 'context'> & {
  readonly as?: NonNullable<CorpusRequest['as']>
  readonly members?: NonNullable<CorpusRequest['members']>
  readonly limits?: Partial<CorpusRequest['limits']>
}

/** The id of an import: one at a time for the same files and options. */
export const importIdOf = ({ paths, publish, as, members }: StartImport): string =>
  `import/${sha256Hex(canonicalJson({ paths, publish, as: as ?? null, ...(members === undefined ? {} : { members }) })).slice(0, 32)}`

const corpusRequest = ({
  paths,
  publish,
  context,
  as,
  members,
  limits,
}: StartImport): CorpusRequest =>
  CorpusRequest.parse({
    paths,
    publish,
    context,
    as: as ?? null,
    ...(members === undefined ? {} : { members }),
    limits: {
      batchesPerPage: IMPORT_LIMITS.batchesPerPage,
      batchesAtOnce: IMPORT_LIMITS.batchesAtOnce,
      batchesPerRun: IMPORT_LIMITS.batchesPerRun,
      recordsPerBatch: IMPORT_LIMITS.recordsPerBatch,
      ...limits,
    },
  })

/** Starts a workflow, or joins the running one of this id, and waits for its end. */
const execute = <T>(
  client: Client,
  workflow: string,
  workflowId: string,
  args: unknown[],
): Promise<T> =>
  overTemporal(() =>
    client.workflow.execute(workflow, { ...JOINED, workflowId, args }),
  ) as Promise<T>

/**
 * Starts an import, or joins the running one of these files; returns its id. `paths` are absolute.
 */
export const startImport = async (client: Client, request: StartImport): Promise<string> => {
  const workflowId = importIdOf(request)
  const args = [corpusRequest(request)]
  await overTemporal(() => client.workflow.start('importCorpus', { ...JOINED, workflowId, args }))
  return workflowId
}

/** The progress of an import; needs a running worker. */
export const importProgress = (client: Client, importId: string): Promise<ImportStatus> =>
  overTemporal(() => client.workflow.getHandle(importId).query<ImportStatus>('status'))

/** Waits for the end of an import. Throws the Fault that stopped it. */
export const importResult = (client: Client, importId: string): Promise<ImportStatus> =>
  overTemporal(() => client.workflow.getHandle(importId).result() as Promise<ImportStatus>)

/** Stops an import; returns its status. */
export const cancelImport = async (client: Client, importId: string): Promise<ImportStatus> => {
  await overTemporal(() => client.workflow.getHandle(importId).cancel())
  return importResult(client, importId)
}

export type ImportFollower = {
  /** Called with each batch in order, with the summary so far. */
  readonly onBatch: (report: BatchReport, summary: ImportSummary) => Promise<void>
  readonly onProgress?: (status: ImportStatus) => void
  /** Called while there is no answer: no worker runs, or the server is away. */
  readonly onWaiting?: () => void
  readonly wait: (milliseconds: number) => Promise<void>
}

const FOLLOW = { everyMs: 500 } as const

/** Reports the batches of an import until it ends; returns its final status. */
export const followImport = async (
  client: Client,
  importId: string,
  { onBatch, onProgress, onWaiting, wait }: ImportFollower,
): Promise<ImportStatus> => {
  let reported = 0
  const report = async (batch: number, summary: ImportSummary): Promise<void> => {
    const handle = client.workflow.getHandle(batchWorkflowId(importId, batch))
    await onBatch(await overTemporal(() => handle.result() as Promise<BatchReport>), summary)
  }
  const reportUpTo = async (status: ImportStatus): Promise<void> => {
    for (; reported < status.recorded; reported += 1) await report(reported + 1, status.summary)
    onProgress?.(status)
  }
  const result = importResult(client, importId)
  const ended = result.then(
    () => true,
    () => true, // thrown below, after the report
  )
  do {
    const status = await importProgress(client, importId).catch(() => null)
    if (status === null) onWaiting?.()
    else await reportUpTo(status)
  } while (!(await Promise.race([ended, wait(FOLLOW.everyMs).then(() => false)])))
  const last = await result
  await reportUpTo(last)
  for (const batch of last.recordedAhead) await report(batch, last.summary)
  return last
}

export type ImportWaiting = Pick<ImportFollower, 'wait' | 'onProgress' | 'onWaiting'>

/**
 * `importCorpus` for `importPaths`, run by the workers; only `report` runs here. Throws Fault
 * `workflow-stopped` after the report if the import was stopped.
 */
export const importThrough =
  (client: Client, request: StartImport, waiting: ImportWaiting) =>
  async ({ report }: Pick<ImportActivities, 'report'>): Promise<ImportSummary> => {
    const importId = await startImport(client, request)
    const nothingHeld = { streams: [], texts: new Map() }
    const ended = await followImport(client, importId, {
      ...waiting,
      onBatch: ({ outcomes, notes }, sum) => report({ ...nothingHeld, outcomes, notes }, sum),
    })
    await report({ ...nothingHeld, outcomes: [], notes: ended.notes }, ended.summary)
    if (!ended.stopped) return ended.summary
    throw new Fault('workflow-stopped', 'somebody stopped this import', {
      hint: 'run it again: what is recorded stays so, and it goes on there',
    })
  }

/** Publishes a text, once it is approved. `revision` is the number of its versions plus one. */
export const publishArticle = (
  client: Client,
  request: PublishRequest,
): Promise<EditorialOutcome> =>
  execute(client, 'publishArticle', versionWorkflowId(request.articleId, request.revision), [
    request,
  ])

/** A reviewer approves the draft that a publication waits for. */
export const approveArticle = (
  client: Client,
  { articleId, revision }: Pick<PublishRequest, 'articleId' | 'revision'>,
  approval: Approval,
): Promise<Refusal | null> =>
  overTemporal(async () => {
    const handle = client.workflow.getHandle(versionWorkflowId(articleId, revision))
    try {
      return await handle.executeUpdate<Refusal | null, [Approval]>('approve', {
        args: [approval],
      })
    } catch (error) {
      // A rejected update is a refusal, not a fault.
      const failure = error instanceof WorkflowUpdateFailedError ? error.cause : null
      if (!(failure instanceof ApplicationFailure)) throw error
      const hint = 'look at the draft again'
      const refused = isErrorCode(failure.type) ? failure.type : 'not-in-review'
      return { refused, reason: failure.message, hint }
    }
  })

export const unpublishArticle = (
  client: Client,
  request: UnpublishRequest,
): Promise<EditorialOutcome> =>
  execute(client, 'unpublishArticle', unpublishWorkflowId(request.articleId, request.revision), [
    request,
  ])

type PublicationHour = Pick<DueRequest, 'articleId' | 'at'>
const PublicationHour = DueRequest.pick({ articleId: true, at: true })
/** The parts of the id of a publication at an hour. */
const hourOf = (workflowId: string): PublicationHour | null => {
  const [, articleId, at] = workflowId.split('/')
  return PublicationHour.safeParse({ articleId, at }).data ?? null
}

/** Timers of publications at an hour. */
export const publicationTimers = (client: Client) => ({
  /** Those that have not fired. */
  list: (): Promise<PublicationHour[]> =>
    overTemporal(async () => {
      const query = "WorkflowType = 'publishScheduled' AND ExecutionStatus = 'Running'"
      const found: PublicationHour[] = []
      for await (const { workflowId } of client.workflow.list({ query })) {
        const hour = hourOf(workflowId)
        if (hour !== null) found.push(hour)
      }
      return found
    }),
  set: ({ articleId, slug, at }: DueRequest): Promise<void> =>
    overTemporal(async () => {
      const workflowId = publicationWorkflowId(articleId, at)
      const args = [{ articleId, slug, at }]
      await client.workflow.start('publishScheduled', { ...JOINED, workflowId, args })
    }),
  cancel: ({ articleId, at }: PublicationHour): Promise<void> =>
    overTemporal(async () => {
      try {
        await client.workflow.getHandle(publicationWorkflowId(articleId, at)).cancel()
      } catch (error) {
        // It fired already, or never was.
        if (!(error instanceof WorkflowNotFoundError)) throw error
      }
    }),
})

/**
 * Rebuilds the read models beside the live ones, and swaps if they are equal or `accept` is given.
 */
export const replayCorpus = (client: Client, request: ReplayRequest): Promise<Replayed> =>
  execute(client, 'replayCorpus', REPLAY_WORKFLOW_ID, [request])

/** Pages of the log in one run of the workflow. */
const REEMBED_PAGES_PER_RUN = 500

/** Embeds every published wording in the model of the workers. */
export const reembedCorpus = (client: Client, context: ActContext): Promise<Reembedding> =>
  execute(client, 'reembedCorpus', REEMBED_WORKFLOW_ID, [
    { context, pagesPerRun: REEMBED_PAGES_PER_RUN },
  ])

/** Pages of texts in one run of the workflow. */
const REASSESS_PAGES_PER_RUN = 200

export type ReassessmentWaiting = {
  readonly wait: (milliseconds: number) => Promise<void>
  readonly onProgress?: (status: Reassessment) => void
  /** Called while there is no answer: no worker runs, or the server is away. */
  readonly onWaiting?: () => void
  /** Replaces the default, for tests. */
  readonly pagesPerRun?: number
}

/**
 * Assesses every public text, or joins the running reassessment. Throws the Fault that stopped it.
 */
export const reassessGroundedness = async (
  client: Client,
  context: ActContext,
  { wait, onProgress, onWaiting, pagesPerRun = REASSESS_PAGES_PER_RUN }: ReassessmentWaiting,
): Promise<Reassessment> => {
  const workflowId = REASSESS_WORKFLOW_ID
  const args = [{ context, pagesPerRun }]
  await overTemporal(() =>
    client.workflow.start('reassessGroundedness', { ...JOINED, workflowId, args }),
  )
  const handle = client.workflow.getHandle(workflowId)
  const result = overTemporal(() => handle.result() as Promise<Reassessment>)
  const ended = result.then(
    () => true,
    () => true, // thrown below
  )
  while (!(await Promise.race([ended, wait(FOLLOW.everyMs).then(() => false)]))) {
    const status = await handle.query<Reassessment>('reassessment').catch(() => null)
    if (status === null) onWaiting?.()
    else onProgress?.(status)
  }
  return result
}

export const cancelReassessment = (client: Client): Promise<unknown> =>
  overTemporal(() => client.workflow.getHandle(REASSESS_WORKFLOW_ID).cancel())
