/**
 * A file that only its key opens (AES-256-GCM, NIST SP 800-38D): what it is and its id in clear, a
 * nonce, what is sealed, and the tag. Both directions work on pieces, since the content is larger
 * than what may be held twice.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { SEAL } from '#contracts/sealing/seal.ts'
import { streamWhole } from '../../../whole-file.ts'

/** The number grows with every change of what is sealed; a test of the engine compares the form. */
const MAGIC = Buffer.from('pandect index 3\n')
const ID_BYTES = 36
const ALGORITHM = 'aes-256-gcm'
const READ_BYTES = 4 * 1024 * 1024

const NONCE_AT = MAGIC.length + ID_BYTES
const BODY_AT = NONCE_AT + SEAL.nonceBytes

async function* sealed(
  id: string,
  key: Uint8Array,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const nonce = randomBytes(SEAL.nonceBytes)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: SEAL.tagBytes })
  const head = Buffer.concat([MAGIC, Buffer.from(id)])
  cipher.setAAD(head)
  yield head
  yield nonce
  for await (const piece of pieces) yield cipher.update(piece)
  yield cipher.final()
  yield cipher.getAuthTag()
}

/**
 * Replaces the file by one with these pieces, whole or not at all. `id`: a UUID. Throws the errors
 * of the file system, and what the pieces throw.
 */
export const writeSealed = (
  file: string,
  id: string,
  key: Uint8Array,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> =>
  streamWhole(file, (sink) => pipeline(Readable.from(sealed(id, key, pieces)), sink))

export type SealedFile = {
  readonly id: string
  /**
   * Gives the content to `read`, which pulls it piece by piece, and returns its answer. Throws an
   * Error if another key sealed it or a byte was changed: what was read is worth nothing then.
   */
  open<T>(key: Uint8Array, read: (pull: () => Uint8Array | null) => T): T
  close(): void
}

/** Opens a file; null if there is none that can be opened, or if it is of another form. */
export const openSealed = (file: string): SealedFile | null => {
  const handle = openFile(file)
  if (handle === null) return null
  const close = (): void => closeSync(handle)
  const found = readHead(handle)
  if (found === null) {
    close()
    return null
  }
  const { head, tagAt } = found
  return {
    id: head.toString('latin1', MAGIC.length, NONCE_AT),
    open: (key, read) => {
      const decipher = createDecipheriv(ALGORITHM, key, head.subarray(NONCE_AT), {
        authTagLength: SEAL.tagBytes,
      })
      decipher.setAAD(head.subarray(0, NONCE_AT))
      const piece = Buffer.alloc(READ_BYTES)
      let at = BODY_AT
      const answer = read(() => {
        if (at >= tagAt) return null
        const bytes = readSync(handle, piece, 0, Math.min(READ_BYTES, tagAt - at), at)
        if (bytes === 0) return null
        at += bytes
        return decipher.update(piece.subarray(0, bytes))
      })
      const tag = Buffer.alloc(SEAL.tagBytes)
      readSync(handle, tag, 0, SEAL.tagBytes, tagAt)
      decipher.setAuthTag(tag)
      decipher.final()
      return answer
    },
    close,
  }
}

/** What stands before the content, and where it ends; null: it is of another form. */
const readHead = (handle: number): { readonly head: Buffer; readonly tagAt: number } | null => {
  const head = Buffer.alloc(BODY_AT)
  try {
    const headBytes = readSync(handle, head, 0, BODY_AT, 0)
    const tagAt = fstatSync(handle).size - SEAL.tagBytes
    const isWhole = headBytes === BODY_AT && tagAt >= BODY_AT
    return isWhole && head.subarray(0, MAGIC.length).equals(MAGIC) ? { head, tagAt } : null
  } catch {
    // A folder opens, and so does a file of a disk that fails: neither can be read.
    return null
  }
}

/** A file that can't be opened is as good as none. */
const openFile = (file: string): number | null => {
  try {
    return openSync(file, 'r')
  } catch {
    return null
  }
}
