/** Notices of the desk lose the words of a treatment that an erasure struck. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EventData } from '#contracts/events/event.ts'
import {
  articleStream,
  type ArticleId,
  Day,
  Instant,
  Position,
  SemVer,
  Slug,
  StreamId,
  TreatmentId,
} from '#contracts/ids.ts'
import { removeErased } from '#infra/postgres/erasure/scrub.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { makeAccount } from '../webhooks/world.ts'

const streamOf = (id: TreatmentId): StreamId => StreamId.parse(`treatment-${id}`)

const stated = (
  id: TreatmentId,
  target: ArticleId,
  label: string,
): EventData<'TreatmentStated'> => ({
  id,
  type: 'quashed',
  source: {
    articleId: null,
    names: [],
    label,
    slug: Slug.parse(label.toLowerCase().replaceAll(' ', '-')),
    courtCode: 'fr.ccass',
    formation: null,
  },
  target: { articleId: target, names: [], label: 'Paris, 22/01234', day: null },
  polarity: 'negative',
  effectiveDate: Day.parse('2024-05-02'),
  by: 'publisher',
  statement: 'DECISION_ATTAQUEE',
})

test('who turned a text red is struck with the treatment, and the notice stays', async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 2,
  })
  try {
    const store = makeEventStore(pool)
    const [erased, cited] = [randomUUID(), randomUUID()] as [ArticleId, ArticleId]
    const [struck, other] = [randomUUID(), randomUUID()].map((id) => TreatmentId.parse(id))
    if (struck === undefined || other === undefined) throw new Error('no treatment')
    const context = {
      actor: 'staff:second',
      time: Instant.parse(new Date().toISOString()),
      correlationId: randomUUID(),
      causationId: null,
    }
    for (const [id, label] of [
      [struck, 'Dupont contre Martin'],
      [other, 'Durand contre Petit'],
    ] as const) {
      const data = stated(id, cited, label)
      const events = [{ type: 'TreatmentStated' as const, data }]
      await store.append([{ streamId: streamOf(id), expectedVersion: 0, events }], context)
    }
    const nobody = { source: { slug: null, ecli: null, names: [] }, target: { names: [] } }
    const gone = { keys: [], ...nobody }
    const data = {
      versions: [SemVer.parse('1.0.0')],
      whole: true,
      thread: null,
      ground: 'gdpr-17' as const,
      request: 'test',
      requestedBy: 'staff:first',
      keys: [],
      fingerprints: [],
    }
    const streamId = articleStream(erased)
    await store.append(
      [
        {
          streamId: streamOf(struck),
          expectedVersion: 1,
          events: [{ type: 'TreatmentWordsErased', data: gone }],
        },
        { streamId, expectedVersion: 0, events: [{ type: 'WordingErased', data }] },
      ],
      context,
    )
    for (const [position, cause, detail] of [
      [1, 'turned-red', 'quashed dupont-contre-martin'],
      [1, 'turned-red', 'quashed Dupont contre Martin'],
      [1, 'turned-red', 'quashed [erased]'],
      [2, 'turned-red', 'quashed durand-contre-petit'],
      [3, 'withdrawn', 'une erreur de numérisation'],
    ] as const)
      await pool.query(
        `insert into desk_impact_changes
           (id, position, at, cause, cited_id, cited_slug, cited_title, detail)
         values ($1, $2, now(), $3, $4, 'cite', 'Cité', $5)`,
        [randomUUID(), position, cause, cited, detail],
      )
    const nothing = { texts: [], vectors: [], slugs: [] }
    const erasure = { position: Position.parse(4), streamId, ...nothing }
    const removed = await removeErased(pool, [erasure], () => Promise.resolve({}))
    expect(removed).toMatchObject({ desk_impact_changes: 2 })
    const left = await pool.query<{ detail: string }>(
      'select detail from desk_impact_changes order by position, detail',
    )
    expect(left.rows.map(({ detail }) => detail)).toEqual([
      'quashed',
      'quashed',
      'quashed [erased]',
      'quashed durand-contre-petit',
      'une erreur de numérisation',
    ])
  } finally {
    await pool.close()
    await database.close()
  }
})

test('what is told of the text goes by its place in the log, whatever the clocks say', async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 2,
  })
  try {
    const erased = randomUUID() as ArticleId
    const accountId = await makeAccount(pool)
    const searchId = randomUUID()
    await pool.query(
      `insert into saved_searches (id, account_id, wrapped_key, sealed, follows_after)
       values ($1, $2, $3, $3, 0)`,
      [searchId, accountId, Buffer.alloc(40)],
    )
    const DAY_MS = 86_400_000
    // The log has no fact at the position of the erasure, so it counts as of now.
    const [early, late] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms))
    const place = 4
    for (const [position, at] of [
      [place - 1, late],
      [place + 1, early],
    ] as const) {
      const [change, citing] = [randomUUID(), randomUUID()]
      const insertChange = (id: string, cited: string) =>
        pool.query(
          `insert into desk_impact_changes
             (id, position, at, cause, cited_id, cited_slug, cited_title, detail)
           values ($1, $2, $3, 'withdrawn', $4, 'cite', 'Cité', 'une erreur')`,
          [id, position, at, cited],
        )
      await insertChange(change, erased)
      await insertChange(citing, randomUUID())
      await pool.query(
        `insert into desk_impact_notices
           (id, change_id, position, citing_id, citing_slug, citing_title, is_draft, sentences)
         values ($1, $2, $3, $4, 'citant', 'Citant', false, '[]')`,
        [randomUUID(), citing, position, erased],
      )
      await pool.query(
        `insert into saved_search_news
           (search_id, id, article_id, slug, version, sha256_hash, state, position, at)
         values ($1, $2, $3, 'trouve', '1.0.0', null, 'matched', $4, $5)`,
        [searchId, randomUUID(), erased, position, early],
      )
      await pool.query(
        `insert into idempotent_writes (staff_id, key_hmac, fingerprint, created_at, held_until, answer)
         values ($1, $2, $2, $3, $3, $4)`,
        [randomUUID(), Buffer.alloc(32, position), late, { articleId: erased, position }],
      )
    }
    const nothing = { texts: [], vectors: [], slugs: [] }
    const erasure = { position: Position.parse(place), streamId: articleStream(erased), ...nothing }
    await removeErased(pool, [erasure], () => Promise.resolve({}))
    const positionsOf = async (table: string, where: string) => {
      const { rows } = await pool.query<{ position: number }>(
        `select position from ${table} where ${where} order by 1`,
      )
      return rows.map(({ position }) => position)
    }
    const after = [place + 1]
    expect(await positionsOf('desk_impact_changes', `cited_id = '${erased}'`)).toEqual(after)
    expect(await positionsOf('desk_impact_notices', 'true')).toEqual(after)
    expect(await positionsOf('saved_search_news', 'true')).toEqual(after)
    const answers = `(select (answer ->> 'position')::int as position from idempotent_writes) w`
    expect(await positionsOf(answers, 'true')).toEqual(after)
  } finally {
    await pool.close()
    await database.close()
  }
})
