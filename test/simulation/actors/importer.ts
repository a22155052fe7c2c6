/** A process that imports a publisher's records, again and again until it got through. */
import type { EmbeddedBatch, RecordOutcome } from '#ingest/import/activities.ts'
import { importSteps } from '#ingest/import/import-texts.ts'
import { withRetries } from '#ingest/import/retries.ts'
import type { SourceItem } from '#ingest/sources/source-item.ts'
import { importCorpus } from '#workflows/import-corpus.ts'
import type { World } from '../world.ts'
import type { Corpus } from './corpus.ts'
import { openStores, timeNow } from './stores.ts'

const BATCH_MAX = 4
/** A slow publisher, whose later states come while others are worked on. */
const SLOW_MS = 4_000

export const startImporter = (world: World, name: string, { items, badRecords }: Corpus): void => {
  const { simulation, oracle } = world
  let runs = 0
  const pauseMs = simulation.random.chance(0.4) ? SLOW_MS : 0
  world.start(
    name,
    async () => {
      const { write } = openStores()
      runs += 1
      const context = {
        actor: 'import',
        time: timeNow(),
        correlationId: `${name}-${runs}`,
        causationId: null,
      }
      const batches: SourceItem[][] = []
      for (let at = 0; at < items.length;) {
        const size = simulation.random.between(1, BATCH_MAX)
        batches.push(items.slice(at, at + size))
        at += size
      }
      const outcomes: RecordOutcome[] = []
      const report = async (batch: EmbeddedBatch): Promise<void> => {
        outcomes.push(...batch.outcomes)
      }
      const steps = importSteps(write, { context, publish: true })
      const summary = await importCorpus(
        withRetries({
          ...steps,
          record: async (batch) => {
            const recorded = await steps.record(batch)
            if (recorded !== 'moved-on' && recorded.position !== null)
              oracle.acknowledged.push({ ...context, position: recorded.position })
            return recorded
          },
          read: async () => {
            await simulation.step('reads', pauseMs)
            const batch = batches.shift()
            return batch === undefined ? null : { items: batch }
          },
          report,
        }),
      )
      oracle.imports.push({ summary, outcomes, badRecords, records: items.length })
    },
    { once: true },
  )
}
