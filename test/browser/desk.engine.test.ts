/**
 * Three people take a text from its first draft to its withdrawal and back, in a browser: by mouse
 * with scripts, and by keyboard alone without.
 */
import { mkdir } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editorWords } from '#ingest/editorial/desk/editor/words/words.ts'
import { signInWords } from '#ingest/editorial/desk/sign-in/words.ts'
import { wordsOf } from '#ingest/editorial/desk/words/words.ts'
import { ask, makeDataDir, runPandect, type Service, startService } from '../service/service.ts'
import { chromiumMissing, openChromium } from './chromium.ts'
import { watchPage, type WatchedPage } from './watched-page.ts'

const TIMEOUT_MS = 240_000
const BYTES_MAX = 150_000
const TABS_MAX = 200
const DIGITS = /\d{6}/
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const AUTHOR = 'claire.auteur@demo.pandect.example'
const REVIEWER = 'karim.relecteur@demo.pandect.example'
const PUBLISHER = 'helene.editrice@demo.pandect.example'

const WALKS = [
  { language: 'fr', javaScript: true, by: 'mouse', width: 1_280 },
  { language: 'en', javaScript: false, by: 'keyboard', width: 390 },
] as const
type Walk = (typeof WALKS)[number]

const missing = await chromiumMissing()

/** Somebody at the desk, who uses a mouse or only the keyboard. */
type Hand = {
  readonly watched: WatchedPage
  readonly page: Page
  press(locator: Locator): Promise<void>
  type(locator: Locator, text: string): Promise<void>
  /** Into a field of a browser's own, such as a date. */
  typeKeys(locator: Locator, keys: string): Promise<void>
}

const handOf = (watched: WatchedPage, by: Walk['by']): Hand => {
  const { page } = watched
  const isFocused = async (locator: Locator): Promise<boolean> =>
    (await locator.and(page.locator(':focus')).count()) > 0
  /** Nothing is out of reach of the keyboard. */
  const reach = async (locator: Locator): Promise<void> => {
    for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
      if (await isFocused(locator)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`the keyboard does not reach ${String(locator)}`)
  }
  if (by === 'mouse')
    return {
      watched,
      page,
      press: (locator) => locator.click(),
      type: (locator, text) => locator.fill(text),
      typeKeys: (locator, keys) => locator.pressSequentially(keys),
    }
  return {
    watched,
    page,
    press: async (locator) => {
      await reach(locator)
      await page.keyboard.press('Enter')
      await page.waitForLoadState()
    },
    type: async (locator, text) => {
      await reach(locator)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    typeKeys: async (locator, keys) => {
      await reach(locator)
      await page.keyboard.type(keys)
    },
  }
}

/** Every button and link of the walks leads to another page. */
const leading = async (hand: Hand, locator: Locator): Promise<void> => {
  await Promise.all([hand.page.waitForEvent('load'), hand.press(locator)])
}
const press = (hand: Hand, name: string): Promise<void> =>
  leading(hand, hand.page.getByRole('button', { name, exact: true }).last())
const follow = (hand: Hand, name: string): Promise<void> =>
  leading(hand, hand.page.getByRole('link', { name, exact: true }).first())
const give = (hand: Hand, label: string, value: string): Promise<void> =>
  hand.type(
    hand.page
      .getByLabel(label, { exact: true })
      .and(hand.page.locator('input, textarea, [contenteditable]')),
    value,
  )
const sees = (hand: Hand, words: string): Promise<void> =>
  hand.page.getByText(words).first().waitFor()

describe.skipIf(missing !== null)(`the desk${missing === null ? '' : `: ${missing}`}`, () => {
  let dataDir: string
  let remove: () => Promise<void>
  let service: Service
  let browser: Browser
  let desk = ''
  const passwords = new Map<string, string>()
  const pictures = process.env['PANDECT_TEST_PICTURES'] ?? null

  beforeAll(async () => {
    const made = await makeDataDir()
    dataDir = made.dataDir
    remove = made.remove
    if (pictures !== null) await mkdir(pictures, { recursive: true })
    service = await startService(dataDir, { DESK_PORT: '0' })
    desk = /desk\s+(http:\/\/\S+:\d+)/.exec(service.printed())?.[1] ?? ''
    for (const [, email = '', password = ''] of service
      .printed()
      .matchAll(/(\S+@demo\.pandect\.example)\s+(\S+)/g))
      passwords.set(email, password)
    // A withdrawal needs two people who may publish.
    const roles = ['staff', 'roles', REVIEWER, '--roles', 'reviewer,publisher']
    const changed = await runPandect(roles, dataDir)
    expect(changed.code, changed.stderr).toBe(0)
    browser = await openChromium()
  }, TIMEOUT_MS)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await remove?.()
  }, TIMEOUT_MS)

  const open = async ({ language, javaScript, by, width }: Walk, email: string): Promise<Hand> => {
    const watched = await watchPage(browser, {
      language,
      javaScript,
      origin: desk,
      pictures,
      width,
    })
    const hand = handOf(watched, by)
    const { page } = hand
    const words = wordsOf(language)
    await page.goto(`${desk}/desk`)
    await hand.type(page.getByLabel(words.signIn.email), email)
    await hand.type(page.getByLabel(words.signIn.password), passwords.get(email) ?? '')
    await hand.press(page.getByRole('button', { name: words.signIn.submit, exact: true }))
    const { factor } = signInWords({ language })
    const shown = await page.getByText(factor.demonstration('')).textContent()
    await hand.type(
      page.getByLabel(factor.code, { exact: true }),
      DIGITS.exec(shown ?? '')?.[0] ?? '',
    )
    await hand.press(page.getByRole('button', { name: factor.submit, exact: true }))
    await page.waitForURL('**/desk')
    return hand
  }

  for (const walk of WALKS) {
    const { language, by, javaScript } = walk
    const words = wordsOf(language)
    const editor = editorWords(language)
    const title = `La clause de non-concurrence (${by})`
    const said = `La clause de non-concurrence du salarié est illicite sans contrepartie financière, par ${by}.`

    test(
      `takes a text from draft to withdrawal and back by ${by}, ${javaScript ? 'with' : 'without'} scripts`,
      { timeout: TIMEOUT_MS },
      async () => {
        const author = await open(walk, AUTHOR)
        const reviewer = await open(walk, REVIEWER)
        const publisher = await open(walk, PUBLISHER)

        let text = ''
        const look = async (hand: Hand, name: string): Promise<void> => {
          await hand.watched.look(`${name}-${walk.width}`)
          expect(await hand.page.evaluate(OVERFLOW), name).toBe(0)
        }
        const goTo = (hand: Hand): Promise<unknown> => hand.page.goto(text)

        await look(author, '50-inbox-empty')
        await follow(author, words.places.new)
        await give(author, editor.title, title)
        await give(author, editor.text, said)
        await look(author, '51-editor')
        await press(author, editor.save)
        await author.page.waitForURL('**/texts/**')
        text = author.page.url().replace(/\/edit.*|\?.*/, '')
        await goTo(author)
        await look(author, '52-draft')
        await press(author, words.acts.submit.button)
        await sees(author, words.acts.submit.done)

        await goTo(reviewer)
        await look(reviewer, '53-review')
        await give(
          reviewer,
          `${words.text.quote} (${words.optional})`,
          'illicite sans contrepartie financière',
        )
        await give(reviewer, words.text.commentBody, 'Citer l’arrêt ?')
        await press(reviewer, words.acts.comment.submit)
        await sees(reviewer, 'Citer l’arrêt ?')
        await follow(reviewer, words.acts['request-changes'].button)
        await give(reviewer, words.forms.reasons, 'Citer l’arrêt.')
        await look(reviewer, '54-request-changes')
        await press(reviewer, words.acts['request-changes'].submit)
        await sees(reviewer, words.acts['request-changes'].done)

        await author.page.goto(`${desk}/desk`)
        await sees(author, words.inbox.waitingWhy.changes)
        await look(author, '55-inbox')
        await goTo(author)
        await press(author, words.acts.submit.button)
        await sees(author, words.acts.submit.done)

        await goTo(reviewer)
        await press(reviewer, words.acts.approve.button)
        await sees(reviewer, words.acts.approve.done)

        await goTo(publisher)
        await follow(publisher, words.acts.schedule.button)
        if (by === 'mouse') {
          await give(publisher, words.forms.day, '2030-03-03')
          await give(publisher, words.forms.time, '09:00')
        } else {
          const dated = (label: string): Locator =>
            publisher.page.getByLabel(label, { exact: true })
          await publisher.typeKeys(dated(words.forms.day), '03032030')
          await publisher.typeKeys(dated(words.forms.time), '0900AM')
        }
        await give(publisher, words.forms.reasonWhenNeeded, 'Une note sans source citée.')
        await look(publisher, '56-schedule')
        await press(publisher, words.acts.schedule.submit)
        await sees(publisher, words.acts.schedule.done)
        await look(publisher, '57-scheduled')

        await follow(publisher, words.acts.publish.button)
        await give(publisher, words.forms.reasonWhenNeeded, 'Une note sans source citée.')
        await look(publisher, '58-publish')
        await press(publisher, words.acts.publish.submit)
        await sees(publisher, words.text.searchable)
        await look(publisher, '59-published')
        // It says so because it is so.
        const found = await ask<{ hits: { title: string }[] }>(service, '/search', {
          body: { text: said, limit: 3 },
        })
        expect(found.body.hits.map((hit) => hit.title)).toContain(title)

        await goTo(author)
        await follow(author, words.acts.revise.button)
        await give(author, editor.text, `${said}\n\nElle doit être limitée dans le temps.`)
        await press(author, editor.save)
        await goTo(author)
        await sees(author, words.text.publishing('1.1.0', words.bumps.minor))
        await look(author, '60-revised')
        await press(author, words.acts.submit.button)
        await goTo(reviewer)
        await press(reviewer, words.acts.approve.button)
        await goTo(publisher)
        await follow(publisher, words.acts.publish.button)
        await give(publisher, words.forms.reasonWhenNeeded, 'Une note sans source citée.')
        await press(publisher, words.acts.publish.submit)
        await sees(publisher, words.acts.publish.done)

        await follow(publisher, words.acts.withdraw.button)
        await give(publisher, words.forms.cause, 'Une erreur de droit.')
        await look(publisher, '61-withdraw')
        await press(publisher, words.acts.withdraw.submit)
        await sees(publisher, words.acts.withdraw.done)
        await goTo(reviewer)
        await sees(reviewer, 'Une erreur de droit.')
        await look(reviewer, '62-withdrawal-asked')
        await follow(reviewer, words.text.confirm.withdrawal)
        await look(reviewer, '63-withdrawal-confirm')
        await press(reviewer, words.text.confirm.withdrawal)
        await sees(reviewer, words.text.withdrawn)
        await goTo(publisher)
        await follow(publisher, words.acts.restore.button)
        await give(publisher, words.forms.reason, 'L’erreur est corrigée.')
        await press(publisher, words.acts.restore.submit)
        await sees(publisher, words.acts.restore.done)

        for (const [name, path] of [
          ['64-history', `${text}/history`],
          ['65-texts', `${desk}/desk/texts?words=clause`],
          ['66-impact', `${desk}/desk/impact`],
          ['67-import', `${desk}/desk/import`],
          ['68-nowhere', `${desk}/desk/nowhere`],
        ] as const) {
          await author.page.goto(path)
          await look(author, name)
        }
        for (const { watched } of [author, reviewer, publisher]) await watched.close()
      },
    )
  }

  test('every page is small and quick', { timeout: TIMEOUT_MS }, async () => {
    const hand = await open(WALKS[0], PUBLISHER)
    for (const path of ['/desk', '/desk/texts', '/desk/impact', '/desk/import', '/desk/people']) {
      let bytes = 0
      hand.page.on('response', (response) => {
        void response
          .request()
          .sizes()
          .then(({ responseBodySize }) => (bytes += responseBodySize))
          .catch(() => undefined)
      })
      await hand.page.goto(`${desk}${path}`, { waitUntil: 'networkidle' })
      expect(bytes, path).toBeLessThan(BYTES_MAX)
      hand.page.removeAllListeners('response')
    }
    await hand.watched.close()
  })
})
