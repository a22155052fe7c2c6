/** Work over the whole corpus: a rebuild of the read models, a change of the embedding model. */
import { continueAsNew, defineQuery, proxyActivities, setHandler } from '@temporalio/workflow'
import type { Position } from '#contracts/ids.ts'
import type { ReembedActivities } from './reembed-activities.ts'
import type { ReembedRequest, ReplayRequest } from './payloads.ts'
import { BATCH, REPLAY } from './policies.ts'

/** A comparison of two builds, as far as it decides about a swap. */
export type ReplayComparison = {
  readonly equal: boolean
  readonly liveRoot: string
  readonly builtRoot: string
  readonly position: number
  /** The first keys that differ. */
  readonly differences: readonly { readonly key: string; readonly kind: string }[]
}

/** The steps of a replay. Each may be repeated: a build goes on where it was, a swap that was made stays. */
export type ReplayActivities = {
  buildGeneration(request: { readonly generation: number }): Promise<void>
  compareGenerations(request: { readonly generation: number }): Promise<ReplayComparison>
  swapGeneration(request: { readonly generation: number }): Promise<void>
}

const replay = proxyActivities<ReplayActivities>(REPLAY)
const { reembedPage } = proxyActivities<ReembedActivities>(BATCH)

export type ReplayStep = 'building' | 'comparing' | 'swapping' | 'done'
export const replayStepQuery = defineQuery<ReplayStep>('step')

export type Replayed = ReplayComparison & { readonly swapped: boolean }

/** Builds a generation beside the live one, proves it equal, and swaps: only then, or if told to accept differences. */
export const replayCorpus = async ({ generation, accept }: ReplayRequest): Promise<Replayed> => {
  let step: ReplayStep = 'building'
  setHandler(replayStepQuery, () => step)
  await replay.buildGeneration({ generation })
  step = 'comparing'
  const comparison = await replay.compareGenerations({ generation })
  const swaps = comparison.equal || accept
  step = 'swapping'
  if (swaps) await replay.swapGeneration({ generation })
  step = 'done'
  return { ...comparison, swapped: swaps }
}

/** How far a change of model has come. */
export type Reembedding = {
  readonly position: Position
  readonly upTo: Position | null
  readonly versions: number
}

export const reembeddingQuery = defineQuery<Reembedding>('reembedding')

const LOG_START = 0 as Position

/** Gives every published wording its passages in the embedding model of the workers. Repeated, it does nothing. */
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
