/** Mail of saved searches, from the choice of a person to a real server, on the real tables. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeSendMail } from '#infra/mail/smtp.ts'
import { makeMailChoices, makeMailQueue } from '#infra/postgres/mail/mails.ts'
import { makeConceptReader } from '#infra/postgres/read-models/concepts.ts'
import { makePublicTexts } from '#infra/postgres/read-models/public-texts.ts'
import { makeQueue } from '#infra/postgres/webhooks/queue.ts'
import { makeMailAdmin } from '#query-api/mail/admin.ts'
import type { MailDeps } from '#query-api/mail/notify.ts'
import { wordsOf } from '#query-api/portal/words/words.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { addUnsubscribe } from '#query-api/routes/saved-searches/unsubscribe.ts'
import { openWorld, type World } from '../citator/world.ts'
import {
  type Browser,
  makeAccountArea,
  makeBrowser,
  makePerson,
  type Person,
  serve,
} from '../contract/account-area.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { hiddenIn } from '../oauth/harness.ts'
import {
  adminOver,
  appendText,
  followerOn,
  ownerOf,
  saveOn,
  tellAll,
} from '../saved-searches/world.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import {
  adminOn,
  makeChanges,
  registerAt,
  type RunningNotifier,
  startNotifier,
} from '../webhooks/world.ts'
import { BUILD_MS, type MailServer, mailServerMissing, startMailServer } from './server.ts'

const TIMEOUT_MS = 240_000
const WAIT = { timeout: 60_000, interval: 50 }
const ORIGIN = 'https://pandect.example'
const NAME = 'Baux ruraux <b>& fermages</b>'
const fr = wordsOf('fr')
const missing = mailServerMissing()

const choose = async (browser: Browser, path: string, rhythm: string, language = 'fr') =>
  browser.post(`${path}/mail`, { csrf: await browser.csrfAt(path), rhythm, language })
/** The path of the first link of a mail that begins like this. */
const pathIn = (text: string, beginning: string): string =>
  new RegExp(`${ORIGIN}(${beginning}\\S*)`).exec(text)?.[1] ?? expect.fail(`no ${beginning}`)

describe.skipIf(missing !== null)(`mail${missing === null ? '' : `: ${missing}`}`, () => {
  let world: World
  let index: SearchIndex
  let server: MailServer
  let app: FastifyInstance
  let running: RunningNotifier[] = []
  beforeAll(async () => {
    server = await startMailServer()
    world = await openWorld()
    const { connectionString } = world
    index = await openEmbeddedSearchIndex({ connectionString, pepper: TEST_PEPPER })
    const { pool } = world
    const area = makeAccountArea(pool, {
      savedSearches: adminOver(pool, index),
      texts: makePublicTexts(pool),
      concepts: makeConceptReader(pool, foldedLabel),
      mail: makeMailAdmin({ choices: makeMailChoices(pool), pepper: TEST_PEPPER }),
    })
    app = serve(area)
    addUnsubscribe(app, { account: area })
    await appendText({ world, index }, 'premier', 'Le bail rural est fixé par écrit.')
    await tellAll(followerOn(pool))
  }, BUILD_MS)
  afterAll(async () => {
    await index?.close()
    await world?.close()
    await server?.close()
  })
  beforeEach(async () => {
    await server.forget()
    await server.breakDown({})
    return async () => {
      await Promise.all(running.map((one) => one.stop()))
      expect(running.flatMap(({ faults }) => faults)).toEqual([])
      running = []
    }
  })

  const mailDeps = (): MailDeps => ({
    queue: makeQueue(world.pool, 'mail'),
    mails: makeMailQueue(world.pool, { bundleSeconds: 0 }),
    send: makeSendMail({
      url: `smtp://127.0.0.1:${server.smtpPort}`,
      from: 'Pandect <veille@pandect.example>',
      hostname: 'pandect.example',
    }),
    pepper: TEST_PEPPER,
    publicUrl: ORIGIN,
    lookEveryMs: 50,
  })
  const start = (): void => {
    running.push(startNotifier(world.pool, makeChanges().reader, { mail: mailDeps() }))
  }
  const mailsTo = async ({ email }: Person) =>
    (await server.mails()).filter(({ To }) => To.some(({ Address }) => Address === email))
  /** A person with a saved search, signed in. */
  const openSearch = async () => {
    const person = await makePerson(world.pool)
    const browser = makeBrowser(() => app)
    await browser.signIn(person.email)
    const wanted = { name: NAME, search: { text: 'bail rural' } }
    const search = await saveOn(adminOver(world.pool, index), person.accountId, wanted)
    return { person, browser, path: `/account/saved-searches/${search.id}` }
  }
  /** Follows the link of the newest confirmation, in a browser without a session. */
  const confirm = async (person: Person): Promise<string> => {
    await expect.poll(async () => (await mailsTo(person)).length, WAIT).toBe(1)
    const link = pathIn((await mailsTo(person))[0]?.Text ?? '', '/account/mail/confirm')
    const stranger = makeBrowser(() => app)
    const page = await stranger.get(link)
    expect(page.body).toContain(fr.mail.pages.confirm.text)
    const done = await stranger.post('/account/mail/confirm', hiddenIn(page.body))
    expect(done.body).toContain(fr.mail.outcomes.confirmed.text)
    await server.forget()
    return link
  }
  let texts = 0
  const appendMatching = async (content = 'Le preneur du bail rural a un droit.') => {
    texts += 1
    await appendText({ world, index }, `mailed-${texts}`, content)
    await tellAll(followerOn(world.pool))
    return `slug-mailed-${texts}`
  }

  test(
    'nothing is sent before the address is confirmed by a link that works once',
    async () => {
      const { person, browser, path } = await openSearch()
      expect((await browser.get(path)).body).toContain(fr.mail.text(person.email))
      start()
      expect((await choose(browser, path, 'soon')).headers.location).toContain('done=mailed')
      expect((await browser.get(path)).body).toContain(fr.mail.unconfirmed(person.email))
      await appendMatching()
      // Asked again at once, it sends no second link.
      await browser.post(`${path}/mail/remind`, { csrf: await browser.csrfAt(path) })
      const link = await confirm(person)
      expect((await makeBrowser(() => app).get(link)).statusCode).toBe(410)
      expect((await browser.get(path)).body).toContain(fr.mail.sentTo(person.email))
      const slug = await appendMatching()
      await expect.poll(async () => (await mailsTo(person)).length, WAIT).toBe(1)
      const [mail] = await mailsTo(person)
      // What was told before the confirmation is on the pages alone.
      expect(mail?.Subject).toBe('Pandect\u00a0: 1 texte dans vos recherches enregistrées')
      expect(mail?.Text).toContain(`${ORIGIN}/t/${slug}?lang=fr`)
      expect(mail?.Text).toContain(NAME)
      expect(mail?.HTML).not.toContain('<b>')
      for (const body of [mail?.Text, mail?.HTML]) expect(body).not.toContain('preneur')
      expect(mail?.MessageID).toMatch(/^msg_[0-9a-f]{32}@pandect\.example$/)
    },
    TIMEOUT_MS,
  )

  test(
    'one click without a session ends all mail, and the page of the search says so',
    async () => {
      const { person, browser, path } = await openSearch()
      start()
      await choose(browser, path, 'soon', 'en')
      await expect.poll(async () => (await mailsTo(person)).length, WAIT).toBe(1)
      const link = pathIn((await mailsTo(person))[0]?.Text ?? '', '/account/mail/confirm')
      // The link has the language of the mail, and the browser would keep it.
      const stranger = makeBrowser(() => app)
      const page = await stranger.get(link)
      expect(page.body).toContain(wordsOf('en').mail.pages.confirm.text)
      await stranger.post('/account/mail/confirm', hiddenIn(page.body))
      await server.forget()
      await appendMatching()
      await expect.poll(async () => (await mailsTo(person)).length, WAIT).toBe(1)
      const [mail] = await mailsTo(person)
      expect(mail?.Subject).toBe('Pandect: 1 text in your saved searches')
      const [listed = ''] = mail?.headers['List-Unsubscribe'] ?? []
      const post = listed.slice(1 + ORIGIN.length, -1)
      expect(mail?.Text).toContain(`${ORIGIN}/account/mail/unsubscribe?`)

      // Whoever only looks ends nothing.
      const looked = await app.inject({ method: 'GET', url: post })
      expect(looked.statusCode).toBe(303)
      expect((await browser.get(path)).body).toContain(fr.mail.sentTo(person.email))
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = 'List-Unsubscribe=One-Click'
      const click = (url: string) => app.inject({ method: 'POST', url, headers, payload })
      expect((await click(`${post}x`)).statusCode).toBe(404)
      for (let times = 0; times < 2; times += 1) expect((await click(post)).statusCode).toBe(204)
      expect((await browser.get(path)).body).toContain(fr.mail.causes.owner)
      await server.forget()
      await appendMatching()
      const other = await openSearch()
      await choose(other.browser, other.path, 'soon')
      await expect.poll(async () => (await mailsTo(other.person)).length, WAIT).toBe(1)
      expect(await mailsTo(person)).toEqual([])
      await choose(browser, path, 'soon')
      await appendMatching()
      await expect.poll(async () => (await mailsTo(person)).length, WAIT).toBe(1)
    },
    TIMEOUT_MS,
  )

  test(
    'a refused address is stopped and told so; two notifiers and restarts send each mail once',
    async () => {
      const { person, browser, path } = await openSearch()
      start()
      start()
      await choose(browser, path, 'soon')
      await confirm(person)
      await Promise.all(running.map((one) => one.stop()))
      await appendMatching()
      const gathering = [mailDeps(), mailDeps(), mailDeps()].map(({ mails }) => mails.gather(100))
      await Promise.all(gathering)
      start()
      start()
      await expect.poll(async () => (await mailsTo(person)).length, WAIT).toBe(1)
      const { rows } = await world.pool.query<{ id: string }>(
        `select m.id from webhook_messages m join mail_addresses a on a.endpoint_id = m.endpoint_id
           join account_users u on u.id = a.user_id where u.email = $1 order by m.queued_at desc limit 1`,
        [person.email],
      )
      const id = `msg_${(rows[0]?.id ?? '').replaceAll('-', '')}@pandect.example`
      expect((await mailsTo(person))[0]?.MessageID).toBe(id)

      await server.breakDown({ Recipient: { ErrorCode: 550, Probability: 100 } })
      await appendMatching()
      await expect
        .poll(async () => (await browser.get(path)).body.includes(fr.mail.causes.gone), WAIT)
        .toBe(true)
      const stopped = await world.pool.query(
        `select data from audit_acts join mail_addresses on subject = endpoint_id::text
           join account_users u on u.id = user_id where kind = 'mail.stopped' and email = $1`,
        [person.email],
      )
      expect(stopped.rows).toEqual([{ data: { cause: 'gone' } }])
    },
    TIMEOUT_MS,
  )

  test(
    'a mail that waits says nothing of what was erased or deleted meanwhile',
    async () => {
      const { person, browser, path } = await openSearch()
      start()
      await choose(browser, path, 'soon')
      await confirm(person)
      await Promise.all(running.map((one) => one.stop()))
      running = []
      const [gone, left] = [await appendMatching(), await appendMatching()]
      await mailDeps().mails.gather(100)
      const { rows } = await world.pool.query<{ body: string }>(
        "select body from webhook_events where id like 'mail:%'",
      )
      for (const { body } of rows) expect(body).not.toMatch(/slug-mailed|Baux/)
      // As an erasure does.
      await world.pool.query('delete from saved_search_news where slug = $1', [gone])
      start()
      await expect.poll(async () => (await mailsTo(person)).length, WAIT).toBe(1)
      const [mail] = await mailsTo(person)
      expect(mail?.Text).toContain(left)
      expect(mail?.Text).not.toContain(gone)
    },
    TIMEOUT_MS,
  )

  test(
    'a server of mail that hangs delays no webhook',
    async () => {
      const { person, browser, path } = await openSearch()
      const receiver = await startReceiver()
      const { endpoint } = await registerAt(world.pool, person.accountId, { url: receiver.url })
      let hanging = 0
      const send: MailDeps['send'] = (_, signal) => {
        hanging += 1
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ fault: 'answer_timeout' }))
        })
      }
      await choose(browser, path, 'soon')
      const mail = { ...mailDeps(), send }
      running.push(startNotifier(world.pool, makeChanges().reader, { mail }))
      await expect.poll(() => hanging, WAIT).toBeGreaterThan(0)
      const owner = ownerOf(person.accountId)
      await adminOn(world.pool).test({ ...owner, endpointId: endpoint.id })
      await expect.poll(() => receiver.received.length, WAIT).toBe(1)
      expect(await mailsTo(person)).toEqual([])
      await receiver.close()
    },
    TIMEOUT_MS,
  )
})
