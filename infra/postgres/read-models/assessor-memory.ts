import { z } from 'zod'
import { ArticleId, Position, StreamId } from '#contracts/ids.ts'
import type { AssessorMemory, LogLines } from '#ingest/groundedness/ports.ts'
import { onlyRow, type PostgresPool, type Prepared } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `assessor-${name}`, text })

const LINES = prepared(
  'lines',
  `select position, stream_id as "streamId", type from events
   where position > $1 and position <= $2 and type = any($3::text[]) order by position`,
)
const HEAD = prepared('head', 'select position from log_head')
const POSITION = prepared('position', 'select position from assessor_checkpoint')
const REMEMBER = prepared(
  'remember',
  `insert into assessed_texts (article_id) select distinct * from unnest($1::uuid[]) as t (article_id) order by article_id
   on conflict do nothing`,
)
const ADVANCE = prepared(
  'advance',
  'update assessor_checkpoint set position = greatest(position, $1)',
)
const AMONG = prepared(
  'among',
  'select article_id as id from assessed_texts where article_id = any($1::uuid[])',
)
const SOME = prepared('some', 'select exists (select from assessed_texts) as some')

const Place = z.object({ position: Position })
const Lines = z.array(z.object({ position: Position, streamId: StreamId, type: z.string() }))
const Ids = z.array(z.object({ id: ArticleId }))

/** The names of facts, without what they say. Throws the Faults of the pool. */
export const makeLogLines = (pool: PostgresPool): LogLines => ({
  lines: async (after, span, types) => {
    const { position: head } = Place.parse(onlyRow(await pool.query(HEAD)))
    const through = Position.parse(Math.min(head, after + span))
    if (through <= after) return { lines: [], through: after }
    return { lines: Lines.parse((await pool.query(LINES, [after, through, types])).rows), through }
  },
})

/**
 * The assessor's checkpoint and the texts that it keeps an eye on. Throws the Faults of the pool.
 */
export const makeAssessorMemory = (pool: PostgresPool): AssessorMemory => ({
  position: async () => Place.parse(onlyRow(await pool.query(POSITION))).position,
  advance: (position, assessed) =>
    pool.transaction(async (transaction) => {
      if (assessed.length > 0) await transaction.query(REMEMBER, [assessed])
      await transaction.query(ADVANCE, [position])
    }),
  assessedAmong: async (ids) =>
    ids.length === 0
      ? new Set()
      : new Set(Ids.parse((await pool.query(AMONG, [ids])).rows).map(({ id }) => id)),
  hasAssessed: async () =>
    z.object({ some: z.boolean() }).parse(onlyRow(await pool.query(SOME))).some,
})
