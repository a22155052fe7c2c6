/** The public pages in a browser, on a phone and on a wide screen, in both languages. */
import { mkdir } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDir, type Service, startService } from '../service/service.ts'
import { chromiumMissing, openChromium } from './chromium.ts'
import { watchPage } from './watched-page.ts'

const TIMEOUT_MS = 240_000
const WIDTHS = [390, 1_280] as const
const LANGUAGES = ['fr', 'en'] as const
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const missing = await chromiumMissing()

describe.skipIf(missing !== null)(
  `the public pages${missing === null ? '' : `: ${missing}`}`,
  () => {
    let remove: () => Promise<void>
    let service: Service
    let browser: Browser
    const pictures = process.env['PANDECT_TEST_PICTURES'] ?? null
    beforeAll(async () => {
      const made = await makeDataDir()
      remove = made.remove
      if (pictures !== null) await mkdir(pictures, { recursive: true })
      service = await startService(made.dataDir, { LIMIT_ANONYMOUS: '10000' })
      browser = await openChromium()
    }, TIMEOUT_MS)
    afterAll(async () => {
      await browser?.close()
      await service?.stop()
      await remove?.()
    }, TIMEOUT_MS)

    for (const width of WIDTHS)
      for (const language of LANGUAGES)
        test(
          `at ${width} pixels in ${language}: a search leads to a text, and nothing is cut off`,
          { timeout: TIMEOUT_MS },
          async () => {
            const { origin } = service
            const watched = await watchPage(browser, {
              language,
              javaScript: true,
              origin,
              pictures,
              width,
            })
            const { page } = watched
            const look = async (name: string): Promise<void> => {
              await watched.look(`${name}-${width}`)
              expect(await page.evaluate(OVERFLOW), name).toBe(0)
            }
            await page.goto(`${origin}/`)
            await look('40-start')
            await page.getByRole('searchbox').fill('clause limitative de responsabilité')
            await page.getByRole('search').getByRole('button').click()
            await page.waitForURL('**/search?q=*')
            await look('41-found')
            await page.locator('.hits a').first().click()
            await page.waitForURL('**/t/*')
            await look('42-text')
            await page.goto(`${origin}/t/nothing-00000000`)
            await look('43-no-text')
            await page.goto(`${origin}/mcp`)
            expect(await page.content()).toContain(service.key)
            await look('44-agents')
            await watched.close()
          },
        )
  },
)
