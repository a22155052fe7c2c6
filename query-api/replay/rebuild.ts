import { Fault } from '#contracts/fault.ts'
import type { Generation } from '../ports.ts'
import type { GenerationCatalogue } from './ports.ts'
import { compare, type Difference } from '../projections/compare.ts'
import {
  generationDigest,
  isSameDigest,
  readDocuments,
  type Digest,
  type DigestDeps,
} from '../projections/digest.ts'
import type { GenerationSetup } from '../projections/ports.ts'
import type { Projector } from '../projections/projector.ts'

export type RebuildDeps = Pick<DigestDeps, 'projections'> & {
  readonly generations: Pick<GenerationCatalogue, 'live' | 'open' | 'setup' | 'progress'>
  readonly projector: Pick<Projector, 'runOnce'>
}

export type RebuildRequest = {
  /** The generation to build. An unfinished one is continued. */
  readonly to: Generation
  /** Default: that of the live generation. */
  readonly setup?: GenerationSetup
  readonly signal?: AbortSignal
}

/**
 * Both builds at one position. `differences` has the first keys that differ, including those that
 * the live generation changed meanwhile; it is empty if both are equal.
 */
export type Rebuilt = {
  readonly live: Digest
  readonly rebuilt: Digest
  readonly equal: boolean
  readonly differences: readonly Difference[]
}

/**
 * Builds a generation from the log beside the live one, up to the position of the live one, and
 * compares the two there. The live one may advance meanwhile; the caller decides about the swap.
 * Throws Faults `generation-live`, `digest-moving`, and those of the ports.
 */
export const rebuildGeneration = async (
  deps: RebuildDeps,
  { to, setup, signal }: RebuildRequest,
): Promise<Rebuilt> => {
  const from = await deps.generations.live()
  if (to === from)
    throw new Fault('generation-live', `generation ${to} is the one that is served`, {
      hint: 'rebuild into a new number',
    })
  await deps.generations.open(to, setup ?? (await deps.generations.setup(from)))
  const live = await generationDigest(deps, from)
  const options = signal === undefined ? {} : { signal }
  await deps.projector.runOnce(to, { upTo: live.position, ...options })
  const rebuilt = await generationDigest(deps, to)
  const equal = isSameDigest(live, rebuilt)
  const differences = equal ? [] : await compare(readDocuments(deps, from), readDocuments(deps, to))
  return { live, rebuilt, equal, differences }
}
