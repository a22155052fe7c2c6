/** Saved searches over HTTP, on the real tables and the real index. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SavedSearch } from '#contracts/http/saved-searches.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import type { SearchFollower } from '#query-api/saved-searches/follow.ts'
import { BASE, bearer, type Harness, KEY, keyRecord, makeHarness } from '../api/harness.ts'
import { openWorld, type World } from '../citator/world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { makeAccount, makeChanges, registerAt, startNotifier } from '../webhooks/world.ts'
import { adminOver, appendText, followerOn, tellAll } from './world.ts'

/** A word that is found nowhere but in a saved search. */
const CANARY = 'xylophoniste'
const WAIT = { timeout: 60_000, interval: 20 }

let world: World
let index: SearchIndex
let follower: SearchFollower
let harness: Harness
let accountId: string
beforeAll(async () => {
  world = await openWorld()
  index = await openEmbeddedSearchIndex({
    connectionString: world.connectionString,
    pepper: TEST_PEPPER,
  })
  follower = followerOn(world.pool)
}, 240_000)
afterAll(async () => {
  await index.close()
  await world.close()
})
beforeEach(async () => {
  harness = makeHarness({ savedSearches: adminOver(world.pool, index) })
  accountId = await makeAccount(world.pool)
  harness.keys.set(KEY, keyRecord({ accountId, scopes: ['webhooks:manage'] }))
})

const append = (name: string, content: string | null, version?: string): Promise<void> =>
  appendText({ world, index }, name, content, version)

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, payload?: object) =>
  harness.app.inject({
    method,
    url: `${BASE}/saved-searches${path}`,
    headers: bearer(),
    ...(payload === undefined ? {} : { payload }),
  })
const save = async (more: object): Promise<SavedSearch> => {
  const answer = await call('POST', '', { name: 'Baux ruraux', ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<SavedSearch>()
}
const newsOf = async ({ id }: SavedSearch): Promise<string[]> =>
  (await call('GET', `/${id}/news`))
    .json<{ news: { state: string; slug: string }[] }>()
    .news.map(({ state, slug }) => `${state} ${slug}`)

describe('saved searches over HTTP', () => {
  test('the whole life of one, free of charge', async () => {
    await append('fermage', 'Le fermage du bail rural est fixé par écrit.')
    await tellAll(follower)
    const search = { text: 'bail rural', filters: { jurisdictions: ['FR'] } }
    const made = await call('POST', '', { name: 'Baux ruraux', search })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.headers).toMatchObject({
      'x-service-cost-usd': '0',
      'cache-control': 'private, no-store',
    })
    const saved = made.json<SavedSearch>()
    expect(saved).toMatchObject({
      name: 'Baux ruraux',
      search: { ...search, includeHeadnotes: true },
      words: 'all',
      enabled: true,
      matches: 1,
    })
    expect((await call('GET', '')).json()).toEqual({ searches: [saved] })
    expect((await call('GET', `/${saved.id}`)).json()).toEqual(saved)
    await append('preneur', 'Le preneur du bail rural a un droit de préemption.')
    await append('ville', 'Le bail d’habitation.')
    await tellAll(follower)
    await append('fermage', 'Le fermage est payé à terme échu.', '1.1.0')
    await append('preneur', null)
    await tellAll(follower)
    expect(await newsOf(saved)).toEqual([
      'unmatched slug-preneur',
      'unmatched slug-fermage',
      'matched slug-preneur',
    ])
    const page = await call('GET', `/${saved.id}/news?limit=1`)
    expect(page.json()).toMatchObject({ news: [{ version: null }], next: expect.any(String) })
    const older = await call('GET', `/${saved.id}/news?limit=1&before=${page.json().next}`)
    expect(older.json()).toMatchObject({ news: [{ slug: 'slug-fermage', version: '1.1.0' }] })
    const renamed = await call('PATCH', `/${saved.id}`, { name: 'Fermages' })
    expect(renamed.json()).toEqual({ ...saved, name: 'Fermages', matches: 0 })
    const feed = await harness.app.inject({ method: 'GET', url: saved.feed })
    expect(feed.headers['content-type']).toContain('application/atom+xml')
    expect(feed.body).toContain('<title>Pandect: Fermages</title>')
    expect(feed.body.match(/<entry>/g)).toHaveLength(3)
    const wrong = saved.feed.replace(/.{4}\.atom$/, 'AAAA.atom')
    expect((await harness.app.inject({ method: 'GET', url: wrong })).statusCode).toBe(404)
    const renewed = await call('POST', `/${saved.id}/feed`)
    expect(renewed.json()).toEqual({ ...renamed.json<SavedSearch>(), feed: expect.any(String) })
    const { feed: path } = renewed.json<SavedSearch>()
    expect((await harness.app.inject({ method: 'GET', url: saved.feed })).statusCode).toBe(404)
    expect((await harness.app.inject({ method: 'GET', url: path })).body).toBe(
      feed.body.replace(saved.feed, path),
    )
    expect((await call('DELETE', `/${saved.id}`)).json()).toEqual({ id: saved.id, deleted: true })
    expect((await call('GET', `/${saved.id}`)).json()).toMatchObject({
      reason: 'saved-search-unknown',
    })
    expect((await harness.app.inject({ method: 'GET', url: path })).statusCode).toBe(404)
  }, 240_000)

  test('a paused search is told nothing, and begins anew when it is resumed', async () => {
    const saved = await save({ search: { text: 'servitude passage' } })
    const paused = await call('PATCH', `/${saved.id}`, { enabled: false })
    expect(paused.json()).toMatchObject({ enabled: false, pausedCause: 'owner' })
    await append('enclave', 'La servitude de passage en cas d’enclave.')
    await tellAll(follower)
    expect(await newsOf(saved)).toEqual([])
    const resumed = await call('PATCH', `/${saved.id}`, { enabled: true })
    expect(resumed.json()).toMatchObject({ enabled: true, pausedCause: null, matches: 1 })
    await append('enclave', 'Une autre rédaction.', '1.1.0')
    await tellAll(follower)
    expect(await newsOf(saved)).toEqual(['unmatched slug-enclave'])
  }, 240_000)

  test('all words or any, short forms, questions in English, citations', async () => {
    const asked = {
      all: await save({ search: { text: 'licenciement économique' } }),
      any: await save({ search: { text: 'licenciement économique' }, words: 'any' }),
      short: await save({ search: { text: 'rupture du CDI' } }),
      english: await save({ search: { text: 'What is the notice period for a dismissal?' } }),
      cites: await save({ cites: 'article 1240 du code civil' }),
    }
    await append('motif', 'Le licenciement pour motif personnel.')
    await append('contrat', 'La rupture du contrat à durée indéterminée.')
    await append('preavis', 'Le préavis en cas de licenciement.')
    await append('faute', 'Selon l’article 1240 du code civil, le fait de l’homme oblige.')
    await tellAll(follower)
    const told = Object.fromEntries(
      await Promise.all(
        Object.entries(asked).map(
          async ([name, one]) => [name, (await newsOf(one)).toSorted()] as const,
        ),
      ),
    )
    expect(told).toEqual({
      all: [],
      any: ['matched slug-motif', 'matched slug-preavis'],
      short: ['matched slug-contrat'],
      english: ['matched slug-preavis'],
      cites: ['matched slug-faute'],
    })
  }, 240_000)

  test('an endpoint of the account is told, once, without words of the search', async () => {
    const receiver = await startReceiver()
    await registerAt(world.pool, accountId, { url: receiver.url, types: ['search.matched'] })
    const saved = await save({ name: CANARY, search: { text: `${CANARY} virtuose` } })
    const notifier = startNotifier(world.pool, makeChanges().reader, { searches: follower })
    try {
      await append('concert', `Le ${CANARY} est un virtuose.`)
      await expect.poll(() => receiver.received.length, WAIT).toBe(1)
      const [message] = receiver.received
      expect(JSON.parse(message?.body ?? '')).toMatchObject({
        type: 'search.matched',
        data: {
          searchId: saved.id,
          slug: 'slug-concert',
          version: '1.0.0',
          links: { page: '/t/slug-concert' },
        },
      })
      expect(message?.body).not.toContain(CANARY)
      expect(message?.id).toMatch(/^msg_[0-9a-f]{32}$/)
    } finally {
      await notifier.stop()
      await receiver.close()
    }
    const tables = [
      'saved_searches',
      'saved_search_matches',
      'saved_search_news',
      'webhook_events',
      'audit_acts',
    ]
    for (const table of tables) {
      const { rows } = await world.pool.query<{ whole: string | null }>(
        `select string_agg(t::text, ' ') as whole from ${table} t`,
      )
      expect(rows[0]?.whole ?? '', table).not.toContain(CANARY)
    }
    expect(harness.log()).not.toContain(CANARY)
  }, 240_000)

  test('what can not be followed is refused with what is wrong', async () => {
    const codes: Record<string, unknown> = {
      nothing: await call('POST', '', { name: 'x' }),
      both: await call('POST', '', { name: 'x', search: {}, cites: 'article 1240 du code civil' }),
      everything: await call('POST', '', { name: 'x', search: {} }),
      'headnotes left out': await call('POST', '', {
        name: 'x',
        search: { includeHeadnotes: false, filters: { asOf: '2024-01-01' } },
      }),
      'function words': await call('POST', '', { name: 'x', search: { text: 'le de la' } }),
      'in force': await call('POST', '', { name: 'x', search: { filters: { inForce: true } } }),
      'no citation': await call('POST', '', { name: 'x', cites: 'bonjour' }),
      'a page': await call('POST', '', { name: 'x', search: { text: 'bail', limit: 5 } }),
      'no name': await call('POST', '', { name: ' ', search: { text: 'bail' } }),
    }
    const shown = Object.fromEntries(
      Object.entries(codes).map(([name, answer]) => {
        const { error, details } = (
          answer as { json(): { error: string; details: { path: string; code: string }[] } }
        ).json()
        return [name, `${error} ${details.map(({ path, code }) => `${path} ${code}`).join()}`]
      }),
    )
    expect(shown).toEqual({
      nothing: 'validation_failed search search_or_cites',
      both: 'validation_failed search search_or_cites',
      everything: 'validation_failed search saved-search-matches-everything',
      'headnotes left out': 'validation_failed search saved-search-matches-everything',
      'function words': 'validation_failed search.text saved-search-without-words',
      'in force': 'validation_failed search.filters.inForce day_missing',
      'no citation': 'validation_failed cites saved-search-citation-unknown',
      'a page': 'validation_failed search.limit unknown_member',
      'no name': 'validation_failed name too_small',
    })
  })

  test('a search that too many texts match is refused, or paused once it does', async () => {
    const crowded = adminOver(world.pool, {
      ...index,
      browse: async (query) => ({ ...(await index.browse(query)), total: 50_001 }),
    })
    harness = makeHarness({ savedSearches: crowded })
    harness.keys.set(KEY, keyRecord({ accountId, scopes: ['webhooks:manage'] }))
    const broad = { name: 'x', search: { filters: { jurisdictions: ['FR'] } } }
    const refused = await call('POST', '', broad)
    expect(refused.json()).toMatchObject({ details: [{ code: 'saved-search-too-broad' }] })
    const saved = await save({ search: { text: 'usufruit' } })
    await world.pool.query('update saved_searches set matches = 10000 where id = $1', [saved.id])
    await append('usufruit', 'L’usufruit s’éteint par la mort de l’usufruitier.')
    await tellAll(follower)
    expect((await call('GET', `/${saved.id}`)).json()).toMatchObject({
      enabled: false,
      pausedCause: 'too_broad',
    })
    expect(await newsOf(saved)).toEqual(['matched slug-usufruit'])
  }, 240_000)

  test('an account has its own searches alone, and no more than its share', async () => {
    const saved = await save({ search: { text: 'bail' } })
    await world.pool.query(
      `insert into saved_searches (id, account_id, wrapped_key, sealed, follows_after)
       select gen_random_uuid(), account_id, wrapped_key, sealed, 0 from saved_searches, generate_series(1, 99)
       where id = $1`,
      [saved.id],
    )
    const more = await call('POST', '', { name: 'x', search: { text: 'bail' } })
    expect(more.json()).toMatchObject({ details: [{ code: 'saved-searches-too-many' }] })
    await world.pool.query('delete from saved_searches where account_id = $1 and id <> $2', [
      accountId,
      saved.id,
    ])
    harness.keys.set(
      KEY,
      keyRecord({ accountId: await makeAccount(world.pool), scopes: ['webhooks:manage'] }),
    )
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/news', undefined],
      ['PATCH', '', { name: 'y' }],
      ['PATCH', '', { enabled: true }],
      ['POST', '/feed', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await call(method, `/${saved.id}${path}`, body)
      expect([answer.statusCode, answer.json().reason], path).toEqual([404, 'saved-search-unknown'])
    }
    harness.keys.set(KEY, keyRecord({ scopes: ['search:read'] }))
    expect((await call('GET', '')).json()).toMatchObject({ error: 'insufficient_scope' })
  })
})
