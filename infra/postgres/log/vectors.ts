import { endianness } from 'node:os'
import { z } from 'zod'
import type { Vectors } from '#contracts/events/append.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import { openBytes, SEAL, sealPlain } from '#contracts/sealing/seal.ts'
import { inBatches } from '#contracts/toolkit/chunks.ts'
import { inOrder, toBytes } from './hashes.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import type { Vault } from '../platform/vault.ts'

/** Limits of one statement, in bytes and vectors. */
const BATCH = { sizeMax: 8 * 1024 * 1024, countMax: 5_000 } as const
const FLOAT_BYTES = 4

type KeptVector = { readonly key: Buffer; readonly vector: Buffer }
const PUT = statement('put-vectors', {
  sql: `insert into vectors (model, text_sha256, vector)
    select $1, * from unnest($2::bytea[], $3::bytea[]) on conflict do nothing`,
  values: (model: string, vectors: readonly KeptVector[]) => [
    model,
    vectors.map(({ key }) => key),
    vectors.map(({ vector }) => vector),
  ],
})
const GET = statement('get-vectors', {
  sql: 'select text_sha256 as key, vector from vectors where model = $1 and text_sha256 = any($2)',
  values: (model: string, keys: readonly Buffer[]) => [model, keys],
  row: z.object({ key: z.instanceof(Buffer), vector: z.instanceof(Buffer) }),
})

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

/** The key of a vector: HMAC of the hash of its text, since a hash can be guessed. */
export const vectorKey = (vault: Vault, hash: Sha256Hex): Buffer => vault.lookUp('vector', hash)

const aboutOf = (model: string): string => `vector/${model}`

/**
 * Seals the bytes of a vector: whoever knows the model could test a guessed text against them. The
 * key comes from the hash of the text, which facts hold under the keys of their wordings: once the
 * last of these is destroyed, nothing says which key opens it (contracts/conventions/sealing.md).
 */
export const sealVector = (vault: Vault, model: string, hash: Sha256Hex, bytes: Buffer): Buffer =>
  sealPlain(vault.lookUp('vector key', hash), bytes, aboutOf(model))

/** Whole floats: of a vector in clear, from before vectors were sealed. */
const isClear = (bytes: Buffer): boolean => bytes.length % FLOAT_BYTES === 0

/** The bytes of a kept vector, sealed or from before. */
export const openVector = (vault: Vault, model: string, hash: Sha256Hex, kept: Buffer): Buffer =>
  isClear(kept) ? kept : openBytes(vault.lookUp('vector key', hash), kept, aboutOf(model))

/** Dimensions of a kept vector by its length, in SQL. */
export const VECTOR_DIMENSIONS = `(octet_length(vector) - case when octet_length(vector) % ${FLOAT_BYTES} = 0
  then 0 else ${SEAL.aroundBytes} end) / ${FLOAT_BYTES}`

const findBy = async (
  { on, vault, model }: { readonly on: Queryable; readonly vault: Vault; readonly model: string },
  hashes: readonly Sha256Hex[],
  keyOf: (hash: Sha256Hex) => Buffer,
  found: Map<Sha256Hex, Float32Array>,
): Promise<void> => {
  if (hashes.length === 0) return
  const byKey = new Map(hashes.map((hash) => [keyOf(hash).toString('latin1'), hash]))
  const keys = [...byKey.keys()].map((key) => Buffer.from(key, 'latin1'))
  for (const { key, vector } of await GET.rows(on, model, keys)) {
    const hash = byKey.get(key.toString('latin1'))
    if (hash !== undefined) found.set(hash, parse(openVector(vault, model, hash, vector)))
  }
}

/**
 * The vectors of a model that are kept for these hashes. Throws the Faults of the pool and its
 * vault.
 */
export const findVectors = async (
  on: Queryable,
  vault: Vault,
  model: string,
  hashes: readonly Sha256Hex[],
): Promise<Map<Sha256Hex, Float32Array>> => {
  const found = new Map<Sha256Hex, Float32Array>()
  const where = { on, vault, model }
  await findBy(where, hashes, (hash) => vectorKey(vault, hash), found)
  // Those of an older log are under the hash itself.
  const others = hashes.filter((hash) => !found.has(hash))
  await findBy(where, others, toBytes, found)
  return found
}

/** Stores vectors by model and text on PostgreSQL, sealed. The first vector of a key stays. */
export const makeVectors = (pool: PostgresPool): Vectors => ({
  put: async (model, vectors) => {
    const sorted = inOrder(vectors, ({ textSha256 }) => textSha256)
    for (const batch of inBatches(sorted, ({ vector }) => vector.length * FLOAT_BYTES, BATCH))
      await PUT.run(
        pool,
        model,
        batch.map(({ textSha256, vector }) => ({
          key: vectorKey(pool.vault, textSha256),
          vector: sealVector(pool.vault, model, textSha256, print(vector)),
        })),
      )
  },
  get: (model, hashes) => findVectors(pool, pool.vault, model, hashes),
})
