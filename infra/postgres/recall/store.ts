/** Receipts and watches of accounts on PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import {
  type KeptReceipt,
  RECALL_LIMITS,
  type Recall,
  type ReceiptKeeping,
  Watch,
} from '#contracts/http/recall.ts'
import { Instant, Position } from '#contracts/ids.ts'
import { BEHIND, type FollowedCitation, type RecallStore } from '#query-api/recall/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { type KeyRow as Key, KeyRow, openKey, openReceipt, openRecall } from './account-key.ts'

const { keptDays, receiptsMax, watchesMax } = RECALL_LIMITS
type Kind = 'receipts' | 'watch'

const KEY_OF = statement('recalls-key-of', {
  sql: `select id, account_id as "accountId", wrapped_key as wrapped from recall_keys
   where account_id = $1 and kind = $2`,
  values: (accountId: string, kind: Kind) => [accountId, kind],
  row: KeyRow,
})
const KEYS_OF = statement('recalls-keys-of', {
  sql: `select id, account_id as "accountId", wrapped_key as wrapped from recall_keys where account_id = $1`,
  values: (accountId: string) => [accountId],
  row: KeyRow,
})
const ADD_KEY = statement('recalls-add-key', {
  sql: `insert into recall_keys (id, account_id, kind, wrapped_key) values ($1, $2, $3, $4)
   on conflict (account_id, kind) do nothing`,
  values: (id: string, accountId: string, kind: Kind, wrapped: Buffer) => [
    id,
    accountId,
    kind,
    wrapped,
  ],
})
/** Locked, so that acts of one account come one after the other. */
const ACCOUNT = statement('recalls-account', {
  sql: 'select paid from accounts where id = $1 for no key update',
  values: (accountId: string) => [accountId],
  row: z.object({ paid: z.boolean() }),
})
const KEEPING = statement('recalls-keeping', {
  sql: `select (select ${isoInstant('since')} from receipt_keepers where account_id = $1) as since,
     (select count(*) from kept_receipts r join recall_keys k on k.id = r.key_id where k.account_id = $1) as receipts`,
  values: (accountId: string) => [accountId],
  row: z.object({ since: Instant.nullable(), receipts: z.int() }),
})
const KEEP = statement('recalls-keep', {
  sql: 'insert into receipt_keepers (account_id) values ($1) on conflict do nothing',
  values: (accountId: string) => [accountId],
})
const KEEP_NO_MORE = statement('recalls-keep-no-more', {
  sql: 'delete from receipt_keepers where account_id = $1',
  values: (accountId: string) => [accountId],
})

const Bytes = z.instanceof(Uint8Array)
const ReceiptRow = z.object({
  id: z.uuid(),
  seq: z.int(),
  keptAt: Instant,
  sealed: Bytes,
  recalls: z.int(),
})
type ReceiptRow = z.infer<typeof ReceiptRow>
const RECEIPT_ROW = `r.id, r.seq, ${isoInstant('r.kept_at')} as "keptAt", r.sealed,
  (select count(*) from recalls where receipt_id = r.id) as recalls from kept_receipts r`
const RECEIPTS = statement('recalls-receipts', {
  sql: `select ${RECEIPT_ROW} where r.key_id = $1 and ($2::bigint is null or r.seq < $2)
   order by r.seq desc limit $3`,
  values: (keyId: string, before: number | null, limit: number) => [keyId, before, limit],
  row: ReceiptRow,
})
const RECEIPT = statement('recalls-receipt', {
  sql: `select ${RECEIPT_ROW} where r.key_id = $1 and r.id = $2`,
  values: (keyId: string, id: string) => [keyId, id],
  row: ReceiptRow,
})
const REMOVE_RECEIPT = statement('recalls-remove-receipt', {
  sql: 'delete from kept_receipts where id = $1',
  values: (id: string) => [id],
})
const RECALLS = statement('recalls-list', {
  sql: `select id, seq, key_id as "keyId", ${isoInstant('at')} as at, sealed from recalls
   where key_id = any ($1::uuid[]) and ($2::bigint is null or seq < $2) order by seq desc limit $3`,
  values: (keyIds: readonly string[], before: number | null, limit: number) => [
    keyIds,
    before,
    limit,
  ],
  row: z.object({ id: z.uuid(), seq: z.int(), keyId: z.uuid(), at: Instant, sealed: Bytes }),
})

/** What is queued of recalls goes with them: it says what was read. */
const FORGET_MESSAGES = statement('recalls-forget-messages', {
  sql: `with gone as (select e.seq from recalls c join webhook_events e on e.id = c.id::text
     where c.key_id = $1 and ($2::uuid is null or $2 in (c.receipt_id, c.watch_id)))
   delete from webhook_messages m using gone where m.event_seq = gone.seq`,
  values: (keyId: string, holderId: string | null) => [keyId, holderId],
})
const FORGET_EVENTS = statement('recalls-forget-events', {
  sql: `delete from webhook_events e using recalls c
   where e.id = c.id::text and c.key_id = $1 and ($2::uuid is null or $2 in (c.receipt_id, c.watch_id))`,
  values: (keyId: string, holderId: string | null) => [keyId, holderId],
})
const REMOVE_KEY = statement('recalls-remove-key', {
  sql: 'delete from recall_keys where id = $1',
  values: (id: string) => [id],
})

const WATCH_ROW = `w.handle, ${isoInstant('w.created_at')} as "createdAt",
  (select count(*) from recalls where watch_id = w.id) as recalls`
const WATCHES = statement('recalls-watches', {
  sql: `select ${WATCH_ROW} from watches w where w.key_id = $1 and ($2::text is null or w.handle collate "C" > $2)
   order by w.handle collate "C" limit $3`,
  values: (keyId: string, after: string | null, limit: number) => [keyId, after, limit],
  row: Watch,
})
const ONE_WATCH = statement('recalls-watch', {
  sql: `select w.id, ${WATCH_ROW} from watches w where w.key_id = $1 and w.handle = $2`,
  values: (keyId: string, handle: string) => [keyId, handle],
  row: Watch.extend({ id: z.uuid() }),
})
const COUNT_WATCHES = statement('recalls-count-watches', {
  sql: 'select count(*) as watches from watches where key_id = $1',
  values: (keyId: string) => [keyId],
  row: z.object({ watches: z.int() }),
})
const ADD_WATCH = statement('recalls-add-watch', {
  sql: 'insert into watches (id, key_id, handle) values ($1, $2, $3)',
  values: (id: string, keyId: string, handle: string) => [id, keyId, handle],
})
const FILE_WATCH = statement('recalls-file-watch', {
  sql: `insert into followed_citations
     (key_id, watch_id, place, text, wording, version, point, follows_after, superseded)
   values ($1, $2, 0, $3, $4, $5, $6, $7, $8)`,
  values: (keyId: string, watchId: string, filed: FollowedCitation) => {
    const { text, wording, version, point, followsAfter, superseded } = filed
    return [keyId, watchId, text, wording, version, point, followsAfter, superseded]
  },
})
const REMOVE_WATCH = statement('recalls-remove-watch', {
  sql: 'delete from watches where id = $1',
  values: (id: string) => [id],
})
/** Locked: the follower goes on after the watch is filed, or the watch knows what it told. */
const HOLD = statement('recalls-hold-checkpoint', {
  sql: 'select position from recall_checkpoint for update',
  row: z.object({ position: Position.nullable() }),
})
const BEGIN = statement('recalls-begin', {
  sql: 'update recall_checkpoint set position = $1 where position is null',
  values: (position: Position) => [position],
})

const NO_RECEIPT: Refusal = refusalByCode('receipt-unknown')
const NO_WATCH: Refusal = refusalByCode('watch-unknown')
const UNPAID: Refusal = refusalByCode('account-unpaid')
const TOO_MANY: Refusal = refusalByCode('watches-too-many')

const nextOf = (rows: readonly { readonly seq: number }[], limit: number): string | null => {
  const last = rows.length < limit ? undefined : rows.at(-1)
  return last === undefined ? null : String(last.seq)
}

/** `holderId`: of one receipt or watch; null: of all under the key. */
const forget = async (
  transaction: Queryable,
  keyId: string,
  holderId: string | null,
): Promise<void> => {
  await FORGET_MESSAGES.run(transaction, keyId, holderId)
  await FORGET_EVENTS.run(transaction, keyId, holderId)
}

const keeping = async (on: Queryable, accountId: string): Promise<ReceiptKeeping> => {
  const { since, receipts } = await KEEPING.only(on, accountId)
  return { kept: since !== null, since, receipts, keptDays, receiptsMax }
}

const removeKey = async (transaction: Queryable, accountId: string, kind: Kind): Promise<void> => {
  const key = await KEY_OF.first(transaction, accountId, kind)
  if (key === null) return
  await forget(transaction, key.id, null)
  await REMOVE_KEY.run(transaction, key.id)
}

/** Throws the Faults of the pool and of its vault. */
export const makeRecallStore = (pool: PostgresPool): RecallStore => {
  const contentOf = (key: Key, { id, sealed }: ReceiptRow) =>
    openReceipt(openKey(pool.vault, key), id, sealed)
  const shown = (key: Key, row: ReceiptRow): KeptReceipt => {
    const { id, keptAt, recalls } = row
    const { usageId, operation, priceUsd, position, citationCount } = contentOf(key, row)
    return { id, keptAt, recalls, usageId, operation, priceUsd, position, citationCount }
  }
  const makeKey = async (transaction: Queryable, accountId: string, kind: Kind): Promise<Key> => {
    const { id, wrapped } = pool.vault.makeKey()
    await ADD_KEY.run(transaction, id, accountId, kind, wrapped)
    return KEY_OF.only(transaction, accountId, kind)
  }
  /** In the order of the follower: the checkpoint, then rows. */
  const removing = <T>(work: (transaction: Queryable) => Promise<T>): Promise<T> =>
    pool.transaction(async (transaction) => {
      await HOLD.only(transaction)
      return work(transaction)
    })
  return {
    keeping: (accountId) => keeping(pool, accountId),
    setKeeping: ({ accountId, actor }, kept) =>
      pool.transaction(async (transaction) => {
        await ACCOUNT.only(transaction, accountId)
        const changed = await (kept ? KEEP : KEEP_NO_MORE).run(transaction, accountId)
        if (kept) await makeKey(transaction, accountId, 'receipts')
        if (changed > 0)
          await recordAct(transaction, {
            kind: 'receipts.keeping-set',
            actor,
            subject: accountId,
            data: { kept },
          })
        return keeping(transaction, accountId)
      }),
    receipts: async (accountId, { limit, before }) => {
      const key = await KEY_OF.first(pool, accountId, 'receipts')
      const rows = key === null ? [] : await RECEIPTS.rows(pool, key.id, before, limit)
      return {
        receipts: rows.flatMap((row) => (key === null ? [] : shown(key, row))),
        next: nextOf(rows, limit),
      }
    },
    receipt: async (accountId, id) => {
      const key = await KEY_OF.first(pool, accountId, 'receipts')
      const row = key === null ? null : await RECEIPT.first(pool, key.id, id)
      if (key === null || row === null) return NO_RECEIPT
      const { receipt, citations } = contentOf(key, row)
      return { ...shown(key, row), receipt, citations: [...citations] }
    },
    removeReceipt: ({ accountId, actor }, id) =>
      removing(async (transaction) => {
        const key = await KEY_OF.first(transaction, accountId, 'receipts')
        const row = key === null ? null : await RECEIPT.first(transaction, key.id, id)
        if (key === null || row === null) return NO_RECEIPT
        await forget(transaction, key.id, id)
        await REMOVE_RECEIPT.run(transaction, id)
        await recordAct(transaction, { kind: 'receipt.deleted', actor, subject: id, data: {} })
        return { id }
      }),
    removeReceipts: ({ accountId, actor }) =>
      removing(async (transaction) => {
        await removeKey(transaction, accountId, 'receipts')
        // Who goes on keeping receipts has another key from now on.
        const { since } = await KEEPING.only(transaction, accountId)
        if (since !== null) await makeKey(transaction, accountId, 'receipts')
        await recordAct(transaction, {
          kind: 'receipts.deleted',
          actor,
          subject: accountId,
          data: {},
        })
      }),
    recalls: async (accountId, { limit, before, of }) => {
      const own = await (of === undefined
        ? KEYS_OF.rows(pool, accountId)
        : KEY_OF.rows(pool, accountId, of))
      const keys = new Map(own.map((key) => [key.id, key]))
      const rows = await RECALLS.rows(pool, [...keys.keys()], before, limit)
      const recalls = rows.flatMap(({ id, keyId, at, sealed }): Recall[] => {
        const key = keys.get(keyId)
        return key === undefined
          ? []
          : [{ ...openRecall(openKey(pool.vault, key), id, sealed), at }]
      })
      return { recalls, next: nextOf(rows, limit) }
    },
    watches: async (accountId, { limit, after }) => {
      const key = await KEY_OF.first(pool, accountId, 'watch')
      const watches = key === null ? [] : await WATCHES.rows(pool, key.id, after, limit)
      const last = watches.length < limit ? undefined : watches.at(-1)
      return { watches, next: last?.handle ?? null }
    },
    watch: async (accountId, handle) => {
      const key = await KEY_OF.first(pool, accountId, 'watch')
      const found = key === null ? null : await ONE_WATCH.first(pool, key.id, handle)
      return found === null ? NO_WATCH : Watch.parse(found)
    },
    startWatch: (accountId, handle, fileWith) =>
      pool.transaction(async (transaction) => {
        const { position } = await HOLD.only(transaction)
        const account = await ACCOUNT.first(transaction, accountId)
        if (account?.paid !== true) return UNPAID
        const key = await makeKey(transaction, accountId, 'watch')
        const filed = fileWith(openKey(pool.vault, key).fingerprints)
        if (position === null) await BEGIN.run(transaction, filed.followsAfter)
        if (position !== null && position > filed.followsAfter) return BEHIND
        const before = await ONE_WATCH.first(transaction, key.id, handle)
        const { watches } = await COUNT_WATCHES.only(transaction, key.id)
        if (before === null && watches >= watchesMax) return TOO_MANY
        if (before !== null) {
          await forget(transaction, key.id, before.id)
          await REMOVE_WATCH.run(transaction, before.id)
        }
        const id = randomUUID()
        await ADD_WATCH.run(transaction, id, key.id, handle)
        await FILE_WATCH.run(transaction, key.id, id, filed)
        return Watch.parse(await ONE_WATCH.only(transaction, key.id, handle))
      }),
    removeWatch: (accountId, handle) =>
      removing(async (transaction) => {
        const key = await KEY_OF.first(transaction, accountId, 'watch')
        const found = key === null ? null : await ONE_WATCH.first(transaction, key.id, handle)
        if (key === null || found === null) return NO_WATCH
        await forget(transaction, key.id, found.id)
        await REMOVE_WATCH.run(transaction, found.id)
        return { handle }
      }),
    removeWatches: ({ accountId, actor }) =>
      removing(async (transaction) => {
        await removeKey(transaction, accountId, 'watch')
        await recordAct(transaction, {
          kind: 'watches.deleted',
          actor,
          subject: accountId,
          data: {},
        })
      }),
  }
}
