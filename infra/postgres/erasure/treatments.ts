/** Treatments whose words may go with an erased wording. */
import { z } from 'zod'
import { type ArticleId, StreamId } from '#contracts/ids.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/**
 * A treatment by an editor names the text that it comes from by its slug, which is sealed, so all
 * of them are named. Reads the whole log: an erasure is rare.
 */
const OF_TEXT = statement('erasures-treatments', {
  sql: `select distinct stream_id as "streamId" from events
    where type = 'TreatmentRecorded' or (type = 'TreatmentStated'
      and (data #>> '{source,articleId}' = $1 or data #>> '{target,articleId}' = $1))
    order by 1`,
  values: (id: ArticleId) => [id],
  row: z.object({ streamId: StreamId }),
})

/**
 * The streams of the treatments that an erasure struck, by its position: it and what it says of
 * treatments are one append.
 */
export const STRUCK_STREAMS = `select stream_id from events
    where position >= $1::bigint - 20000 and position <= $1 and type = 'TreatmentWordsErased'
      and append_id = (select append_id from events where position = $1)`
const STRUCK = statement('erasures-struck-treatments', {
  sql: `select stream_id as "streamId" from (${STRUCK_STREAMS}) as struck`,
  values: (position: number) => [position],
  row: z.object({ streamId: StreamId }),
})

/** Throws the Faults of the pool. */
export const makeTreatmentsOf =
  (pool: PostgresPool) =>
  async (id: ArticleId): Promise<readonly StreamId[]> =>
    (await OF_TEXT.rows(pool, id)).map(({ streamId }) => streamId)

/** The treatments that lost their words by the erasure at this position. */
export const struckTreatments = async (on: Queryable, position: number): Promise<StreamId[]> =>
  (await STRUCK.rows(on, position)).map(({ streamId }) => streamId)
