/** The editor in a browser: what is typed is kept, also through the death of the server. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_COOKIES } from '#ingest/editorial/staff/session.ts'
import { HOSTILE } from '#ingest/editorial/annotate/hostile.testing.ts'
import {
  type EditorWorld,
  member,
  openEditorWorld,
  serveEditor,
} from '../editorial/editor-world.ts'
import { chromiumMissing, openChromium } from './chromium.ts'

const missing = await chromiumMissing()
const ANNA = member('Anna', 'author')
const KEPT = 'Tout ce qui est saisi est conservé'
const SHORT_UNITS = 5_000

describe.skipIf(missing !== null)(`the editor${missing === null ? '' : `: ${missing}`}`, () => {
  let world: EditorWorld
  let app: FastifyInstance
  let port = 0
  let browser: Browser
  let page: Page
  const start = async (): Promise<void> => {
    app = serveEditor(world.deps, [ANNA])
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
  const state = (text: string) =>
    page.locator('#editor-state', { hasText: text }).waitFor({ timeout: 30_000 })
  const typed = () => page.locator('#text').inputValue()

  test('typing is kept, and is there after the server died and the page was closed', async () => {
    const path = `http://127.0.0.1:${port}/desk/new/${randomUUID()}`
    await page.goto(path)
    await page.locator('#title').fill('La garantie')
    await page.locator('#text').pressSequentially('Le vendeur garantit 😀.')
    await state(KEPT)
    app.server.closeAllConnections()
    await app.close()
    await page.locator('#text').pressSequentially(' Sans serveur.')
    await state('Pas de connexion')
    await start()
    await state(KEPT)
    await page.goto('about:blank')
    await page.goto(path)
    expect(await typed()).toBe('Le vendeur garantit 😀. Sans serveur.')
    expect(await page.locator('#title').inputValue()).toBe('La garantie')
  })

  test('a session that ended loses nothing, and goes on after signing in again', async () => {
    await page.goto(`http://127.0.0.1:${port}/desk/new/${randomUUID()}`)
    await page.locator('#text').pressSequentially('Avant.')
    await state(KEPT)
    ANNA.isSignedIn = false
    await page.locator('#text').pressSequentially(' Après.')
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
    const short = HOSTILE.map(([, text]) => text).filter((text) => text.length < SHORT_UNITS)
    await page.goto(`http://127.0.0.1:${port}/desk/new/${randomUUID()}`)
    await page.locator('#text').fill(short.join('\n\n').replaceAll('\0', ''))
    await page.locator('button[value="preview"]').click()
    await page.locator('#preview').waitFor()
    expect(await page.locator('#preview script, #preview img, #preview [onerror]').count()).toBe(0)
    expect(alerts).toBe(0)
  })
})
