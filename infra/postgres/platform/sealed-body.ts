/** The body of a message that is kept sealed until it is sent, under a key of its own. */
import { openBytes, sealBytes } from '#contracts/sealing/seal.ts'
import type { Vault } from './vault.ts'

export type SealedBody = { readonly wrapped: Buffer; readonly sealed: Buffer }

const aboutOf = (eventId: string): string => `webhook-event/${eventId}`

export const sealBody = (vault: Vault, eventId: string, body: string): SealedBody => {
  const { key, wrapped } = vault.makeKey()
  return { wrapped, sealed: sealBytes(key, Buffer.from(body), aboutOf(eventId)) }
}

/** Throws Fault `sealing-secret-wrong` where another secret wrapped its key. */
export const openBody = (
  vault: Vault,
  eventId: string,
  {
    wrapped,
    sealed,
  }: {
    readonly wrapped: Uint8Array
    readonly sealed: Uint8Array
  },
): string =>
  openBytes(vault.unwrap(Buffer.from(wrapped)), sealed, aboutOf(eventId)).toString('utf8')
