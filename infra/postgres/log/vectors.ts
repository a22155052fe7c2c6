import { endianness } from 'node:os'
import { z } from 'zod'
import type { Vectors } from '#contracts/events/append.ts'
import { inBatches, inOrder, toBytes, toHash } from './hashes.ts'
import type { PostgresPool } from '../platform/pool.ts'

/** Limits of one statement, in bytes and vectors. */
const BATCH = { sizeMax: 8 * 1024 * 1024, countMax: 5_000 } as const
const FLOAT_BYTES = 4

const PUT = {
  name: 'put-vectors',
  text: `insert into vectors (model, text_sha256, vector)
    select $1, * from unnest($2::bytea[], $3::bytea[]) on conflict do nothing`,
}
const GET = {
  name: 'get-vectors',
  text: 'select text_sha256 as hash, vector from vectors where model = $1 and text_sha256 = any($2)',
}
const Row = z.object({ hash: z.instanceof(Buffer), vector: z.instanceof(Buffer) })

/** Little-endian on every machine, since a database may move. */
const swapped = (bytes: Buffer): Buffer => (endianness() === 'LE' ? bytes : bytes.swap32())

const print = (vector: Float32Array): Buffer =>
  // Copied, since swapping must not change the caller's array.
  swapped(
    Buffer.from(Uint8Array.from(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))),
  )

const parse = (bytes: Buffer): Float32Array =>
  // Copied again, since the driver's bytes may not be aligned for floats.
  new Float32Array(Uint8Array.from(swapped(bytes)).buffer)

/** Stores vectors by model and text hash on PostgreSQL. The first vector of a key stays. */
export const makeVectors = (pool: PostgresPool): Vectors => ({
  put: async (model, vectors) => {
    const sorted = inOrder(vectors, ({ textSha256 }) => textSha256)
    for (const batch of inBatches(sorted, ({ vector }) => vector.length * FLOAT_BYTES, BATCH)) {
      const hashes = batch.map(({ textSha256 }) => toBytes(textSha256))
      await pool.query(PUT, [model, hashes, batch.map(({ vector }) => print(vector))])
    }
  },
  get: async (model, hashes) => {
    const { rows } = await pool.query(GET, [model, hashes.map(toBytes)])
    const parsed = rows.map((row) => Row.parse(row))
    return new Map(parsed.map(({ hash, vector }) => [toHash(hash), parse(vector)]))
  },
})
