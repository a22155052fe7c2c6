/**
 * What is served of one text or person, as one HMAC: a bare hash would let anybody who has the rest
 * test a guess of what was erased.
 */
import { z } from 'zod'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import {
  type ArticleId,
  articleIdOfStream,
  idOfPerson,
  isPersonStream,
  Sha256Hex,
  type StreamId,
} from '#contracts/ids.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const SERVED = statement('erasures-served', {
  sql: `with live as (select generation from live_generation)
    select json as document from live join articles using (generation) where article_id = $1
    union all (select document from live join search_rows using (generation)
      where article_id = $1 and document is not null order by id)
    union all (select change::text from live join changes using (generation)
      where article_id = $1 order by position, subject)`,
  values: (id: ArticleId) => [id],
  row: z.object({ document: z.string() }),
})

const SERVED_PERSON = statement('erasures-served-person', {
  sql: `with live as (select generation from live_generation)
    select json as document from live join persons using (generation)
      where person_id = $1 and folded <> '  '
    union all (select concat_ws(' ', article_id, office, day) from live join person_decisions using (generation)
      where person_id = $1 order by article_id, office collate "C")`,
  values: (id: string) => [id],
  row: z.object({ document: z.string() }),
})

export type TextDigest = {
  readonly digest: Sha256Hex
  /** Article, search entries and changes; of a person, identity and namings. */
  readonly documents: number
}

/** Makes the digest of what the live generation serves. Throws the Faults of the pool. */
export const makeTextDigest =
  (pool: PostgresPool) =>
  async (streamId: StreamId): Promise<TextDigest> => {
    const rows = isPersonStream(streamId)
      ? await SERVED_PERSON.rows(pool, idOfPerson(streamId))
      : await SERVED.rows(pool, articleIdOfStream(streamId))
    const served = rows.map(({ document }) => document)
    const hash = sha256Hex(canonicalJson(served))
    return {
      digest: Sha256Hex.parse(pool.vault.lookUp('digest', hash).toString('hex')),
      documents: served.length,
    }
  }
