import { z } from 'zod'
import { Position, StreamId } from '#contracts/ids.ts'
import type { StreamBeginnings } from '#ingest/ports.ts'
import type { PostgresPool, Prepared } from '../platform/pool.ts'

const AFTER: Prepared = {
  name: 'stream-beginnings',
  text: `select stream_id as "streamId", position from events
    where stream_version = 1 and position > $2 and starts_with(stream_id, $1) order by position limit $3`,
}
const Rows = z.array(z.object({ streamId: StreamId, position: Position }))

/** Where streams begin, from the log itself. Throws the Faults of the pool. */
export const makeStreamBeginnings = (pool: PostgresPool): StreamBeginnings => ({
  after: async (kind, position, limit) =>
    Rows.parse((await pool.query(AFTER, [`${kind}-`, position, limit])).rows),
})
