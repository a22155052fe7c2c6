import { z } from 'zod'
import { ArticleId, Instant, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import { fold } from '#contracts/law/analysis/fold.ts'
import { StaffId } from '#contracts/staff.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import { IntegrityCode, Severity } from '#contracts/vocabulary/integrity.ts'
import { ContentType } from '#contracts/vocabulary/texts.ts'
import {
  type Board,
  BOARD_TOTAL_MAX,
  type BoardFilter,
  BoardPublicStatus,
  type BoardRow,
  BoardStatus,
  type BoardTable,
} from '#ingest/editorial/board/ports.ts'
import type { Schedule } from '#ingest/editorial/schedule/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { advanceTo, beginAt, positionOf } from './followers.ts'
import { type Conditions, cutPage, keyOf, makeConditions, rowsToRead } from './pages.ts'

const POLL_MS = 20
/** Words of a search that count. */
const WORDS_MAX = 8

const FOLLOWER = 'board'

const Row = z.object({
  articleId: ArticleId,
  slug: Slug,
  title: z.string(),
  contentType: ContentType,
  language: z.string(),
  jurisdiction: z.array(z.string()),
  status: BoardStatus,
  publicStatus: BoardPublicStatus,
  version: SemVer.nullable(),
  sha256Hash: Sha256Hex.nullable(),
  authors: z.array(z.string()),
  assignedTo: StaffId.nullable(),
  pending: z.enum(['withdrawal', 'deletion']).nullable(),
  scheduledAt: Instant.nullable(),
  stopped: z.strictObject({ code: z.string(), at: Instant }).nullable(),
  flags: z.array(z.strictObject({ code: IntegrityCode, severity: Severity })),
  openComments: z.int(),
  changedAt: Instant,
  changedBy: z.string(),
  position: Position,
})

const COLUMNS = `article_id as "articleId", slug, title, content_type as "contentType", language, jurisdiction,
  status, public_status as "publicStatus", version, sha256_hash as "sha256Hash", authors, assigned_to as "assignedTo",
  pending, ${isoInstant('scheduled_at')} as "scheduledAt", stopped, flags, open_comments as "openComments",
  ${isoInstant('changed_at')} as "changedAt", changed_by as "changedBy", position`

const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/u

/** Words without accents and case, as they are stored and asked for. */
const wordsOf = (text: string): string[] =>
  text
    .split(NOT_ALPHANUMERIC)
    .map(fold)
    .filter((word) => /^[a-z0-9]+$/u.test(word))

/** The beginnings of words as PostgreSQL reads them; nothing of it is an operator. */
const prefixesOf = (words: string): string =>
  [...new Set(wordsOf(words))]
    .slice(0, WORDS_MAX)
    .map((word) => `${word}:*`)
    .join(' & ')

const conditionsOf = (filter: BoardFilter): Conditions => {
  const conditions = makeConditions()
  const { bind, add } = conditions
  if (filter.status !== undefined) add(`status = any(${bind(filter.status)}::text[])`)
  if (filter.author !== undefined) add(`authors @> array[${bind(filter.author)}::text]`)
  if (filter.flag !== undefined) add(`flag_codes @> array[${bind(filter.flag)}::text]`)
  if (filter.pending !== undefined) add(`pending = ${bind(filter.pending)}`)
  if (filter.assignedTo === null) add('assigned_to is null')
  else if (filter.assignedTo !== undefined) add(`assigned_to = ${bind(filter.assignedTo)}::uuid`)
  const prefixes = prefixesOf(filter.words ?? '')
  if (prefixes !== '') add(`words @@ to_tsquery('simple', ${bind(prefixes)})`)
  return conditions
}

const Key = z.tuple([Instant, ArticleId])

const COUNTS = statement('desk-board-counts', {
  sql: 'select status, texts from desk_board_counts where texts > 0 order by status',
  row: z.object({ status: BoardStatus, texts: z.int() }),
})

/** Whether a filter asks for states alone, whose rows are counted already. */
const isByStatus = (filter: BoardFilter): boolean =>
  Object.entries(filter).every(([name, value]) => name === 'status' || value === undefined)

const totalOf = async (pool: PostgresPool, filter: BoardFilter): Promise<number> => {
  if (isByStatus(filter)) {
    const rows = await COUNTS.rows(pool)
    return rows
      .filter(({ status }) => filter.status?.includes(status) ?? true)
      .reduce((sum, { texts }) => sum + texts, 0)
  }
  const { where, values, bind } = conditionsOf(filter)
  const found = await pool.query<{ total: number }>(
    `select count(*) as total from (select from desk_board ${where()} limit ${bind(BOARD_TOTAL_MAX)}) as matching`,
    values,
  )
  return z.int().parse(found.rows[0]?.total)
}

/**
 * Reads the lists of the desk. The statements are planned for each filter, since its values decide
 * which index is best. Throws the Faults of the pool, and `cursor-unknown`.
 */
export const makeBoard = (pool: PostgresPool): Board => {
  const position = () => positionOf(pool, FOLLOWER)
  return {
    list: async (filter, asked) => {
      const paged = conditionsOf(filter)
      if (asked.after !== null) {
        const [changedAt, articleId] = keyOf(Key, asked.after)
        paged.add(
          `(changed_at, article_id) < (${paged.bind(changedAt)}::timestamptz, ${paged.bind(articleId)}::uuid)`,
        )
      }
      const found = await pool.query(
        `select ${COLUMNS} from desk_board ${paged.where()}
         order by changed_at desc, article_id desc limit ${paged.bind(rowsToRead(asked))}`,
        paged.values,
      )
      const page = cutPage(Row.array().parse(found.rows), asked, ({ changedAt, articleId }) => [
        changedAt,
        articleId,
      ])
      return { ...page, total: await totalOf(pool, filter) }
    },
    counts: async () => {
      const rows = await COUNTS.rows(pool)
      return Object.fromEntries(rows.map(({ status, texts }) => [status, texts]))
    },
    position,
    waitFor: (wanted, waitMs) =>
      pollUntil(async () => (await position()) >= wanted, {
        everyMs: POLL_MS,
        timeMsMax: waitMs,
      }),
  }
}

const KNOWN = statement('desk-board-known', {
  sql: 'select article_id as id from desk_board where article_id = any($1::uuid[])',
  values: (ids: readonly ArticleId[]) => [ids],
  row: z.object({ id: ArticleId }),
})
const REMOVE = statement('desk-board-remove', {
  sql: 'delete from desk_board where article_id = any($1::uuid[])',
  values: (ids: readonly ArticleId[]) => [ids],
})

const CLEAR_COUNTS = statement('desk-board-clear-counts', {
  sql: 'delete from desk_board_counts',
})
const RECOUNT = statement('desk-board-recount', {
  sql: `insert into desk_board_counts (status, texts) select status, count(*) from desk_board group by status`,
})
const COUNT_OF = statement('desk-board-count-of', {
  sql: `select status, count(*) as texts from desk_board where article_id = any($1::uuid[]) group by status`,
  values: (ids: readonly ArticleId[]) => [ids],
  row: z.object({ status: BoardStatus, texts: z.int() }),
})
const ADD_COUNTS = statement('desk-board-add-counts', {
  sql: `insert into desk_board_counts (status, texts) select status, texts from jsonb_to_recordset($1::jsonb) as t (status text, texts integer)
   on conflict (status) do update set texts = desk_board_counts.texts + excluded.texts`,
  values: (counts: readonly StatusCount[]) => [JSON.stringify(counts)],
})

type StatusCount = { readonly status: BoardStatus; readonly texts: number }

/** Changes rows of these texts, and the counts by as much. */
const counting = async (
  transaction: Queryable,
  ids: readonly ArticleId[],
  change: () => Promise<void>,
): Promise<void> => {
  const before = await COUNT_OF.rows(transaction, ids)
  await change()
  const after = await COUNT_OF.rows(transaction, ids)
  const less = before.map(({ status, texts }) => ({ status, texts: -texts }))
  const sums = [...Map.groupBy([...less, ...after], ({ status }) => status)]
    .map(([status, all]) => ({ status, texts: all.reduce((sum, { texts }) => sum + texts, 0) }))
    .filter(({ texts }) => texts !== 0)
  if (sums.length > 0) await ADD_COUNTS.run(transaction, sums)
}

const WRITTEN = [
  ['article_id', 'uuid'],
  ['position', 'bigint'],
  ['slug', 'text'],
  ['title', 'text'],
  ['content_type', 'text'],
  ['language', 'text'],
  ['jurisdiction', 'text[]'],
  ['status', 'text'],
  ['public_status', 'text'],
  ['version', 'text'],
  ['sha256_hash', 'text'],
  ['authors', 'text[]'],
  ['assigned_to', 'uuid'],
  ['pending', 'text'],
  ['scheduled_at', 'timestamptz'],
  ['stopped', 'jsonb'],
  ['flags', 'jsonb'],
  ['flag_codes', 'text[]'],
  ['open_comments', 'integer'],
  ['changed_at', 'timestamptz'],
  ['changed_by', 'text'],
  ['words', 'text'],
] as const
const NAMES = WRITTEN.map(([name]) => name)

type Written = Readonly<Record<(typeof WRITTEN)[number][0], unknown>>

const writtenRow = (row: BoardRow): Written => ({
  article_id: row.articleId,
  position: row.position,
  slug: row.slug,
  title: row.title,
  content_type: row.contentType,
  language: row.language,
  jurisdiction: row.jurisdiction,
  status: row.status,
  public_status: row.publicStatus,
  version: row.version,
  sha256_hash: row.sha256Hash,
  authors: row.authors,
  assigned_to: row.assignedTo,
  pending: row.pending,
  scheduled_at: row.scheduledAt,
  stopped: row.stopped,
  flags: row.flags,
  flag_codes: [...new Set(row.flags.map(({ code }) => code))],
  open_comments: row.openComments,
  changed_at: row.changedAt,
  changed_by: row.changedBy,
  words: wordsOf(`${row.title} ${row.slug}`).join(' '),
})

const SAVE = statement('desk-board-save', {
  sql: `insert into desk_board (${NAMES.join(', ')})
   select ${NAMES.map((name) => (name === 'words' ? `to_tsvector('simple', words)` : name)).join(', ')}
   from jsonb_to_recordset($1::jsonb)
     as t (${WRITTEN.map(([name, type]) => `${name} ${type}`).join(', ')})
   on conflict (article_id) do update set
     ${NAMES.slice(1)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}
   where desk_board.position <= excluded.position`,
  values: (rows: readonly Written[]) => [JSON.stringify(rows)],
})

/** Writes the rows of the board. Throws the Faults of the pool. */
export const makeBoardTable = (pool: PostgresPool): BoardTable => ({
  begin: (version) =>
    pool.transaction(async (transaction) => {
      const { position, isOutdated } = await beginAt(transaction, FOLLOWER, version)
      if (isOutdated) {
        await CLEAR_COUNTS.run(transaction)
        await RECOUNT.run(transaction)
      }
      return position
    }),
  knownAmong: async (ids) =>
    ids.length === 0 ? new Set() : new Set((await KNOWN.rows(pool, ids)).map(({ id }) => id)),
  write: ({ through, rows, removed }) =>
    pool.transaction(async (transaction) => {
      const ids = [...removed, ...rows.map(({ articleId }) => articleId)]
      if (ids.length > 0)
        await counting(transaction, ids, async () => {
          await REMOVE.run(transaction, removed)
          await SAVE.run(transaction, rows.map(writtenRow))
        })
      await advanceTo(transaction, FOLLOWER, through)
    }),
})

const DUE = statement('desk-schedule-due', {
  sql: `select article_id as "articleId", slug, ${isoInstant('scheduled_at')} as at from desk_board
   where scheduled_at <= $1::timestamptz order by scheduled_at, article_id limit $2`,
  values: (now: Instant, limit: number) => [now, limit],
  row: z.object({ articleId: ArticleId, slug: Slug, at: Instant }),
})
const NEXT = statement('desk-schedule-next', {
  sql: `select ${isoInstant('min(scheduled_at)')} as at from desk_board where scheduled_at > $1::timestamptz`,
  values: (now: Instant) => [now],
  row: z.object({ at: Instant.nullable() }),
})

/** Reads the scheduled publications. Throws the Faults of the pool. */
export const makeSchedule = (pool: PostgresPool): Schedule => ({
  due: (now, limit) => DUE.rows(pool, now, limit),
  nextAfter: async (now) => (await NEXT.only(pool, now)).at,
})
