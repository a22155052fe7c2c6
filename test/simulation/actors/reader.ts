/** The embedded search index of a process, and somebody who browses it. */
import { followRows } from '#infra/embedded/search/follower.ts'
import { LiveIndex } from '#infra/embedded/search/live-index.ts'
import { openRowSource } from '#infra/embedded/search/row-source.ts'
import { Fault } from '#contracts/fault.ts'
import type { EntryDisplay } from '#query-api/ports.ts'
import { unpackBrowse } from '#infra/embedded/search/engine/packed.ts'
import { makeVault } from '#infra/postgres/platform/vault.ts'
import { TEST_PEPPER } from '../../harness/pepper.ts'
import { CONNECTION, type World } from '../world.ts'

const VAULT = makeVault(TEST_PEPPER)
const LOOK_MS = 1_500
const EVERYTHING = {
  filters: { kinds: ['article'], anyOf: {}, dateFrom: null, dateTo: null, asOf: null },
  depth: 100,
} as const

export const startReader = (world: World, name: string): void => {
  const { simulation } = world
  world.start(name, async (signal) => {
    const live = new LiveIndex(1)
    const follower = followRows({
      open: () => openRowSource(CONNECTION, VAULT),
      live,
      engineOptions: {},
      onFault: () => undefined,
      limits: { pollMs: 1_000 },
    })
    while (!signal.aborted) {
      await simulation.step('browses', LOOK_MS)
      try {
        const answer = unpackBrowse(live.engine.browse(EVERYTHING))
        const shown = JSON.parse(
          live.displays(answer.entries.map(({ entry }) => entry)),
        ) as EntryDisplay[]
        world.invariants.checkHits(name, answer.position, shown)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
      }
    }
    await follower.close()
  })
}
