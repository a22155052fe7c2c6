import { z } from 'zod'
import { type Position, StreamId } from '#contracts/ids.ts'
import type { ErasureTexts } from '#ingest/editorial/erasure/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

// By an index of these facts alone: they are few among many.
const LIST = statement('erasure-texts', {
  sql: `select stream_id as "streamId" from (
     select distinct on (stream_id) stream_id, type, position from events
     where type in ('ErasureRequested', 'ErasureCancelled', 'WordingErased', 'SubjectErased')
     order by stream_id, position desc) as last
   where not $2 or type = 'ErasureRequested'
   order by position desc limit $1`,
  values: (limit: number, requested: boolean) => [limit, requested],
  row: z.object({ streamId: StreamId }),
})

const AT = statement('erasure-text-at', {
  sql: `select stream_id as "streamId" from events where position = $1
    and type in ('WordingErased', 'SubjectErased')`,
  values: (position: Position) => [position],
  row: z.object({ streamId: StreamId }),
})

/** The texts and persons that have facts about erasures. Throws the Faults of the pool. */
export const makeErasureTexts = (on: Queryable): ErasureTexts => ({
  list: async (limit, { requested }) =>
    (await LIST.rows(on, limit, requested)).map(({ streamId }) => streamId),
  at: async (position) => (await AT.first(on, position))?.streamId ?? null,
})
