import { z } from 'zod'
import { DecisionHead, ProvisionHead } from '#contracts/http/browse.ts'
import { ArticleId, Day, Position } from '#contracts/ids.ts'
import { Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { BrowseReader } from '#query-api/browse/ports.ts'
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import type { PlaceTables, StoredPlace } from '#query-api/projections/places/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { FIRST_UUID, removalFrom, slicesOf } from './rows.ts'

/** Limits of one page and of one insert, in rows. */
const PLACE_ROWS = { perPage: 1_000, perInsert: 1_000 } as const
const YEAR_DIGITS = 4

const rowOf = ({ articleId, streamVersion, slug, place }: StoredPlace) => {
  const own = { articleId, streamVersion, slug, head: place && JSON.stringify(place.head) }
  if (place === null) return own
  if ('work' in place) {
    const { work, workName, jurisdiction, section, numberKey } = place
    return { ...own, work, workName, jurisdiction, section, numberKey }
  }
  const { court, day } = place
  return { ...own, court, day, year: day === null ? 0 : Number(day.slice(0, YEAR_DIGITS)) }
}

const SAVE = statement('places-save', {
  sql: `insert into places as stored (generation, article_id, stream_version, court, year, day, work, work_name, jurisdiction, section,
     number_key, slug, head)
   select $1::integer, "articleId", "streamVersion", court, year, day, work, "workName", jurisdiction, section, "numberKey", slug, head
   from json_to_recordset($2::json) as t ("articleId" uuid, "streamVersion" integer, court text, year integer, day date, work text,
     "workName" text, jurisdiction text, section text[], "numberKey" text, slug text, head text)
   order by "articleId"
   on conflict (generation, article_id) do update set stream_version = excluded.stream_version, court = excluded.court,
     year = excluded.year, day = excluded.day, work = excluded.work, work_name = excluded.work_name,
     jurisdiction = excluded.jurisdiction, section = excluded.section, number_key = excluded.number_key, slug = excluded.slug,
     head = excluded.head
     where stored.stream_version <= excluded.stream_version`,
  values: (generation: Generation, places: readonly StoredPlace[]) => [
    generation,
    JSON.stringify(places.map(rowOf)),
  ],
})

const day = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`
const PAGE = statement('places-page', {
  sql: `select article_id as "articleId", court, ${day('day')} as day, work, work_name as "workName", jurisdiction, section,
     number_key as "numberKey", head
   from places where generation = $1 and article_id > $2::uuid and head is not null order by article_id limit $3`,
  values: (generation: Generation, after: string) => [generation, after, PLACE_ROWS.perPage],
  row: z.looseObject({ articleId: ArticleId, head: z.string() }),
})
const removeRows = removalFrom('places')

async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  for (let after: string = FIRST_UUID; ;) {
    const page = await PAGE.rows(pool, generation, after)
    if (page.length === 0) return
    for (const { articleId, head, ...columns } of page) {
      const document = { articleId, ...columns, head: JSON.parse(head) as unknown }
      yield { key: `place/${articleId}`, document }
      after = articleId
    }
  }
}

/** Stores the places of texts on PostgreSQL. Throws the Faults of the pool. */
export const makePlaceTables = (pool: PostgresPool): PlaceTables => ({
  write: (generation, places) => async (transaction: Queryable) => {
    for (const slice of slicesOf(places, PLACE_ROWS.perInsert))
      await SAVE.run(transaction, generation, slice)
  },
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => removeRows(pool, generation),
})

const list = <T extends z.ZodType>(row: T) => z.object({ position: Position, rows: z.array(row) })
/** One statement reads one state: the position and every row of a query. */
const atPosition = (rows: string): string =>
  `select generations.position, (select coalesce(json_agg(found), '[]') from (${rows}) as found) as rows
   from live_generation join generations using (generation)`
const LIVE = 'places.generation = generations.generation'

const COURTS = statement('places-courts', {
  sql: atPosition(
    `select court, count(*)::integer as texts, ${day('min(day)')} as "from", ${day('max(day)')} as "to"
     from places where ${LIVE} and court is not null group by court order by court`,
  ),
  row: list(
    z.object({ court: z.string(), texts: z.int(), from: Day.nullable(), to: Day.nullable() }),
  ),
})
const YEARS = statement('places-years', {
  sql: atPosition(
    `select year, count(*)::integer as texts from places where ${LIVE} and court = $1 group by year order by year desc`,
  ),
  values: (court: string) => [court],
  row: list(z.object({ year: z.int(), texts: z.int() })),
})
const WORKS = statement('places-works', {
  sql: atPosition(
    `select work, min(work_name) as name, min(jurisdiction) as jurisdiction, count(*)::integer as texts
     from places where ${LIVE} and work is not null group by work order by work`,
  ),
  row: list(
    z.object({
      work: z.string(),
      name: z.string(),
      jurisdiction: Jurisdiction.nullable(),
      texts: z.int(),
    }),
  ),
})
const SECTIONS = statement('places-sections', {
  sql: `select section as path, count(*)::integer as texts from live_generation join places using (generation)
   where work = $1 group by section order by min(number_key), section`,
  values: (work: string) => [work],
  row: z.object({ path: z.array(z.string()), texts: z.int() }),
})

type Bounds = { readonly limit: number; readonly offset: number }
/** A page of heads with the number of all, from one state. */
const pageOf = (where: string, order: string): string =>
  `select generations.position,
     (select count(*)::integer from places where ${LIVE} and ${where}) as total,
     (select coalesce(json_agg(head::json order by at), '[]') from (
        select head, row_number() over (order by ${order}) as at from places where ${LIVE} and ${where}
        order by ${order} limit $3 offset $4
      ) as page) as heads
   from live_generation join generations using (generation)`
const heads = <T extends z.ZodType>(head: T) =>
  z.object({ position: Position, total: z.int(), heads: z.array(head) })

const DECISIONS = statement('places-decisions', {
  sql: pageOf('court = $1 and year = $2', 'day desc, slug'),
  values: (court: string, year: number, { limit, offset }: Bounds) => [court, year, limit, offset],
  row: heads(DecisionHead),
})
const PROVISIONS = statement('places-provisions', {
  sql: pageOf('work = $1 and section[1:cardinality($2::text[])] = $2', 'number_key, slug'),
  values: (work: string, path: readonly string[], { limit, offset }: Bounds) => [
    work,
    path,
    limit,
    offset,
  ],
  row: heads(ProvisionHead),
})

/** Reads places of the live generation. Throws the Faults of the pool. */
export const makeBrowseReader = (pool: PostgresPool): BrowseReader => ({
  courts: async () => {
    const { position, rows: courts } = await COURTS.only(pool)
    return { position, courts }
  },
  years: async (court) => {
    const { position, rows: years } = await YEARS.only(pool, court)
    return { position, years }
  },
  decisions: (court, year, bounds) => DECISIONS.only(pool, court, year, bounds),
  works: async () => {
    const { position, rows: works } = await WORKS.only(pool)
    return { position, works }
  },
  sections: (work) => SECTIONS.rows(pool, work),
  provisions: (work, path, bounds) => PROVISIONS.only(pool, work, path, bounds),
})
