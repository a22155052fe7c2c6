import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const WORTH_IT_FROM_BYTES = 1_024
/** A compressing stream costs more than the compression of an answer of this size. */
const AT_ONCE_BYTES_MAX = 32_768

/** Text of any kind; not events, which have to leave at once. */
const COMPRESSIBLE = /^text\/(?!event-stream)|[+/](?:x-nd)?json(?:;|$)|[+/]xml(?:;|$)/u

/**
 * Compresses answers with gzip where the client accepts it. A route that promises a digest of its
 * bytes turns it off (`compress: false`), because the digest covers them as they are sent. Covers
 * routes that are added after it has returned.
 */
export const addCompression = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, {
    encodings: ['gzip', 'identity'],
    threshold: WORTH_IT_FROM_BYTES,
    syncThreshold: AT_ONCE_BYTES_MAX,
    customTypes: COMPRESSIBLE,
    // A compressed request could unpack beyond the limit of a body.
    globalDecompression: false,
  })
}
