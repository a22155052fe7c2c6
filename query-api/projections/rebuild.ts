import { Fault } from '#contracts/fault.ts'
import type { Generation } from '../ports.ts'
import type { GenerationCatalogue } from '../replay/ports.ts'
import { compare, type Difference } from './compare.ts'
import { generationDigest, readDocuments, type Digest, type DigestDeps } from './digest.ts'
import type { GenerationSetup } from './ports.ts'
import type { Projector } from './projector.ts'

export type RebuildDeps = Pick<DigestDeps, 'projections'> & {
  readonly generations: Pick<GenerationCatalogue, 'live' | 'open' | 'setup' | 'progress'>
  readonly projector: Pick<Projector, 'runOnce'>
}

export type RebuildRequest = {
  /** The generation to build. One that a killed rebuild left behind is gone on with. */
  readonly to: Generation
  /** Default: that of the live generation. */
  readonly setup?: GenerationSetup
  readonly signal?: AbortSignal
}

/**
 * Both builds at one position. `differences` is empty when the roots are equal; else it names the
 * first keys that differ, among them those that the live generation changed since, if it moved on.
 */
export type Rebuilt = {
  readonly live: Digest
  readonly rebuilt: Digest
  readonly equal: boolean
  readonly differences: readonly Difference[]
}

/**
 * Builds a generation from the log beside the live one, up to where the live one rests, and
 * compares the two there. The live one may move on meanwhile. Nothing that is served changes; the
 * swap is somebody else's decision. Throws Faults `generation-live`, `digest-moving`, and those of
 * the ports.
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
  const equal = live.root === rebuilt.root
  const differences = equal ? [] : await compare(readDocuments(deps, from), readDocuments(deps, to))
  return { live, rebuilt, equal, differences }
}
