import { z } from 'zod'
import type { CoverageCount } from '#contracts/http/coverage.ts'
import { Day, Instant, Position } from '#contracts/ids.ts'
import { CourtCode } from '#contracts/vocabulary/courts.ts'
import { ContentType, Jurisdiction } from '#contracts/vocabulary/texts.ts'
import type { CoverageCounter, CoverageCounts } from '#query-api/coverage/ports.ts'
import type { Generation } from '#query-api/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { slicesOf } from './rows.ts'

/** Texts read by one statement. */
const TEXTS_PER_STATEMENT = 500

const Stamp = z.object({
  generation: z.int().min(1),
  position: Position,
  reaching: Position,
  model: z.string().nullable(),
  parked: z.string(),
})
type Stamp = z.infer<typeof Stamp>

const Fact = z.object({
  id: z.string(),
  jurisdiction: z.array(Jurisdiction),
  court: CourtCode.nullable(),
  contentType: ContentType,
  day: Day.nullable(),
  assessed: z.boolean(),
  vectorised: z.boolean(),
  updatedAt: Instant,
  retrievedAt: Instant.nullable(),
})
type Fact = z.infer<typeof Fact>

/** All later statements see the same snapshot. */
const ONE_SNAPSHOT = 'set transaction isolation level repeatable read read only'
/**
 * Identifies the state that was counted. Rows change with the position, while a batch is being
 * written (`reaching` is ahead), and when a parked stream is folded again.
 */
const STAMP = statement('coverage-stamp', {
  sql: `select generation, position, reaching, embedding_model as model,
     (select count(*)::text || '/' || coalesce(sum(position), 0)::text from parked_streams
      where parked_streams.generation = generations.generation) as parked
   from live_generation join generations using (generation)`,
  row: Stamp,
})
/** The transaction that wrote a row changes with the row, even without an event of its stream. */
const MARKS = statement('coverage-marks', {
  sql: 'select article_id::text as id, xmin::text as mark from articles where generation = $1',
  values: (generation: Generation) => [generation],
  row: z.object({ id: z.string(), mark: z.string() }),
})
/** `model`: the model whose passages count; null: any. */
const FACTS = statement('coverage-facts', {
  sql: `select article_id::text as id, shown.jurisdiction, shown."judicialDecision"->>'courtCode' as court, shown."contentType",
     coalesce(shown."judicialDecision"->>'decisionDate', left(shown."publishedAt", 10), shown.validity->>'validFrom') as day,
     shown."statusFlag" <> 'gray' as assessed,
     ${isoInstant('articles.updated_at')} as "updatedAt",
     shown."judicialDecision"->>'retrievedAt' as "retrievedAt",
     exists (select from json_array_elements(coalesce(kept.state->'embeddings'->shown.version, '[]')) as embedding
       where embedding->>'whole' is not null and ($3::text is null or embedding->>'model' = $3)) as vectorised
   from articles join text_states as kept using (generation, article_id)
   cross join lateral json_to_record(articles.json::json) as shown (version text, jurisdiction json, "contentType" text,
     "publishedAt" text, "statusFlag" text, validity json, "judicialDecision" json)
   where generation = $1 and article_id = any($2::uuid[])`,
  values: ({ generation, model }: Stamp, ids: readonly string[]) => [generation, ids, model],
  row: Fact,
})

type Known = { readonly mark: string; readonly fact: Fact }
type Count = {
  readonly stamp: Stamp
  readonly texts: ReadonlyMap<string, Known>
  readonly counts: CoverageCounts
}

const earlier = (a: Day | null, b: Day | null): Day | null =>
  a === null || (b !== null && b < a) ? b : a
const later = <T extends string>(a: T | null, b: T | null): T | null =>
  a === null || (b !== null && b > a) ? b : a

const withText = (
  count: CoverageCount | undefined,
  jurisdiction: Jurisdiction | null,
  { court, contentType, day, assessed, vectorised, updatedAt, retrievedAt }: Fact,
): CoverageCount => ({
  jurisdiction,
  court,
  contentType,
  from: earlier(count?.from ?? null, day),
  to: later(count?.to ?? null, day),
  documents: (count?.documents ?? 0) + 1,
  vectorised: (count?.vectorised ?? 0) + Number(vectorised),
  citatorAssessed: (count?.citatorAssessed ?? 0) + Number(assessed),
  lastConfirmedAt: [retrievedAt, count?.lastConfirmedAt ?? null].reduce<Instant>(
    (latest, one) => later(latest, one) ?? latest,
    updatedAt,
  ),
})

const grouped = (facts: Iterable<Fact>): CoverageCount[] => {
  const groups = new Map<string, CoverageCount>()
  for (const fact of facts)
    for (const jurisdiction of fact.jurisdiction.length === 0 ? [null] : fact.jurisdiction) {
      const key = `${jurisdiction}/${fact.court}/${fact.contentType}`
      groups.set(key, withText(groups.get(key), jurisdiction, fact))
    }
  return [...groups.values()]
}

const factsOf = async (
  transaction: Queryable,
  stamp: Stamp,
  ids: readonly string[],
): Promise<Map<string, Fact>> => {
  const facts = new Map<string, Fact>()
  for (const page of slicesOf(ids, TEXTS_PER_STATEMENT))
    for (const fact of await FACTS.rows(transaction, stamp, page)) facts.set(fact.id, fact)
  return facts
}

/** Counts one state of the tables; for a known generation it reads only the rows that changed. */
const countOnce = async (transaction: Queryable, before: Count | null): Promise<Count> => {
  await transaction.query(ONE_SNAPSHOT)
  const stamp = await STAMP.only(transaction)
  const marks = await MARKS.rows(transaction, stamp.generation)
  const same = before?.stamp.generation === stamp.generation ? before.texts : new Map()
  const changed = marks.filter(({ id, mark }) => same.get(id)?.mark !== mark).map(({ id }) => id)
  const facts = await factsOf(transaction, stamp, changed)
  const texts = new Map<string, Known>()
  for (const { id, mark } of marks) {
    const known: Known | undefined = same.get(id)
    const fact = facts.get(id) ?? known?.fact
    if (fact !== undefined) texts.set(id, { mark, fact })
  }
  const groups = grouped([...texts.values()].map(({ fact }) => fact))
  return { stamp, texts, counts: { position: stamp.position, groups } }
}

const isStill = (before: Stamp, now: Stamp): boolean =>
  now.reaching === now.position &&
  (Object.keys(now) as (keyof Stamp)[]).every((member) => before[member] === now[member])

/**
 * Counts the texts of the live generation without writing or blocking writers. A count is kept
 * until the stamp of the tables changes; then only changed rows are read. Calls run one after
 * another, so that no answer is older than its call. Throws the Faults of the pool.
 */
export const makeCoverageCounter = (pool: PostgresPool): CoverageCounter => {
  let kept: Count | null = null
  const read = async (): Promise<CoverageCounts> => {
    const now = await STAMP.only(pool)
    if (kept === null || !isStill(kept.stamp, now))
      kept = await pool.transaction((transaction) => countOnce(transaction, kept))
    return kept.counts
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    counts: () => {
      const mine = last.then(read, read)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
