/** The saved searches of the account area over HTTP, on the real tables and the real index. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SAVED_SEARCH_LIMITS } from '#contracts/http/saved-searches.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeConceptReader } from '#infra/postgres/read-models/concepts.ts'
import { makePublicTexts } from '#infra/postgres/read-models/public-texts.ts'
import { wordsOf } from '#query-api/portal/words/words.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { openWorld, type World } from '../citator/world.ts'
import {
  type Browser,
  makeAccountArea,
  makeBrowser,
  makePerson,
  type Person,
  serve,
} from '../contract/account-area.ts'
import { actAtOnce } from '../harness/held-account.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { hiddenIn } from '../oauth/harness.ts'
import { adminOver, appendText, followerOn, tellAll } from './world.ts'

const fr = wordsOf('fr')
const PATH = '/account/saved-searches'
const TIMEOUT_MS = 240_000

let world: World
let index: SearchIndex
let app: FastifyInstance
beforeAll(async () => {
  world = await openWorld()
  index = await openEmbeddedSearchIndex({
    connectionString: world.connectionString,
    pepper: TEST_PEPPER,
  })
}, TIMEOUT_MS)
afterAll(async () => {
  await index.close()
  await world.close()
})
beforeEach(() => {
  const { pool } = world
  app = serve(
    makeAccountArea(pool, {
      savedSearches: adminOver(pool, index),
      texts: makePublicTexts(pool),
      concepts: makeConceptReader(pool, foldedLabel),
    }),
  )
})

const signedIn = async (status?: 'paid' | 'unpaid'): Promise<Browser> => {
  const one = makeBrowser(() => app)
  await one.signIn((await makePerson(world.pool, status)).email)
  return one
}
/** Sends the form of a new search; returns its path where it was saved. */
const save = async (one: Browser, form: Record<string, string>, query = '') => {
  const hidden = hiddenIn((await one.get(`${PATH}/new${query}`)).body)
  const answer = await one.post(PATH, { ...hidden, name: 'Baux ruraux', words: 'all', ...form })
  return { answer, path: (answer.headers.location ?? '').replace(/\?.*$/, '') }
}
const act = async (one: Browser, path: string, what: string, more = {}) =>
  one.post(`${path}${what}`, { csrf: await one.csrfAt(path), ...more })
/** Marks of addresses are escaped on pages. */
const shownOf = async (one: Browser, path: string): Promise<string> =>
  (await one.get(path)).body.replaceAll('&#61;', '=').replaceAll('&#38;', '&')

test(
  'a search is saved from its results, told of, renamed, paused, resumed and deleted',
  async () => {
    const { pool } = world
    const follower = followerOn(pool)
    await appendText({ world, index }, 'fermage', 'Le fermage du bail rural est fixé par écrit.')
    await tellAll(follower)
    const one = await signedIn()
    expect(await shownOf(one, PATH)).toContain(fr.searches.none)

    const query = '?q=bail+rural&jurisdictions=FR&inForce=true&lang=fr'
    const form = await shownOf(one, `${PATH}/new${query}`)
    expect(form).toContain('value="bail rural"')
    expect(form).toContain('Ordre juridique\u00a0: France')
    expect(form).toContain(fr.searches.inForceLeftOut)
    const { answer, path } = await save(one, { text: 'bail rural' }, query)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?done=saved`])
    const saved = await shownOf(one, `${path}?done=saved`)
    expect(saved).toContain(fr.searches.done.saved)
    expect(saved).toContain(fr.searches.matchesNow('1', 1))
    expect(saved).toContain(fr.searches.runNote)
    expect(saved).toContain(fr.searches.noNews)
    expect(saved).toContain('href="/search?q=bail+rural&jurisdictions=FR&lang=fr"')

    await appendText({ world, index }, 'preneur', 'Le preneur du bail rural a un droit.')
    await appendText({ world, index }, 'fermage', 'Le fermage se paie.', '1.1.0')
    await tellAll(follower)
    for (const page of [path, PATH]) {
      const told = await shownOf(one, page)
      expect(told, page).toContain('href="/t/slug-preneur?lang=fr"')
      expect(told, page).toContain(fr.searches.told.matched)
      expect(told, page).toContain(fr.searches.told.unmatched)
    }
    const [, feed = ''] = /(\/feeds\/searches\/[^<\s]+\.atom)/.exec(await shownOf(one, path)) ?? []
    expect(feed).not.toBe('')
    expect((await act(one, path, '/feed')).headers.location).toBe(`${path}?done=renewed`)
    expect(await shownOf(one, path)).not.toContain(feed)

    expect((await act(one, path, '', { name: '<b>Fermages</b>' })).statusCode).toBe(303)
    const renamed = await shownOf(one, PATH)
    expect(renamed).toContain('Fermages')
    expect(renamed).not.toContain('<b>Fermages</b>')
    const refused = await act(one, path, '', { name: ' ' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain(fr.searches.wrong.name)

    await act(one, path, '/pause')
    expect(await shownOf(one, path)).toContain(fr.searches.causes.owner)
    await act(one, path, '/resume')
    expect(await shownOf(one, path)).toContain(fr.searches.stateIs(fr.searches.active))
    const csrf = await one.csrfAt(`${path}/delete`)
    expect((await one.post(`${path}/delete`, { csrf })).headers.location).toBe(
      `${PATH}?done=deleted`,
    )
    expect((await one.get(path)).statusCode).toBe(404)
  },
  TIMEOUT_MS,
)

test('texts that cite a text are followed, and a form that is sent twice saves one search', async () => {
  const one = await signedIn()
  const searchId = randomUUID()
  const form = { searchId, cites: 'article 1240 du code civil' }
  const { path } = await save(one, form)
  expect(path).toBe(`${PATH}/${searchId}`)
  expect(await shownOf(one, path)).toContain('article\u00a01240 du code civil')
  expect((await save(one, form)).answer.headers.location).toBe(path)
  expect((await shownOf(one, PATH)).match(/<tr role="row">/g)).toHaveLength(2)
})

/** Keeps as many searches as an account may have, but one. Nobody opens or follows them. */
const fillButOne = ({ accountId }: Person) =>
  world.pool.query(
    `insert into saved_searches (id, account_id, wrapped_key, sealed, follows_after, paused_at, paused_cause)
     select gen_random_uuid(), $1, decode(repeat('00', 40), 'hex'), '', 0, clock_timestamp(), 'owner'
     from generate_series(2, $2)`,
    [accountId, SAVED_SEARCH_LIMITS.searchesMax],
  )

test('a form that is sent twice at once saves one search, although it is the last that fits', async () => {
  const who = await makePerson(world.pool)
  const one = makeBrowser(() => app)
  await one.signIn(who.email)
  await fillButOne(who)
  const form = { searchId: randomUUID(), text: 'bail' }
  const send = async () => (await save(one, form)).answer
  const sent = await actAtOnce(world.pool, who.accountId, [send, send])
  for (const { statusCode, headers } of sent)
    expect([statusCode, headers.location]).toEqual([303, `${PATH}/${form.searchId}?done=saved`])
  const foreign = await save(await signedIn(), form)
  expect(foreign.answer.statusCode).toBe(422)
  expect(foreign.answer.body).toContain(fr.refusals['saved-search-unknown'])
})

test('two forms at once do not pass the limit of saved searches', async () => {
  const who = await makePerson(world.pool)
  const one = makeBrowser(() => app)
  await one.signIn(who.email)
  await fillButOne(who)
  const send = async () => (await save(one, { text: 'bail' })).answer.statusCode
  const sent = await actAtOnce(world.pool, who.accountId, [send, send])
  expect(new Set(sent)).toEqual(new Set([303, 422]))
})

test('what cannot be followed is refused in words, and nothing typed is lost', async () => {
  const one = await signedIn()
  const { wrong } = fr.searches
  for (const [form, query, text] of [
    [{ name: ' ', text: 'bail' }, '', wrong.name],
    [{ text: 'bail', cites: 'article 1240 du code civil' }, '', wrong.search_or_cites],
    [{ text: 'bail' }, '?courts=nowhere', wrong.filters],
    [{ text: 'bail', filters: 'inForce=true' }, '', wrong.day_missing],
    [{ cites: 'bonjour' }, '', fr.refusals['saved-search-citation-unknown']],
    [{ text: '' }, '', fr.refusals['saved-search-matches-everything']],
    [{ text: 'le de la' }, '', fr.refusals['saved-search-without-words']],
  ] as const) {
    const { answer } = await save(one, form, query)
    expect([answer.statusCode, answer.body.includes(text ?? '-')], JSON.stringify(form)).toEqual([
      422,
      true,
    ])
    if ('text' in form && form.text !== '') expect(answer.body).toContain(`value="${form.text}"`)
  }
  const { answer } = await save(await signedIn('unpaid'), { text: 'bail' })
  expect(answer.body).toContain(fr.refusals['account-unpaid'])
})

test('foreign and unknown searches are not there, and forms of other sites do nothing', async () => {
  const one = await signedIn()
  const { path } = await save(await signedIn(), { text: 'bail' })
  const csrf = await one.csrfAt(`${PATH}/new`)
  for (const at of [path, `${PATH}/${randomUUID()}`, `${PATH}/nonsense`]) {
    expect((await one.get(at)).statusCode).toBe(404)
    expect((await one.get(`${at}/delete`)).statusCode).toBe(404)
    for (const what of ['', '/pause', '/resume', '/feed', '/delete'])
      expect((await one.post(`${at}${what}`, { csrf, name: 'x' })).statusCode, what).toBe(404)
  }
  const own = (await save(one, { text: 'bail' })).path
  for (const what of ['', '/pause', '/resume', '/feed', '/delete'])
    expect((await one.post(`${own}${what}`, { csrf: 'x', name: 'x' })).statusCode, what).toBe(403)
})
