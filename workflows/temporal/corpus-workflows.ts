/** Work over the whole corpus: a rebuild of the read models, a change of the embedding model. */
import { continueAsNew, defineQuery, proxyActivities, setHandler } from '@temporalio/workflow'
import type { Position } from '#contracts/ids.ts'
import type { ReembedActivities } from './reembed-activities.ts'
import type { ReembedRequest, ReplayRequest } from './payloads.ts'
import { ACT, BATCH, REPLAY } from './policies.ts'

/** What a replay found out about the two builds at one position. */
export type ReplayFound = {
  readonly equal: boolean
  readonly liveRoot: string
  readonly builtRoot: string
  readonly position: number
  /** The first keys that differ. */
  readonly differences: readonly { readonly key: string; readonly kind: string }[]
  /** What was done besides building; nothing is swapped then. */
  readonly sideEffects: number
}

export type Replayed = {
  readonly generation: number
  readonly swapped: boolean
  /** null: a try that was cut off had swapped already; its findings are on record. */
  readonly found: ReplayFound | null
}

/** The steps of a replay, as the read side gives them. */
export type ReplayActivities = {
  /**
   * The generation to build: one that was begun and not ended, else a number that none ever had.
   */
  chooseGeneration(): Promise<number>
  /**
   * Builds, compares and swaps under one lock. Cut off, it goes on where it was; one that has
   * swapped stays so.
   */
  replayInto(request: { readonly generation: number; readonly accept: boolean }): Promise<Replayed>
}

const { chooseGeneration } = proxyActivities<ReplayActivities>(ACT)
const { replayInto } = proxyActivities<ReplayActivities>(REPLAY)
const { reembedPage } = proxyActivities<ReembedActivities>(BATCH)

/**
 * Builds a generation beside the live one, proves it equal, and swaps: only then, or if told to
 * accept differences.
 */
export const replayCorpus = async ({ generation, accept }: ReplayRequest): Promise<Replayed> =>
  // Chosen before the build and kept in the history: a second try builds on, it does not begin
  // another one.
  replayInto({ generation: generation ?? (await chooseGeneration()), accept })

/** How far a change of model has come. */
export type Reembedding = {
  readonly position: Position
  readonly upTo: Position | null
  readonly versions: number
}

export const reembeddingQuery = defineQuery<Reembedding>('reembedding')

const LOG_START = 0 as Position

/**
 * Gives every published wording its passages in the embedding model of the workers. Repeated, it
 * does nothing.
 */
export const reembedCorpus = async (
  request: ReembedRequest,
  carried: Reembedding = { position: LOG_START, upTo: null, versions: 0 },
): Promise<Reembedding> => {
  let done = carried
  setHandler(reembeddingQuery, () => done)
  for (let page = 0; done.upTo === null || done.position < done.upTo; page += 1) {
    if (page >= request.pagesPerRun) return continueAsNew<typeof reembedCorpus>(request, done)
    const { context } = request
    const reembedded = await reembedPage({ context, after: done.position, upTo: done.upTo })
    done = { ...reembedded, versions: done.versions + reembedded.versions }
  }
  return done
}
