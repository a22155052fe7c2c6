/** What the vault still knows of erasures: where the words were, and what became of each copy. */
import { z } from 'zod'
import { CopyKind } from '#contracts/erasure/certificate.ts'
import { type ArticleId, Instant, Position, Sha256Hex, StreamId } from '#contracts/ids.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { textPassages } from './used-passages.ts'

/** Where the copies of erased words were, by the look-ups of the vault. */
const LookUps = z.object({
  texts: z.array(z.instanceof(Buffer)),
  vectors: z.array(z.instanceof(Buffer)),
  slugs: z.array(z.instanceof(Buffer)),
})
export type LookUps = z.infer<typeof LookUps>

/** How many of a kind of copy were handled, and when the last of them was. */
const Handled = z.partialRecord(CopyKind, z.object({ count: z.int().nullable(), at: Instant }))
export type Handled = z.infer<typeof Handled>

/** An erasure of which something may be left outside of the log. */
export const UnfinishedErasure = LookUps.extend({
  /** Of its fact. */
  position: Position,
  streamId: StreamId,
})
export type UnfinishedErasure = z.infer<typeof UnfinishedErasure>

/** An erasure with what its certificate says of it. */
const RecordedErasure = UnfinishedErasure.extend({
  /** HMAC of what was served before; null: it was not read. */
  digestBefore: Sha256Hex.nullable(),
  handled: Handled,
  /**
   * Whether the look-ups of vectors and slugs are all there were. False after a restore with keys
   * from before the erasure: then they are empty.
   */
  isLocated: z.boolean(),
})
export type RecordedErasure = z.infer<typeof RecordedErasure>

const LIST = statement('erasures-unfinished', {
  sql: `select position, stream_id as "streamId", texts, vectors, slugs from keys.erasures
    where finished_at is null order by position`,
  row: UnfinishedErasure,
})
const RECORDED = statement('erasures-recorded', {
  sql: `select position, stream_id as "streamId", texts, vectors, slugs,
      digest_before as "digestBefore", handled, located as "isLocated"
    from keys.erasures where stream_id = $1 and position = $2`,
  values: (streamId: StreamId, position: Position) => [streamId, position],
  row: RecordedErasure,
})
const BY_SLUG = statement('erasures-by-slug', {
  sql: `select distinct stream_id as "streamId" from keys.erasures where $1 = any(slugs) order by 1`,
  values: (slug: Buffer) => [slug],
  row: z.object({ streamId: StreamId }),
})
const FINISH = statement('erasures-finish', {
  sql: 'update keys.erasures set finished_at = now() where position = any($1::bigint[])',
  values: (positions: readonly Position[]) => [positions],
})
const noted = (count: string): string =>
  `update keys.erasures set handled = handled || jsonb_build_object($2::text, jsonb_build_object(
     'count', ${count}, 'at', ${isoInstant('clock_timestamp()')})) where position = $1`
const ADD = statement('erasures-add-handled', {
  sql: noted(`coalesce((handled #>> array[$2::text, 'count'])::bigint, 0) + $3::bigint`),
  values: (position: Position, copy: CopyKind, count: number) => [position, copy, count],
})
const SET = statement('erasures-set-handled', {
  sql: noted('$3::bigint'),
  values: (position: Position, copy: CopyKind, count: number | null) => [position, copy, count],
})

/** Erasures whose keys are destroyed and that are not finished, in the order of the log. */
export const unfinishedErasures = (on: Queryable): Promise<UnfinishedErasure[]> => LIST.rows(on)

/** One erasure, finished or not; null: the vault does not know it. */
export const recordedErasure = (
  on: Queryable,
  { streamId, position }: Pick<UnfinishedErasure, 'streamId' | 'position'>,
): Promise<RecordedErasure | null> => RECORDED.first(on, streamId, position)

/** The texts of which an erased wording had this slug. */
export const streamsOfErasedSlug = async (
  pool: PostgresPool,
  slug: string,
): Promise<readonly StreamId[]> =>
  (await BY_SLUG.rows(pool, pool.vault.lookUp('slug', slug))).map(({ streamId }) => streamId)

type Noted = Pick<UnfinishedErasure, 'position'>

/** Adds to what was handled of a kind of copy by the attempts before. */
export const addHandled = (
  on: Queryable,
  { position }: Noted,
  copy: CopyKind,
  count: number,
): Promise<number> => ADD.run(on, position, copy, count)

/** Notes what each attempt handles anew; null: it is not counted. */
export const setHandled = (
  on: Queryable,
  { position }: Noted,
  copy: CopyKind,
  count: number | null,
): Promise<number> => SET.run(on, position, copy, count)

export const finishErasures = (
  on: Queryable,
  erasures: readonly UnfinishedErasure[],
): Promise<number> =>
  FINISH.run(
    on,
    erasures.map(({ position }) => position),
  )

/**
 * Finds those of the embedded passages that other texts have, too. Throws the Faults of the pool.
 */
export const makePassagesElsewhere =
  (pool: PostgresPool) =>
  async (id: ArticleId, passages: readonly Sha256Hex[]): Promise<ReadonlySet<Sha256Hex>> => {
    const elsewhere = new Set<Sha256Hex>()
    if (passages.length === 0) return elsewhere
    const asked = new Set(passages)
    for await (const text of textPassages(pool)) {
      if (text.articleId === id) continue
      for (const hash of text.passages) if (asked.has(hash)) elsewhere.add(hash)
      if (elsewhere.size === asked.size) break
    }
    return elsewhere
  }
