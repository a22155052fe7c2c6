/**
 * The account area as its holder meets it, in a browser: both languages, with and without
 * JavaScript.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#infra/processes/wiring/database.ts'
import { parseSettings } from '#infra/settings.ts'
import { ledgerFileName } from '#query-api/portal/csv.ts'
import { wordsOf } from '#query-api/portal/words/words.ts'
import { ask, runQuickly, type Service, startService } from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'
import { chromiumMissing, openChromium } from './chromium.ts'
import { watchPage, type WatchedPage } from './watched-page.ts'

const WORDS = { fr: wordsOf('fr'), en: wordsOf('en') }
const PASSWORD = 'le bail commercial se renouvelle'
const TIMEOUT_MS = 240_000
const CHARGES = 120
const REVOKED_WITHIN_MS = 1_000
const WALKS = [
  { language: 'fr', javaScript: true },
  { language: 'en', javaScript: true },
  { language: 'fr', javaScript: false },
  { language: 'en', javaScript: false },
] as const
type Walk = (typeof WALKS)[number]

const missing = await chromiumMissing()

describe.skipIf(missing !== null)(
  `the account area${missing === null ? '' : `: ${missing}`}`,
  () => {
    let dataDir: string
    let remove: () => Promise<void>
    let service: Service
    let browser: Browser
    const pictures = process.env['PANDECT_TEST_PICTURES'] ?? null

    const command = async (args: string[], input = ''): Promise<string> => {
      const done = await runQuickly(args, dataDir, { input })
      expect(done.code, done.stderr).toBe(0)
      return done.stdout.trim()
    }
    const person = async (account: string, email: string, status: string): Promise<string> => {
      const made = [
        'accounts',
        'create',
        '--account',
        account,
        '--plan',
        'firm',
        '--status',
        status,
      ]
      const id = await command(made)
      await command(['accounts', 'set-password', '--account', account, '--email', email], PASSWORD)
      return id
    }
    const statusOf = async (key: string): Promise<number> =>
      (await ask(service, '/search', { body: { text: 'bail' }, key })).status

    /** A month of charges, so that there is something to draw. */
    const charge = async (accountId: string): Promise<void> => {
      const database = await openDatabase(parseSettings({ PANDECT_DATA_DIR: dataDir }), 'test')
      const month = new Date().toISOString().slice(0, 7)
      const today = new Date().getUTCDate()
      const operations = ['search', 'article', 'rag', 'verify', 'mcp'] as const
      try {
        for (let row = 0; row < CHARGES; row += 1) {
          const day = String(((row * 5) % today) + 1).padStart(2, '0')
          await database.pool.query(
            `insert into ledger (usage_id, account_id, key_id, operation, micro_usd, spend_before, month, reserved_at)
           values ($1, $2, $3, $4, $5, 0, $6, $7)`,
            [
              randomBytes(32),
              accountId,
              '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0001',
              operations[(row * 3 + (row >> 2)) % 5],
              15_000 + 20_000 * ((row * row) % 7),
              `${month}-01`,
              `${month}-${day}T00:00:01.000Z`,
            ],
          )
        }
      } finally {
        await database.close()
      }
    }

    beforeAll(async () => {
      ;({ dataDir, remove } = await makeMigratedDir())
      if (pictures !== null) await mkdir(pictures, { recursive: true })
      service = await startService(dataDir, {
        PANDECT_DEMONSTRATION: 'off',
        LIMIT_ANONYMOUS: '10000',
      })
      browser = await openChromium()
    }, TIMEOUT_MS)
    afterAll(async () => {
      await browser?.close()
      await service?.stop()
      await remove?.()
    }, TIMEOUT_MS)

    const open = (walk: Walk, width?: number): Promise<WatchedPage> =>
      watchPage(browser, {
        ...walk,
        origin: service.origin,
        pictures,
        ...(width === undefined ? {} : { width }),
      })

    const signIn = async (
      { page }: WatchedPage,
      words: (typeof WORDS)['en'],
      email: string,
      password = PASSWORD,
    ): Promise<void> => {
      await page.goto(`${service.origin}/account`)
      await page.getByLabel(words.signIn.email).fill(email)
      await page.getByLabel(words.signIn.password).fill(password)
      await page.getByRole('button', { name: words.signIn.submit }).click()
    }

    for (const walk of WALKS) {
      const name = `${walk.language}, ${walk.javaScript ? 'with' : 'without'} JavaScript`
      const slug = `${walk.language}-${walk.javaScript ? 'script' : 'plain'}`
      const words = WORDS[walk.language]

      test(
        `${name}: sign in, create a key, use it, cap it, rotate it, revoke it`,
        { timeout: TIMEOUT_MS },
        async () => {
          const email = `martin-${slug}@example.org`
          const accountId = await person(`Étude Martin ${slug}`, email, 'paid')
          const watched = await open(walk)
          const { page } = watched
          const look = (picture: string): Promise<void> => watched.look(picture)
          const button = (text: string) => page.getByRole('button', { name: text })

          await page.goto(`${service.origin}/account`)
          await look('01-sign-in')
          await signIn(watched, words, email, 'not the password')
          await expect.poll(() => page.title()).toContain(words.error)
          await look('02-sign-in-wrong')
          await signIn(watched, words, email)
          await page.waitForURL('**/account/keys')
          await look('03-no-keys')

          await page.getByRole('link', { name: words.list.create }).click()
          await look('04-new-key')
          await page.getByLabel(words.create.name).fill('Bibliothèque <b>"1"</b>')
          await page.getByLabel(words.create.cap).fill('-5')
          await button(words.create.submit).click()
          await page.getByRole('alert').waitFor()
          expect(await page.getByRole('alert').innerText()).toContain(words.closest('0'))
          await look('05-new-key-wrong')
          await page.getByLabel(words.create.cap).fill('12,50')
          await page.getByLabel(words.create.hard).check()
          await button(words.create.submit).click()
          await page.getByRole('heading', { name: words.secret.created }).waitFor()
          await look('06-secret')
          const first = (await page.locator('#secret').innerText()).trim()
          expect(first).toMatch(/^svc_live_[0-9A-Za-z]{36}$/)
          expect(await statusOf(first)).toBe(200)
          expect(await button(words.secret.copy).isVisible()).toBe(walk.javaScript)
          if (walk.javaScript) {
            await button(words.secret.copy).click()
            await page.getByText(words.secret.copied).waitFor()
            expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first)
          }

          await page.getByRole('link', { name: words.back }).click()
          expect(await page.content()).not.toContain(first)
          await look('07-keys')
          await page.getByRole('link', { name: words.list.manage }).click()
          await look('08-key')
          await page.getByLabel(words.create.cap).fill('0')
          await button(words.key.capSubmit).click()
          await page.getByText(words.key.capSet).waitFor()
          await look('09-key-capped')
          // A hard cap of nothing refuses every call that costs something.
          await sleep(REVOKED_WITHIN_MS)
          expect(await statusOf(first)).toBe(429)
          await page.getByLabel(words.create.cap).fill('')
          await button(words.key.capSubmit).click()
          await page.getByText(words.key.capSet).waitFor()

          await button(words.key.rotateSubmit).click()
          await page.getByRole('heading', { name: words.secret.rotated }).waitFor()
          await look('10-rotated')
          const second = (await page.locator('#secret').innerText()).trim()
          expect(second).not.toBe(first)
          await sleep(REVOKED_WITHIN_MS)
          expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
          await page.getByRole('link', { name: words.list.manage }).click()
          await look('11-key-with-two-secrets')

          await page.getByRole('link', { name: words.key.revokeLink }).click()
          await look('12-revoke')
          await button(words.revoke.submit).click()
          await page.getByText(words.key.revoked).waitFor()
          const revokedAt = performance.now()
          await look('13-revoked')
          await sleep(Math.max(0, REVOKED_WITHIN_MS - (performance.now() - revokedAt)))
          expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])

          await page.getByRole('link', { name: words.webhooks.place, exact: true }).click()
          await look('40-no-webhooks')
          await page.getByRole('link', { name: words.webhooks.create }).click()
          await page.getByLabel(words.webhooks.url).fill('http://10.0.0.1/hook')
          await page.getByLabel(words.webhooks.typeNames['article.withdrawn']).check()
          await button(words.webhooks.submit).click()
          await page.getByRole('alert').waitFor()
          await look('41-webhook-wrong')
          await page.getByLabel(words.webhooks.url).fill('https://receiver.example/hook')
          await button(words.webhooks.submit).click()
          await page.getByRole('heading', { name: words.webhooks.registered }).waitFor()
          await look('42-webhook-secret')
          expect(await page.locator('#secret').innerText()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
          await page.getByRole('link', { name: words.webhooks.toEndpoint }).click()
          await look('43-webhook')
          await button(words.webhooks.rotate).click()
          await page.getByRole('heading', { name: words.webhooks.rotated }).waitFor()
          await page.getByRole('link', { name: words.webhooks.toEndpoint }).click()
          await button(words.webhooks.disable).click()
          await page.getByText(words.webhooks.done.disabled).waitFor()
          await look('44-webhook-disabled')
          await page.getByRole('link', { name: words.webhooks.back }).click()
          await look('45-webhooks')
          await page.getByRole('link', { name: words.list.manage }).click()
          await page.getByRole('link', { name: words.webhooks.remove, exact: true }).click()
          await look('46-webhook-delete')
          await button(words.webhooks.deleteSubmit).click()
          await page.getByText(words.webhooks.done.deleted).waitFor()

          await charge(accountId)
          await page.getByRole('link', { name: words.usage, exact: true }).click()
          await look('14-usage')
          const download = page.waitForEvent('download')
          await page.getByRole('link', { name: words.use.download }).click()
          const file = (await download).suggestedFilename()
          const [month = ''] = /\d{4}-\d\d/.exec(file) ?? []
          expect(file).toBe(ledgerFileName(month, walk.language))
          const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
          // A head, the charges of before, and those of the searches of this walk.
          expect(lines).toHaveLength(1 + CHARGES + 3)
          await page.getByRole('link', { name: words.use.before }).click()
          await look('15-usage-none')
          await page.goto(`${service.origin}/account/nowhere`)
          await look('16-nowhere')

          const session = (await watched.context.cookies()).find(({ name: one }) =>
            /session/.test(one),
          )
          expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
          await page.goto(`${service.origin}/account/keys`)
          await button(words.signOut).click()
          await page.waitForURL('**/account/sign-in')
          await page.goto(`${service.origin}/account/keys`)
          expect(page.url()).toContain('/account/sign-in')
          await watched.close()
        },
      )
    }

    test(
      'a holder who does not pay sees why there are no keys, and can make none',
      { timeout: TIMEOUT_MS },
      async () => {
        const email = 'lapsed@example.org'
        await person('Cabinet Durand', email, 'unpaid')
        for (const walk of WALKS.slice(0, 2)) {
          const watched = await open(walk)
          const words = WORDS[walk.language]
          await signIn(watched, words, email)
          await watched.page.getByText(words.list.unpaid).waitFor()
          await watched.look('17-unpaid')
          await watched.page.goto(`${service.origin}/account/keys/new`)
          await watched.look('18-unpaid-new')
          expect(
            await watched.page.getByRole('button', { name: words.create.submit }).count(),
          ).toBe(0)
          await watched.close()
        }
      },
    )

    test('the language is switched by a link, and stays', { timeout: TIMEOUT_MS }, async () => {
      const watched = await open(WALKS[0])
      await watched.page.goto(`${service.origin}/account/sign-in`)
      await watched.page.getByRole('link', { name: 'English' }).click()
      await watched.page.goto(`${service.origin}/account/sign-in`)
      expect(await watched.page.getAttribute('html', 'lang')).toBe('en')
      await watched.close()
    })

    test('a planted fault of each kind fails the walk', { timeout: TIMEOUT_MS }, async () => {
      const breaches = {
        'an inline style': `document.head.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }))`,
        'a field without its name': `document.querySelector('label').remove()`,
        'an error in a script': `setTimeout(() => { throw new Error('planted') })`,
        'a request to elsewhere': `document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:1/x', alt: '' }))`,
      }
      for (const [name, breach] of Object.entries(breaches)) {
        const watched = await open(WALKS[0])
        await watched.page.goto(`${service.origin}/account/sign-in`)
        await watched.page.evaluate(breach)
        await expect(watched.look('30-breach'), name).rejects.toThrow()
        await watched.close()
      }
    })

    test('on a narrow screen nothing is cut off', { timeout: TIMEOUT_MS }, async () => {
      const email = 'narrow@example.org'
      const accountId = await person('Étude Étroite', email, 'paid')
      const label = ['--label', 'Une clé']
      const scopes = ['--cap-usd', '250', '--expires', '2030-01-31']
      await command([
        'keys',
        'create',
        '--account',
        'Étude Étroite',
        '--plan',
        'firm',
        ...label,
        ...scopes,
      ])
      await charge(accountId)
      const watched = await open(WALKS[0], 360)
      await signIn(watched, WORDS.fr, email)
      for (const [name, path] of [
        ['20-narrow-keys', '/account/keys'],
        ['21-narrow-new', '/account/keys/new'],
        ['22-narrow-usage', '/account/usage'],
        ['25-narrow-webhook', '/account/webhooks/new'],
        ['23-narrow-password', '/account/password'],
      ] as const) {
        await watched.page.goto(`${service.origin}${path}`)
        await watched.look(name)
        const wider = await watched.page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect(wider, name).toBe(0)
      }
      expect(await watched.page.locator('main input:visible').count()).toBe(3)
      await watched.page.getByLabel(WORDS.fr.password.current).fill(PASSWORD)
      for (const name of [WORDS.fr.password.next, WORDS.fr.password.again])
        await watched.page.getByLabel(name, { exact: true }).fill('la servitude de passage')
      await watched.page.getByRole('button', { name: WORDS.fr.password.submit }).click()
      await watched.page.getByText(WORDS.fr.password.done).waitFor()
      await watched.look('24-narrow-changed')
      await watched.close()
    })
  },
)
