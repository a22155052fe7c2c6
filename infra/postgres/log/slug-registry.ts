import { z } from 'zod'
import { Slug, StreamId } from '#contracts/ids.ts'
import type { SlugRegistry } from '#ingest/ports.ts'
import { inOrder } from './hashes.ts'
import type { PostgresPool } from '../platform/pool.ts'

const CLAIM = {
  name: 'claim-slugs',
  text: `insert into slugs (slug, stream_id) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
}
const OWNERS = {
  name: 'slug-owners',
  text: 'select slug, stream_id as "streamId" from slugs where slug = any($1)',
}
const Row = z.object({ slug: Slug, streamId: StreamId })

const ownersOf = async (
  pool: PostgresPool,
  slugs: readonly Slug[],
): Promise<Map<Slug, StreamId>> => {
  const { rows } = await pool.query(OWNERS, [slugs])
  return new Map(rows.map((row) => Row.parse(row)).map(({ slug, streamId }) => [slug, streamId]))
}

/**
 * Claims slugs on PostgreSQL: the first claim of a slug wins forever, within one call the first one
 * in order.
 */
export const makeSlugRegistry = (pool: PostgresPool): SlugRegistry => ({
  claim: async (claims) => {
    const sorted = inOrder(claims.toReversed(), ({ slug }) => slug)
    const slugs = sorted.map(({ slug }) => slug)
    // Two statements, so that the second one sees what others committed while the first waited.
    await pool.query(CLAIM, [slugs, sorted.map(({ streamId }) => streamId)])
    return ownersOf(pool, slugs)
  },
  ownerOf: async (slug) => (await ownersOf(pool, [slug])).get(slug) ?? null,
})
