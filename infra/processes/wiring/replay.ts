import type { ReplayDeps } from '#query-api/replay/replay.ts'
import { makeRecogniserThread } from '../../citations/recogniser.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeReplayRecords } from '../../postgres/read-models/replay-records.ts'
import type { Settings } from '../../settings.ts'
import { TYPESENSE } from '../../typesense/limits.ts'
import { type Database, truthOf } from './database.ts'
import { readModelsOf } from './read-models.ts'

/** The dependencies of a replay. The caller closes them. */
export const replayDepsOf = (
  settings: Settings,
  database: Database,
  more: Pick<ReplayDeps, 'onProgress' | 'outward' | 'limits'>,
) => {
  const { log, blobs, vectors, slugs, store: events } = truthOf(database)
  const recogniser = makeRecogniserThread()
  const { models, isLost, isOutdated } = readModelsOf(
    settings,
    database,
    recogniser.recognise,
    TYPESENSE.whileBuilding,
  )
  const deps = {
    truth: { log, blobs, vectors, slugs, events },
    models,
    lock: makeProjectorLock(database.connectionString),
    records: makeReplayRecords(database.pool),
    clock: () => performance.now(),
    onBegin: () => recogniser.begin(),
    ...more,
  } satisfies ReplayDeps
  const close = async (): Promise<void> => {
    await recogniser.close()
    await log.close()
  }
  return { deps, isLost, isOutdated, close }
}
