/** Erasures over a log in memory, for tests of pages and routes. No word is forgotten there. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { Act } from '#contracts/audit.ts'
import { StreamId } from '#contracts/ids.ts'
import type { MemoryDesk } from '../desk.testing.ts'
import type { ErasingDeps } from './overview.ts'
import type { ErasureFinishing } from './ports.ts'

const TYPES: ReadonlySet<string> = new Set([
  'ErasureRequested',
  'ErasureCancelled',
  'WordingErased',
])

/** `finishing`: how far what follows each erasure is; a test changes it. */
export const memoryErasing = (
  { deps, log }: Pick<MemoryDesk, 'deps' | 'log'>,
  audit: (act: Act) => Promise<void> = async () => undefined,
): ErasingDeps & { finishing: ErasureFinishing } => {
  const made: ErasingDeps & { finishing: ErasureFinishing } = {
    store: deps.store,
    blobs: deps.blobs,
    slugs: deps.slugs,
    passagesElsewhere: async () => new Set(),
    treatmentsOf: async () => [],
    digestOf: async () => sha256Hex('served'),
    audit,
    texts: {
      list: async (limit, { requested }) => {
        const facts = log.filter(({ type }) => TYPES.has(type))
        const last = new Map(facts.map(({ streamId, type }) => [streamId, type]))
        const ids = [...new Set(facts.toReversed().map(({ streamId }) => streamId))]
        return ids
          .filter((id) => !requested || last.get(id) === 'ErasureRequested')
          .slice(0, limit)
          .map((id) => StreamId.parse(id))
      },
      at: async (position) =>
        log.find((one) => one.position === position && one.type === 'WordingErased')?.streamId ??
        null,
    },
    progress: {
      of: async (positions) => new Map(positions.map((position) => [position, made.finishing])),
    },
    finishing: {
      isOpen: true,
      step: null,
      done: 0,
      steps: 0,
      failed: null,
      changedAt: null,
      finished: null,
    },
  }
  return made
}
