import { z } from 'zod'
import { Concept, VocabularyName } from '#contracts/concept.ts'
import { ConceptId, Instant } from '#contracts/ids.ts'
import { foldedLabels } from '#contracts/law/analysis/labels.ts'
import type { ConceptReader } from '#query-api/vocabularies/ports.ts'
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import type { ConceptTables, StoredConcept } from '#query-api/projections/concepts/ports.ts'
import type { NarrowerConcepts } from '#query-api/search/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { FIRST_UUID, removalFrom, slicesOf } from './rows.ts'

/** Limits of one page and of one insert, in rows. */
const CONCEPT_ROWS = { perPage: 500, perInsert: 1_000 } as const

// The projector wrote the concept from a parsed event.
const Json = z.object({ json: z.string() })
const parsed = ({ json }: z.infer<typeof Json>): Concept => Concept.parse(JSON.parse(json))

const SAVE = statement('concepts-save', {
  sql: `insert into concepts as stored (generation, concept_id, stream_version, json, labels, changed_at)
   select $1::integer, * from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[]) as t (concept_id) order by concept_id
   on conflict (generation, concept_id) do update
     set stream_version = excluded.stream_version, json = excluded.json, labels = excluded.labels, changed_at = excluded.changed_at
     where stored.stream_version < excluded.stream_version`,
  values: (generation: Generation, concepts: readonly StoredConcept[]) => [
    generation,
    concepts.map(({ concept }) => concept.id),
    concepts.map(({ streamVersion }) => streamVersion),
    concepts.map(({ concept }) => JSON.stringify(concept)),
    concepts.map(({ concept }) => foldedLabels(concept)),
    concepts.map(({ changedAt }) => changedAt),
  ],
})
const GET = statement('concepts-get', {
  sql: `select json, stream_version as "streamVersion", changed_at as "changedAt"
   from concepts where generation = $1 and concept_id = any($2::uuid[])`,
  values: (generation: Generation, ids: readonly ConceptId[]) => [generation, ids],
  row: Json.extend({ streamVersion: z.int().min(1), changedAt: Instant }),
})
const PAGE = statement('concepts-page', {
  sql: `select concept_id as id, json from concepts where generation = $1 and concept_id > $2::uuid order by concept_id limit $3`,
  values: (generation: Generation, after: string) => [generation, after, CONCEPT_ROWS.perPage],
  row: Json.extend({ id: ConceptId }),
})
const removeRows = removalFrom('concepts')

const HELD = statement('concepts-held', {
  sql: "select to_regclass('concepts') is not null as held",
  row: z.object({ held: z.boolean() }),
})
const BY_ID = statement('concepts-by-id', {
  sql: 'select json from live_generation join concepts using (generation) where concept_id = $1',
  values: (id: ConceptId) => [id],
  row: Json.transform(parsed),
})
/**
 * Concepts whose labels have a word that begins as each word of the query. Orders them: with a
 * label equal to the query, with one that begins as it, others; shorter ones first.
 */
const SEARCH = statement('concepts-search', {
  sql: `select json from live_generation join concepts using (generation)
    where not exists (
        select from unnest(string_to_array($1, ' ')) as word
        where position(E'\\n' || word in E'\\n' || replace(labels, ' ', E'\\n')) = 0
      )
      and ($2::text is null or json::jsonb ->> 'vocabulary' = $2)
    order by
      position(E'\\n' || $1 || E'\\n' in E'\\n' || labels || E'\\n') = 0,
      position(E'\\n' || $1 in E'\\n' || labels) = 0,
      length(labels), concept_id
    limit $3`,
  values: (query: string, vocabulary: VocabularyName | null, limit: number) => [
    query,
    vocabulary,
    limit,
  ],
  row: Json.transform(parsed),
})
const COUNTS = statement('concepts-counts', {
  sql: `select json::jsonb ->> 'vocabulary' as vocabulary, count(*)::integer as concepts
    from live_generation join concepts using (generation) group by 1`,
  row: z.object({ vocabulary: VocabularyName, concepts: z.int().positive() }),
})
/** A concept and all narrower ones, each once, breadth first. */
const NARROWER = statement('concepts-narrower', {
  sql: `with recursive down (id, depth) as (
     select unnest($1::uuid[]), 0
     union
     select wider.id, wider.depth from (
       select (jsonb_array_elements_text(concepts.json::jsonb -> 'narrower'))::uuid as id, down.depth + 1 as depth
       from down join live_generation on true
         join concepts on concepts.generation = live_generation.generation and concepts.concept_id = down.id
       where down.depth < $2
     ) as wider
   )
   select id from down group by id order by min(depth), id limit $3`,
  values: (ids: readonly ConceptId[], stepsMax: number, conceptsMax: number) => [
    ids,
    stepsMax,
    conceptsMax,
  ],
  row: z.object({ id: ConceptId }),
})

async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  for (let after: string = FIRST_UUID; ;) {
    const page = await PAGE.rows(pool, generation, after)
    if (page.length === 0) return
    for (const { id, json } of page) {
      yield { key: `concept/${id}`, document: JSON.parse(json) as unknown }
      after = id
    }
  }
}

/** Stores the concepts of a generation on PostgreSQL. Throws the Faults of the pool. */
export const makeConceptTables = (pool: PostgresPool): ConceptTables => ({
  save: async (generation, concepts) => {
    for (const slice of slicesOf(concepts, CONCEPT_ROWS.perInsert))
      await SAVE.run(pool, generation, slice)
  },
  get: async (generation, ids) => {
    const rows = ids.length === 0 ? [] : await GET.rows(pool, generation, ids)
    return new Map(
      rows.map(({ json, ...row }) => {
        const concept = JSON.parse(json) as Concept
        return [concept.id, { ...row, concept }]
      }),
    )
  },
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => removeRows(pool, generation),
})

/**
 * Reads the vocabularies of the live generation. `fold` folds a query like the labels. Finds
 * nothing without an imported vocabulary. Throws the Faults of the pool.
 */
export const makeConceptReader = (
  pool: PostgresPool,
  fold: (label: string) => string,
): ConceptReader => {
  let held = false
  const isHeld = async (): Promise<boolean> => (held ||= (await HELD.only(pool)).held)
  return {
    byId: async (id) => ((await isHeld()) ? BY_ID.first(pool, id) : null),
    search: async (query, vocabulary, limit) => {
      const wanted = query.includes('://') ? query.toLowerCase() : fold(query)
      if (wanted === '' || !(await isHeld())) return []
      return SEARCH.rows(pool, wanted, vocabulary, limit)
    },
    counts: async () => {
      const rows = (await isHeld()) ? await COUNTS.rows(pool) : []
      return new Map(rows.map(({ vocabulary, concepts }) => [vocabulary, concepts]))
    },
  }
}

/** Reads narrower concepts of the live generation. Throws the Faults of the pool. */
export const makeNarrowerConcepts = (pool: PostgresPool): NarrowerConcepts => ({
  withNarrower: async (ids, { stepsMax, conceptsMax }) =>
    ids.length === 0
      ? []
      : (await NARROWER.rows(pool, ids, stepsMax, conceptsMax)).map(({ id }) => id),
})
