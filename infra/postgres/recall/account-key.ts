/**
 * What the key of an account seals and finds. Fingerprints have a key that comes from it, so no key
 * is used for two purposes.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import { z } from 'zod'
import { KeptCitation, RecallNotice } from '#contracts/http/recall.ts'
import { Receipt } from '#contracts/receipts/receipt.ts'
import { openBytes, sealBytes } from '#contracts/sealing/seal.ts'
import type { AccountKey, Fingerprinter, ReceiptContent } from '#query-api/recall/ports.ts'
import type { Vault } from '../platform/vault.ts'

/** The row of a key. */
export const KeyRow = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  wrapped: z.instanceof(Uint8Array),
})
export type KeyRow = z.infer<typeof KeyRow>

export type OpenedKey = AccountKey & { readonly secret: Buffer }

const PURPOSE = 'pandect fingerprints 1'

const fingerprinterOf = (secret: Buffer): Fingerprinter => {
  // A key object, because Node tries bytes as another form of key first, at each use.
  const key = createSecretKey(createHmac('sha256', secret).update(PURPOSE).digest())
  const of = (kind: string, ...parts: readonly (string | number)[]): Buffer =>
    createHmac('sha256', key)
      .update([kind, ...parts].join('\n'))
      .digest()
  return {
    text: (id) => of('text', id),
    wording: (id, hash) => of('wording', id, hash),
    version: (id, version) => of('version', id, version),
    point: (id, sequence) => of('point', id, sequence),
  }
}

/** Throws Fault `sealing-secret-wrong` where another secret wrapped it. */
export const openKey = (vault: Vault, { id, accountId, wrapped }: KeyRow): OpenedKey => {
  const secret = vault.unwrap(Buffer.from(wrapped))
  return { id, accountId, secret, fingerprints: fingerprinterOf(secret) }
}

/** Opens the keys that are there, and remembers each as long as it is. */
export const makeKeyRing = (vault: Vault) => {
  let ring = new Map<string, OpenedKey>()
  return (rows: readonly KeyRow[]): readonly OpenedKey[] => {
    const opened = rows.map((row) => ring.get(row.id) ?? openKey(vault, row))
    // A key that was destroyed is forgotten, too. One that comes in its place has another id.
    ring = new Map(opened.map((key) => [key.id, key]))
    return opened
  }
}

const Content = z.strictObject({
  ...Receipt.pick({ usageId: true, operation: true, priceUsd: true, position: true }).shape,
  receipt: z.string().nullable(),
  citationCount: z.int(),
  citations: z.array(KeptCitation),
})

const receiptPlace = (id: string): string => `kept-receipt/${id}`
const recallPlace = (id: string): string => `recall/${id}`

const sealJson = ({ secret }: OpenedKey, value: object, about: string): Buffer =>
  sealBytes(secret, Buffer.from(JSON.stringify(value)), about)
const openJson = ({ secret }: OpenedKey, sealed: Uint8Array, about: string): unknown =>
  JSON.parse(openBytes(secret, sealed, about).toString('utf8'))

export const sealReceipt = (key: OpenedKey, id: string, content: ReceiptContent): Buffer =>
  sealJson(key, content, receiptPlace(id))
export const openReceipt = (key: OpenedKey, id: string, sealed: Uint8Array): ReceiptContent =>
  Content.parse(openJson(key, sealed, receiptPlace(id)))
export const sealRecall = (key: OpenedKey, id: string, notice: RecallNotice): Buffer =>
  sealJson(key, notice, recallPlace(id))
export const openRecall = (key: OpenedKey, id: string, sealed: Uint8Array): RecallNotice =>
  RecallNotice.parse(openJson(key, sealed, recallPlace(id)))
