import { z } from 'zod'
import { ArticleId, Instant, Position, SemVer, Slug } from '#contracts/ids.ts'
import { StaffId } from '#contracts/staff.ts'
import {
  CitingSentence,
  type DraftCitations,
  ImpactCause,
  type ImpactChange,
  type ImpactedText,
  type ImpactFilter,
  type ImpactInbox,
  type ImpactNotice,
  type ImpactTable,
} from '#ingest/editorial/impact/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { advanceTo, beginAt, positionOf } from './followers.ts'
import { type Conditions, cutPage, keyOf, makeConditions, rowsToRead } from './pages.ts'

const FOLLOWER = 'impact'
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const SAVE_CHANGE = statement('desk-impact-save-change', {
  sql: `insert into desk_impact_changes (id, position, at, cause, cited_id, cited_slug, cited_title, old_version, new_version,
     before, after, detail)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (id) do nothing`,
  values: ({ id, position, at, cause, cited, before, after, detail }: ImpactChange) => [
    id,
    position,
    at,
    cause,
    cited.articleId,
    cited.slug,
    cited.title,
    cited.oldVersion,
    cited.newVersion,
    before,
    after,
    detail,
  ],
})
const SAVE_NOTICES = statement('desk-impact-save-notices', {
  sql: `insert into desk_impact_notices (id, change_id, position, citing_id, citing_slug, citing_title, is_draft, sentences)
   select id, $2, $3, "articleId", slug, title, "isDraft", sentences
   from jsonb_to_recordset($1::jsonb) as t (id uuid, "articleId" uuid, slug text, title text, "isDraft" boolean, sentences jsonb)
   on conflict (id) do nothing`,
  values: (
    { id, position }: Pick<ImpactChange, 'id' | 'position'>,
    impacted: readonly (ImpactedText & { readonly id: string })[],
  ) => [JSON.stringify(impacted), id, position],
})

/** Writes the impact inbox. Throws the Faults of the pool. */
export const makeImpactTable = (pool: PostgresPool): ImpactTable => ({
  begin: (version) =>
    pool.transaction(async (transaction) => {
      const { position, isOutdated } = await beginAt(transaction, FOLLOWER, version)
      // Settlements are decisions of people, so they stay.
      if (isOutdated) await CLEAR.run(transaction)
      return position
    }),
  record: (change, impacted) =>
    pool.transaction(async (transaction) => {
      await SAVE_CHANGE.run(transaction, change)
      await SAVE_NOTICES.run(transaction, change, impacted)
    }),
  advance: (position) => advanceTo(pool, FOLLOWER, position),
})
const CLEAR = statement('desk-impact-clear', { sql: 'delete from desk_impact_changes' })

const KEEP = statement('desk-drafts-keep', {
  sql: `insert into desk_draft_citations (article_id, names)
   select "articleId", array(select jsonb_array_elements_text(names))
   from jsonb_to_recordset($1::jsonb) as t ("articleId" uuid, names jsonb)
   on conflict (article_id) do update set names = excluded.names`,
  values: (drafts: Parameters<DraftCitations['keep']>[0]) => [JSON.stringify(drafts)],
})
const FORGET = statement('desk-drafts-forget', {
  sql: 'delete from desk_draft_citations where article_id = any($1::uuid[])',
  values: (ids: readonly ArticleId[]) => [ids],
})
const CITING = statement('desk-drafts-citing', {
  sql: `select article_id as id from desk_draft_citations
   where names && $1::text[] and article_id > $2::uuid order by article_id limit $3`,
  values: (names: readonly string[], after: ArticleId | null, limit: number) => [
    names,
    after ?? FIRST_ID,
    limit,
  ],
  row: z.object({ id: ArticleId }),
})

/** Keeps what the open drafts cite. Throws the Faults of the pool. */
export const makeDraftCitations = (pool: PostgresPool): DraftCitations => ({
  keep: (drafts) =>
    pool.transaction(async (transaction) => {
      const cited = drafts.filter(({ names }) => names.length > 0)
      const none = drafts.filter(({ names }) => names.length === 0)
      if (cited.length > 0) await KEEP.run(transaction, cited)
      if (none.length > 0)
        await FORGET.run(
          transaction,
          none.map(({ articleId }) => articleId),
        )
    }),
  citing: async ({ names }, { after, limit }) =>
    names.length === 0 ? [] : (await CITING.rows(pool, names, after, limit)).map(({ id }) => id),
})

const SETTLE = statement('desk-impact-settle', {
  sql: `insert into desk_impact_settlements (notice_id, settled_by, settled_at)
   select id, $2, $3 from desk_impact_notices where id = $1
   on conflict (notice_id) do nothing`,
  values: (id: string, by: StaffId, at: Instant) => [id, by, at],
})
const REOPEN = statement('desk-impact-reopen', {
  sql: 'delete from desk_impact_settlements where notice_id = $1',
  values: (id: string) => [id],
})
const EXISTS = statement('desk-impact-exists', {
  sql: 'select exists (select from desk_impact_notices where id = $1) as found',
  values: (id: string) => [id],
  row: z.object({ found: z.boolean() }),
})

const Row = z.object({
  id: z.uuid(),
  position: Position,
  at: Instant,
  cause: ImpactCause,
  citedSlug: Slug,
  citedTitle: z.string(),
  oldVersion: SemVer.nullable(),
  newVersion: SemVer.nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  detail: z.string().nullable(),
  citingSlug: Slug,
  citingTitle: z.string(),
  isDraft: z.boolean(),
  sentences: z.array(CitingSentence),
  settledBy: StaffId.nullable(),
  settledAt: Instant.nullable(),
})

const noticeOf = (row: z.infer<typeof Row>): ImpactNotice => {
  const { id, at, cause, before, after, detail, sentences, settledBy, settledAt } = row
  return {
    id,
    at,
    cause,
    cited: {
      slug: row.citedSlug,
      title: row.citedTitle,
      oldVersion: row.oldVersion,
      newVersion: row.newVersion,
    },
    citing: { slug: row.citingSlug, title: row.citingTitle, isDraft: row.isDraft },
    sentences,
    before,
    after,
    detail,
    settled: settledBy === null || settledAt === null ? null : { by: settledBy, at: settledAt },
  }
}

const COLUMNS = `notice.id, notice.position, ${isoInstant('change.at')} as at, change.cause,
  change.cited_slug as "citedSlug", change.cited_title as "citedTitle", change.old_version as "oldVersion",
  change.new_version as "newVersion", change.before, change.after, change.detail,
  notice.citing_slug as "citingSlug", notice.citing_title as "citingTitle", notice.is_draft as "isDraft", notice.sentences,
  settled.settled_by as "settledBy", ${isoInstant('settled.settled_at')} as "settledAt"`
const NOTICES = `desk_impact_notices as notice
  join desk_impact_changes as change on change.id = notice.change_id
  left join desk_impact_settlements as settled on settled.notice_id = notice.id`

const conditionsOf = ({ open, citing, cited }: ImpactFilter): Conditions => {
  const conditions = makeConditions()
  const { bind, add } = conditions
  if (open !== undefined) add(`settled.notice_id is ${open ? '' : 'not '}null`)
  if (citing !== undefined) add(`notice.citing_slug = ${bind(citing)}`)
  if (cited !== undefined) add(`change.cited_slug = ${bind(cited)}`)
  return conditions
}

const Key = z.tuple([Position, z.uuid()])

/** Reads and settles the notices. Throws the Faults of the pool, and `cursor-unknown`. */
export const makeImpactInbox = (pool: PostgresPool): ImpactInbox => ({
  list: async (filter, asked) => {
    const counted = conditionsOf(filter)
    const total = await pool.query<{ total: number }>(
      `select count(*) as total from ${NOTICES} ${counted.where()}`,
      counted.values,
    )
    const paged = conditionsOf(filter)
    if (asked.after !== null) {
      const [position, id] = keyOf(Key, asked.after)
      paged.add(
        `(notice.position, notice.id) < (${paged.bind(position)}::bigint, ${paged.bind(id)}::uuid)`,
      )
    }
    const found = await pool.query(
      `select ${COLUMNS} from ${NOTICES} ${paged.where()}
       order by notice.position desc, notice.id desc limit ${paged.bind(rowsToRead(asked))}`,
      paged.values,
    )
    const page = cutPage(Row.array().parse(found.rows), asked, ({ position, id }) => [position, id])
    return {
      notices: page.rows.map(noticeOf),
      next: page.next,
      total: z.int().parse(total.rows[0]?.total),
    }
  },
  settle: async (id, by, at) => {
    if (!z.uuid().safeParse(id).success) return false
    await SETTLE.run(pool, id, by, at)
    return (await EXISTS.only(pool, id)).found
  },
  reopen: async (id) => z.uuid().safeParse(id).success && (await REOPEN.run(pool, id)) > 0,
  position: () => positionOf(pool, FOLLOWER),
})
