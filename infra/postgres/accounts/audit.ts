import { Act, AuditRow } from '#contracts/audit.ts'
import type { AuditedRead, AuditQuery, AuditTrail } from '#query-api/audit/ports.ts'
import type { PostgresPool, Prepared, Queryable } from '../platform/pool.ts'

/** Rows a page of a listing holds. */
export const AUDIT_PAGE_ROWS = 500

const prepared = (name: string, text: string): Prepared => ({ name: `audit-${name}`, text })
const RECORD = prepared(
  'record',
  'insert into audit_acts (kind, actor, subject, data) values ($1, $2, $3, $4)',
)
const RECORD_ONCE = prepared(
  'record-once',
  `insert into audit_acts (kind, actor, subject, data) select $1, $2, $3, $4::jsonb
   where not exists (select from audit_acts
     where kind = $1 and actor = $2 and subject is not distinct from $3 and data = $4::jsonb)`,
)
const LIST = prepared(
  'list',
  `select position, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, actor, subject, data
   from audit_acts
   where position > $1 and ($2::float8 is null or at >= to_timestamp($2::float8 / 1000)) and ($3::text is null or kind = $3)
   order by position limit ${AUDIT_PAGE_ROWS}`,
)

const rowOf = (given: Act): unknown[] => {
  const { kind, actor, subject, data } = Act.parse(given)
  return [kind, actor, subject === null ? null : String(subject), JSON.stringify(data)]
}

/**
 * Writes one act, in the transaction that it is given: whoever changes something and records it on
 * the same `database` does both or neither. Throws ZodError for an act that says more than it may,
 * and the Faults of the pool.
 */
export const recordAct = async (database: Queryable, act: Act): Promise<void> => {
  await database.query(RECORD, rowOf(act))
}

/**
 * Writes an act unless the same one, of the same actor, stands there: for acts that happen once
 * only and may be written again because an answer was lost. One writer at a time: two at once would
 * both write. Throws as `recordAct`.
 */
export const recordActOnce = async (database: Queryable, act: Act): Promise<void> => {
  await database.query(RECORD_ONCE, rowOf(act))
}

const pageAfter = async (
  database: Queryable,
  position: number,
  { sinceMs, kind }: AuditQuery,
): Promise<AuditRow[]> =>
  (await database.query(LIST, [position, sinceMs, kind])).rows.map((row) => AuditRow.parse(row))

/** The audit table, which takes rows and never changes one. Throws the Faults of the pool. */
export const makeAuditTrail = (database: Queryable): AuditTrail => ({
  record: (act) => recordAct(database, act),
  list: async function* (query) {
    let position = 0
    for (;;) {
      const page = await pageAfter(database, position, query)
      yield* page
      if (page.length < AUDIT_PAGE_ROWS) return
      position = page.at(-1)?.position ?? position
    }
  },
})

/** `sourceOf` opens what is read on the transaction that the acts are written in. */
export const makeAuditedRead =
  <Source>(pool: PostgresPool, sourceOf: (transaction: Queryable) => Source): AuditedRead<Source> =>
  (read, actsOf) =>
    pool.transaction(async (transaction) => {
      const answer = await read(sourceOf(transaction))
      for (const act of actsOf(answer)) await recordAct(transaction, act)
      return answer
    })
