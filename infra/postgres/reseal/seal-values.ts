/** Seals the texts and slugs of an older log, and gives its vectors places that tell nothing. */
import { z } from 'zod'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { Fault } from '#contracts/fault.ts'
import { Sha256Hex, Slug, StreamId } from '#contracts/ids.ts'
import { inBatches } from '#contracts/toolkit/chunks.ts'
import { findTexts, makeBlobs } from '../log/blobs.ts'
import { toBytes } from '../log/hashes.ts'
import { makeSlugRegistry } from '../log/slug-registry.ts'
import { openVector, sealVector, vectorKey } from '../log/vectors.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { readEmbeddedHashes } from './clear-facts.ts'

/** Rows of one statement. A text may have 4 MB. */
const BATCH = {
  texts: 50,
  slugs: 5_000,
  vectors: 2_000,
  hashes: { countMax: 5_000, sizeMax: Infinity },
} as const

const NEXT_TEXTS = statement('reseal-next-texts', {
  sql: `select encode(sha256, 'hex') as sha256, text from blobs where sha256 > $1 order by sha256 limit ${BATCH.texts}`,
  values: (after: Buffer) => [after],
  row: z.object({ sha256: Sha256Hex, text: z.string() }),
})
const NEXT_SLUGS = statement('reseal-next-slugs', {
  sql: `select slug, stream_id as "streamId" from slugs where slug > $1 order by slug limit ${BATCH.slugs}`,
  values: (after: string) => [after],
  row: z.object({ slug: Slug, streamId: StreamId }),
})
const REMOVE_TEXTS = statement('reseal-remove-texts', {
  sql: 'delete from blobs where sha256 = any ($1)',
  values: (hashes: readonly Sha256Hex[]) => [hashes.map(toBytes)],
})
const EMPTY_TEXTS = statement('reseal-empty-texts', { sql: 'truncate blobs' })
const EMPTY_SLUGS = statement('reseal-empty-slugs', { sql: 'truncate slugs' })

/** Without the texts in clear, so that only what is sealed answers. */
const checkOpen = async (pool: PostgresPool, hashes: readonly Sha256Hex[]): Promise<void> => {
  const found = await findTexts(pool, hashes)
  for (const hash of hashes) {
    const text = found.get(hash)
    if (text === undefined || sha256Hex(text) !== hash)
      throw new Fault('reseal-differs', `the text with the hash ${hash} opens differently`)
  }
}

/**
 * Seals every text in clear; answers how many. Throws Faults `blob-mismatch`, `reseal-differs` and
 * those of the pool.
 */
export const sealTexts = async (
  pool: PostgresPool,
  onTexts: (count: number) => void,
): Promise<number> => {
  const blobs = makeBlobs(pool)
  let after: Buffer = Buffer.alloc(0)
  let count = 0
  for (;;) {
    const texts = await NEXT_TEXTS.rows(pool, after)
    const last = texts.at(-1)
    if (last === undefined) break
    const hashes = texts.map(({ sha256 }) => sha256)
    await blobs.put(texts)
    await REMOVE_TEXTS.run(pool, hashes)
    await checkOpen(pool, hashes)
    after = toBytes(last.sha256)
    count += texts.length
    onTexts(count)
  }
  await EMPTY_TEXTS.run(pool)
  return count
}

/** Claims every slug in clear for the text that holds it. Throws Fault `reseal-differs`. */
export const sealSlugs = async (pool: PostgresPool): Promise<number> => {
  const registry = makeSlugRegistry(pool)
  let after = ''
  let count = 0
  for (;;) {
    const claims = await NEXT_SLUGS.rows(pool, after)
    const last = claims.at(-1)
    if (last === undefined) break
    const owners = await registry.claim(claims)
    if (claims.some(({ slug, streamId }) => owners.get(slug) !== streamId))
      throw new Fault('reseal-differs', 'a slug would belong to another text')
    after = last.slug
    count += claims.length
  }
  await EMPTY_SLUGS.run(pool)
  return count
}

const VECTOR_TABLES = `create temporary table resealed_places (
  clear bytea primary key, place bytea not null
) on commit drop`
const WRITE_PLACES = statement('reseal-write-places', {
  sql: `insert into resealed_places (clear, place) select * from unnest($1::bytea[], $2::bytea[]) on conflict do nothing`,
  values: (places: readonly { readonly clear: Buffer; readonly place: Buffer }[]) => [
    places.map(({ clear }) => clear),
    places.map(({ place }) => place),
  ],
})
// A vector that is already in the sealed place is the one that was read.
const KEEP_VECTORS = `create temporary table resealed_vectors on commit drop as
  select row_number() over () as number, kept.* from (
    select distinct on (model, place) model, clear, place, vector from (
      select model, clear, place, vector, 1 as rank from vectors join resealed_places on text_sha256 = place
      union all
      select model, clear, place, vector, 2 as rank from vectors join resealed_places on text_sha256 = clear
    ) as found order by model, place, rank
  ) as kept;
  create index on resealed_vectors (number);
  truncate vectors`
const NEXT_VECTORS = statement('reseal-next-vectors', {
  sql: `select number, model, encode(clear, 'hex') as hash, place, vector from resealed_vectors
    where number > $1 order by number limit ${BATCH.vectors}`,
  values: (after: number) => [after],
  row: z.object({
    number: z.int(),
    model: z.string(),
    hash: Sha256Hex,
    place: z.instanceof(Buffer),
    vector: z.instanceof(Buffer),
  }),
})
const WRITE_VECTORS = statement('reseal-write-vectors', {
  sql: `insert into vectors (model, text_sha256, vector)
    select * from unnest($1::text[], $2::bytea[], $3::bytea[])`,
  values: (
    vectors: readonly {
      readonly model: string
      readonly place: Buffer
      readonly vector: Buffer
    }[],
  ) => [
    vectors.map(({ model }) => model),
    vectors.map(({ place }) => place),
    vectors.map(({ vector }) => vector),
  ],
})
const COUNT_VECTORS = statement('reseal-count-vectors', {
  sql: `select count(*) filter (where exists (select from resealed_places where text_sha256 = clear)) as moved,
      count(*) as before from vectors`,
  row: z.object({ moved: z.int(), before: z.int() }),
})
const COUNT_KEPT = statement('reseal-count-kept-vectors', {
  sql: 'select count(*) as kept from vectors',
  row: z.object({ kept: z.int() }),
})

/** Puts those that facts name under their sealed places, sealed; the others are gone. */
const exchangeVectors = async (pool: PostgresPool): Promise<void> => {
  await pool.query(KEEP_VECTORS)
  for (let after = 0; ;) {
    const found = await NEXT_VECTORS.rows(pool, after)
    const last = found.at(-1)
    if (last === undefined) return
    const sealed = found.map(({ model, hash, place, vector }) => {
      const floats = openVector(pool.vault, model, hash, vector)
      return { model, place, vector: sealVector(pool.vault, model, hash, floats) }
    })
    await WRITE_VECTORS.run(pool, sealed)
    after = last.number
  }
}

export type VectorCounts = { readonly moved: number; readonly removed: number }

/**
 * Seals every vector that a fact names, and puts it to the HMAC of its hash. The others are
 * removed: whether their place is a hash can't be told, and they are computed again where needed.
 */
export const sealVectors = async (pool: PostgresPool): Promise<VectorCounts> => {
  await pool.query(VECTOR_TABLES)
  let hashes: Sha256Hex[] = []
  const write = async (): Promise<void> => {
    const places = hashes.map((hash) => ({
      clear: toBytes(hash),
      place: vectorKey(pool.vault, hash),
    }))
    for (const some of inBatches(places, () => 1, BATCH.hashes)) await WRITE_PLACES.run(pool, some)
    hashes = []
  }
  for await (const some of readEmbeddedHashes(pool)) {
    hashes.push(...some)
    if (hashes.length >= BATCH.hashes.countMax) await write()
  }
  await write()
  await pool.query('analyze resealed_places')
  const { moved, before } = await COUNT_VECTORS.only(pool)
  await exchangeVectors(pool)
  const { kept } = await COUNT_KEPT.only(pool)
  return { moved, removed: before - kept }
}
