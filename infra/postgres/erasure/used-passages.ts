/**
 * The embedded passages that texts have. States of texts name them by hashes, and nothing finds
 * these but reading all states: an erasure is rare. They are read some texts at a time, since a
 * statement has half a minute, and a corpus has millions of passages.
 */
import { z } from 'zod'
import { ArticleId, Position, Sha256Hex } from '#contracts/ids.ts'
import { EVENT_COLUMNS, parseEventRow } from '../log/event-rows.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import type { Vault } from '../platform/vault.ts'

const TEXTS_PER_READ = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000' as ArticleId

const PASSAGES = statement('erasures-passages', {
  sql: `select article_id as "articleId", array(select distinct found[1]
      from regexp_matches(state::text, '"textSha256": ?"([0-9a-f]{64})"', 'g') as found) as passages
    from text_states where generation = (select generation from live_generation) and article_id > $1
    order by article_id limit $2`,
  values: (after: ArticleId, limit: number) => [after, limit],
  row: z.object({ articleId: ArticleId, passages: z.array(Sha256Hex) }),
})

export type TextPassages = {
  readonly articleId: ArticleId
  readonly passages: readonly Sha256Hex[]
}

/** The texts of the live generation with their passages. Throws the Faults of the pool. */
export async function* textPassages(on: Queryable): AsyncGenerator<TextPassages> {
  for (let after = BEFORE_ALL; ;) {
    const texts = await PASSAGES.rows(on, after, TEXTS_PER_READ)
    yield* texts
    const last = texts.at(-1)
    if (last === undefined || texts.length < TEXTS_PER_READ) return
    after = last.articleId
  }
}

// The state of a parked text lacks what waits from its place on.
const PROJECTED = statement('erasures-projected', {
  sql: `select least(g.position, (select min(p.position) - 1 from parked_streams p where p.generation = g.generation))
      as position
    from live_generation join generations g using (generation)`,
  row: z.object({ position: Position }),
})
const FACTS_PER_READ = 200
const RECORDED = {
  name: 'erasures-recorded-passages',
  text: `select ${EVENT_COLUMNS} from events where type = 'PassagesEmbedded' and position > $1
    order by position limit ${FACTS_PER_READ}`,
}

/** How far the states of texts have come. */
export const projectedUpTo = async (on: Queryable): Promise<Position> =>
  (await PROJECTED.only(on)).position

/**
 * The passages of facts after a position: the states of texts may not have them yet. Throws the
 * Faults of the pool and of its vault.
 */
export async function* passagesRecordedAfter(
  on: Queryable,
  vault: Vault,
  position: Position,
): AsyncGenerator<readonly Sha256Hex[]> {
  for (let after = position; ;) {
    const { rows } = await on.query(RECORDED, [after])
    for (const row of rows) {
      const event = parseEventRow(row, vault)
      after = event.position
      if (event.type === 'PassagesEmbedded')
        yield [...event.data.passages, ...event.data.headnotes].map(({ textSha256 }) => textSha256)
    }
    if (rows.length < FACTS_PER_READ) return
  }
}
