/** What a log holds in clear since before facts were sealed. */
import { z } from 'zod'
import type { StoredEvent } from '#contracts/events/event.ts'
import { LOG_START, type Position, type Sha256Hex } from '#contracts/ids.ts'
import { hasSealedMembers, type SealedEvent } from '#contracts/sealing/sealed-event.ts'
import { EVENT_COLUMNS, parseEventRow, parseSealedRow } from '../log/event-rows.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { NO_VAULT } from '../platform/vault.ts'

/** Rows in one answer. Events hold no long text, but headnotes and lists of vectors. */
const PER_READ = 1_000

/** A fact in clear: as it is stored, and as it is read. */
export type ClearFact = { readonly stored: SealedEvent; readonly read: StoredEvent }

const READ_UNSEALED = {
  name: 'reseal-read-unsealed',
  text: `select ${EVENT_COLUMNS} from events where sealed is null and position > $1 order by position limit $2`,
}

const factOf = (row: Record<string, unknown>): ClearFact => ({
  // Nothing of it is sealed.
  read: parseEventRow(row, NO_VAULT),
  stored: parseSealedRow(row),
})

/**
 * The facts that have something to seal and are in clear, in log order. Throws Fault
 * `event-unreadable` for a fact that this version does not know, and those of the pool.
 */
export async function* readClearFacts(on: Queryable): AsyncGenerator<ClearFact> {
  let after: Position = LOG_START
  for (;;) {
    const { rows } = await on.query(READ_UNSEALED, [after, PER_READ])
    for (const row of rows) {
      const fact = factOf(row)
      after = fact.stored.position
      if (hasSealedMembers(fact.read)) yield fact
    }
    if (rows.length < PER_READ) return
  }
}

const READ_EMBEDDED = {
  name: 'reseal-read-embedded',
  text: `select ${EVENT_COLUMNS} from events where type = 'PassagesEmbedded' and position > $1 order by position limit $2`,
}

/** The hashes of texts whose vectors facts name, fact by fact. */
export async function* readEmbeddedHashes(
  pool: PostgresPool,
): AsyncGenerator<readonly Sha256Hex[]> {
  let after: Position = LOG_START
  for (;;) {
    const { rows } = await pool.query(READ_EMBEDDED, [after, PER_READ])
    for (const row of rows) {
      const { position, type, data } = parseEventRow(row, pool.vault)
      after = position
      if (type === 'PassagesEmbedded')
        yield [...data.passages, ...data.headnotes].map(({ textSha256 }) => textSha256)
    }
    if (rows.length < PER_READ) return
  }
}

const COUNT_VALUES = statement('reseal-count-values', {
  sql: `select (select count(*) from blobs) as texts, (select count(*) from slugs) as slugs,
    (select count(*) from vectors where octet_length(vector) % 4 = 0) as vectors`,
  row: z.object({ texts: z.int(), slugs: z.int(), vectors: z.int() }),
})

/** How much of each kind lies in clear. */
export type ClearCounts = {
  readonly events: number
  readonly texts: number
  readonly slugs: number
  readonly vectors: number
}

export const countClear = async (on: Queryable): Promise<ClearCounts> => {
  let events = 0
  for await (const _fact of readClearFacts(on)) events += 1
  return { events, ...(await COUNT_VALUES.only(on)) }
}
