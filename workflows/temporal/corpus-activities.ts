/** Activities of an import: planning its batches, and carrying out one. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { Fault } from '#contracts/fault.ts'
import { importSteps } from '#ingest/import/import-texts.ts'
import type { ImportDeps } from '#ingest/command-handler/write-deps.ts'
import {
  type EmbeddedBatch,
  type ImportActivities,
  type CleanBatch,
  isCleanRemoval,
  isStatement,
} from '#ingest/import/activities.ts'
import { importCorpus } from '../import-corpus.ts'
import { cleanNamed, runNamesOf } from './naming-activities.ts'
import { activityOf, throwIfCancelled } from './heartbeat.ts'
import {
  type BatchReport,
  BatchRequest,
  type BatchReference,
  type CorpusRequest,
  type PlanPage,
  PlanRequest,
} from './payloads.ts'
import { type FileRanges, fingerprintOf, itemsOfParts } from './reading-activities.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { Slug, StreamId } from '#contracts/ids.ts'
import { discover } from '#ingest/import/discover.ts'
import type { SourceRefusal } from '#ingest/sources/source-item.ts'
import { cutsOf } from './cutting-activities.ts'

type PlannedBatch = BatchReference

type CorpusPlan = {
  readonly bytesTotal: number
  planned(): number
  /** Identifies all batches planned so far: plans with the same chain have the same records. */
  chain(): string
  next(): Promise<PlannedBatch | null>
  /** The notes of the readers so far, each kind once. */
  notes(): readonly SourceRefusal[]
  close(): Promise<void>
}

/**
 * The last batch of each text and slug. A batch waits for earlier ones with the same texts or
 * slugs.
 */
const lastBatches = () => {
  const ofKey = new Map<StreamId | Slug, number>()
  let lastRemoval = 0
  return (number: number, { items }: CleanBatch): number => {
    // The deletions of a list are decided after the records before it in the file, and before those
    // after it.
    if (items.some(isCleanRemoval)) {
      lastRemoval = number
      return number - 1
    }
    let after = lastRemoval
    const keys = items.flatMap((item) =>
      isStatement(item) ? [item.streamId, item.content.slug] : [],
    )
    for (const key of keys) {
      const last = ofKey.get(key) ?? 0
      if (last !== number) after = Math.max(after, last)
    }
    for (const key of keys) ofKey.set(key, number)
    return after
  }
}

const onlyText = ({ items }: CleanBatch): BatchReference['only'] => {
  const [item, ...others] = items
  if (item === undefined || others.length > 0 || !isStatement(item)) return null
  const { content, state } = item
  const isDecision = content.contentType === 'jurisprudence'
  return { articleId: articleIdOf(content.source.id), state, isDecision }
}

/** Starts a plan. The same files give the same batches on any worker. */
const openPlan = async (
  { write, ranges }: { readonly write: ImportDeps; readonly ranges: FileRanges },
  { paths, as, members, publish, context, limits }: CorpusRequest,
): Promise<CorpusPlan> => {
  const found = await discover(paths)
  const cuts = cutsOf(ranges, found, { as, members }, limits.recordsPerBatch)
  // Shared by all batches, since it names their statements.
  const { clean } = importSteps(write, { context, publish })
  const waitsFor = lastBatches()
  let number = 0
  let chain = ''
  return {
    bytesTotal: found.files.reduce((sum, { bytes }) => sum + bytes, 0),
    planned: () => number,
    chain: () => chain,
    next: async () => {
      const cut = await cuts.batches.next()
      if (cut.done === true) return null
      const { items, parts, bytesDone } = cut.value
      const cleaned = await clean({ items })
      const sha256 = fingerprintOf(items)
      number += 1
      chain = sha256Hex(`${chain}${sha256}`)
      return {
        number,
        parts: [...parts],
        names: runNamesOf(cleaned.items),
        sha256,
        after: waitsFor(number, cleaned),
        bytesDone,
        only: onlyText(cleaned),
      }
    },
    notes: () => cuts.notes(),
    close: async () => void (await cuts.batches.return(undefined)),
  }
}

/** A recorded batch without its content. */
export type Imported = {
  readonly correlationId: string
  readonly attempt: number
  readonly texts: number
}

export type CorpusDeps = {
  readonly write: ImportDeps
  readonly ranges: FileRanges
  readonly onImported: (batch: Imported) => void
}

export type CorpusActivities = {
  planBatches(request: PlanRequest): Promise<PlanPage>
  importBatch(request: BatchRequest): Promise<BatchReport>
}

/** Most unfinished plans kept for their next page; a lost one is planned again. */
const PLANS_MAX = 4

const sourceChanged = (): Fault => new Fault('source-changed')

/** A plan holds files open, which nobody else closes once its page has failed. */
const closedOnFailure = async (plan: CorpusPlan, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    await plan.close()
    throw error
  }
}

const planner = (deps: CorpusDeps) => {
  const open = new Map<string, CorpusPlan>()

  /** The plan of a corpus after `after` batches; null if its files changed. */
  const planAt = async ({ corpus, after, chain }: PlanRequest): Promise<CorpusPlan | null> => {
    const key = canonicalJson(corpus)
    const kept = open.get(key)
    open.delete(key)
    const plan = kept !== undefined && kept.planned() <= after ? kept : await openPlan(deps, corpus)
    if (kept !== undefined && kept !== plan) await kept.close()
    await closedOnFailure(plan, async () => {
      while (plan.planned() < after) {
        throwIfCancelled()
        if ((await plan.next()) === null) break
      }
    })
    if (plan.planned() === after && plan.chain() === chain) return plan
    await plan.close()
    return null
  }

  const keep = async (corpus: CorpusRequest, plan: CorpusPlan): Promise<void> => {
    const [oldest] = open.keys()
    if (open.size >= PLANS_MAX && oldest !== undefined) {
      await open.get(oldest)?.close()
      open.delete(oldest)
    }
    open.set(canonicalJson(corpus), plan)
  }

  return async (request: PlanRequest): Promise<PlanPage> => {
    // The files of a kept plan may have changed, so it is planned again.
    const plan = (await planAt(request)) ?? (await planAt(request))
    if (plan === null) throw sourceChanged()
    const batches: BatchReference[] = []
    const { batchesPerPage } = request.corpus.limits
    await closedOnFailure(plan, async () => {
      let next: PlannedBatch | null = null
      while (batches.length < batchesPerPage && (next = await plan.next()) !== null) {
        throwIfCancelled()
        batches.push(next)
      }
    })
    const isLast = batches.length < batchesPerPage
    const { bytesTotal } = plan
    const page = {
      batches,
      chain: plan.chain(),
      isLast,
      bytesTotal,
      notes: isLast ? plan.notes() : [],
    }
    await (isLast ? plan.close() : keep(request.corpus, plan))
    return page
  }
}

const unlessStopped = <T>(step: () => Promise<T>): Promise<T> => {
  throwIfCancelled()
  return step()
}

/** The steps of one batch; a stop takes effect between two steps. */
const stoppable = (steps: ImportActivities): ImportActivities => ({
  ...steps,
  decide: (batch) => unlessStopped(() => steps.decide(batch)),
  embed: (batch) => unlessStopped(() => steps.embed(batch)),
  record: (batch) => unlessStopped(() => steps.record(batch)),
})

/** Lets a stop take effect between two calls of the embedder; stored vectors are kept. */
const stoppableEmbedder = ({ write }: CorpusDeps): ImportDeps => ({
  ...write,
  embedder: {
    model: write.embedder.model,
    dimensions: write.embedder.dimensions,
    embedPassages: (texts) => {
      throwIfCancelled()
      return write.embedder.embedPassages(texts)
    },
  },
})

/** `importCorpus` as it runs in process, over this one batch. */
const importOne = async (
  deps: CorpusDeps,
  { manner, batch }: BatchRequest,
): Promise<BatchReport> => {
  const items = await itemsOfParts(deps.ranges, batch.parts, manner)
  if (fingerprintOf(items) !== batch.sha256) throw sourceChanged()
  const options = { context: manner.context, publish: manner.publish }
  const unread = [{ items }]
  let embedded: EmbeddedBatch | null = null
  const steps: ImportActivities = {
    ...importSteps(stoppableEmbedder(deps), options),
    clean: (read) => cleanNamed(deps.write, options, read, batch.names),
    read: () => Promise.resolve(unread.shift() ?? null),
    report: (done) => {
      embedded = done
      return Promise.resolve()
    },
  }
  const summary = await importCorpus(stoppable(steps))
  const { outcomes, notes } = (embedded as EmbeddedBatch | null) ?? { outcomes: [], notes: [] }
  return { summary, outcomes, notes }
}

/**
 * A batch is one activity, since its steps pass on whole texts, which must not be in a history, and
 * are idempotent.
 */
export const corpusActivities = (deps: CorpusDeps): CorpusActivities => ({
  planBatches: activityOf(PlanRequest, planner(deps)),
  importBatch: activityOf(BatchRequest, async (request, { info }) => {
    const report = await importOne(deps, request)
    const { correlationId } = request.manner.context
    deps.onImported({ correlationId, attempt: info.attempt, texts: report.summary.read })
    return report
  }),
})
