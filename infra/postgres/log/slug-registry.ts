import { z } from 'zod'
import { Slug, StreamId } from '#contracts/ids.ts'
import type { SlugRegistry } from '#ingest/ports.ts'
import { inOrder } from './hashes.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

type Claim = { readonly lookUp: Buffer; readonly slug: Slug; readonly streamId: StreamId }
// A slug that was claimed before claims were sealed belongs to whoever claimed it then.
const CLAIM = statement('claim-slugs', {
  sql: `insert into slug_claims (look_up, stream_id)
    select look_up, coalesce(s.stream_id, given.stream_id)
    from unnest($1::bytea[], $2::text[], $3::text[]) as given (look_up, slug, stream_id) left join slugs s using (slug)
    on conflict do nothing`,
  values: (claims: readonly Claim[]) => [
    claims.map(({ lookUp }) => lookUp),
    claims.map(({ slug }) => slug),
    claims.map(({ streamId }) => streamId),
  ],
})
const OWNERS = statement('slug-owners', {
  sql: `select slug, coalesce(c.stream_id, s.stream_id) as "streamId"
    from unnest($1::bytea[], $2::text[]) as given (look_up, slug)
      left join slug_claims c using (look_up) left join slugs s using (slug)
    where coalesce(c.stream_id, s.stream_id) is not null`,
  values: (slugs: readonly Pick<Claim, 'lookUp' | 'slug'>[]) => [
    slugs.map(({ lookUp }) => lookUp),
    slugs.map(({ slug }) => slug),
  ],
  row: z.object({ slug: Slug, streamId: StreamId }),
})

/**
 * Claims slugs on PostgreSQL: the first claim of a slug wins forever, within one call the first one
 * in order. A slug may have the words of a name, so it is kept as an HMAC.
 */
export const makeSlugRegistry = (pool: PostgresPool): SlugRegistry => {
  const lookUp = (slug: Slug): Buffer => pool.vault.lookUp('slug', slug)
  const ownersOf = async (slugs: readonly Slug[]): Promise<Map<Slug, StreamId>> => {
    const asked = slugs.map((slug) => ({ slug, lookUp: lookUp(slug) }))
    const rows = await OWNERS.rows(pool, asked)
    return new Map(rows.map(({ slug, streamId }) => [slug, streamId]))
  }
  return {
    claim: async (claims) => {
      const keyed = claims.map((claim) => ({ ...claim, lookUp: lookUp(claim.slug) }))
      const sorted = inOrder(keyed.toReversed(), (claim) => claim.lookUp.toString('hex'))
      // Two statements, so that the second one sees what others committed while the first waited.
      await CLAIM.run(pool, sorted)
      return ownersOf(sorted.map(({ slug }) => slug))
    },
    ownerOf: async (slug) => (await ownersOf([slug])).get(slug) ?? null,
  }
}
