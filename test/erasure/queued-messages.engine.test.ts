/** An erasure removes what is queued of the wording, whatever the clocks of those who wrote say. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { articleStream, type ArticleId, Position } from '#contracts/ids.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { removeErased } from '#infra/postgres/erasure/scrub.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const HASH = 'a'.repeat(64)
const DAY_MS = 86_400_000

test('what was queued before, or names the hash, is removed; others stay', async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 2,
  })
  try {
    const [article, other] = [randomUUID(), randomUUID()] as [ArticleId, ArticleId]
    const { rows } = await pool.query<{ generation: number }>(
      'select generation from live_generation',
    )
    const generation = rows[0]?.generation
    // The changes of the erased version have lost their hash, those of the others have theirs.
    // The log has no fact at its position, so the erasure counts as of now.
    const [before, after] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms))
    const queued = [
      { text: article, position: 1, now: null, told: HASH, at: after },
      { text: article, position: 2, now: null, told: null, at: after },
      { text: article, position: 3, now: HASH, told: HASH, at: after },
      { text: other, position: 4, now: HASH, told: HASH, at: before },
      { text: article, position: 5, now: HASH, told: HASH, at: before },
      // The clock was set back after the erasure.
      { text: article, position: 12, now: HASH, told: HASH, at: before },
    ]
    for (const { text, position, now, told, at } of queued) {
      const id = randomUUID()
      await pool.query(
        `insert into changes (generation, position, subject, type, article_id, jurisdictions, change)
         values ($1, $2, $3::text, 'article.published', $3::text::uuid, '{}', $4)`,
        [generation, position, text, JSON.stringify({ id, sha256Hash: now })],
      )
      await pool.query(
        `insert into webhook_events (id, type, order_key, body, created_at)
         values ($1, 'article.published', $2, $3, $4)`,
        [id, text, JSON.stringify({ data: { position, sha256Hash: told } }), at],
      )
    }
    const erasure = { position: Position.parse(9), streamId: articleStream(article) }
    const nothing = { texts: [], vectors: [], slugs: [] }
    await removeErased(pool, [{ ...erasure, ...nothing }], () => Promise.resolve({}))
    const left = await pool.query<{ position: number }>(
      `select (body::jsonb #>> '{data,position}')::int as position from webhook_events order by 1`,
    )
    expect(left.rows.map(({ position }) => position)).toEqual([2, 3, 4, 12])
  } finally {
    await pool.close()
    await database.close()
  }
})
