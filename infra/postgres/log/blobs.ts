import { z } from 'zod'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { Blobs } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import { Sha256Hex } from '#contracts/ids.ts'
import { openBytes, sealBytes } from '#contracts/sealing/seal.ts'
import { inBatches } from '#contracts/toolkit/chunks.ts'
import { inOrder, toBytes } from './hashes.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import type { Vault } from '../platform/vault.ts'

/** Limits of one statement, in characters and texts. */
const BATCH = { sizeMax: 8 * 1024 * 1024, countMax: 1_000 } as const

type SealedText = {
  readonly lookUp: Buffer
  readonly id: string
  readonly wrapped: Buffer
  readonly body: Buffer
}
// A text that is there keeps its key; the body is stored with the key or not at all.
const PUT = statement('put-texts', {
  sql: `with given as (select * from unnest($1::bytea[], $2::uuid[], $3::bytea[], $4::bytea[]) as t (look_up, id, wrapped, body)),
     kept as (insert into keys.texts (look_up, id, wrapped) select look_up, id, wrapped from given
       on conflict do nothing returning id)
   insert into sealed_texts (id, body) select id, body from given join kept using (id)`,
  values: (texts: readonly SealedText[]) => [
    texts.map(({ lookUp }) => lookUp),
    texts.map(({ id }) => id),
    texts.map(({ wrapped }) => wrapped),
    texts.map(({ body }) => body),
  ],
})
const KNOWN = statement('known-texts', {
  sql: 'select look_up as "lookUp" from keys.texts where look_up = any($1)',
  values: (lookUps: readonly Buffer[]) => [lookUps],
  row: z.object({ lookUp: z.instanceof(Buffer) }),
})
const GET = statement('get-texts', {
  sql: `select t.look_up as "lookUp", t.id, t.wrapped, s.body
    from keys.texts t join sealed_texts s using (id) where t.look_up = any($1)`,
  values: (lookUps: readonly Buffer[]) => [lookUps],
  row: z.object({
    lookUp: z.instanceof(Buffer),
    id: z.uuid(),
    wrapped: z.instanceof(Buffer),
    body: z.instanceof(Buffer),
  }),
})
/** Texts that were kept before texts were sealed. */
const GET_UNSEALED = statement('get-unsealed-texts', {
  sql: `select encode(sha256, 'hex') as sha256, text from blobs where sha256 = any($1)`,
  values: (hashes: readonly Sha256Hex[]) => [hashes.map(toBytes)],
  row: z.object({ sha256: Sha256Hex, text: z.string() }),
})

type Blob = { readonly sha256: Sha256Hex; readonly text: string }

/** A text under a wrong hash would be trusted forever, so it is refused here. */
const check = ({ sha256, text }: Blob): void => {
  if (sha256Hex(text) === sha256) return
  throw new Fault('blob-mismatch', `A text was to be kept under ${sha256}, which is not its hash.`)
}

const checkComplete = (
  hashes: readonly Sha256Hex[],
  found: ReadonlyMap<Sha256Hex, string>,
): void => {
  const missing = hashes.find((hash) => !found.has(hash))
  if (missing === undefined) return
  throw new Fault('blob-missing', `The text with the hash ${missing} is not in the store.`, {
    hint: 'Put the database back from a copy: the log and its texts belong together.',
  })
}

const EMPTY: Blob = { sha256: sha256Hex(''), text: '' }

/**
 * The kept texts among these hashes. An erased wording stands for the empty text, which is always
 * there. Throws the Faults of the pool and of its vault.
 */
export const findTexts = async (
  pool: PostgresPool,
  hashes: readonly Sha256Hex[],
): Promise<Map<Sha256Hex, string>> => {
  const byLookUp = new Map(
    hashes.map((hash) => [pool.vault.lookUp('text', hash).toString('hex'), hash]),
  )
  const lookUps = [...byLookUp.keys()].map((one) => Buffer.from(one, 'hex'))
  const found = new Map<Sha256Hex, string>([[EMPTY.sha256, EMPTY.text]])
  for (const { lookUp, id, wrapped, body } of await GET.rows(pool, lookUps)) {
    const hash = byLookUp.get(lookUp.toString('hex'))
    if (hash === undefined) continue
    found.set(hash, openBytes(pool.vault.unwrap(wrapped), body, `text/${id}`).toString('utf8'))
  }
  const others = hashes.filter((hash) => !found.has(hash))
  const rows = others.length === 0 ? [] : await GET_UNSEALED.rows(pool, others)
  for (const { sha256, text } of rows) found.set(sha256, text)
  return found
}

const KEPT_UNSEALED = statement('kept-unsealed-texts', {
  sql: `select encode(sha256, 'hex') as sha256 from blobs where sha256 = any($1)`,
  values: (hashes: readonly Sha256Hex[]) => [hashes.map(toBytes)],
  row: z.object({ sha256: Sha256Hex }),
})

/** The hashes among these under which a text is kept. Throws the Faults of the pool. */
export const keptTexts = async (
  pool: PostgresPool,
  hashes: readonly Sha256Hex[],
): Promise<Sha256Hex[]> => {
  const lookUps = hashes.map((hash) => pool.vault.lookUp('text', hash))
  const sealed = new Set(
    (await KNOWN.rows(pool, lookUps)).map(({ lookUp }) => lookUp.toString('hex')),
  )
  const unsealed = new Set((await KEPT_UNSEALED.rows(pool, hashes)).map(({ sha256 }) => sha256))
  return hashes.filter(
    (hash, at) => unsealed.has(hash) || sealed.has(lookUps[at]?.toString('hex') ?? ''),
  )
}

const seal = (vault: Vault, lookUp: Buffer, text: string): SealedText => {
  const { id, key, wrapped } = vault.makeKey()
  return { lookUp, id, wrapped, body: sealBytes(key, Buffer.from(text), `text/${id}`) }
}

/**
 * Stores texts by hash on PostgreSQL, sealed, each under a key of its own. Writing a stored text
 * again changes nothing.
 */
export const makeBlobs = (pool: PostgresPool): Blobs => ({
  put: async (texts) => {
    for (const blob of texts) check(blob)
    const sorted = inOrder(
      texts.map(({ sha256, text }) => ({ lookUp: pool.vault.lookUp('text', sha256), text })),
      ({ lookUp }) => lookUp.toString('hex'),
    )
    for (const batch of inBatches(sorted, ({ text }) => text.length, BATCH)) {
      const rows = await KNOWN.rows(
        pool,
        batch.map(({ lookUp }) => lookUp),
      )
      const known = new Set(rows.map(({ lookUp }) => lookUp.toString('hex')))
      const fresh = batch.filter(({ lookUp }) => !known.has(lookUp.toString('hex')))
      if (fresh.length === 0) continue
      await PUT.run(
        pool,
        fresh.map(({ lookUp, text }) => seal(pool.vault, lookUp, text)),
      )
    }
  },
  get: async (hashes) => {
    const found = await findTexts(pool, hashes)
    checkComplete(hashes, found)
    return new Map(hashes.map((hash) => [hash, found.get(hash) ?? '']))
  },
})
