/** Work over the whole corpus: a rebuild of the read models, a change of the embedding model. */
import { continueAsNew, defineQuery, proxyActivities, setHandler } from '@temporalio/workflow'
import type { Position } from '#contracts/ids.ts'
import type { ReembedActivities } from './reembed-activities.ts'
import type { ReembedRequest, ReplayRequest } from './payloads.ts'
import { ACT, BATCH, REPLAY } from './policies.ts'

/** The comparison of two generations at one position. */
export type ReplayFound = {
  readonly equal: boolean
  readonly liveRoot: string
  readonly builtRoot: string
  readonly position: number
  /** The first keys that differ. */
  readonly differences: readonly { readonly key: string; readonly kind: string }[]
  /** Side effects, which prevent the swap. */
  readonly sideEffects: number
}

export type Replayed = {
  readonly generation: number
  readonly swapped: boolean
  /** null: an interrupted attempt had swapped already. */
  readonly found: ReplayFound | null
}

/** The steps of a replay. */
export type ReplayActivities = {
  /** The generation to build: an unfinished one, or else a new number. */
  chooseGeneration(): Promise<number>
  /** Builds, compares and swaps under one lock; continues after an interruption. */
  replayInto(request: { readonly generation: number; readonly accept: boolean }): Promise<Replayed>
}

const { chooseGeneration } = proxyActivities<ReplayActivities>(ACT)
const { replayInto } = proxyActivities<ReplayActivities>(REPLAY)
const { reembedPage } = proxyActivities<ReembedActivities>(BATCH)

/**
 * Builds a generation beside the live one, and swaps if it is equal or differences are accepted.
 */
export const replayCorpus = async ({ generation, accept }: ReplayRequest): Promise<Replayed> =>
  // Chosen before the build and kept in the history, so that a retry continues the same one.
  replayInto({ generation: generation ?? (await chooseGeneration()), accept })

/** Progress of a change of model. */
export type Reembedding = {
  readonly position: Position
  readonly upTo: Position | null
  readonly versions: number
}

export const reembeddingQuery = defineQuery<Reembedding>('reembedding')

const LOG_START = 0 as Position

/** Embeds every published wording in the model of the workers. Idempotent. */
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
