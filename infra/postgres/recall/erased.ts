/**
 * Takes erased wordings out of what accounts keep: slugs and hashes in receipts, notices of
 * recalls, and messages that wait. What tells of the erasure itself stays.
 */
import { z } from 'zod'
import type { KeptCitation } from '#contracts/http/recall.ts'
import { articleIdOfStream, type Instant, SemVer, type StreamId } from '#contracts/ids.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { KeyRow, openKey, openReceipt, sealReceipt } from './account-key.ts'
import { RESEAL } from './following.ts'

const VERSIONS = statement('recall-erased-versions', {
  sql: `select coalesce(array_agg(v), '{}') as versions from events, jsonb_array_elements_text(data -> 'versions') as v
   where position = $1`,
  values: (position: number) => [position],
  row: z.object({ versions: z.array(SemVer) }),
})
const KEYS = statement('recall-erased-keys', {
  sql: `select id, account_id as "accountId", wrapped_key as wrapped from recall_keys`,
  row: KeyRow,
})
const RECEIPTS = statement('recall-erased-receipts', {
  sql: `select r.id, r.sealed, array_agg(f.place) as places from followed_citations f
   join kept_receipts r on r.id = f.receipt_id
   where f.text = $1 and f.version = any ($2::bytea[]) group by r.id`,
  values: (text: Buffer, versions: readonly Buffer[]) => [text, versions],
  row: z.object({ id: z.uuid(), sealed: z.instanceof(Uint8Array), places: z.array(z.int()) }),
})
/** Those whose citations nobody has filed: nothing finds them but their slugs. */
const UNFILED = statement('recall-erased-unfiled', {
  sql: 'select id, sealed from kept_receipts where key_id = $1 and not followed',
  values: (keyId: string) => [keyId],
  row: z.object({ id: z.uuid(), sealed: z.instanceof(Uint8Array) }),
})
/** By the order in which they are sent, which is kept by fingerprints. */
const MESSAGES = statement('recall-erased-messages', {
  sql: `delete from webhook_messages m using webhook_events e
   where m.event_seq = e.seq and e.type = 'receipt.recalled' and e.order_key = any ($1) and e.created_at < $2`,
  values: (orderKeys: readonly string[], before: Date) => [orderKeys, before],
})
const EVENTS = statement('recall-erased-events', {
  sql: `delete from webhook_events e where e.type = 'receipt.recalled' and e.order_key = any ($1) and e.created_at < $2
     and not exists (select from webhook_messages where event_seq = e.seq)`,
  values: (orderKeys: readonly string[], before: Date) => [orderKeys, before],
})
const RECALLS = statement('recall-erased-recalls', {
  sql: 'delete from recalls where text = any ($1::bytea[]) and at < $2',
  values: (texts: readonly Buffer[], before: Date) => [texts, before],
})

const LEFT = statement('recall-erased-left', {
  sql: `select (select count(*) from recalls where text = any ($1::bytea[]) and at < $3)
     + (select count(*) from webhook_events where type = 'receipt.recalled'
       and order_key = any ($2) and created_at < $3) as count`,
  values: (texts: readonly Buffer[], orderKeys: readonly string[], before: Instant) => [
    texts,
    orderKeys,
    before,
  ],
  row: z.object({ count: z.int() }),
})

type Erased = {
  readonly streamId: StreamId
  /** Of its fact, and when it was recorded. */
  readonly position: number
  readonly before: Date
}

/** Returns how many rows of each table were changed or removed. */
export const strikeErased = async (
  on: Queryable,
  { vault }: Pick<PostgresPool, 'vault'>,
  { streamId, position, before }: Erased,
): Promise<Readonly<Record<string, number>>> => {
  const id = articleIdOfStream(streamId)
  const { versions } = await VERSIONS.only(on, position)
  const texts: Buffer[] = []
  let receipts = 0
  for (const row of await KEYS.rows(on)) {
    const key = openKey(vault, row)
    const text = key.fingerprints.text(id)
    texts.push(text)
    const erased = versions.map((version) => key.fingerprints.version(id, version))
    for (const { id: receiptId, sealed, places } of await RECEIPTS.rows(on, text, erased)) {
      const content = openReceipt(key, receiptId, sealed)
      const citations = content.citations.map((one, place) =>
        places.includes(place) ? { ...one, slug: null, sha256Hash: null, erased: true } : one,
      )
      const struck = { ...content, receipt: null, citations }
      receipts += await RESEAL.run(on, receiptId, sealReceipt(key, receiptId, struck))
    }
  }
  // For all accounts at once: the queue has no index by what its order is kept by.
  const orderKeys = texts.map((text) => text.toString('hex'))
  return {
    kept_receipts: receipts,
    recalls: await RECALLS.run(on, texts, before),
    webhook_messages: await MESSAGES.run(on, orderKeys, before),
    webhook_events: await EVENTS.run(on, orderKeys, before),
  }
}

type UnstruckOf = {
  readonly streamId: StreamId
  readonly versions: readonly SemVer[]
  readonly erasedAt: Instant
  /** Of the slugs that went; null: the vault does not have them. */
  readonly lookUps: { readonly slugs: readonly Buffer[] } | null
}

/**
 * How much accounts keep of erased versions: receipts that name them, and notices from before the
 * erasure. Throws the Faults of the pool and of its vault.
 */
export const countUnstruck = async (
  pool: PostgresPool,
  { streamId, versions, erasedAt, lookUps }: UnstruckOf,
): Promise<number> => {
  const id = articleIdOfStream(streamId)
  const isErased = ({ slug, version }: KeptCitation): boolean => {
    if (slug === null || !versions.includes(version)) return false
    const lookUp = pool.vault.lookUp('slug', slug)
    return lookUps?.slugs.some((one) => one.equals(lookUp)) === true
  }
  const texts: Buffer[] = []
  let left = 0
  for (const row of await KEYS.rows(pool)) {
    const key = openKey(pool.vault, row)
    const text = key.fingerprints.text(id)
    texts.push(text)
    const erased = versions.map((version) => key.fingerprints.version(id, version))
    for (const { id: receiptId, sealed, places } of await RECEIPTS.rows(pool, text, erased)) {
      const { receipt, citations } = openReceipt(key, receiptId, sealed)
      const isStruck =
        receipt === null && places.every((place) => citations[place]?.erased === true)
      if (!isStruck) left += 1
    }
    for (const { id: receiptId, sealed } of await UNFILED.rows(pool, key.id))
      if (openReceipt(key, receiptId, sealed).citations.some(isErased)) left += 1
  }
  const orderKeys = texts.map((text) => text.toString('hex'))
  return left + (await LEFT.only(pool, texts, orderKeys, erasedAt)).count
}
