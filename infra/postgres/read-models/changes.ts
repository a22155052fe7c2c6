import { z } from 'zod'
import { Change } from '#contracts/changes/change.ts'
import { ArticleId, Position, printPosition } from '#contracts/ids.ts'
import type { ChangePlaces, ChangesFilter, ChangesReader } from '#query-api/changes/ports.ts'
import type { Generation, KeyedDocument } from '#query-api/ports.ts'
import type {
  ChangeTables,
  FactOfText,
  RangeToReplace,
  StoredChange,
  TextFact,
} from '#query-api/projections/changes/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { removalFrom, slicesOf } from './rows.ts'

/** Limits of one page and of one insert, in rows. */
const CHANGE_ROWS = { perPage: 1_000, perInsert: 1_000 } as const

// The projector wrote the fact from a parsed event.
const Fact = z.custom<TextFact>()

const SAVE_FACTS = statement('changes-save-facts', {
  sql: `insert into text_facts (generation, article_id, position, names, fact)
   select $1::integer, "articleId", position, names, fact
   from json_to_recordset($2::json) as t ("articleId" uuid, position bigint, names text[], fact json)
   on conflict do nothing`,
  values: (generation: Generation, facts: readonly FactOfText[]) => [
    generation,
    JSON.stringify(facts.map((one) => ({ ...one, position: one.fact.position }))),
  ],
})
const FORGET_FACTS = statement('changes-forget-facts', {
  sql: 'delete from text_facts where generation = $1 and article_id = any($2::uuid[])',
  values: (generation: Generation, ids: readonly ArticleId[]) => [generation, ids],
})
const FACTS_OF = statement('changes-facts-of', {
  sql: `select article_id as "articleId", fact from text_facts
   where generation = $1 and article_id = any($2::uuid[]) order by position`,
  values: (generation: Generation, ids: readonly ArticleId[]) => [generation, ids],
  row: z.object({ articleId: ArticleId, fact: Fact }),
})
const EVER_NAMED = statement('changes-ever-named', {
  sql: `select distinct article_id as "articleId" from text_facts
   where generation = $1 and names && $2::text[] order by 1`,
  values: (generation: Generation, names: readonly string[]) => [generation, names],
  row: z.object({ articleId: ArticleId }),
})
const REMOVE = statement('changes-remove', {
  sql: `delete from changes where generation = $1 and position between $2 and $3 and (
     article_id = any($4::uuid[]) and type = 'headnote.flag_changed'
     or article_id = any($5::uuid[]) and type <> 'headnote.flag_changed')`,
  values: (generation: Generation, { from, through, coloured, returned }: RangeToReplace) => [
    generation,
    from,
    through,
    coloured,
    returned,
  ],
})
const SAVE = statement('changes-save', {
  sql: `insert into changes (generation, position, subject, type, article_id, jurisdictions, change)
   select $1::integer, position, subject, type, "articleId", jurisdictions, change
   from json_to_recordset($2::json) as t (position bigint, subject text, type text, "articleId" uuid, jurisdictions text[], change json)
   on conflict do nothing`,
  values: (generation: Generation, changes: readonly StoredChange[]) => [
    generation,
    JSON.stringify(
      changes.map(({ position, subject, ...change }) => {
        const { type, articleId, jurisdictions } = change
        return { position, subject, type, articleId, jurisdictions, change }
      }),
    ),
  ],
})
const StoredRow = z.object({ position: Position, subject: z.string(), change: z.unknown() })
const PAGE = statement('changes-page', {
  sql: `select position, subject, change from changes
   where generation = $1 and (position, subject) > ($2, $3) order by position, subject limit $4`,
  values: (generation: Generation, after: Position, subject: string) => [
    generation,
    after,
    subject,
    CHANGE_ROWS.perPage,
  ],
  row: StoredRow,
})
const removeRows = removalFrom('changes', 'text_facts')

async function* documentsOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  for (let [after, last] = [Position.parse(0), '']; ;) {
    const page = await PAGE.rows(pool, generation, after, last)
    if (page.length === 0) return
    for (const { position, subject, change } of page) {
      yield { key: `change/${printPosition(position)}/${subject}`, document: change }
      ;[after, last] = [position, subject]
    }
  }
}

/** Stores changes, and what they come from, on PostgreSQL. Throws the Faults of the pool. */
export const makeChangeTables = (pool: PostgresPool): ChangeTables => ({
  saveFacts: async (generation, facts) => {
    for (const slice of slicesOf(facts, CHANGE_ROWS.perInsert))
      await SAVE_FACTS.run(pool, generation, slice)
  },
  replaceFacts: (generation, ids, facts) =>
    pool.transaction(async (transaction: Queryable) => {
      await FORGET_FACTS.run(transaction, generation, ids)
      for (const slice of slicesOf(facts, CHANGE_ROWS.perInsert))
        await SAVE_FACTS.run(transaction, generation, slice)
    }),
  factsOf: async (generation, ids) => {
    const rows = ids.length === 0 ? [] : await FACTS_OF.rows(pool, generation, ids)
    const facts = new Map<ArticleId, TextFact[]>()
    for (const { articleId, fact } of rows) {
      const own = facts.get(articleId)
      if (own === undefined) facts.set(articleId, [fact])
      else own.push(fact)
    }
    return facts
  },
  everNamed: async (generation, names) =>
    names.length === 0
      ? []
      : (await EVER_NAMED.rows(pool, generation, names)).map(({ articleId }) => articleId),
  save: async (generation, changes, replaced) => {
    const isReplacing = replaced.coloured.length + replaced.returned.length > 0
    if (changes.length === 0 && !isReplacing) return
    await pool.transaction(async (transaction: Queryable) => {
      if (isReplacing) await REMOVE.run(transaction, generation, replaced)
      for (const slice of slicesOf(changes, CHANGE_ROWS.perInsert))
        await SAVE.run(transaction, generation, slice)
    })
  },
  documents: (generation) => documentsOf(pool, generation),
  drop: (generation) => removeRows(pool, generation),
})

const Page = z.object({
  head: Position,
  rows: z.array(
    z
      .object({ position: Position, ordinal: z.int(), change: z.looseObject({}) })
      .transform(({ position, ordinal, change }) => ({
        at: position,
        change: Change.parse({ ...change, position: printPosition(position), ordinal }),
      })),
  ),
})
const wanted = ({ types, jurisdictions }: ChangesFilter) => [types ?? null, jurisdictions ?? null]
/** One statement reads one state: the head, and the changes of the live generation up to it. */
const pageOf = (bounds: string, limit: string): string =>
  `with live as (
     select generation, generations.position as head from live_generation join generations using (generation)
   ), found as (
     select changes.position, subject from live join changes using (generation)
     where changes.position <= head and ${bounds}
       and ($2::text[] is null or type = any($2)) and ($3::text[] is null or jurisdictions && $3)
     order by changes.position, subject ${limit}
   ), numbered as (
     select changes.position, subject, change,
       row_number() over (partition by changes.position order by subject) as ordinal
     from live join changes using (generation) where changes.position in (select position from found)
   )
   select head, (
     select coalesce(json_agg(json_build_object('position', position, 'ordinal', ordinal, 'change', change)
       order by position, subject), '[]')
     from found join numbered using (position, subject)
   ) as rows from live`
const READ = statement('changes-read', {
  sql: pageOf('changes.position > $1', 'limit $4'),
  values: (after: Position, filter: ChangesFilter, rows: number) => [
    after,
    ...wanted(filter),
    rows,
  ],
  row: Page,
})
const READ_FACT = statement('changes-read-fact', {
  sql: pageOf('changes.position = $1', ''),
  values: (position: Position, filter: ChangesFilter) => [position, ...wanted(filter)],
  row: Page,
})

/** Reads the changes of the live generation. Throws the Faults of the pool. */
export const makeChangesReader = (pool: PostgresPool): ChangesReader => ({
  read: async ({ after, limit, ...filter }) => {
    const { head, rows } = await READ.only(pool, after, filter, limit + 1)
    const ahead = rows[limit]
    if (ahead === undefined) {
      const next = Position.parse(Math.max(after, head))
      return { changes: rows.map(({ change }) => change), next, head }
    }
    const whole = rows.filter(({ at }) => at < ahead.at)
    const last = whole.at(-1)
    if (last !== undefined)
      return { changes: whole.map(({ change }) => change), next: last.at, head }
    const fact = await READ_FACT.only(pool, ahead.at, filter)
    return { changes: fact.rows.map(({ change }) => change), next: ahead.at, head }
  },
})

const LAST_OF_TEXTS = statement('changes-last-of-texts', {
  sql: `select changes.position from live_generation join changes using (generation)
   where changes.position <= $1 and article_id is not null order by changes.position desc limit 1`,
  values: (through: Position) => [through],
  row: z.object({ position: Position }),
})

/** Finds places of changes in the live generation. Throws the Faults of the pool. */
export const makeChangePlaces = (pool: PostgresPool): ChangePlaces => ({
  lastOfTexts: async (through) => (await LAST_OF_TEXTS.first(pool, through))?.position ?? null,
})
