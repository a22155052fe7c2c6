/** What is counted of the live generation (query-api/coverage/ports.ts). */
import type { Prepared } from '../platform/pool.ts'

const prepared = (name: string, text: string): Prepared => ({ name: `coverage-${name}`, text })

/** Every statement after it sees the state that the first one saw. */
export const ONE_SNAPSHOT = 'set transaction isolation level repeatable read read only'

/**
 * What a count is of. Rows move with the position, while a batch is being written (reaching is
 * ahead), and where a parked text is folded again, which changes the parked streams.
 */
export const STAMP = prepared(
  'stamp',
  `select generation, position, reaching, embedding_model as model,
     (select count(*)::text || '/' || coalesce(sum(position), 0)::text from parked_streams
      where parked_streams.generation = generations.generation) as parked
   from live_generation join generations using (generation)`,
)

/**
 * The transaction that wrote a row changes whenever the row does, also where its stream has no new
 * event.
 */
export const MARKS = prepared(
  'marks',
  'select article_id::text as id, xmin::text as mark from articles where generation = $1',
)

/** $1 generation, $2 texts, $3 model whose passages count (null: any). */
export const FACTS = prepared(
  'facts',
  `select article_id::text as id, shown.jurisdiction, shown."judicialDecision"->>'courtCode' as court, shown."contentType",
     coalesce(shown."judicialDecision"->>'decisionDate', left(shown."publishedAt", 10), shown.validity->>'validFrom') as day,
     shown."statusFlag" <> 'gray' as assessed,
     to_char(articles.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
     shown."judicialDecision"->>'retrievedAt' as "retrievedAt",
     exists (select from json_array_elements(coalesce(kept.state->'embeddings'->shown.version, '[]')) as embedding
       where embedding->>'whole' is not null and ($3::text is null or embedding->>'model' = $3)) as vectorised
   from articles join text_states as kept using (generation, article_id)
   cross join lateral json_to_record(articles.json::json) as shown (version text, jurisdiction json, "contentType" text,
     "publishedAt" text, "statusFlag" text, validity json, "judicialDecision" json)
   where generation = $1 and article_id = any($2::uuid[])`,
)
