/** The editor in a browser: what is typed is kept, also through the death of the server. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Slug } from '#contracts/ids.ts'
import type { EditorWork } from '#ingest/editorial/desk/editor/work.ts'
import { DESK_COOKIES } from '#ingest/editorial/staff/session.ts'
import { HOSTILE } from '#ingest/editorial/annotate/hostile.testing.ts'
import {
  type EditorWorld,
  member,
  openEditorWorld,
  serveEditor,
} from '../editorial/editor-world.ts'
import { chromiumMissing, openChromium } from './chromium.ts'
import { watchPage } from './watched-page.ts'

const missing = await chromiumMissing()
const ANNA = member('Anna', 'author')
const KEPT = 'Tout ce qui est saisi est conservé'
const SHORT_UNITS = 5_000
const BYTES_MAX = 150_000
const CITED = 'Cass. 1re civ., 25 nov. 2020, n° 19-60.222.'
const CLAIMED = 'Le vendeur garantit toujours le vice apparent.'

/** What an engine of its own tests finds out; here it is given. */
const annotated: EditorWork['annotate'] = async ({ content: { contentClean } }) => {
  const spanOf = (words: string) => {
    const start = Array.from(contentClean.slice(0, contentClean.indexOf(words))).length
    return { start, end: start + Array.from(words).length }
  }
  const counts = {
    supported: 0,
    partially_supported: 0,
    contradicted: 0,
    not_supported: 1,
    unverifiable: 0,
  }
  const hasWords = contentClean.includes(CITED) && contentClean.includes(CLAIMED)
  if (!hasWords)
    return {
      citations: [],
      claims: [],
      flags: [],
      score: null,
      counts,
      part: null,
      waiting: 0,
      isComplete: true,
    }
  return {
    citations: [
      {
        span: spanOf(CITED),
        words: CITED,
        state: 'found',
        texts: [
          {
            slug: Slug.parse('arret'),
            title: 'Arrêt',
            version: null,
            colour: 'red',
            because: [{ slug: Slug.parse('revirement'), title: 'Revirement' }],
            validTo: null,
          },
        ],
      },
    ],
    claims: [
      {
        where: 'text',
        headnoteSequence: null,
        span: spanOf(CLAIMED),
        sentence: CLAIMED,
        verdict: 'not_supported',
        evidence: [],
        differences: [],
      },
    ],
    flags: [],
    score: 0,
    counts,
    part: null,
    waiting: 0,
    isComplete: true,
  }
}

describe.skipIf(missing !== null)(`the editor${missing === null ? '' : `: ${missing}`}`, () => {
  let world: EditorWorld
  let app: FastifyInstance
  let port = 0
  let browser: Browser
  let page: Page
  const start = async (): Promise<void> => {
    app = serveEditor({ ...world.deps, work: { ...world.deps.work, annotate: annotated } }, [ANNA])
    await app.listen({ host: '127.0.0.1', port })
    port = (app.server.address() as AddressInfo).port
  }
  beforeAll(async () => {
    world = await openEditorWorld([ANNA])
    await start()
    browser = await openChromium()
    const context = await browser.newContext({ locale: 'fr' })
    await context.addCookies([
      { name: `${DESK_COOKIES}-session`, value: ANNA.token, domain: '127.0.0.1', path: '/' },
    ])
    page = await context.newPage()
  })
  afterAll(async () => {
    await browser.close()
    app.server.closeAllConnections()
    await app.close()
    await world.close()
  })
  const state = (words: string) =>
    page.locator('#editor-state', { hasText: words }).waitFor({ timeout: 30_000 })
  const text = () => page.getByRole('textbox', { name: 'Texte', exact: true })
  const typed = () => page.locator('#text').inputValue()

  test('typing is kept, and is there after the server died and the page was closed', async () => {
    const path = `http://127.0.0.1:${port}/desk/new/${randomUUID()}`
    await page.goto(path)
    await page.locator('#title').fill('La garantie')
    await text().pressSequentially('Le vendeur garantit 😀.')
    await state(KEPT)
    app.server.closeAllConnections()
    await app.close()
    await text().pressSequentially(' Sans serveur.')
    await state('Pas de connexion')
    await start()
    await state(KEPT)
    await page.goto('about:blank')
    await page.goto(path)
    expect(await typed()).toBe('Le vendeur garantit 😀. Sans serveur.')
    expect(await page.locator('#title').inputValue()).toBe('La garantie')
  })

  test('choices that the server never got come back with the words', async () => {
    const path = `http://127.0.0.1:${port}/desk/new/${randomUUID()}`
    await page.goto(path)
    await text().pressSequentially('Avant.')
    await state(KEPT)
    app.server.closeAllConnections()
    await app.close()
    await page.locator('#jurisdiction-LU').check()
    await text().pressSequentially(' Sans serveur.')
    await state('Pas de connexion')
    await page.goto('about:blank')
    await start()
    await page.goto(path)
    await page.getByRole('button', { name: 'Reprendre cette saisie' }).click()
    await state(KEPT)
    await page.reload()
    expect(await typed()).toBe('Avant. Sans serveur.')
    expect(await page.locator('#jurisdiction-LU').isChecked()).toBe(true)
  })

  test('the preview stands beside the text and follows what is typed', async () => {
    await page.goto(`http://127.0.0.1:${port}/desk/new/${randomUUID()}`)
    await text().pressSequentially('Une *ligne*.')
    await page.getByRole('button', { name: 'Aperçu', exact: true }).click()
    await page.locator('#previewed em', { hasText: 'ligne' }).waitFor()
    await text().press('Control+End')
    await text().pressSequentially(' Une autre.')
    await page.locator('#previewed', { hasText: 'Une autre.' }).waitFor()
    expect(await page.evaluate('document.activeElement.className')).toBe('island')
    // The line that is typed in comes into sight.
    await text().press('Control+End')
    await page.keyboard.insertText(`${'\n\nUn alinéa.'.repeat(80)}\n\nLe dernier.`)
    const last = page.locator('#previewed p', { hasText: 'Le dernier.' })
    await last.waitFor()
    await expect.poll(async () => (await last.boundingBox())?.y ?? 10_000).toBeLessThan(900)
  })

  test('a session that ended loses nothing, and goes on after signing in again', async () => {
    await page.goto(`http://127.0.0.1:${port}/desk/new/${randomUUID()}`)
    await text().pressSequentially('Avant.')
    await state(KEPT)
    ANNA.isSignedIn = false
    await text().pressSequentially(' Après.')
    await state('Votre session a pris fin')
    ANNA.isSignedIn = true
    await state(KEPT)
    await page.reload()
    expect(await typed()).toBe('Avant. Après.')
  })

  test('no manuscript runs a script', async () => {
    let alerts = 0
    page.on('dialog', (dialog) => {
      alerts += 1
      void dialog.dismiss()
    })
    const short = HOSTILE.map(([, words]) => words).filter((words) => words.length < SHORT_UNITS)
    await page.goto(`http://127.0.0.1:${port}/desk/new/${randomUUID()}`)
    await text().fill(short.join('\n\n').replaceAll('\0', ''))
    await page.locator('button[value="preview"]').click()
    await page.locator('#preview').waitFor()
    expect(await page.locator('#preview script, #preview img, #preview [onerror]').count()).toBe(0)
    expect(alerts).toBe(0)
  })

  test('the text is left by the tabulator, undone and redone, and found again by the form', async () => {
    await page.goto(`http://127.0.0.1:${port}/desk/new/${randomUUID()}`)
    await page.locator('#title').fill('Le bail')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Le preneur \u202epaie.')
    const shown = (await text().textContent()) ?? ''
    expect(shown).toContain('RLO')
    await page.keyboard.press('ControlOrMeta+z')
    expect(await text().textContent()).not.toContain('preneur')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    expect(await text().textContent()).toBe(shown)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.className')).not.toBe('island')
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate('document.activeElement.className')).toBe('island')
    await page.locator('button[value="save"]:not(.unseen)').first().click()
    await page.waitForURL('**/desk/texts/**')
  })

  test('Enter in the search of the vocabularies searches, and saves nothing', async () => {
    const path = `http://127.0.0.1:${port}/desk/new/${randomUUID()}`
    await page.goto(path)
    await page.locator('#title').fill('Le bail')
    await text().fill('Le preneur paie.')
    await page.locator('#conceptQuery').fill('rien de tel')
    await page.locator('#conceptQuery').press('Enter')
    await page.locator('#found-concepts').getByText('rien de tel').waitFor()
    expect(page.url()).toBe(path)
    await page.locator('#title').press('Enter')
    await page.waitForURL('**/desk/texts/**')
  })

  test('a text that is missing is marked as other fields are, and its fault leads to it', async () => {
    await page.goto(`http://127.0.0.1:${port}/desk/new/${randomUUID()}`)
    await text().waitFor()
    await page.locator('button[value="save"]').last().click()
    await page.locator('a[href="#text"]').waitFor()
    await text().waitFor()
    const borderOf = (selector: string) =>
      page.locator(selector).evaluate('(field) => getComputedStyle(field).borderColor')
    expect(await borderOf('.cm-editor')).toBe(await borderOf('#title'))
    await page.locator('a[href="#text"]').click()
    await page.keyboard.type('Le preneur paie.')
    expect(await text().textContent()).toBe('Le preneur paie.')
  })

  test('citations and claims have their colour in the text, and the reason at hand', async () => {
    const path = `/desk/new/${randomUUID()}`
    const origin = `http://127.0.0.1:${port}`
    const watched = await watchPage(browser, {
      language: 'fr',
      javaScript: true,
      origin,
      pictures: process.env['PICTURES'] ?? null,
    })
    await watched.context.addCookies([
      { name: `${DESK_COOKIES}-session`, value: ANNA.token, domain: '127.0.0.1', path: '/' },
    ])
    let bytes = 0
    watched.page.on('requestfinished', (request) => {
      void request.sizes().then((sizes) => (bytes += sizes.responseBodySize))
    })
    await watched.page.goto(`${origin}${path}`, { waitUntil: 'networkidle' })
    expect(bytes).toBeLessThan(BYTES_MAX)
    const field = watched.page.getByRole('textbox', { name: 'Texte', exact: true })
    await watched.page.locator('#title').fill('La garantie')
    await field.fill(`Selon l’arrêt, ${CITED} ${CLAIMED} Un arabe \u202eretourné.`)
    const citation = watched.page.locator('.citation.red')
    await citation.waitFor()
    expect(await citation.textContent()).toBe(CITED)
    const claim = watched.page.locator('.claim.orange')
    expect(await claim.textContent()).toBe(CLAIMED)
    await citation.hover()
    const reasons = watched.page.locator('.reasons')
    await reasons.getByText('ne fait plus autorité').waitFor()
    await watched.page.mouse.move(0, 0)
    await reasons.waitFor({ state: 'detached' })
    await field.press('ControlOrMeta+Home')
    for (let words = 0; words < 8; words += 1) await field.press('ControlOrMeta+ArrowRight')
    await reasons.getByText('ne fait plus autorité').waitFor()
    await watched.look('editor')
    await field.press('Escape')
    await reasons.waitFor({ state: 'detached' })
    // Typed on, the marks stay with their words.
    await field.press('ControlOrMeta+Home')
    await watched.page.keyboard.type('Donc : ')
    expect(await citation.textContent()).toBe(CITED)
    await watched.close()
  })
})
