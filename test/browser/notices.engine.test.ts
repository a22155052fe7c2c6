/**
 * Notifications of changes, as an account holder sets them up in a browser: an endpoint of webhooks
 * from its registration to its end, a saved search from the page of results to its news, and
 * changes to the texts that receipts cite and that are watched.
 */
import { mkdir } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StaffId } from '#contracts/staff.ts'
import { makeStaffStore } from '#infra/postgres/staff/staff.ts'
import { openDatabase } from '#infra/processes/wiring/database.ts'
import { keyPepper } from '#infra/secrets.ts'
import { parseSettings } from '#infra/settings.ts'
import { setSecondFactor } from '#ingest/editorial/staff/second-factor.ts'
import { codeAt } from '#ingest/editorial/staff/totp.ts'
import { wordsOf } from '#query-api/portal/words/words.ts'
import { WORDS } from '#query-api/public/words/words.ts'
import { makeDemonstrationDir } from '../service/prepared-folders.ts'
import { runQuickly, type Service, startService } from '../service/service.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { chromiumMissing, openChromium } from './chromium.ts'
import { watchPage, type WatchedPage } from './watched-page.ts'

/** Of the second factor. */
const SECRET = Buffer.from('12345678901234567890')
const PASSWORD = 'le bail commercial se renouvelle'
const TIMEOUT_MS = 240_000
const WAIT = { timeout: 60_000, interval: 200 }
/** A look at a page takes a fifth of a second of processor. */
const PAGE_WAIT = { timeout: 60_000, interval: 1_000 }
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
const WALKS = [
  { language: 'fr', javaScript: true, width: 390 },
  { language: 'en', javaScript: true, width: 1_280 },
  { language: 'fr', javaScript: false, width: 1_280 },
] as const
type Walk = (typeof WALKS)[number]

const missing = await chromiumMissing()

const lookAt =
  (watched: WatchedPage, { width, javaScript }: Walk) =>
  async (name: string): Promise<void> => {
    await watched.look(`${name}-${width}`)
    // Without script the page cannot be asked.
    if (javaScript) expect(await watched.page.evaluate(OVERFLOW), name).toBe(0)
  }

describe.skipIf(missing !== null)(
  `webhooks and saved searches${missing === null ? '' : `: ${missing}`}`,
  () => {
    let dataDir: string
    let remove: () => Promise<void>
    let service: Service
    let browser: Browser
    const pictures = process.env['PANDECT_TEST_PICTURES'] ?? null
    beforeAll(async () => {
      ;({ dataDir, remove } = await makeDemonstrationDir())
      if (pictures !== null) await mkdir(pictures, { recursive: true })
      service = await startService(dataDir, {
        LIMIT_ANONYMOUS: '10000',
        WEBHOOK_PORTS: 'any',
        WEBHOOK_PRIVATE_NETWORKS: 'on',
      })
      browser = await openChromium()
      await signInPublisher()
    }, TIMEOUT_MS)
    afterAll(async () => {
      await browser?.close()
      await service?.stop()
      await remove?.()
    }, TIMEOUT_MS)

    /** Somebody who may publish and unpublish is signed in on the command line. */
    const signInPublisher = async (): Promise<void> => {
      const email = 'editrice@example.org'
      const person = ['--email', email, '--name', 'Éditrice', '--roles', 'publisher']
      await command(['staff', 'add', ...person], `${PASSWORD}\n`)
      const settings = parseSettings({ PANDECT_DATA_DIR: dataDir })
      const database = await openDatabase(settings, 'test')
      try {
        const store = makeStaffStore(database.pool)
        const member = (await store.people.list()).find((one) => one.email === email)
        const pepper = await keyPepper(settings)
        await setSecondFactor({ ...store, pepper }, StaffId.parse(member?.id), SECRET, 0)
      } finally {
        await database.close()
      }
      const code = codeAt(SECRET, Date.now())
      await command(['staff', 'sign-in', '--email', email], `${PASSWORD}\n${code}\n`)
    }
    const command = async (args: string[], input = ''): Promise<string> => {
      const done = await runQuickly(args, dataDir, { input })
      expect(done.code, done.stderr).toBe(0)
      return done.stdout.trim()
    }

    /** A new account whose holder is signed in, in a window of this walk. */
    const signIn = async (walk: Walk) => {
      const slug = `${walk.language}-${walk.javaScript ? 'script' : 'plain'}`
      const account = `Étude ${slug}`
      const email = `${slug}@example.org`
      await command([
        'accounts',
        'create',
        '--account',
        account,
        '--plan',
        'firm',
        '--status',
        'paid',
      ])
      await command(['accounts', 'set-password', '--account', account, '--email', email], PASSWORD)
      const watched = await watchPage(browser, {
        ...walk,
        origin: service.origin,
        pictures,
        checksEnglish: true,
      })
      const words = wordsOf(walk.language)
      const { page } = watched
      await page.goto(`${service.origin}/account`)
      await page.getByLabel(words.signIn.email).fill(email)
      await page.getByLabel(words.signIn.password).fill(PASSWORD)
      await page.getByRole('button', { name: words.signIn.submit }).click()
      await page.waitForURL('**/account/keys')
      return { account, words, page, look: lookAt(watched, walk) }
    }
    const signedIn = new Map<Walk, ReturnType<typeof signIn>>()
    /** The same holder in each test of a walk: a window for each would take seconds. */
    const open = async (walk: Walk) => {
      const signing = signedIn.get(walk) ?? signIn(walk)
      signedIn.set(walk, signing)
      const opened = await signing
      await opened.page.goto(`${service.origin}/account/keys`)
      return opened
    }
    for (const walk of WALKS) {
      const name = `${walk.width} pixels, ${walk.language}, ${walk.javaScript ? 'with' : 'without'} script`

      test(
        `an endpoint at ${name}: register, test, redeliver, rotate, delete`,
        { timeout: TIMEOUT_MS },
        async () => {
          let status = 500
          const receiver = await startReceiver((response) => void response.writeHead(status).end())
          const { words, page, look } = await open(walk)
          const { webhooks } = words
          const button = (text: string) => page.getByRole('button', { name: text, exact: true })
          try {
            await page.getByRole('link', { name: webhooks.place, exact: true }).click()
            await look('60-no-webhooks')
            await page.getByRole('link', { name: webhooks.create }).click()
            await look('61-webhook-new')
            await page.getByLabel(webhooks.url).fill('https://169.254.169.254/hook')
            await button(webhooks.submit).click()
            await page.getByRole('alert').waitFor()
            await look('62-webhook-wrong')
            await page.getByLabel(webhooks.url).fill(receiver.url)
            await page.getByLabel(webhooks.description).fill('Gestion électronique des documents')
            await button(webhooks.submit).click()
            await page.getByRole('heading', { name: webhooks.registered }).waitFor()
            await look('63-webhook-secret')
            const first = await page.locator('#secret').innerText()
            await page.getByRole('link', { name: webhooks.toEndpoint }).click()
            const endpoint = page.url()
            await look('64-webhook-no-messages')

            await button(webhooks.test).click()
            await page.getByText(webhooks.done.tested).waitFor()
            await expect.poll(() => receiver.received.length, WAIT).toBe(1)
            await expect
              .poll(async () => {
                await page.goto(endpoint)
                return page.getByText('HTTP 500').count()
              }, PAGE_WAIT)
              .toBe(1)
            await look('65-webhook-failed')
            status = 204
            await button(webhooks.redeliver).click()
            await page.getByText(webhooks.done.redelivered).waitFor()
            await expect.poll(() => receiver.received.length, WAIT).toBe(2)
            expect(receiver.received[1]).toMatchObject({
              id: receiver.received[0]?.id,
              body: receiver.received[0]?.body,
            })
            await expect
              .poll(async () => {
                await page.goto(endpoint)
                return page.getByText('HTTP 204').count()
              }, PAGE_WAIT)
              .toBe(1)
            await page.getByText(webhooks.states.delivered).waitFor()
            await look('66-webhook-delivered')

            await button(webhooks.rotate).click()
            await page.getByRole('heading', { name: webhooks.rotated }).waitFor()
            expect(await page.locator('#secret').innerText()).not.toBe(first)
            await look('67-webhook-rotated')
            await page.getByRole('link', { name: webhooks.toEndpoint }).click()
            await look('68-webhook-overlap')
            await page.getByRole('link', { name: webhooks.back }).click()
            await look('69-webhooks')
            await page.goto(`${endpoint}/delete`)
            await look('70-webhook-delete')
            await button(webhooks.deleteSubmit).click()
            await page.getByText(webhooks.done.deleted).waitFor()
          } finally {
            await receiver.close()
          }
        },
      )
    }

    for (const [at, walk] of WALKS.entries()) {
      const name = `${walk.width} pixels, ${walk.language}, ${walk.javaScript ? 'with' : 'without'} script`

      test(
        `a saved search at ${name}: from the results to its news`,
        { timeout: TIMEOUT_MS },
        async () => {
          const { words, page, look } = await open(walk)
          const { searches } = words
          const { search } = WORDS[walk.language]
          const button = (text: string) => page.getByRole('button', { name: text, exact: true })
          const results = `${service.origin}/search?q=licenciement&contentTypes=jurisprudence&inForce=true&lang=${walk.language}`

          await page.getByRole('link', { name: searches.place, exact: true }).click()
          await look('80-no-searches')
          await page.getByRole('link', { name: searches.create }).click()
          await look('81-search-form')
          await page.getByLabel(searches.name).fill('Article 1240')
          await page.getByLabel(searches.cites).fill('bonjour')
          await button(searches.submit).click()
          await page.getByRole('alert').waitFor()
          await look('82-search-wrong')
          await page.getByLabel(searches.cites).fill('article 1240 du code civil')
          await button(searches.submit).click()
          await page.getByText(searches.done.saved).waitFor()
          await look('83-cites')

          await page.goto(results)
          await look('84-results')
          const slugs = await page
            .locator('.hits h2 a')
            .evaluateAll((links) => links.map((link) => (link as { href: string }).href))
          const slug = new URL(slugs[at] ?? '').pathname.replace('/t/', '')
          await page.getByRole('link', { name: search.save }).click()
          await page.getByText(searches.inForceLeftOut).waitFor()
          await look('85-search-from-results')
          await button(searches.submit).click()
          await page.getByText(searches.done.saved).waitFor()
          const saved = page.url().replace(/\?.*$/, '')
          await page.getByText(searches.noNews).waitFor()

          await command(['unpublish', slug, '--reason', 'essai'])
          await expect
            .poll(async () => {
              await page.goto(saved)
              return page.getByRole('cell', { name: searches.told.unmatched }).count()
            }, PAGE_WAIT)
            .toBe(1)
          await look('86-search-told')
          await command(['publish', slug, '--reason', 'essai'])
          await expect
            .poll(async () => {
              await page.goto(saved)
              return page.locator(`main a[href^="/t/${slug}"]`).count()
            }, PAGE_WAIT)
            .toBe(2)
          await look('87-search-told-again')
          const feed = (await page.locator('#feed').innerText()).trim()
          expect((await fetch(feed)).headers.get('content-type')).toContain('application/atom+xml')
          await button(searches.feedRenew).click()
          await page.getByText(searches.done.renewed).waitFor()
          expect((await fetch(feed)).status).toBe(404)
          await page.getByLabel(searches.name).fill('Licenciements')
          await button(searches.renameSubmit).click()
          await page.getByRole('heading', { name: 'Licenciements', level: 1 }).waitFor()
          await button(searches.pause).click()
          await page.getByText(searches.done.paused).waitFor()
          await look('88-search-paused')
          await page.getByRole('link', { name: searches.back }).click()
          await look('89-searches')
          await page.goto(`${saved}/delete`)
          await look('90-search-delete')
          await button(searches.deleteSubmit).click()
          await page.getByText(searches.done.deleted).waitFor()
        },
      )
    }

    for (const [at, walk] of WALKS.entries()) {
      const name = `${walk.width} pixels, ${walk.language}, ${walk.javaScript ? 'with' : 'without'} script`

      test(
        `receipts and watches at ${name}: kept, told of, deleted`,
        { timeout: TIMEOUT_MS },
        async () => {
          const { account, words, page, look } = await open(walk)
          const { receipts, watches } = words
          const button = (text: string) => page.getByRole('button', { name: text, exact: true })
          const link = (text: string) => page.getByRole('link', { name: text, exact: true })
          const made = await command(['keys', 'create', '--account', account, '--plan', 'firm'])
          const key = /svc_live_\w+/.exec(made)?.[0] ?? ''
          const ask = async (path: string): Promise<Response> => {
            const answer = await fetch(`${service.origin}/api/v1${path}`, {
              headers: { authorization: `Bearer ${key}` },
            })
            expect(answer.status, path).toBe(200)
            return answer
          }

          await link(receipts.place).click()
          await look('100-no-receipts')
          await button(receipts.keep).click()
          await page.getByText(receipts.done.kept).waitFor()
          // Another slug than that of the other tests, which unpublish theirs.
          await page.goto(`${service.origin}/search?q=contrat&lang=${walk.language}`)
          const addresses = await page
            .locator('.hits h2 a')
            .evaluateAll((links) => links.map((one) => (one as { href: string }).href))
          const address = addresses.at(-1 - at) ?? ''
          const slug = new URL(address).pathname.replace('/t/', '')

          await page.goto(address)
          await link(WORDS[walk.language].text.watch).click()
          expect(await page.getByLabel(watches.text).inputValue()).toBe(slug)
          await page.goto(`${service.origin}/account/watches`)
          await look('101-no-watches')
          await link(watches.create).click()
          await page.getByLabel(watches.text).fill('un texte')
          await button(watches.submit).click()
          await page.getByRole('alert').waitFor()
          await look('102-watch-wrong')
          await page.getByLabel(watches.text).fill(address)
          await page.getByLabel(watches.handle).fill('dossier-2026.118')
          // The keyboard alone is enough.
          await page.getByLabel(watches.handle).press('Enter')
          await page.getByText(watches.done.added).waitFor()
          await look('103-watches')

          await expect
            .poll(async () => {
              await ask(`/articles/${slug}`)
              await page.goto(`${service.origin}/account/receipts`)
              return page.locator('main tbody tr').count()
            }, PAGE_WAIT)
            .toBeGreaterThan(0)
          await look('104-receipts')
          await command(['unpublish', slug, '--reason', 'essai'])
          const told = (state: string) => page.getByRole('cell', { name: state })
          await expect
            .poll(async () => {
              await page.goto(`${service.origin}/account/receipts`)
              return told(receipts.states.unpublished).count()
            }, PAGE_WAIT)
            .toBeGreaterThan(0)
          await look('105-receipts-told')
          await page.getByRole('link', { name: receipts.seeReceipt }).first().click()
          await look('106-receipt')
          await button(receipts.deleteOne).click()
          await page.getByText(receipts.done.deleted).waitFor()
          await page.goto(`${service.origin}/account/receipts/delete`)
          await look('107-receipts-delete')
          await button(receipts.deleteAll).click()
          await page.getByText(receipts.done.allDeleted).waitFor()

          await link(watches.place).click()
          await told(receipts.states.unpublished).first().waitFor()
          await look('108-watches-told')
          await page.getByRole('link', { name: watches.removeOne('dossier-2026.118') }).click()
          await look('109-watch-delete')
          await button(watches.remove).click()
          await page.getByText(watches.done.deleted).waitFor()
          await page.getByRole('heading', { name: watches.none }).waitFor()
          await command(['publish', slug, '--reason', 'essai'])
        },
      )
    }
  },
)
