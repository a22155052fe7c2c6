import { z } from 'zod'
import { Position, StreamId } from '#contracts/ids.ts'
import type { StreamBeginnings } from '#ingest/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const AFTER = statement('stream-beginnings', {
  sql: `select stream_id as "streamId", position from events
    where stream_version = 1 and position > $2 and starts_with(stream_id, $1) order by position limit $3`,
  values: (kind: string, position: Position, limit: number) => [`${kind}-`, position, limit],
  row: z.object({ streamId: StreamId, position: Position }),
})

/** Finds the first position of streams in the log. Throws the Faults of the pool. */
export const makeStreamBeginnings = (pool: PostgresPool): StreamBeginnings => ({
  after: (kind, position, limit) => AFTER.rows(pool, kind, position, limit),
})
