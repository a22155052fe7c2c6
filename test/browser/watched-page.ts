/** A page that is watched while it is used: console, policy violations, accessibility, pictures. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'

export type WatchOptions = {
  readonly language: 'fr' | 'en'
  readonly javaScript: boolean
  readonly origin: string
  /** The folder for pictures of the pages; none are taken without it. */
  readonly pictures: string | null
  readonly width?: number
  /** Checks the accessibility of English pages too; default: of French ones. */
  readonly checksEnglish?: boolean
}

export type WatchedPage = {
  readonly context: BrowserContext
  readonly page: Page
  /**
   * Checks the language, the accessibility of French pages, the spaces of French, and that there
   * were no complaints so far. Takes a picture.
   */
  look(name: string): Promise<void>
  close(): Promise<void>
}

type Finding = { readonly id: string; readonly help: string; readonly targets: readonly string[] }

const axeSource = readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
).then((source) => `${source};undefined`)
/** A page whose answer is not 200 is noted by the browser; the walk expects those itself. */
const STATUS = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Runs in the page, where `axe` is. What passes is counted: one element of each rule is enough. */
const axeRun = (runOnly: readonly string[]): string => `(async () => {
  const { violations, passes } = await axe.run(document, {
    preload: false,
    resultTypes: ['violations'],
    runOnly: ${JSON.stringify(runOnly)},
  })
  const found = (list) => list.map(({ id, help, nodes }) => ({ id, help, targets: nodes.map(({ target }) => target.join(' ')) }))
  return { violations: found(violations), passes: passes.length }
})()`
const AXE = axeRun(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
/** What the colours of a page decide. */
const AXE_COLOURS = axeRun(['color-contrast', 'link-in-text-block'])

/** In the words of the protocol the browser keeps the code of a checker that it has met before. */
const evaluate = async (session: CDPSession, expression: string): Promise<unknown> => {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails !== undefined)
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

/**
 * Lets the checker run in a page whose reader allows no scripts. The scripts of the page itself
 * stay out: the browser passed over them when it read the page.
 */
const whileScriptsRun = async (session: CDPSession, work: () => Promise<void>): Promise<void> => {
  const setDisabled = (value: boolean) =>
    session.send('Emulation.setScriptExecutionDisabled', { value })
  // A session can only take back what it has set.
  await setDisabled(true)
  await setDisabled(false)
  await work()
  await setDisabled(true)
}

/**
 * Words of our own in which a mark of French may begin a line. What people wrote is marked as such:
 * its direction is its own.
 */
const LOOSE_MARKS = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (parentElement.closest('[dir="auto"], bdi, textarea, script, code') === null)
      if (/ [:;?!»]|« /.test(data)) found.push(data.trim())
  }
  return found
})()`
/** The areas whose words are set by `contracts/toolkit/french-spaces.ts`. */
const SET_AREAS = /^\/(?:account|desk)(?:\/|$)/

type Findings = { readonly violations: Finding[]; readonly passes: number }

const checkAccessibility = async (session: CDPSession, name: string): Promise<void> => {
  await evaluate(session, await axeSource)
  const found = (await evaluate(session, AXE)) as Findings
  expect(found.violations, `axe on ${name}`).toEqual([])
  expect(found.passes).toBeGreaterThan(15)
}

/** Checks the contrast of a page whose reader prefers dark colours; takes a picture of it. */
const checkDark = async (
  { page, session }: { page: Page; session: CDPSession },
  name: string,
  picture: string | null,
): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark' })
  if (picture !== null) await page.screenshot({ path: picture, fullPage: true })
  const { violations } = (await evaluate(session, AXE_COLOURS)) as Findings
  expect(violations, `axe on ${name} in dark colours`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

export const watchPage = async (browser: Browser, options: WatchOptions): Promise<WatchedPage> => {
  const { language, javaScript, origin, pictures, width = 1_100, checksEnglish = false } = options
  const context = await browser.newContext({
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    javaScriptEnabled: javaScript,
    viewport: { width, height: 800 },
    permissions: javaScript ? ['clipboard-read', 'clipboard-write'] : [],
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !STATUS.test(text)) complaints.push(text)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('requestfailed', (request) => {
    // A file that is kept ends the visit of its address; a page that is left takes its pictures
    // back.
    const isTakenBack = request.failure()?.errorText === 'net::ERR_ABORTED'
    if (!isTakenBack && !request.url().includes('/usage.csv'))
      complaints.push(`failed: ${request.url()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) complaints.push(`elsewhere: ${request.url()}`)
  })
  const session = await context.newCDPSession(page)
  return {
    context,
    page,
    look: async (name) => {
      const file = `${name}-${language}-${javaScript ? 'script' : 'plain'}.png`
      if (pictures !== null) await page.screenshot({ path: join(pictures, file), fullPage: true })
      expect(await page.getAttribute('html', 'lang')).toBe(language)
      expect(await page.locator('h1').count(), name).toBe(1)
      if (language === 'fr' && SET_AREAS.test(new URL(page.url()).pathname))
        expect(await page.evaluate(LOOSE_MARKS), name).toEqual([])
      // English pages mostly differ from the French ones in their words alone.
      if (language === 'fr' || checksEnglish) {
        if (javaScript) await checkAccessibility(session, file)
        else await whileScriptsRun(session, () => checkAccessibility(session, file))
        // The colours are those of the style sheets, whatever the language and the script.
        if (javaScript && language === 'fr')
          await checkDark(
            { page, session },
            file,
            pictures === null ? null : join(pictures, `dark-${file}`),
          )
      }
      expect(complaints, name).toEqual([])
    },
    close: () => context.close(),
  }
}
