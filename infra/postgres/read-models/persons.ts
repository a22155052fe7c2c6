/** Magistrates and lawyers on PostgreSQL: kept by the projector, looked up by name. */
import { z } from 'zod'
import type { Person } from '#contracts/mcp/vocabularies.ts'
import { foldedLabel } from '#contracts/law/labels.ts'
import type { PersonSource } from '#query-api/mcp/ports.ts'
import type { HeldOffice, PersonStore, StoredPerson } from '#query-api/projections/persons/ports.ts'
import type { PostgresPool, Prepared, Queryable } from '../platform/pool.ts'

/** Bounds: rows of one page and one insert; persons and decisions that a look-up answers with. */
export const PERSON_ROWS = { perPage: 500, perInsert: 1_000, found: 20, decisions: 20 } as const

const prepared = (name: string, text: string): Prepared => ({ name: `persons-${name}`, text })

const SAVE = prepared(
  'save',
  `insert into persons as stored (generation, person_id, stream_version, json, folded)
   select $1::integer, * from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[]) as t (person_id) order by person_id
   on conflict (generation, person_id) do update
     set stream_version = excluded.stream_version, json = excluded.json, folded = excluded.folded
     where stored.stream_version < excluded.stream_version`,
)
const OF = prepared(
  'of',
  `select json from persons where generation = $1 and person_id = any($2::uuid[])`,
)
const SAVE_NAMINGS = prepared(
  'save-namings',
  `insert into person_decisions (generation, person_id, article_id, office, day)
   select $1::integer, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::date[]) on conflict do nothing`,
)
const PAGE = prepared(
  'page',
  `select json, (select coalesce(json_agg(json_build_object('articleId', article_id, 'office', office, 'day', day)
       order by article_id, office collate "C"), '[]') from person_decisions as named
     where named.generation = persons.generation and named.person_id = persons.person_id) as decisions
   from persons where generation = $1 and person_id > $2::uuid order by person_id limit $3`,
)
/** $1: the words of the name, each to be among the words of a person's, between blanks. */
const NAMED = prepared(
  'named',
  `select json, array(
     select json_build_object('slug', articles.slug, 'office', office, 'date', to_char(day, 'YYYY-MM-DD'))
     from person_decisions as named join articles using (generation, article_id)
     where named.generation = persons.generation and named.person_id = persons.person_id
     order by day desc nulls last, articles.slug, office limit ${PERSON_ROWS.decisions}) as decisions
   from live_generation join persons using (generation)
   where not exists (select from unnest($1::text[]) as word where position(' ' || word || ' ' in folded) = 0)
   order by length(folded), person_id limit ${PERSON_ROWS.found}`,
)

const Row = z.object({ json: z.string() })
const Decision = z.object({
  slug: z.string(),
  office: z.string(),
  date: z.string().nullable(),
})
const FoundRow = Row.extend({ decisions: z.array(Decision) })
const PageRow = Row.extend({ decisions: z.array(z.unknown()) })
const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

// What the projector wrote: checked when its event was read.
const personOf = ({ json }: z.infer<typeof Row>): StoredPerson => JSON.parse(json) as StoredPerson

function* slicesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += PERSON_ROWS.perInsert)
    yield rows.slice(at, at + PERSON_ROWS.perInsert)
}

async function* documents(pool: PostgresPool, generation: number) {
  for (let after = FIRST_UUID; ;) {
    const { rows } = await pool.query(PAGE, [generation, after, PERSON_ROWS.perPage])
    if (rows.length === 0) return
    for (const row of rows.map((one) => PageRow.parse(one))) {
      const { streamVersion: _, ...person } = personOf(row)
      yield { key: `person/${person.id}`, document: { ...person, decisions: row.decisions } }
      after = person.id
    }
  }
}

/** The projector's side. Throws the Faults of the pool. */
export const makePersonStore = (pool: PostgresPool): PersonStore => ({
  savePersons: async (generation, persons) => {
    for (const slice of slicesOf(persons))
      await pool.query(SAVE, [
        generation,
        slice.map(({ id }) => id),
        slice.map(({ streamVersion }) => streamVersion),
        slice.map((person) => JSON.stringify(person)),
        slice.map(({ name }) => ` ${foldedLabel(name)} `),
      ])
  },
  personsOf: async (generation, ids) => {
    if (ids.length === 0) return new Map()
    const { rows } = await pool.query(OF, [generation, ids])
    return new Map(rows.map((row) => personOf(Row.parse(row))).map((one) => [one.id, one]))
  },
  saveNamings: async (generation, namings) => {
    for (const slice of slicesOf(namings))
      await pool.query(SAVE_NAMINGS, [
        generation,
        slice.map(({ personId }) => personId),
        slice.map(({ articleId }) => articleId),
        slice.map(({ office }) => office),
        slice.map(({ day }) => day),
      ])
  },
  persons: (generation) => documents(pool, generation),
})

const unique = (values: readonly string[]): string[] => [...new Set(values)]
const joined = (offices: readonly HeldOffice[], member: 'office' | 'courtCode'): string | null =>
  unique(offices.flatMap((one) => one[member] ?? []))
    .toSorted()
    .join(', ') || null

/**
 * Identity, office and court; of the bench the newest public decisions that name the person. No
 * counts.
 */
const shown = (row: z.infer<typeof FoundRow>): Person => {
  const { id, name, offices } = personOf(row)
  const [office, court] = [joined(offices, 'office'), joined(offices, 'courtCode')]
  return { id, name, office, court, decisions: row.decisions }
}

/**
 * Persons of the live generation by name, on the transaction that records the look-up: whose name
 * has every word of the query, the shortest name first. Throws the Faults of the pool.
 */
export const makePersonSource = (transaction: Queryable): PersonSource => ({
  named: async (name) => {
    const words = unique(
      foldedLabel(name)
        .split(' ')
        .filter((word) => word !== ''),
    )
    if (words.length === 0) return []
    const { rows } = await transaction.query(NAMED, [words])
    return rows.map((row) => shown(FoundRow.parse(row)))
  },
})
