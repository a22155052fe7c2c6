/** Secrets that the database keeps and must be able to give back, sealed with the pepper. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { Fault } from '../fault.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals secrets of one purpose: what is sealed for another purpose or another owner is unreadable.
 * `unseal` throws a Fault of the given code where the pepper is another one.
 */
export const makeSealer = (purpose: string, unreadable: Fault['code']) => {
  const keyOf = (pepper: string): Buffer => createHmac('sha256', pepper).update(purpose).digest()
  return {
    seal: (pepper: string, owner: string, secret: Uint8Array): Uint8Array => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keyOf(pepper), nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    unseal: (pepper: string, owner: string, sealed: Uint8Array): Uint8Array => {
      const bytes = Buffer.from(sealed)
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES)
        const options = { authTagLength: TAG_BYTES }
        const decipher = createDecipheriv(CIPHER, keyOf(pepper), nonce, options)
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const secret = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(secret), decipher.final()])
      } catch (cause) {
        throw new Fault(unreadable, { cause })
      }
    },
  }
}
