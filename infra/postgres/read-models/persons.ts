/** Magistrates and lawyers on PostgreSQL: written by the projector, found by name. */
import { z } from 'zod'
import type { Person } from '#contracts/mcp/vocabularies.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import type { PersonSource } from '#query-api/vocabularies/ports.ts'
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import type {
  HeldOffice,
  Naming,
  PersonTables,
  StoredPerson,
} from '#query-api/projections/persons/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { FIRST_UUID, removalFrom, slicesOf } from './rows.ts'

/** Rows per page and insert; persons and decisions per look-up at most. */
const PERSON_ROWS = { perPage: 500, perInsert: 1_000, found: 20, decisions: 20 } as const

// The projector wrote the person from a parsed event.
const Stored = z.string().transform((json) => JSON.parse(json) as StoredPerson)
const Row = z.object({ json: Stored })
const Decision = z.object({ slug: z.string(), office: z.string(), date: z.string().nullable() })

const SAVE = statement('persons-save', {
  sql: `insert into persons as stored (generation, person_id, stream_version, json, folded)
   select $1::integer, * from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[]) as t (person_id) order by person_id
   on conflict (generation, person_id) do update
     set stream_version = excluded.stream_version, json = excluded.json, folded = excluded.folded
     where stored.stream_version < excluded.stream_version`,
  values: (generation: Generation, persons: readonly StoredPerson[]) => [
    generation,
    persons.map(({ id }) => id),
    persons.map(({ streamVersion }) => streamVersion),
    persons.map((person) => JSON.stringify(person)),
    persons.map(({ name }) => ` ${foldedLabel(name)} `),
  ],
})
const GET = statement('persons-get', {
  sql: `select json from persons where generation = $1 and person_id = any($2::uuid[])`,
  values: (generation: Generation, ids: readonly string[]) => [generation, ids],
  row: Row,
})
const SAVE_NAMINGS = statement('persons-save-namings', {
  sql: `insert into person_decisions (generation, person_id, article_id, office, day)
   select $1::integer, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::date[]) on conflict do nothing`,
  values: (generation: Generation, namings: readonly Naming[]) => [
    generation,
    namings.map(({ personId }) => personId),
    namings.map(({ articleId }) => articleId),
    namings.map(({ office }) => office),
    namings.map(({ day }) => day),
  ],
})
const REMOVE_NAMINGS = statement('persons-remove-namings', {
  sql: 'delete from person_decisions where generation = $1 and person_id = any($2::uuid[])',
  values: (generation: Generation, ids: readonly string[]) => [generation, ids],
})
const PAGE = statement('persons-page', {
  sql: `select json, (select coalesce(json_agg(json_build_object('articleId', article_id, 'office', office, 'day', day)
       order by article_id, office collate "C"), '[]') from person_decisions as named
     where named.generation = persons.generation and named.person_id = persons.person_id) as decisions
   from persons where generation = $1 and person_id > $2::uuid order by person_id limit $3`,
  values: (generation: Generation, after: string) => [generation, after, PERSON_ROWS.perPage],
  row: Row.extend({ decisions: z.array(z.unknown()) }),
})
const FoundPerson = Row.extend({ decisions: z.array(Decision) })
/**
 * Every word of the query must be among the words of a person's name, which is enclosed in blanks.
 */
const NAMED = statement('persons-named', {
  sql: `select json, array(
     select json_build_object('slug', articles.slug, 'office', office, 'date', to_char(day, 'YYYY-MM-DD'))
     from person_decisions as named join articles using (generation, article_id)
     where named.generation = persons.generation and named.person_id = persons.person_id
     order by day desc nulls last, articles.slug, office limit ${PERSON_ROWS.decisions}) as decisions
   from live_generation join persons using (generation)
   where not exists (select from unnest($1::text[]) as word where position(' ' || word || ' ' in folded) = 0)
   order by length(folded), person_id limit ${PERSON_ROWS.found}`,
  values: (words: readonly string[]) => [words],
  row: FoundPerson,
})
const removeRows = removalFrom('person_decisions', 'persons')

async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  for (let after: string = FIRST_UUID; ;) {
    const page = await PAGE.rows(pool, generation, after)
    if (page.length === 0) return
    for (const { json, decisions } of page) {
      const { streamVersion: _, ...person } = json
      yield { key: `person/${person.id}`, document: { ...person, decisions } }
      after = person.id
    }
  }
}

/** Stores the persons of a generation. Throws the Faults of the pool. */
export const makePersonTables = (pool: PostgresPool): PersonTables => ({
  savePersons: async (generation, persons) => {
    for (const slice of slicesOf(persons, PERSON_ROWS.perInsert))
      await SAVE.run(pool, generation, slice)
  },
  get: async (generation, ids) => {
    const rows = ids.length === 0 ? [] : await GET.rows(pool, generation, ids)
    return new Map(rows.map(({ json }) => [json.id, json]))
  },
  saveNamings: async (generation, namings) => {
    for (const slice of slicesOf(namings, PERSON_ROWS.perInsert))
      await SAVE_NAMINGS.run(pool, generation, slice)
  },
  removeNamings: async (generation, ids) => {
    if (ids.length > 0) await REMOVE_NAMINGS.run(pool, generation, ids)
  },
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => removeRows(pool, generation),
})

const unique = (values: readonly string[]): string[] => [...new Set(values)]
const joined = (offices: readonly HeldOffice[], member: 'office' | 'courtCode'): string | null =>
  unique(offices.flatMap((one) => one[member] ?? []))
    .toSorted()
    .join(', ') || null

/** Shows identity, office and court, and for judges the newest public decisions; no counts. */
const shown = ({ json: { id, name, offices }, decisions }: z.infer<typeof FoundPerson>): Person => {
  const [office, court] = [joined(offices, 'office'), joined(offices, 'courtCode')]
  return { id, name, office, court, decisions }
}

/**
 * Finds persons of the live generation whose name has every word of the query, the shortest name
 * first, on the transaction that records the look-up.
 */
export const makePersonSource = (transaction: Queryable): PersonSource => ({
  named: async (name) => {
    const words = unique(
      foldedLabel(name)
        .split(' ')
        .filter((word) => word !== ''),
    )
    return words.length === 0 ? [] : (await NAMED.rows(transaction, words)).map(shown)
  },
})
