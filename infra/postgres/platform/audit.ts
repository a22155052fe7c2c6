import { Act, AuditRow } from '#contracts/audit.ts'
import type { WriteAudit } from '#ingest/ports.ts'
import type { AuditedRead, AuditQuery, AuditTrail } from '#query-api/accounts/ports.ts'
import type { PostgresPool, Queryable } from './pool.ts'
import { isoInstant, statement } from './statement.ts'

/** Rows per page of a listing. */
export const AUDIT_PAGE_ROWS = 500

const rowOf = (given: Act): unknown[] => {
  const { kind, actor, subject, data } = Act.parse(given)
  return [kind, actor, subject === null ? null : String(subject), JSON.stringify(data)]
}

const RECORD = statement('audit-record', {
  sql: 'insert into audit_acts (kind, actor, subject, data) values ($1, $2, $3, $4)',
  values: rowOf,
})
const RECORD_ONCE = statement('audit-record-once', {
  sql: `insert into audit_acts (kind, actor, subject, data) select $1, $2, $3, $4::jsonb
   where not exists (select from audit_acts
     where kind = $1 and actor = $2 and subject is not distinct from $3 and data = $4::jsonb)`,
  values: rowOf,
})
const LIST = statement('audit-list', {
  sql: `select position, ${isoInstant('at')} as at, kind, actor, subject, data
   from audit_acts
   where position > $1 and ($2::float8 is null or at >= to_timestamp($2::float8 / 1000)) and ($3::text is null or kind = $3)
   order by position limit ${AUDIT_PAGE_ROWS}`,
  values: (after: number, { sinceMs, kind }: AuditQuery) => [after, sinceMs, kind],
  row: AuditRow,
})

/**
 * Writes one act on `database`, which may be the act's own transaction: then both or neither are
 * kept. Throws ZodError for members that the act may not have, and the Faults of the pool.
 */
export const recordAct = async (database: Queryable, act: Act): Promise<void> => {
  await RECORD.run(database, act)
}

/**
 * Writes an act unless the same actor has recorded the same one: for acts that happen once and may
 * be repeated after a lost answer. Only for one writer at a time, since two at once would both
 * write. Throws like `recordAct`.
 */
export const recordActOnce = async (database: Queryable, act: Act): Promise<void> => {
  await RECORD_ONCE.run(database, act)
}

/** Writes an act; a repeated one unless it is there. Throws like `recordAct`. */
export const makeWriteAudit =
  (database: Queryable): WriteAudit =>
  (act, isRepeated) =>
    (isRepeated ? recordActOnce : recordAct)(database, act)

/** The audit table is append-only. Throws the Faults of the pool. */
export const makeAuditTrail = (database: Queryable): AuditTrail => ({
  record: (act) => recordAct(database, act),
  list: async function* (query) {
    let position = 0
    for (;;) {
      const page = await LIST.rows(database, position, query)
      yield* page
      if (page.length < AUDIT_PAGE_ROWS) return
      position = page.at(-1)?.position ?? position
    }
  },
})

/** `sourceOf` opens the source on the transaction that also records the reads. */
export const makeAuditedRead =
  <Source>(pool: PostgresPool, sourceOf: (transaction: Queryable) => Source): AuditedRead<Source> =>
  (read, actsOf) =>
    pool.transaction(async (transaction) => {
      const answer = await read(sourceOf(transaction))
      for (const act of actsOf(answer)) await recordAct(transaction, act)
      return answer
    })
