import { z } from 'zod'
import type { Concept } from '#contracts/concept.ts'
import { ArticleId, ConceptId, Instant, Slug, StreamId } from '#contracts/ids.ts'
import { aboutText, type CitatorFact, type StatedFact } from '#contracts/law/treatment-log.ts'
import { foldedLabels } from '#contracts/law/labels.ts'
import type { CitatorReader } from '#query-api/citator/ports.ts'
import type {
  KnowledgeStore,
  PlacedFact,
  StoredConcept,
} from '#query-api/projections/treatments/ports.ts'
import type { NarrowerConcepts } from '#query-api/search/ports.ts'
import * as sql from './knowledge-statements.ts'
import { makePersonStore } from './persons.ts'
import type { PostgresPool, Prepared } from '../platform/pool.ts'

/** Bounds of one page, of one insert, and of one step of removal, in rows. */
export const KNOWLEDGE_ROWS = { perPage: 500, perInsert: 1_000, perRemoval: 5_000 } as const

const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

const ConceptRow = z.object({ json: z.string(), streamVersion: z.int().min(1), changedAt: Instant })
const ConceptPage = z.array(z.object({ id: ConceptId, json: z.string() }))
const Texts = z.array(z.object({ articleId: ArticleId }))
const Target = z.object({ articleId: ArticleId.nullable(), names: z.array(z.string()).nullable() })
const Targets = z.array(Target.extend({ streamId: StreamId }))
// A fact is what the projector wrote: checked when its event was read.
const Fact = z.custom<CitatorFact | StatedFact>()
const Facts = z.array(
  z.object({ articleId: ArticleId, fact: Fact, sourceSlug: Slug.nullable().default(null) }),
)
const NamedFacts = z.array(z.object({ names: z.array(z.string()), fact: Fact }))
const TreatmentPage = z.array(z.object({ streamId: z.string(), facts: z.array(z.unknown()) }))
const Ids = z.array(z.object({ id: ConceptId }))

function* slicesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += KNOWLEDGE_ROWS.perInsert)
    yield rows.slice(at, at + KNOWLEDGE_ROWS.perInsert)
}

const saveConcepts = async (
  pool: PostgresPool,
  generation: number,
  concepts: readonly StoredConcept[],
): Promise<void> => {
  for (const slice of slicesOf(concepts))
    await pool.query(sql.SAVE_CONCEPTS, [
      generation,
      slice.map(({ concept }) => concept.id),
      slice.map(({ streamVersion }) => streamVersion),
      slice.map(({ concept }) => JSON.stringify(concept)),
      slice.map(({ concept }) => foldedLabels(concept)),
      slice.map(({ changedAt }) => changedAt),
    ])
}

const saveFacts = async (
  pool: PostgresPool,
  generation: number,
  facts: readonly PlacedFact[],
): Promise<void> => {
  for (const slice of slicesOf(facts))
    await pool.query(sql.SAVE_FACTS, [
      generation,
      slice.map(({ fact }) => fact.position),
      slice.map(({ streamId }) => streamId),
      slice.map(({ articleId }) => articleId),
      slice.map(({ supportId }) => supportId),
      slice.map(({ names }) => names && JSON.stringify(names)),
      slice.map(({ fact }) => JSON.stringify(fact)),
    ])
}

const assignConcepts = async (
  pool: PostgresPool,
  generation: number,
  texts: Parameters<KnowledgeStore['assignConcepts']>[1],
): Promise<void> => {
  const pairs = texts.flatMap(({ articleId, conceptIds }) =>
    [...new Set(conceptIds)].map((conceptId) => ({ articleId, conceptId })),
  )
  const columns = [pairs.map(({ conceptId }) => conceptId), pairs.map(({ articleId }) => articleId)]
  const ids = texts.map(({ articleId }) => articleId)
  await pool.query(sql.UNASSIGN, [generation, ids, ...columns])
  if (pairs.length > 0) await pool.query(sql.ASSIGN, [generation, ...columns])
}

const factsBy = async (
  pool: PostgresPool,
  statement: Prepared,
  values: readonly unknown[],
): Promise<Map<ArticleId, CitatorFact[]>> => {
  const rows = Facts.parse((await pool.query(statement, values)).rows)
  const facts = new Map<ArticleId, CitatorFact[]>()
  for (const { articleId, fact: stored, sourceSlug } of rows) {
    const fact = aboutText(stored, articleId, sourceSlug)
    const own = facts.get(articleId)
    if (own === undefined) facts.set(articleId, [fact])
    else own.push(fact)
  }
  return facts
}

const textsBy = async (
  pool: PostgresPool,
  statement: Prepared,
  values: readonly unknown[],
): Promise<ArticleId[]> =>
  Texts.parse((await pool.query(statement, values)).rows).map(({ articleId }) => articleId)

async function* conceptDocuments(pool: PostgresPool, generation: number) {
  for (let after: string = FIRST_UUID; ;) {
    const { rows } = await pool.query(sql.CONCEPT_PAGE, [generation, after, KNOWLEDGE_ROWS.perPage])
    if (rows.length === 0) return
    for (const { id, json } of ConceptPage.parse(rows)) {
      yield { key: `concept/${id}`, document: JSON.parse(json) as unknown }
      after = id
    }
  }
}

const TREATMENT_STREAM = 'treatment-'
async function* treatmentDocuments(pool: PostgresPool, generation: number) {
  for (let after = ''; ;) {
    const values = [generation, after, KNOWLEDGE_ROWS.perPage]
    const { rows } = await pool.query(sql.TREATMENT_PAGE, values)
    if (rows.length === 0) return
    for (const { streamId, facts } of TreatmentPage.parse(rows)) {
      yield { key: `treatment/${streamId.slice(TREATMENT_STREAM.length)}`, document: { facts } }
      after = streamId
    }
  }
}

const drop = async (pool: PostgresPool, generation: number): Promise<void> => {
  for (const statement of sql.REMOVALS)
    for (let removed: number = KNOWLEDGE_ROWS.perRemoval; removed === KNOWLEDGE_ROWS.perRemoval;)
      removed = (await pool.query(statement, [generation, KNOWLEDGE_ROWS.perRemoval])).rowCount
}

/** Concepts and the citator's facts on PostgreSQL. Throws the Faults of the pool. */
export const makeKnowledgeStore = (pool: PostgresPool): KnowledgeStore => ({
  ...makePersonStore(pool),
  saveConcepts: (generation, concepts) => saveConcepts(pool, generation, concepts),
  conceptsOf: async (generation, ids) => {
    if (ids.length === 0) return new Map()
    const { rows } = await pool.query(sql.CONCEPTS_OF, [generation, ids])
    return new Map(
      z
        .array(ConceptRow)
        .parse(rows)
        .map(({ json, ...row }) => ({ ...row, concept: JSON.parse(json) as Concept }))
        .map((stored) => [stored.concept.id, stored]),
    )
  },
  textsOfConcepts: async (generation, ids) =>
    ids.length === 0 ? [] : textsBy(pool, sql.TEXTS_OF_CONCEPTS, [generation, ids]),
  assignConcepts: (generation, texts) => assignConcepts(pool, generation, texts),
  concepts: (generation) => conceptDocuments(pool, generation),
  saveFacts: (generation, facts) => saveFacts(pool, generation, facts),
  targetsOf: async (generation, streams) => {
    if (streams.length === 0) return new Map()
    const { rows } = await pool.query(sql.TARGETS_OF, [generation, streams])
    return new Map(
      Targets.parse(rows).map(({ streamId, articleId, names }) => [
        streamId,
        articleId === null ? { articleId, names: names ?? [] } : { articleId, names: null },
      ]),
    )
  },
  textsNamed: async (generation, names) =>
    names.length === 0 ? [] : textsBy(pool, sql.TEXTS_NAMED, [generation, names]),
  namedFactsOf: async (generation, names) => {
    if (names.length === 0) return []
    return NamedFacts.parse((await pool.query(sql.NAMED_FACTS_OF, [generation, names])).rows)
  },
  factsOf: async (generation, ids) =>
    ids.length === 0 ? new Map() : factsBy(pool, sql.FACTS_OF, [generation, ids]),
  reliersOf: async (generation, ids) =>
    ids.length === 0 ? [] : textsBy(pool, sql.RELIERS_OF, [generation, ids]),
  treatments: (generation) => treatmentDocuments(pool, generation),
  dropKnowledge: (generation) => drop(pool, generation),
})

/** The citator's facts of the generation that is served. Throws the Faults of the pool. */
export const makeCitatorReader = (pool: PostgresPool): CitatorReader => ({
  factsOf: async (ids) => (ids.length === 0 ? new Map() : factsBy(pool, sql.LIVE_FACTS_OF, [ids])),
  reliersOf: async (ids, limit) =>
    ids.length === 0 ? [] : textsBy(pool, sql.LIVE_RELIERS_OF, [ids, limit]),
})

/** Narrower concepts in the generation that is served. Throws the Faults of the pool. */
export const makeNarrowerConcepts = (pool: PostgresPool): NarrowerConcepts => ({
  withNarrower: async (ids, { stepsMax, conceptsMax }) => {
    if (ids.length === 0) return []
    const { rows } = await pool.query(sql.NARROWER, [ids, stepsMax, conceptsMax])
    return Ids.parse(rows).map(({ id }) => id)
  },
})
