/** What editors are typing, on PostgreSQL. Texts are bytes, since they may hold NUL. */
import { z } from 'zod'
import { ERROR_CODES } from '#contracts/errors/codes.ts'
import { Instant, Sha256Hex } from '#contracts/ids.ts'
import { StaffId } from '#contracts/staff.ts'
import {
  type ScratchKey,
  type Scratches,
  type ScratchText,
  ScratchSubject,
} from '#ingest/editorial/scratch/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

type Put = Parameters<Scratches['put']>
type Append = Parameters<Scratches['append']>

const bytesOf = (hash: Sha256Hex | null): Buffer | null =>
  hash === null ? null : Buffer.from(hash, 'hex')
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')

const Key = z.object({ person: StaffId, subject: ScratchSubject })
const Notice = z.enum(ERROR_CODES).nullable()
const Bytes = z.instanceof(Buffer)
const Found = z.object({
  base: Sha256Hex.nullable(),
  textSha256: Sha256Hex,
  members: z.string(),
  membersSha256: Sha256Hex,
  window: z.string(),
  sequence: z.int(),
  changedAt: Instant,
  discardedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  notice: Notice,
  changes: z.int(),
  changedUnits: z.int(),
})
const FoundText = z.object({
  origin: Bytes,
  starts: z.array(z.int()),
  removed: z.array(z.int()),
  inserted: z.array(Bytes),
})

const CHANGES = 'from editor_scratch_changes c where (c.person, c.subject) = ($1, $2)'
const READ = statement('scratches-read', {
  sql: `select encode(base, 'hex') as base, encode(text_sha256, 'hex') as "textSha256", members,
     encode(members_sha256, 'hex') as "membersSha256", window_id as "window", sequence,
     ${isoInstant('changed_at')} as "changedAt", ${isoInstant('discarded_at')} as "discardedAt",
     ${isoInstant('settled_at')} as "settledAt", notice, changes, changed_units as "changedUnits"
   from editor_scratches where (person, subject) = ($1, $2)`,
  values: ({ person, subject }: ScratchKey) => [person, subject],
  row: Found,
})
// One statement, so that text and changes are of one moment.
const READ_TEXT = statement('scratches-read-text', {
  sql: `select origin,
     array(select c.start_at ${CHANGES} order by c.sequence) as starts,
     array(select c.removed ${CHANGES} order by c.sequence) as removed,
     array(select c.inserted ${CHANGES} order by c.sequence) as inserted
   from editor_scratches where (person, subject, text_sha256) = ($1, $2, $3)`,
  values: ({ person, subject }: ScratchKey, textSha256: Sha256Hex) => [
    person,
    subject,
    bytesOf(textSha256),
  ],
  row: FoundText,
})
const PUT = statement('scratches-put', {
  sql: `with written as (
     insert into editor_scratches as old (person, subject, base, origin, text_sha256,
       members, members_sha256, window_id, sequence, changed_at)
     select $1::uuid, $2, $3::bytea, $4::bytea, $5::bytea, $6, $7::bytea, $8::uuid, $9::bigint,
       $10::timestamptz
     where $11::bigint is null
       or exists (select from editor_scratches where (person, subject) = ($1::uuid, $2))
     on conflict (person, subject) do update set base = excluded.base,
       origin = excluded.origin, text_sha256 = excluded.text_sha256,
       members = excluded.members,
       members_sha256 = excluded.members_sha256, window_id = excluded.window_id,
       sequence = excluded.sequence, changed_at = excluded.changed_at,
       changes = 0, changed_units = 0, discarded_at = null, settled_at = null, notice = null
     where case when $11::bigint is null then old.discarded_at is not null or old.settled_at is not null
       else old.discarded_at is null and old.sequence = $11
         and old.base is not distinct from $12::bytea end
     returning person, subject
   ), outdated as (
     delete from editor_scratch_changes where (person, subject) in (select * from written)
   ) select person, subject from written`,
  values: ({ person, subject }: ScratchKey, row: Put[1], over: Put[2]) => [
    person,
    subject,
    bytesOf(row.base),
    utf8(row.text),
    bytesOf(row.textSha256),
    row.members,
    bytesOf(row.membersSha256),
    row.window,
    row.sequence,
    row.changedAt,
    over?.sequence ?? null,
    bytesOf(over?.base ?? null),
  ],
  row: Key,
})
const APPEND = statement('scratches-append', {
  sql: `with written as (
     update editor_scratches set text_sha256 = $3, members = $4, members_sha256 = $5,
       window_id = $6, sequence = $7, changed_at = $8, notice = null, settled_at = null,
       changes = changes + ($10::integer is not null)::integer, changed_units = changed_units + $13
     where (person, subject) = ($1, $2) and sequence = $9 and discarded_at is null
     returning person, subject, sequence
   ), added as (
     insert into editor_scratch_changes (person, subject, sequence, start_at, removed, inserted)
     select person, subject, sequence, $10, $11, $12 from written where $10 is not null
   ) select person, subject from written`,
  values: ({ person, subject }: ScratchKey, { splice, ...row }: Append[1], over: number) => [
    person,
    subject,
    bytesOf(row.textSha256),
    row.members,
    bytesOf(row.membersSha256),
    row.window,
    row.sequence,
    row.changedAt,
    over,
    splice?.start ?? null,
    splice?.removed ?? null,
    splice === null ? null : utf8(splice.inserted),
    splice?.inserted.length ?? 0,
  ],
  row: Key,
})
const REMOVE = statement('scratches-remove', {
  sql: 'delete from editor_scratches where (person, subject, sequence) = ($1, $2, $3)',
  values: ({ person, subject }: ScratchKey, sequence: number) => [person, subject, sequence],
})
const SETTLE = statement('scratches-settle', {
  sql: `update editor_scratches set base = $4, notice = null,
     settled_at = case when sequence = $3 then $5::timestamptz else settled_at end
   where (person, subject) = ($1, $2) and sequence >= $3 and discarded_at is null
     and base is not distinct from $6::bytea`,
  values: (
    { person, subject }: ScratchKey,
    was: Parameters<Scratches['settle']>[1],
    base: Sha256Hex,
    at: Instant,
  ) => [person, subject, was.sequence, bytesOf(base), at, bytesOf(was.base)],
})
const SET_NOTICE = statement('scratches-set-notice', {
  sql: `update editor_scratches set notice = $4 where (person, subject, sequence) = ($1, $2, $3)`,
  values: ({ person, subject }: ScratchKey, sequence: number, notice: string) => [
    person,
    subject,
    sequence,
    notice,
  ],
})
const DISCARD = statement('scratches-discard', {
  sql: `update editor_scratches set discarded_at = $3
   where (person, subject) = ($1, $2) and discarded_at is null`,
  values: ({ person, subject }: ScratchKey, at: Instant) => [person, subject, at],
})
const BRING_BACK = statement('scratches-bring-back', {
  sql: `update editor_scratches set discarded_at = null
   where (person, subject) = ($1, $2) and discarded_at is not null`,
  values: ({ person, subject }: ScratchKey) => [person, subject],
})
const Listed = Key.extend({ members: z.string(), changedAt: Instant, notice: Notice })
const LISTED = `select person, subject, members, ${isoInstant('changed_at')} as "changedAt", notice
   from editor_scratches where discarded_at is null and settled_at is null`
const LIST = statement('scratches-list', {
  sql: `${LISTED} and person = $1 order by changed_at desc, subject limit $2`,
  values: (person: StaffId, limit: number) => [person, limit],
  row: Listed,
})
const OF_OTHERS = statement('scratches-of-others', {
  sql: `${LISTED} and person <> $1 and subject = any($2)
   order by changed_at desc, subject, person limit $3`,
  values: (person: StaffId, subjects: readonly string[], limit: number) => [
    person,
    [...subjects],
    limit,
  ],
  row: Listed,
})
const RESTED = statement('scratches-rested', {
  sql: `select person, subject from editor_scratches
   where changed_at < $1 and discarded_at is null and settled_at is null and notice is null
   order by changed_at limit $2`,
  values: (before: Instant, limit: number) => [before, limit],
  row: Key,
})
const PURGE = statement('scratches-purge', {
  sql: `delete from editor_scratches where (person, subject) in (
     select person, subject from editor_scratches where discarded_at < $1 or settled_at < $1 limit $2)`,
  values: (before: Instant, limit: number) => [before, limit],
})

const textOf = ({ origin, starts, removed, inserted }: z.infer<typeof FoundText>): ScratchText => ({
  origin: origin.toString('utf8'),
  changes: starts.map((start, at) => ({
    start,
    removed: removed[at] ?? 0,
    inserted: inserted[at]?.toString('utf8') ?? '',
  })),
})

/** Throws the Faults of the pool. */
export const makeScratches = (pool: PostgresPool): Scratches => ({
  read: (key) => READ.first(pool, key),
  readText: async (key, textSha256) => {
    const found = await READ_TEXT.first(pool, key, textSha256)
    return found === null ? null : textOf(found)
  },
  put: async (key, row, over) => (await PUT.first(pool, key, row, over)) !== null,
  append: async (key, change, over) => (await APPEND.first(pool, key, change, over)) !== null,
  remove: async (key, sequence) => (await REMOVE.run(pool, key, sequence)) > 0,
  settle: async (key, was, base, at) => (await SETTLE.run(pool, key, was, base, at)) > 0,
  setNotice: async (key, sequence, notice) => {
    await SET_NOTICE.run(pool, key, sequence, notice)
  },
  discard: async (key, at) => (await DISCARD.run(pool, key, at)) > 0,
  bringBack: async (key) => (await BRING_BACK.run(pool, key)) > 0,
  ofOthers: (person, subjects, limit) => OF_OTHERS.rows(pool, person, subjects, limit),
  list: (person, limit) => LIST.rows(pool, person, limit),
  rested: (before, limit) => RESTED.rows(pool, before, limit),
  purge: (before, limit) => PURGE.run(pool, before, limit),
})
