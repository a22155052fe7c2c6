/** A follower that lost its lock ends its step beside the next one: nothing is counted twice. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ArticleId, Instant, Position, Slug } from '#contracts/ids.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { makeFollowing } from '#infra/postgres/saved-searches/following.ts'
import { makeAddEvents } from '#infra/postgres/webhooks/messages.ts'
import { eventOfTold } from '#query-api/saved-searches/message.ts'
import type { Told } from '#query-api/saved-searches/ports.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { makeAccount } from '../webhooks/world.ts'

test('two followers that tell the same leave one match, one news and one message', async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 2,
  })
  try {
    const accountId = await makeAccount(pool)
    const searchId = randomUUID()
    await pool.query(
      `insert into saved_searches (id, account_id, wrapped_key, sealed, follows_after)
       values ($1, $2, $3, $3, 0)`,
      [searchId, accountId, Buffer.alloc(40)],
    )
    const following = makeFollowing(pool, {
      documents: async () => [],
      queueEvents: makeAddEvents(pool.vault),
    })
    await following.begin(Position.parse(1))
    const standing = await following.standing()
    const told = (state: Told['state']): Told => ({
      id: randomUUID(),
      searchId,
      state,
      articleId: text,
      slug: Slug.parse('un-texte'),
      version: null,
      sha256Hash: null,
      position: Position.parse(2),
      at: Instant.parse('2026-01-01T00:00:00.000Z'),
    })
    const text = randomUUID() as ArticleId
    const counts = async () => {
      const { rows } = await pool.query(
        `select matches, (select count(*) from saved_search_matches) as kept,
           (select count(*) from saved_search_news) as news,
           (select count(*) from webhook_events) as events from saved_searches where id = $1`,
        [searchId],
      )
      return rows[0]
    }
    for (const [state, after] of [
      ['matched', { matches: 1, kept: 1, news: 1, events: 1 }],
      ['unmatched', { matches: 0, kept: 0, news: 2, events: 2 }],
    ] as const) {
      const one = told(state)
      for (const follower of ['the first', 'the second']) {
        // Each looks at some texts of a batch that has more, so the checkpoint stays.
        const events = [eventOfTold(one, accountId)]
        const isTold = await following.tell(standing, [one], events, Position.parse(1))
        expect(isTold, follower).toBe(true)
      }
      expect(await counts()).toEqual(after)
    }
  } finally {
    await pool.close()
    await database.close()
  }
})
