import { z } from 'zod'
import { StreamId } from '#contracts/ids.ts'
import type { AnonymisedTexts } from '#ingest/editorial/erasure/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

// By an index of these versions alone: they are few among many.
const LIST = statement('anonymised-texts', {
  sql: `select stream_id as "streamId", max(position) as last from events
   where type = 'VersionPublished' and data ->> 'changeClass' = 'anonymisation'
   group by stream_id order by last desc limit $1`,
  values: (limit: number) => [limit],
  row: z.object({ streamId: StreamId }),
})

/** The texts that have a version which is an anonymisation. Throws the Faults of the pool. */
export const makeAnonymisedTexts = (on: Queryable): AnonymisedTexts => ({
  list: async (limit) => (await LIST.rows(on, limit)).map(({ streamId }) => streamId),
})
