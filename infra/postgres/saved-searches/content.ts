/** What a saved search asks, sealed: its name and its words are content of a request. */
import { z } from 'zod'
import { SavedQuery, WordsAsked } from '#contracts/http/saved-searches.ts'
import { openBytes, sealBytes } from '#contracts/sealing/seal.ts'
import type { SearchContent } from '#query-api/saved-searches/ports.ts'
import type { Vault } from '../platform/vault.ts'

const Content = z.strictObject({ name: z.string(), search: SavedQuery, words: WordsAsked })

const aboutOf = (searchId: string): string => `saved-search/${searchId}`

export type SealedContent = { readonly wrapped: Buffer; readonly sealed: Buffer }

export const sealContent = (
  vault: Vault,
  searchId: string,
  content: SearchContent,
): SealedContent => {
  const { key, wrapped } = vault.makeKey()
  const plain = Buffer.from(JSON.stringify(content))
  return { wrapped, sealed: sealBytes(key, plain, aboutOf(searchId)) }
}

/** Throws Fault `sealing-secret-wrong` where another secret wrapped its key. */
export const openContent = (
  vault: Vault,
  searchId: string,
  { wrapped, sealed }: { readonly wrapped: Uint8Array; readonly sealed: Uint8Array },
): SearchContent => {
  const key = vault.unwrap(Buffer.from(wrapped))
  const plain = openBytes(key, sealed, aboutOf(searchId)).toString('utf8')
  return Content.parse(JSON.parse(plain))
}
