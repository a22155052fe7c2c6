/**
 * Two persons of data protection, who let earlier wordings be forgotten, and the process that
 * finishes it. Each step may be the last one of its process.
 */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { SemVer, Slug } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffId } from '#contracts/staff.ts'
import {
  finishErasures,
  makePassagesElsewhere,
  unfinishedErasures,
} from '#infra/postgres/erasure/unfinished.ts'
import { makeTreatmentsOf } from '#infra/postgres/erasure/treatments.ts'
import { removeErased } from '#infra/postgres/erasure/scrub.ts'
import { loadText } from '#ingest/command-handler/text-handler.ts'
import type { ErasureWanted } from '#ingest/domain/article/commands.ts'
import { eraseWordings } from '#ingest/editorial/erasure/erase.ts'
import { untilProjected } from '#ingest/groundedness/caught-up.ts'
import { alone, removeGeneration } from '#query-api/replay/turns.ts'
import type { Random } from '../kernel/random.ts'
import type { World } from '../world.ts'
import { openStores, timeNow } from './stores.ts'

const PAUSE_MS = 1_500
const CATCH_UP_MS = 300_000
const personOf = (id: string): SignedPerson => ({
  id: StaffId.parse(id),
  name: 'Delegate',
  roles: ['data_protection'],
  scopes: new Set(SCOPES_OF_ROLE.data_protection),
  secondFactor: true,
})
const FIRST = personOf('00000000-0000-4000-8000-00000000000a')
const SECOND = personOf('00000000-0000-4000-8000-00000000000b')

type Stores = ReturnType<typeof openStores>

/** Some of the versions that may go; null: there is none. */
const wantedOf = async (
  { write }: Stores,
  slug: Slug,
  random: Random,
): Promise<ErasureWanted | null> => {
  const text = await loadText(write, slug)
  if (isRefusal(text)) return null
  const { versions, erasure, published, publicStatus } = text.state
  const shared = { ground: 'gdpr-17', request: `request of ${slug}` } as const
  if (publicStatus === 'deleted' && random.chance(0.5)) return { ...shared, versions: 'all' }
  const free = versions
    .map(({ version }): SemVer => version)
    .filter((version) => version !== published?.version && !erasure.versions.has(version))
  const some = free.filter(() => random.chance(0.7))
  return some.length === 0 ? null : { ...shared, versions: some }
}

/** As `finishAllErasures` does, without the bytes of the disk. */
const finish = async ({ pool, models, lock, records, write }: Stores, signal: AbortSignal) => {
  const unfinished = await unfinishedErasures(pool)
  const last = unfinished.at(-1)
  if (last === undefined) return
  await lock.hold('erasures', signal, async (held) => {
    await untilProjected(write.cited, last.position, held, CATCH_UP_MS)
    await alone({ lock }, held, async () => {
      const live = await models.generations.live()
      for (const one of await models.generations.list())
        if (one !== live) await removeGeneration({ lock, models, records }, one)
    })
    // No account keeps receipts here.
    await removeErased(pool, unfinished, () => Promise.resolve({}))
    await finishErasures(pool, unfinished)
  })
}

export const startEraser = (world: World, slugs: readonly Slug[], erasures: number): void => {
  const { simulation } = world
  let left = erasures
  world.start(
    'eraser',
    async (signal, host) => {
      const stores = openStores(world)
      const deps = {
        ...stores.write,
        passagesElsewhere: makePassagesElsewhere(stores.pool),
        treatmentsOf: makeTreatmentsOf(stores.pool),
        // No certificate is made here.
        digestOf: async () => sha256Hex('served'),
      }
      await finish(stores, signal)
      while (left > 0 && !signal.aborted) {
        left -= 1
        await simulation.step('thinks of erasing', PAUSE_MS)
        const slug = host.random.pick(slugs)
        try {
          const wanted = await wantedOf(stores, slug, host.random)
          if (wanted === null) continue
          for (const person of [FIRST, SECOND]) {
            const at = { time: timeNow(), correlationId: `erasure-${left}-${person.name}` }
            const outcome = await eraseWordings(deps, person, slug, wanted, at)
            simulation.note(
              `erase ${slug}: ${isRefusal(outcome) ? outcome.refused : outcome.state}`,
            )
            if (isRefusal(outcome)) break
          }
        } catch (error) {
          if (!(error instanceof Fault)) throw error
        }
        await finish(stores, signal)
      }
      // Another life of this process may have begun one and died.
      await finish(stores, signal)
      await stores.log.close()
    },
    { once: true },
  )
}
