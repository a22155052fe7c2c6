import { z } from 'zod'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { Blobs } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import { Sha256Hex } from '#contracts/ids.ts'
import { inBatches, inOrder, toBytes } from './hashes.ts'
import type { PostgresPool } from '../platform/pool.ts'

/** Limits of one statement, in characters and texts. */
const BATCH = { sizeMax: 8 * 1024 * 1024, countMax: 1_000 } as const

const PUT = {
  name: 'put-blobs',
  text: `insert into blobs (sha256, text) select * from unnest($1::bytea[], $2::text[]) on conflict do nothing`,
}
const GET = {
  name: 'get-blobs',
  text: `select encode(sha256, 'hex') as sha256, text from blobs where sha256 = any($1)`,
}
const Row = z.object({ sha256: Sha256Hex, text: z.string() })

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

/** Stores texts by hash on PostgreSQL. Writing a stored text again changes nothing. */
export const makeBlobs = (pool: PostgresPool): Blobs => ({
  put: async (texts) => {
    for (const blob of texts) check(blob)
    const sorted = inOrder(texts, ({ sha256 }) => sha256)
    for (const batch of inBatches(sorted, ({ text }) => text.length, BATCH))
      await pool.query(PUT, [
        batch.map(({ sha256 }) => toBytes(sha256)),
        batch.map(({ text }) => text),
      ])
  },
  get: async (hashes) => {
    const { rows } = await pool.query(GET, [hashes.map(toBytes)])
    const found = new Map(
      rows.map((row) => Row.parse(row)).map(({ sha256, text }) => [sha256, text]),
    )
    checkComplete(hashes, found)
    return found
  },
})
