import { expect, test } from 'vitest'
import { CATALOGUE } from '#contracts/errors/codes.ts'
import { Fault } from '#contracts/fault.ts'
import { Deprecations, ServiceStatus } from '#contracts/http/service.ts'
import { BASE, bearer, failing, makeHarness } from '../../../test/api/harness.ts'

const HTML = { accept: 'text/html' }
const coverage = async () => ({ corpusPosition: '000000000004711', groups: [] })

test('an error leads to its page, which says in both languages what to do', async () => {
  const { app } = makeHarness()
  const refused = await app.inject({ method: 'POST', url: `${BASE}/search`, payload: {} })
  expect(refused.headers['link']).toBe('</docs/errors/unauthorized>; rel="help"')
  const page = await app.inject({ url: '/docs/errors/unauthorized?lang=en' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(CATALOGUE.unauthorized[1]?.slice(1))
  expect((await app.inject({ url: '/docs/errors/unauthorized?lang=fr' })).body).toContain(
    'lang="fr"',
  )
  const good = await app.inject({
    method: 'POST',
    url: `${BASE}/search`,
    headers: bearer(),
    payload: {},
  })
  expect(good.headers['link']).toBeUndefined()
})

test('every code of the catalogue has a page, and no other text has one', async () => {
  const { app } = makeHarness({
    limits: { anonymous: 10_000, rest: 100, mcp: 100, mcpFirm: 100 },
  })
  for (const code of Object.keys(CATALOGUE)) {
    const { statusCode } = await app.inject({ url: `/docs/errors/${encodeURIComponent(code)}` })
    expect([code, statusCode]).toEqual([code, 200])
  }
  const list = await app.inject({ url: '/docs/errors' })
  for (const code of Object.keys(CATALOGUE)) expect(list.body).toContain(`<code>${code}</code>`)
  const unknown = await app.inject({ url: '/docs/errors/%3Cb%3E' })
  expect([unknown.statusCode, unknown.body.includes('<b>')]).toEqual([404, false])
})

test('what is deprecated is a list for programs and a page for people', async () => {
  const { app } = makeHarness()
  const listed = Deprecations.parse((await app.inject({ url: '/deprecations' })).json())
  expect(listed).toMatchObject({ noticeMonths: 12, deprecations: [] })
  const page = await app.inject({ url: '/deprecations?lang=en', headers: HTML })
  expect(page.body).toContain('Nothing is deprecated.')
})

test('the status says how the service is, and a service that is down says so with a code alone', async () => {
  const up = await makeHarness({ coverage }).app.inject({ url: '/status' })
  expect([up.statusCode, ServiceStatus.parse(up.json())]).toEqual([
    200,
    {
      status: 'up',
      reason: null,
      corpusPosition: '000000000004711',
      lagEvents: 0,
      corpus: { texts: 0, lastChangedAt: null },
      entailment: 'none@0',
    },
  ])
  const away = makeHarness({ coverage, health: failing(new Fault('store-failed', 'a secret')) })
  const down = await away.app.inject({ url: '/status?lang=en', headers: HTML })
  expect(down.statusCode).toBe(503)
  expect(down.body).toContain('store-failed')
  expect(down.body).not.toContain('a secret')
  const odd = makeHarness({ coverage, health: failing(new Error('a secret')) })
  expect((await odd.app.inject({ url: '/status' })).json()).toMatchObject({
    status: 'down',
    reason: 'unexpected',
  })
})

const health = async () => ({ ready: true, position: null, lagEvents: 5_000 })

test('a service whose read models lag behind says so', async () => {
  const { app } = makeHarness({ coverage, health })
  expect((await app.inject({ url: '/status' })).json()).toMatchObject({ status: 'behind' })
})
