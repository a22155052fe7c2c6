/** The watches of the account area over HTTP, on the real tables. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makePublicTexts } from '#infra/postgres/read-models/public-texts.ts'
import { wordsOf } from '#query-api/portal/words/words.ts'
import {
  type Browser,
  makeAccountArea,
  makeBrowser,
  makePerson,
  serve,
} from '../contract/account-area.ts'
import { hiddenIn } from '../oauth/harness.ts'
import {
  begin,
  openRecallWorld,
  recallAdminOn,
  recallFollowerOn,
  type RecallWorld,
  slugOf,
  tablesWith,
  tellAll,
} from './world.ts'

const fr = wordsOf('fr')
const PATH = '/account/watches'
const TIMEOUT_MS = 240_000

let world: RecallWorld
let app: FastifyInstance
beforeAll(async () => {
  world = await openRecallWorld()
  for (const number of [1, 2, 3]) await world.publish(number)
  await world.reach()
  await begin(recallFollowerOn(world.pool))
}, TIMEOUT_MS)
afterAll(() => world.close())
beforeEach(() => {
  const { pool } = world
  app = serve(
    makeAccountArea(pool, {
      recall: recallAdminOn(pool),
      texts: makePublicTexts(pool),
      articles: makeArticleReader(pool),
    }),
  )
})

const signedIn = async (status?: 'paid' | 'unpaid'): Promise<Browser> => {
  const one = makeBrowser(() => app)
  await one.signIn((await makePerson(world.pool, status)).email)
  return one
}
const add = async (one: Browser, form: Record<string, string>) =>
  one.post(PATH, { ...hiddenIn((await one.get(`${PATH}/new`)).body), point: '', ...form })

test(
  'a text is watched by the address of its page, told of, and the watch is deleted',
  async () => {
    const one = await signedIn()
    const empty = (await one.get(PATH)).body
    expect(empty).toContain(fr.watches.none)
    expect((await one.get(`${PATH}/new?text=${slugOf(1)}`)).body).toContain(`value="${slugOf(1)}"`)

    const before = await tablesWith(world.pool, [slugOf(1)])
    const text = `https://pandect.example/t/${slugOf(1)}?lang=fr`
    const added = await add(one, { text, point: '1', handle: 'dossier-2026.118' })
    expect([added.statusCode, added.headers.location]).toEqual([303, `${PATH}?done=added`])
    expect(await tablesWith(world.pool, [slugOf(1)])).toEqual(before)
    expect((await add(one, { text: slugOf(2), handle: '..' })).statusCode).toBe(303)
    const listed = (await one.get(`${PATH}?done=added`)).body
    expect(listed).toContain(fr.watches.done.added)
    expect(listed).toContain('dossier-2026.118')
    expect(listed).toContain(fr.watches.noRecalls)
    expect(listed).not.toContain(slugOf(1))

    await world.overrule(1)
    await world.reach()
    await tellAll(recallFollowerOn(world.pool))
    const told = (await one.get(PATH)).body
    expect(told).toContain(fr.receipts.states.flag_changed)
    expect(told).toContain(fr.receipts.turned('gris', 'rouge'))
    // What receipts were told of is on their page alone.
    expect((await one.get('/account/receipts')).body).toContain(fr.receipts.noRecalls)

    const confirm = await one.get(`${PATH}/delete?handle=..`)
    expect(confirm.body).toContain(fr.watches.deleteTitle)
    const gone = await one.post(`${PATH}/delete`, hiddenIn(confirm.body))
    expect(gone.headers.location).toBe(`${PATH}?done=deleted`)
    expect((await one.get(`${PATH}/delete?handle=..`)).statusCode).toBe(404)
    const csrf = await one.csrfAt(`${PATH}/delete-all`)
    expect((await one.post(`${PATH}/delete-all`, { csrf })).headers.location).toBe(
      `${PATH}?done=allDeleted`,
    )
    expect((await one.get(PATH)).body).toContain(fr.watches.none)
  },
  TIMEOUT_MS,
)

test.each([
  ['no text', { text: 'bonjour à tous', handle: 'a' }, fr.watches.wrong.text],
  ['an address elsewhere', { text: 'https://example.org/', handle: 'a' }, fr.watches.wrong.text],
  ['a text that is not served', { text: 'a-b', handle: 'a' }, fr.refusals['watch-text-unknown']],
  ['a point that it lacks', { text: slugOf(3), point: '9', handle: 'a' }, fr.watches.wrong.point],
  ['no number', { text: slugOf(3), point: 'un', handle: 'a' }, fr.watches.wrong.point],
  ['a name with spaces', { text: slugOf(3), handle: 'mon dossier' }, fr.watches.wrong.handle],
])('%s is refused, and the form keeps what was written', async (_, form, wrong) => {
  const one = await signedIn()
  const refused = await add(one, form)
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain(wrong)
  expect(refused.body).toContain(`value="${form.handle}"`)
  expect((await one.get(PATH)).body).toContain(fr.watches.none)
})

test('a name that is taken keeps what it stands for, and unpaid accounts are refused', async () => {
  const one = await signedIn()
  await add(one, { text: slugOf(2), handle: 'mien' })
  const again = await add(one, { text: slugOf(3), handle: 'mien' })
  expect([again.statusCode, again.body.includes(fr.watches.wrong.taken)]).toEqual([422, true])
  const other = await signedIn()
  expect((await add(other, { text: slugOf(3), handle: 'mien' })).statusCode).toBe(303)
  const unpaid = await signedIn('unpaid')
  const refused = await add(unpaid, { text: slugOf(3), handle: 'x' })
  expect([refused.statusCode, refused.body.includes(fr.refusals['account-unpaid'] ?? '-')]).toEqual(
    [422, true],
  )
})
