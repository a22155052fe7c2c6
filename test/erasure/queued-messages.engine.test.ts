/** An erasure removes what is queued of the wording, whatever the clocks of those who wrote say. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { articleStream, type ArticleId, Instant, Position, SemVer, Slug } from '#contracts/ids.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { messagesNaming, removeErased } from '#infra/postgres/erasure/scrub.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeAddEvents } from '#infra/postgres/webhooks/messages.ts'
import { eventOfTold } from '#query-api/saved-searches/message.ts'
import type { Told } from '#query-api/saved-searches/ports.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { makeAccount } from '../webhooks/world.ts'

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

/** Where the erasure of these tests is in the log; 0 is before it. */
const ERASED_AT = Position.parse(1)

test('messages and news of saved searches go with the version that they name', async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 2,
  })
  try {
    const [article, other] = [randomUUID(), randomUUID()] as [ArticleId, ArticleId]
    const accountId = await makeAccount(pool)
    const searchId = randomUUID()
    await pool.query(
      `insert into saved_searches (id, account_id, wrapped_key, sealed, follows_after)
       values ($1, $2, $3, $3, 0)`,
      [searchId, accountId, Buffer.alloc(40)],
    )
    const versions = [SemVer.parse('1.0.0')]
    const data = {
      versions,
      whole: false,
      thread: null,
      ground: 'gdpr-17' as const,
      request: 'test',
      requestedBy: 'staff:first',
      keys: [],
      fingerprints: [],
    }
    const time = Instant.parse(new Date().toISOString())
    const context = { actor: 'staff:second', time, correlationId: randomUUID(), causationId: null }
    const streamId = articleStream(article)
    await makeEventStore(pool).append(
      [{ streamId, expectedVersion: 0, events: [{ type: 'WordingErased', data }] }],
      context,
    )
    const [before, after] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.parse(time) + ms))
    const told = [
      { name: 'older', of: article, version: '1.0.0', position: 0, at: before },
      { name: 'older-gone', of: article, version: null, position: 0, at: before },
      // The follower was behind, and told of the erased version after its erasure.
      { name: 'late', of: article, version: '1.0.0', position: 0, at: after },
      { name: 'late-gone', of: article, version: null, position: 0, at: after },
      { name: 'late-staying', of: article, version: '2.0.0', position: 0, at: after },
      { name: 'erased-text', of: article, version: null, position: 0, at: after },
      { name: 'since', of: article, version: '1.0.0', position: 2, at: after },
      { name: 'other', of: other, version: '1.0.0', position: 0, at: before },
    ]
    for (const { name, of, version, position, at } of told) {
      const one: Told = {
        id: randomUUID(),
        searchId,
        state: version === null ? 'unmatched' : 'matched',
        articleId: of,
        slug: Slug.parse(name),
        version: version === null ? null : SemVer.parse(version),
        sha256Hash: version === null ? null : sha256Hex(name),
        position: Position.parse(position),
        at: Instant.parse((at ?? new Date()).toISOString()),
      }
      await makeAddEvents(pool.vault)(pool, [eventOfTold(one, accountId)])
      await pool.query('update webhook_events set created_at = $2 where id = $1', [one.id, at])
      await pool.query(
        `insert into saved_search_news
           (search_id, id, article_id, slug, version, sha256_hash, state, position, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [searchId, one.id, of, name, version, one.sha256Hash, one.state, position, at],
      )
    }
    const erasure = { position: ERASED_AT, streamId, texts: [], vectors: [], slugs: [] }
    await removeErased(pool, [erasure], () => Promise.resolve({}))
    const messages = await pool.query<{ slug: string }>(
      `select body::jsonb #>> '{data,slug}' as slug from webhook_events order by seq`,
    )
    const news = await pool.query<{ slug: string }>(
      'select slug from saved_search_news order by seq',
    )
    const staying = ['late-staying', 'erased-text', 'since', 'other']
    expect(messages.rows.map(({ slug }) => slug)).toEqual(staying)
    expect(news.rows.map(({ slug }) => slug)).toEqual(staying)
  } finally {
    await pool.close()
    await database.close()
  }
})

test('nobody who appends waits while receipts and messages are looked through', async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 3,
  })
  try {
    const article = randomUUID() as ArticleId
    const context = {
      actor: 'staff:second',
      time: Instant.parse(new Date().toISOString()),
      correlationId: randomUUID(),
      causationId: null,
    }
    const append = () =>
      makeEventStore(pool).append(
        [
          {
            streamId: articleStream(randomUUID() as ArticleId),
            expectedVersion: 0,
            events: [{ type: 'Deleted', data: { reason: 'une raison' } }],
          },
        ],
        context,
      )
    const appended: unknown[] = []
    const erasure = { position: ERASED_AT, streamId: articleStream(article) }
    const nothing = { texts: [], vectors: [], slugs: [] }
    await removeErased(pool, [{ ...erasure, ...nothing }], async () => {
      appended.push(await append())
      return {}
    })
    expect(appended).toMatchObject([{ eventCount: 1 }])
  } finally {
    await pool.close()
    await database.close()
  }
})

/** A message about a text that was withdrawn in favour of another one. */
const withdrawn = (replacement: string) => ({
  type: 'article.withdrawn',
  timestamp: '2026-03-01T09:00:00.000Z',
  data: { id: replacement, slug: 'retire', replacement, links: { article: null, page: null } },
})

test('a message about another text no longer names an erased one as what to use instead', async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 2,
  })
  try {
    for (const replacement of ['parti', 'reste'])
      await pool.query(
        `insert into webhook_events (id, type, order_key, body)
         values ($1, 'article.withdrawn', 'another text', $2)`,
        [replacement, JSON.stringify(withdrawn(replacement))],
      )
    const slugs = [pool.vault.lookUp('slug', 'parti')]
    const streamId = articleStream(randomUUID() as ArticleId)
    const erasure = { position: ERASED_AT, streamId, texts: [], vectors: [], slugs }
    expect(await messagesNaming(pool, pool, erasure)).toHaveProperty('size', 1)
    await removeErased(pool, [erasure], () => Promise.resolve({}))
    expect(await messagesNaming(pool, pool, erasure)).toHaveProperty('size', 0)
    const { rows } = await pool.query<{ body: string }>(
      'select body from webhook_events order by seq',
    )
    const { data, ...envelope } = withdrawn('parti')
    const struck = { ...envelope, data: { ...data, replacement: null } }
    expect(rows.map(({ body }) => body)).toEqual(
      [struck, withdrawn('reste')].map((one) => JSON.stringify(one)),
    )
  } finally {
    await pool.close()
    await database.close()
  }
})
