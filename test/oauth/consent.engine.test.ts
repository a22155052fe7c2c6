/** The page of the consent in a browser: it applies the policy of the form to the redirect. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wordsOf } from '#query-api/portal/words/words.ts'
import { chromiumMissing, openChromium } from '../browser/chromium.ts'
import { watchPage } from '../browser/watched-page.ts'
import { ask, authorizePath, openService, PASSWORD, register, type Service } from './harness.ts'

const TIMEOUT_MS = 240_000
const PHONE = 390
const missing = await chromiumMissing()

describe.skipIf(missing !== null)(`the consent${missing === null ? '' : `: ${missing}`}`, () => {
  let service: Service
  let browser: Browser
  const application = createServer((_, response) => response.end('<h1>the application</h1>'))
  beforeAll(async () => {
    service = await openService()
    browser = await openChromium()
    await new Promise<void>((resolve) => {
      application.listen(0, '127.0.0.1', resolve)
    })
  }, TIMEOUT_MS)
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    application.close()
  })

  test.each([
    { language: 'fr', width: 1_100, javaScript: true },
    { language: 'en', width: PHONE, javaScript: false },
  ] as const)(
    '$language, $width pixels: sign in, read, connect',
    async (walk) => {
      const words = wordsOf(walk.language)
      const callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`
      const name = 'Assistant du cabinet'
      const { body } = await register(service, { client_name: name, redirect_uris: [callback] })
      const { query } = await ask(service, {
        client_id: String(body['client_id']),
        redirect_uri: callback,
        scope: undefined,
      })
      const { email } = await service.person()
      const pictures = process.env['PANDECT_TEST_PICTURES'] ?? null
      const watched = await watchPage(browser, {
        ...walk,
        origin: service.origin,
        pictures,
      })
      const { page, context } = watched
      const picture = (what: string) =>
        watched.look(`consent-${what}-${walk.language}-${walk.width}`)
      await page.goto(`${service.origin}${authorizePath(query)}`)
      await picture('sign-in')
      await page.getByLabel(words.signIn.email).fill(email)
      await page.getByLabel(words.signIn.password).fill(PASSWORD)
      await page.getByRole('button', { name: words.signIn.submit }).click()
      await page.getByRole('heading', { name: words.consent.title(name) }).waitFor()
      await picture('page')
      await page.goto(`${service.origin}${authorizePath({ ...query, resource: 'https://other' })}`)
      await picture('refused')
      await page.goto(`${service.origin}/account/applications`)
      await picture('none')
      await page.goto(`${service.origin}${authorizePath(query)}`)
      await page.getByLabel(words.create.cap).fill('20')
      await page.getByRole('button', { name: words.consent.allow, exact: true }).click()
      await page.getByRole('heading', { name: 'the application' }).waitFor()
      const answer = new URL(page.url()).searchParams
      expect(answer.get('code')).toMatch(/^svc_code_/)
      expect(answer.get('iss')).toBe(service.origin)
      await context.close()
    },
    TIMEOUT_MS,
  )
})
