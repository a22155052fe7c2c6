/** Derives read models from a log, on tables of which the caller disposes. */
import { generationDigest } from '#query-api/projections/digest.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { REPLAY } from '#query-api/replay/turns.ts'
import { makeSearchWriter } from '../../embedded/search/rows.ts'
import { makeBlobs } from '../../postgres/log/blobs.ts'
import { makeEventLog } from '../../postgres/log/event-log.ts'
import type { Fold } from '../../postgres/reseal/reseal.ts'
import { readModelsOn } from './read-models.ts'

const FIRST = 1

/** Folds the log of a pool into its generation 1, and answers the roots of `pandect digest`. */
export const foldLog: Fold = async (pool, onPosition) => {
  const models = readModelsOn(pool, makeSearchWriter(pool))
  const projector = makeProjector({
    log: makeEventLog(pool),
    blobs: makeBlobs(pool),
    models,
    // The caller's transaction keeps others away.
    lock: { hold: (_name, signal, work) => work(signal) },
    unserved: true,
    limits: { eventsPerBatch: REPLAY.eventsPerBatch },
    onBatch: ({ position }) => onPosition(position),
  })
  await projector.runOnce(FIRST)
  const { root, changesRoot } = await generationDigest(models, FIRST)
  return { root, changesRoot, parked: (await models.parked.list(FIRST)).length }
}
