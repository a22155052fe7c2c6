import { z } from 'zod'
import { ArticleId, Day, Position, StreamId } from '#contracts/ids.ts'
import type { AssessorMemory, HeldScope, LogLines } from '#ingest/groundedness/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const PositionRow = z.object({ position: Position })

const LINES = statement('assessor-lines', {
  sql: `select position, stream_id as "streamId", type from events
   where position > $1 and position <= $2 and type = any($3::text[]) order by position`,
  values: (after: Position, through: Position, types: readonly string[]) => [after, through, types],
  row: z.object({ position: Position, streamId: StreamId, type: z.string() }),
})
const HEAD = statement('assessor-head', {
  sql: 'select position from log_head',
  row: PositionRow,
})
const POSITION = statement('assessor-position', {
  sql: 'select position from assessor_checkpoint',
  row: PositionRow,
})
const REMEMBER = statement('assessor-remember', {
  sql: `insert into assessed_texts (article_id) select distinct * from unnest($1::uuid[]) as t (article_id) order by article_id
   on conflict do nothing`,
  values: (ids: readonly ArticleId[]) => [ids],
})
const ADVANCE = statement('assessor-advance', {
  sql: 'update assessor_checkpoint set position = greatest(position, $1)',
  values: (position: Position) => [position],
})
const SCOPES = statement('assessor-scopes', {
  sql: `select scope, held, to_char(from_day, 'YYYY-MM-DD') as "from", to_char(to_day, 'YYYY-MM-DD') as "to"
   from assessor_scopes where scope = any($1::text[]) order by scope`,
  values: (scopes: readonly string[]) => [scopes],
  row: z.object({ scope: z.string(), held: z.boolean(), from: Day.nullable(), to: Day.nullable() }),
})
const REMEMBER_SCOPES = statement('assessor-remember-scopes', {
  sql: `insert into assessor_scopes (scope, held, from_day, to_day)
   select scope, held, "from", "to" from json_to_recordset($1::json) as t (scope text, held boolean, "from" date, "to" date) order by scope
   on conflict (scope) do update set held = excluded.held, from_day = excluded.from_day, to_day = excluded.to_day`,
  values: (scopes: readonly HeldScope[]) => [JSON.stringify(scopes)],
})
const AMONG = statement('assessor-among', {
  sql: 'select article_id as id from assessed_texts where article_id = any($1::uuid[])',
  values: (ids: readonly ArticleId[]) => [ids],
  row: z.object({ id: ArticleId }),
})
const SOME = statement('assessor-some', {
  sql: 'select exists (select from assessed_texts) as some',
  row: z.object({ some: z.boolean() }),
})

/** Names of facts without their contents. Throws the Faults of the pool. */
export const makeLogLines = (pool: PostgresPool): LogLines => ({
  lines: async (after, span, types) => {
    const { position: head } = await HEAD.only(pool)
    const through = Position.parse(Math.min(head, after + span))
    if (through <= after) return { lines: [], through: after }
    return { lines: await LINES.rows(pool, after, through, types), through }
  },
})

/** The assessor's checkpoint and the texts that it watches. Throws the Faults of the pool. */
export const makeAssessorMemory = (pool: PostgresPool): AssessorMemory => ({
  position: async () => (await POSITION.only(pool)).position,
  advance: (position, assessed, scopes) =>
    pool.transaction(async (transaction) => {
      if (assessed.length > 0) await REMEMBER.run(transaction, assessed)
      if (scopes.length > 0) await REMEMBER_SCOPES.run(transaction, scopes)
      await ADVANCE.run(transaction, position)
    }),
  scopesAmong: (scopes) => SCOPES.rows(pool, scopes),
  assessedAmong: async (ids) =>
    ids.length === 0 ? new Set() : new Set((await AMONG.rows(pool, ids)).map(({ id }) => id)),
  hasAssessed: async () => (await SOME.only(pool)).some,
})
