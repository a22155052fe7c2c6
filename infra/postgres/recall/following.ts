/** The store of the follower of receipts and watches, on PostgreSQL. */
import { z } from 'zod'
import { RECALL_LIMITS } from '#contracts/http/recall.ts'
import {
  articleIdOfStream,
  Instant,
  Position,
  SemVer,
  type Slug,
  StreamId,
} from '#contracts/ids.ts'
import type {
  ErasedVersion,
  FiledCitation,
  NewReceipt,
  RecallFollowing,
  RecallStep,
  TellRecall,
} from '#query-api/recall/ports.ts'
import type { QueuedEvent } from '#query-api/webhooks/ports.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import {
  KeyRow,
  makeKeyRing,
  openKey,
  openReceipt,
  sealReceipt,
  sealRecall,
} from './account-key.ts'

const { keptDays, receiptsMax } = RECALL_LIMITS
/** Rows that one statement of the housekeeping removes at most. */
const SWEEP_ROWS_MAX = 1_000

const Checkpoint = z.object({ position: Position.nullable() })
const POSITION = statement('recall-position', {
  sql: 'select position from recall_checkpoint',
  row: Checkpoint,
})
const HOLD = statement('recall-hold', {
  sql: 'select position from recall_checkpoint for update',
  row: Checkpoint,
})
const BEGIN = statement('recall-begin', {
  sql: 'update recall_checkpoint set position = $1 where position is null',
  values: (position: Position) => [position],
})
const MOVE = statement('recall-move', {
  sql: 'update recall_checkpoint set position = $1',
  values: (position: Position) => [position],
})
const KEYS = statement('recall-keys', {
  sql: `select id, account_id as "accountId", wrapped_key as wrapped from recall_keys k
   where exists (select from followed_citations f where f.key_id = k.id) order by id`,
  row: KeyRow,
})
const Bytes = z.instanceof(Uint8Array)
const SealedRow = z.object({
  id: z.uuid(),
  sealed: Bytes,
  key: z.uuid(),
  accountId: z.uuid(),
  wrapped: Bytes,
})
const RECEIPT_ROW = `r.id, r.sealed, k.id as key, k.account_id as "accountId", k.wrapped_key as wrapped
  from kept_receipts r join recall_keys k on k.id = r.key_id`
const NEW = statement('recall-new-receipts', {
  sql: `select ${RECEIPT_ROW} where not r.followed order by r.seq limit $1`,
  values: (limit: number) => [limit],
  row: SealedRow,
})
const RECEIPTS = statement('recall-receipts', {
  sql: `select ${RECEIPT_ROW} where r.id = any ($1::uuid[])`,
  values: (ids: readonly string[]) => [ids],
  row: SealedRow,
})
const ERASED = statement('recall-erased', {
  sql: `select asked.place, e.id as "eventId", e.position, e.stream_id as "streamId", ${isoInstant('e.time')} as "erasedAt",
     array(select jsonb_array_elements_text(e.data -> 'versions')) as versions
   from unnest($1::bytea[]) with ordinality as asked (slug, place)
     join keys.erasures k on asked.slug = any (k.slugs) join events e using (position)
   order by asked.place, e.position`,
  values: (slugs: readonly Buffer[]) => [slugs],
  row: z.object({
    place: z.int(),
    eventId: z.uuid(),
    position: Position,
    streamId: StreamId,
    erasedAt: Instant,
    versions: z.array(SemVer),
  }),
})
const Fingerprint = Bytes.transform((bytes) => Buffer.from(bytes))
const FILED: { rows(on: Queryable, texts: readonly string[]): Promise<FiledCitation[]> } =
  statement('recall-filed', {
    sql: `select f.id, f.key_id as "keyId", coalesce(f.receipt_id, f.watch_id) as "holderId", w.handle, f.place,
       f.text, f.wording, f.version, f.point, f.follows_after as "followsAfter", f.superseded
     from followed_citations f left join watches w on w.id = f.watch_id
     where f.text = any (array(select decode(hex, 'hex') from string_to_table($1, ' ') as hex)) order by f.id`,
    // One string: there are as many as accounts.
    values: (texts: readonly string[]) => [texts.join(' ')],
    row: z.object({
      id: z.int(),
      keyId: z.uuid(),
      holderId: z.uuid(),
      handle: z.string().nullable(),
      place: z.int(),
      text: Fingerprint,
      wording: Fingerprint,
      version: Fingerprint,
      point: Fingerprint.nullable(),
      followsAfter: Position,
      superseded: z.boolean(),
    }),
  })
const FILE = statement('recall-file', {
  sql: `insert into followed_citations
     (key_id, receipt_id, place, text, wording, version, point, follows_after, superseded)
   select r.key_id, r.id, g.place, decode(g.text, 'hex'), decode(g.wording, 'hex'), decode(g.version, 'hex'),
     decode(g.point, 'hex'), g."followsAfter", g.superseded
   from jsonb_to_recordset($1::jsonb) as g ("receiptId" uuid, place int, text text, wording text, version text,
     point text, "followsAfter" bigint, superseded boolean)
   join kept_receipts r on r.id = g."receiptId"`,
  values: (filed: RecallStep['filed']) => [
    JSON.stringify(
      filed.flatMap(({ receipt, citations }) =>
        citations.map(({ text, wording, version, point, ...one }) => ({
          ...one,
          receiptId: receipt.id,
          text: text.toString('hex'),
          wording: wording.toString('hex'),
          version: version.toString('hex'),
          point: point?.toString('hex') ?? null,
        })),
      ),
    ),
  ],
})
/** Those that no other follower has filed meanwhile. */
const FILED_NOW = statement('recall-filed-now', {
  sql: 'update kept_receipts set followed = true where id = any ($1::uuid[]) and not followed returning id',
  values: (ids: readonly string[]) => [ids],
  row: z.object({ id: z.uuid() }),
})
const SUPERSEDE = statement('recall-supersede', {
  sql: 'update followed_citations set superseded = true where id = any ($1::bigint[])',
  values: (ids: readonly number[]) => [ids],
})
const END = statement('recall-end', {
  sql: 'delete from followed_citations where id = any ($1::bigint[])',
  values: (ids: readonly number[]) => [ids],
})
export const RESEAL = statement('recall-reseal', {
  sql: 'update kept_receipts set sealed = $2 where id = $1',
  values: (id: string, sealed: Buffer) => [id, sealed],
})
/** What its owner deleted meanwhile is left out. */
const ADD_RECALLS = statement('recall-add', {
  sql: `insert into recalls (id, key_id, receipt_id, watch_id, text, sealed)
   select g.id, k.id, r.id, w.id, decode(g.text, 'hex'), decode(g.sealed, 'hex')
   from rows from (jsonb_to_recordset($1::jsonb) as (id uuid, "keyId" uuid, "receiptId" uuid, "watchId" uuid,
     text text, sealed text)) with ordinality as g (id, key_id, receipt_id, watch_id, text, sealed, place)
   join recall_keys k on k.id = g.key_id
   left join kept_receipts r on r.id = g.receipt_id left join watches w on w.id = g.watch_id
   where r.id is not null or w.id is not null
   order by g.place on conflict (id) do nothing returning id`,
  values: (rows: readonly object[]) => [JSON.stringify(rows)],
  row: z.object({ id: z.uuid() }),
})
const SWEEP_OLD = statement('recall-sweep-old', {
  sql: `delete from kept_receipts where id in (select id from kept_receipts
     where kept_at < clock_timestamp() - make_interval(days => ${keptDays})
     order by kept_at limit ${SWEEP_ROWS_MAX} for update skip locked)`,
})
const SWEEP_MANY = statement('recall-sweep-many', {
  sql: `delete from kept_receipts where id in (select r.id from recall_keys k cross join lateral (
       select seq from kept_receipts where key_id = k.id order by seq desc offset ${receiptsMax} limit 1
     ) last join kept_receipts r on r.key_id = k.id and r.seq <= last.seq limit ${SWEEP_ROWS_MAX})`,
})
const SWEEP_RECALLS = statement('recall-sweep-recalls', {
  sql: `delete from recalls where id in (select id from recalls
     where at < clock_timestamp() - make_interval(days => ${keptDays})
     order by at limit ${SWEEP_ROWS_MAX} for update skip locked)`,
})

export type RecallFollowingOptions = {
  /** Queues the events in the transaction that records the recalls. */
  readonly queueEvents: (on: Queryable, events: readonly QueuedEvent[]) => Promise<void>
}

const openedWith =
  ({ vault }: PostgresPool) =>
  ({ id, sealed, key: keyId, accountId, wrapped }: z.infer<typeof SealedRow>): NewReceipt => {
    const key = openKey(vault, { id: keyId, accountId, wrapped })
    return { id, key, content: openReceipt(key, id, sealed) }
  }

/** Files receipts. Returns those that another follower has filed meanwhile: they stay. */
const file = async (
  transaction: Queryable,
  filed: RecallStep['filed'],
): Promise<ReadonlySet<string>> => {
  const ids = filed.map(({ receipt }) => receipt.id)
  const rows = ids.length === 0 ? [] : await FILED_NOW.rows(transaction, ids)
  const own = new Set(rows.map(({ id }) => id))
  if (own.size > 0)
    await FILE.run(
      transaction,
      filed.filter(({ receipt }) => own.has(receipt.id)),
    )
  return new Set(ids.filter((id) => !own.has(id)))
}

/** Throws the Faults of the pool and of its vault. */
export const makeRecallFollowing = (
  pool: PostgresPool,
  { queueEvents }: RecallFollowingOptions,
): RecallFollowing => {
  const opened = openedWith(pool)
  const ring = makeKeyRing(pool.vault)
  const keep = async (transaction: Queryable, recalls: readonly TellRecall[]): Promise<void> => {
    const keys = new Map(
      (await KEYS_OF.rows(transaction, [...new Set(recalls.map(({ key }) => key.id))])).map(
        (row) => [row.id, openKey(pool.vault, row)],
      ),
    )
    const rows = recalls.flatMap(({ key, holderId, text, notice }) => {
      const own = keys.get(key.id)
      if (own === undefined) return []
      const isReceipt = notice.handle === null
      return {
        id: notice.id,
        keyId: key.id,
        receiptId: isReceipt ? holderId : null,
        watchId: isReceipt ? null : holderId,
        text: text.toString('hex'),
        sealed: sealRecall(own, notice.id, notice).toString('hex'),
      }
    })
    const added = new Set((await ADD_RECALLS.rows(transaction, rows)).map(({ id }) => id))
    await queueEvents(
      transaction,
      recalls.flatMap(({ notice, event }) => (added.has(notice.id) ? event : [])),
    )
  }
  const reseal = async (transaction: Queryable, receipts: readonly NewReceipt[]): Promise<void> => {
    const ids = [...new Set(receipts.map(({ key }) => key.id))]
    const keys = new Map((await KEYS_OF.rows(transaction, ids)).map((row) => [row.id, row]))
    for (const { id, key, content } of receipts) {
      const row = keys.get(key.id)
      if (row === undefined) continue
      await RESEAL.run(transaction, id, sealReceipt(openKey(pool.vault, row), id, content))
    }
  }
  return {
    position: async () => (await POSITION.only(pool)).position,
    begin: async (position) => void (await BEGIN.run(pool, position)),
    keys: async () => ring(await KEYS.rows(pool)),
    newReceipts: async (limit) => (await NEW.rows(pool, limit)).map(opened),
    erased: async (slugs) => {
      const found = new Map<Slug, ErasedVersion[]>()
      if (slugs.length === 0) return found
      const lookUps = slugs.map((slug) => pool.vault.lookUp('slug', slug))
      for (const { place, streamId, versions, ...fact } of await ERASED.rows(pool, lookUps)) {
        const slug = slugs[place - 1]
        if (slug === undefined) continue
        const articleId = articleIdOfStream(streamId)
        const own = versions.map((version) => ({ ...fact, articleId, version }))
        found.set(slug, [...(found.get(slug) ?? []), ...own])
      }
      return found
    },
    filed: (texts) => FILED.rows(pool, texts),
    receipts: async (ids) => (ids.length === 0 ? [] : (await RECEIPTS.rows(pool, ids)).map(opened)),
    tell: (from, { filed, recalls, superseded, ended, struck }, to) =>
      pool.transaction(async (transaction) => {
        if ((await HOLD.only(transaction)).position !== from) return false
        const filedBefore = await file(transaction, filed)
        if (recalls.length > 0) await keep(transaction, recalls)
        if (superseded.length > 0) await SUPERSEDE.run(transaction, superseded)
        if (ended.length > 0) await END.run(transaction, ended)
        const striking = struck.filter(({ id }) => !filedBefore.has(id))
        if (striking.length > 0) await reseal(transaction, striking)
        if (to !== from) await MOVE.run(transaction, to)
        return true
      }),
    sweep: async () => {
      const removed = [
        await SWEEP_OLD.run(pool),
        await SWEEP_MANY.run(pool),
        await SWEEP_RECALLS.run(pool),
      ]
      return Math.max(...removed) === SWEEP_ROWS_MAX
    },
  }
}

const KEYS_OF = statement('recall-keys-of', {
  sql: `select id, account_id as "accountId", wrapped_key as wrapped from recall_keys where id = any ($1::uuid[])
   for key share`,
  values: (ids: readonly string[]) => [ids],
  row: KeyRow,
})
