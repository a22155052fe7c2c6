import { makeChangedStreams } from '../../postgres/log/changed-streams.ts'
import { makeLiveState } from '../../postgres/read-models/generations.ts'
import { makeBlobs } from '../../postgres/log/blobs.ts'
import { makeStatePages, makeTextTables } from '../../postgres/read-models/texts.ts'
import { makeCitatorTables } from '../../postgres/read-models/treatments.ts'
import { recogniseInTurns } from '#query-api/projections/citations/projection.ts'
import { parseTextState } from '#query-api/projections/articles/text-state.ts'
import type { EventLog } from '#query-api/ports.ts'
import type { ScanSources } from '#query-api/scan/ports.ts'
import type { Database } from './database.ts'

/** What scans and exports walk: states of texts as of now, and the log for what changed since. */
export const walkSourcesOf = (
  { pool }: Pick<Database, 'pool'>,
  log: Pick<EventLog, 'readStream'>,
): ScanSources => ({
  live: makeLiveState(pool),
  statesAfter: makeStatePages(pool, parseTextState),
  states: makeTextTables(pool, parseTextState),
  facts: makeCitatorTables(pool),
  blobs: makeBlobs(pool),
  recognise: recogniseInTurns,
  changedSince: makeChangedStreams(pool),
  readStream: (...asked) => log.readStream(...asked),
})
