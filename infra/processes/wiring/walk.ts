import { makeChangedStreams } from '../../postgres/log/changed-streams.ts'
import { makeLiveState } from '../../postgres/read-models/generations.ts'
import { makeStatePages } from '../../postgres/read-models/texts.ts'
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
  changedSince: makeChangedStreams(pool),
  readStream: (...asked) => log.readStream(...asked),
})
