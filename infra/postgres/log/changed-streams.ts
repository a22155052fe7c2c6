import { z } from 'zod'
import { type Position, StreamId } from '#contracts/ids.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const CHANGED = statement('changed-streams', {
  sql: `select stream_id as "streamId" from unnest($1::text[]) as asked (stream_id)
   where exists (select from events where events.stream_id = asked.stream_id and position > $2)`,
  values: (streams: readonly StreamId[], position: Position) => [streams, position],
  row: z.object({ streamId: StreamId }),
})

/** Finds those of the streams with an event after a position. Throws the Faults of the pool. */
export const makeChangedStreams =
  (pool: PostgresPool) =>
  async (streams: readonly StreamId[], position: Position): Promise<ReadonlySet<StreamId>> =>
    new Set(
      streams.length === 0
        ? []
        : (await CHANGED.rows(pool, streams, position)).map(({ streamId }) => streamId),
    )
