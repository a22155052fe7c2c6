/** Treatments whose words may go with an erased wording. */
import { z } from 'zod'
import { type ArticleId, Position, StreamId } from '#contracts/ids.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/** Facts that are read at once, since a statement has half a minute, and a log has millions. */
const FACTS_PER_READ = 50_000

const HEAD = statement('erasures-log-head', {
  sql: 'select position from log_head',
  row: z.object({ position: Position }),
})
/**
 * A treatment by an editor names the text that it comes from by its slug, which is sealed, so all
 * of them are named.
 */
const OF_TEXT = statement('erasures-treatments', {
  sql: `select distinct stream_id as "streamId" from events
    where position > $2 and position <= $3 and (type = 'TreatmentRecorded' or (type = 'TreatmentStated'
      and (data #>> '{source,articleId}' = $1 or data #>> '{target,articleId}' = $1)))`,
  values: (id: ArticleId, after: number, through: number) => [id, after, through],
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
export const headOfLog = async (on: Queryable): Promise<Position> => (await HEAD.only(on)).position

/** Reads the whole log, some facts at a time: an erasure is rare. Throws the Faults of the pool. */
export const makeTreatmentsOf =
  (pool: PostgresPool, factsPerRead = FACTS_PER_READ) =>
  async (id: ArticleId): Promise<readonly StreamId[]> => {
    const head = await headOfLog(pool)
    const found = new Set<StreamId>()
    for (let after = 0; after < head; after += factsPerRead)
      for (const { streamId } of await OF_TEXT.rows(pool, id, after, after + factsPerRead))
        found.add(streamId)
    return [...found].toSorted()
  }

/** The treatments that lost their words by the erasure at this position. */
export const struckTreatments = async (on: Queryable, position: number): Promise<StreamId[]> =>
  (await STRUCK.rows(on, position)).map(({ streamId }) => streamId)
