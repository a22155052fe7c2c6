/** What somebody chooses about mail, while mail of theirs waits or is sent. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMailChoices, makeMailQueue } from '#infra/postgres/mail/mails.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { sealContent } from '#infra/postgres/saved-searches/content.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const WAIT = { timeout: 30_000, interval: 20 }
let database: TestDatabase
let pool: PostgresPool
beforeAll(async () => {
  database = await openTestDatabase()
  const options = { applicationName: 'pandect test', pepper: TEST_PEPPER, max: 4 }
  pool = makePool(database.connectionString, options)
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

type Reader = { readonly accountId: string; readonly userId: string; readonly addressId: string }

/** Somebody with a confirmed address. */
const makeReader = async (): Promise<Reader> => {
  const [accountId, userId, addressId] = [randomUUID(), randomUUID(), randomUUID()]
  await pool.query("insert into accounts (id, name, plan, paid) values ($1, $2, 'firm', true)", [
    accountId,
    accountId,
  ])
  await pool.query(
    "insert into account_users (id, account_id, email, password_hash) values ($1, $2, $3, '')",
    [userId, accountId, `${userId}@example.org`],
  )
  await pool.query(
    `insert into webhook_endpoints (id, account_id, kind, url, sealed_secret, starts_after)
     values ($1, $2, 'mail', 'mailto:', '', 0)`,
    [addressId, accountId],
  )
  await pool.query(
    `insert into mail_addresses (user_id, endpoint_id, language, confirmed_at)
     values ($1, $2, 'fr', clock_timestamp())`,
    [userId, addressId],
  )
  return { accountId, userId, addressId }
}

test('whoever records outcomes and whoever stops the mail never wait for each other', async () => {
  const { addressId } = await makeReader()
  await pool.query(
    `with e as (insert into webhook_events (id, type, body) values ($2, 'test', '{}') returning seq)
     insert into webhook_messages (id, endpoint_id, event_seq) select $3, $1, seq from e`,
    [addressId, `mail:${addressId}`, randomUUID()],
  )
  const waiting = async (): Promise<number> => {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.waiting ?? 0
  }
  let stopping: Promise<boolean> | undefined
  // In the order of the queue: the address, then its messages.
  await pool.transaction(async (transaction) => {
    await transaction.query('select from webhook_endpoints where id = $1 for no key update', [
      addressId,
    ])
    stopping = makeMailChoices(pool).unsubscribe(addressId)
    await expect.poll(waiting, WAIT).toBeGreaterThan(0)
    await transaction.query(
      'update webhook_messages set attempts = attempts + 1 where endpoint_id = $1',
      [addressId],
    )
  })
  expect(await stopping).toBe(true)
  const { rows } = await pool.query<{ cause: string; left: number }>(
    `select disabled_cause as cause,
       (select count(*) from webhook_messages where endpoint_id = p.id) as left
     from webhook_endpoints p where id = $1`,
    [addressId],
  )
  expect(rows).toEqual([{ cause: 'owner', left: 0 }])
})

test('a mail that waits leaves out a search that is mailed no more', async () => {
  const { accountId, userId, addressId } = await makeReader()
  const reader = { userId, accountId, actor: `account:${accountId}` } as const
  const choices = makeMailChoices(pool)
  const save = async (name: string): Promise<string> => {
    const searchId = randomUUID()
    const search = { text: 'bail', filters: {}, includeHeadnotes: true }
    const { wrapped, sealed } = sealContent(pool.vault, searchId, { name, search, words: 'all' })
    await pool.query(
      `insert into saved_searches (id, account_id, wrapped_key, sealed, follows_after)
       values ($1, $2, $3, $4, 0)`,
      [searchId, accountId, wrapped, sealed],
    )
    await choices.choose(reader, searchId, { rhythm: 'soon', language: 'fr' })
    await pool.query(
      `insert into saved_search_news (search_id, id, article_id, slug, state, position, at)
       values ($1, $2, $3, $4, 'matched', 1, clock_timestamp())`,
      [searchId, randomUUID(), randomUUID(), `slug-${name}`],
    )
    return searchId
  }
  const [kept, left] = [await save('kept'), await save('left')]
  const queue = makeMailQueue(pool, { bundleSeconds: 0 })
  const parts = [kept, left].map((searchId) => ({ searchId, after: 0, to: 1_000 }))
  const namesNow = async (): Promise<readonly string[] | null> => {
    const content = await queue.content(addressId, { kind: 'digest', parts })
    return content?.kind === 'digest' ? content.parts.map(({ name }) => name) : null
  }
  expect(await namesNow()).toEqual(['kept', 'left'])
  await choices.choose(reader, left, { rhythm: null, language: 'fr' })
  expect(await namesNow()).toEqual(['kept'])
  await choices.choose(reader, kept, { rhythm: null, language: 'fr' })
  expect(await namesNow()).toBeNull()
})
