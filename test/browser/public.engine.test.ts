/** The public pages in a browser, by keyboard alone, and as programs read them. */
import { mkdir } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import { JsonLdParser } from 'jsonld-streaming-parser'
import type { Browser, Page } from 'playwright-core'
import { RdfaParser } from 'rdfa-streaming-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fr } from '#query-api/public/words/fr.ts'
import { en } from '#query-api/public/words/en.ts'
import { makeDemonstrationDir } from '../service/prepared-folders.ts'
import { type Service, startService } from '../service/service.ts'
import { chromiumMissing, openChromium } from './chromium.ts'
import { watchPage } from './watched-page.ts'

const TIMEOUT_MS = 240_000
const WALKS = [
  { width: 390, language: 'en', javaScript: true },
  { width: 1_280, language: 'fr', javaScript: true },
  { width: 1_920, language: 'fr', javaScript: false },
] as const
const WORDS = { fr, en }
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
const TABS_MAX = 200
const PAGES_MIN = 50
const BYTES_MAX = 150_000

const missing = await chromiumMissing()

/** Moves the focus with the Tab key until it is on an element that matches. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let press = 0; press < TABS_MAX; press += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(
      `document.activeElement?.matches(${JSON.stringify(selector)})`,
    )
    if (found === true) return
  }
  throw new Error(`no Tab leads to ${selector}`)
}

type Read = { readonly body: string; readonly bytes: number }

const read = (address: string): Promise<Read> =>
  new Promise((resolve, reject) => {
    const compressed: Buffer[] = []
    httpGet(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      answer.on('data', (chunk: Buffer) => compressed.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const sent = Buffer.concat(compressed)
        const stream = new Response(
          new Blob([sent]).stream().pipeThrough(new DecompressionStream('gzip')),
        )
        stream.text().then((body) => resolve({ body, bytes: sent.length }), reject)
      })
    }).on('error', reject)
  })

type Statement = {
  readonly subject: { readonly value: string }
  readonly predicate: { readonly value: string }
  readonly object: { readonly value: string }
}

const SCHEMA = 'https://schema.org/'
const ELI = 'http://data.europa.eu/eli/ontology#'
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** Writes a text into a parser and collects its statements. */
const statementsOf = (parser: NodeJS.ReadWriteStream, text: string): Promise<Statement[]> =>
  new Promise((resolve, reject) => {
    const statements: Statement[] = []
    parser.on('data', (statement: unknown) => statements.push(statement as Statement))
    parser.on('error', reject)
    parser.on('end', () => resolve(statements))
    parser.write(text)
    parser.end()
  })

const objectsOf = (statements: readonly Statement[], predicate: string): string[] =>
  statements.filter((one) => one.predicate.value === predicate).map(({ object }) => object.value)

const decoded = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

const metaOf = (body: string, name: string): string | null => {
  const found = new RegExp(`<meta name="${name}" content="([^"]*)"`, 'u').exec(body)?.[1]
  return found === undefined ? null : decoded(found)
}

describe.skipIf(missing !== null)(
  `the public pages${missing === null ? '' : `: ${missing}`}`,
  () => {
    let remove: () => Promise<void>
    let service: Service
    let browser: Browser
    const pictures = process.env['PANDECT_TEST_PICTURES'] ?? null
    beforeAll(async () => {
      const made = await makeDemonstrationDir()
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

    for (const { width, language, javaScript } of WALKS)
      test(
        `at ${width} pixels in ${language} ${javaScript ? 'with' : 'without'} script: search, filter, read, compare and cite by keyboard`,
        { timeout: TIMEOUT_MS },
        async () => {
          const { origin } = service
          const words = WORDS[language]
          const watched = await watchPage(browser, {
            language,
            javaScript,
            origin,
            pictures,
            width,
            checksEnglish: true,
          })
          const { page } = watched
          const press = async (selector: string): Promise<void> => {
            await tabTo(page, selector)
            await page.keyboard.press('Enter')
          }
          const look = async (name: string): Promise<void> => {
            await watched.look(`${name}-${width}`)
            // Without script the page cannot be asked.
            if (javaScript) expect(await page.evaluate(OVERFLOW), name).toBe(0)
          }
          await page.goto(`${origin}/`)
          await look('40-start')
          await tabTo(page, '#q')
          await page.keyboard.type('licenciement grossesse')
          await page.keyboard.press('Enter')
          await page.waitForURL('**/search?q=*')
          await look('41-found')
          if (width < 992) await press('a[href="#filters"]')
          await press('a.facet-value[href*="contentTypes=jurisprudence"]')
          await page.waitForURL('**/search?*contentTypes=jurisprudence*')
          await page
            .getByRole('link', { name: /(?:Retirer|Remove) .*(?:Nature|Kind)/u })
            .first()
            .waitFor()
          await look('42-filtered')
          await press('.hits h2 a[href*="23-99-042"]')
          await page.waitForURL('**/t/*')
          await look('43-text')
          if (javaScript) {
            await press('button[data-copies="cite-fr"]')
            await page.getByText(words.text.copied).waitFor()
            const copied = await page.evaluate('navigator.clipboard.readText()')
            expect(copied).toContain('Cass. soc., 15 mai 2024, n°\u00a023-99.042')
            await press('#cite-bibtex-name')
            await look('43-cited')
            await press('button[data-copies="cite-bibtex"]')
            await page.locator('#cite-bibtex-status', { hasText: words.text.copied }).waitFor()
            expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
              /^@jurisdiction\{/u,
            )
            await press('button[data-recomputes]')
            await page.getByText(words.text.proofRight).waitFor()
            await page.goto(page.url())
          }
          await press('a.compare')
          await page.waitForURL('**/compare?*')
          await look('44-compared')
          await page.goto(`${origin}/search?courts=fr.cass&dateFrom=2024-02-31`)
          await press('.message a')
          await page.waitForURL('**courts=fr.ccass*')
          await page.goto(`${origin}/search?q=bail&jurisdictions=AD&dateTo=1900-01-01`)
          await look('45-nothing')
          await page.goto(`${origin}/search?q=grossesse&jurisdictions=AD&contentTypes=doctrine`)
          await tabTo(page, '#missing-name')
          await page.keyboard.type('23-99.042')
          await page.keyboard.press('Enter')
          await page.waitForURL('**missing=23-99.042*')
          await look('45-missing')
          await press('.missing a.button')
          await page.waitForURL('**jurisdictions=FR*')
          await page.locator('.hits h2 a[href*="chambre-sociale"][href*="23-99-042"]').waitFor()
          await page.goto(`${origin}/t/nothing-00000000`)
          await look('46-no-text')
          if (javaScript) {
            await page.goto(`${origin}/mcp`)
            expect(await page.content()).toContain(service.key)
            await look('47-agents')
          }
          await watched.close()
        },
      )

    test(
      'programs read the texts: JSON-LD, RDFa, tags of reference managers, in little space',
      { timeout: TIMEOUT_MS },
      async () => {
        const { origin } = service
        const map = await (await fetch(`${origin}/sitemap/1.xml`)).text()
        const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, one = '']) => one)
        expect(addresses.length).toBeGreaterThan(PAGES_MIN)
        let legislation = 0
        for (const address of addresses) {
          const { body, bytes } = await read(address)
          expect(bytes, address).toBeLessThan(BYTES_MAX)
          const title = metaOf(body, 'citation_title') ?? ''
          expect(decoded(body)).toContain(`>${title}</h1>`)
          expect(metaOf(body, 'citation_public_url')).toBe(address)
          expect(metaOf(body, 'citation_language')).toMatch(/^[a-z]{2}/u)
          const json =
            /<script type="application\/ld\+json">(.*?)<\/script>/su.exec(body)?.[1] ?? ''
          const context = { '@context': { '@vocab': SCHEMA } }
          const linked = await statementsOf(
            new JsonLdParser({
              documentLoader: { load: async () => context },
            }),
            json,
          )
          expect(objectsOf(linked, `${SCHEMA}name`), address).toContain(title)
          expect(linked.some(({ subject }) => subject.value === address)).toBe(true)
          const [type = ''] = objectsOf(
            linked.filter(({ subject }) => subject.value === address),
            TYPE,
          )
          expect(type).toMatch(/(?:Legislation|ScholarlyArticle|CreativeWork)$/u)
          const rdfa = await statementsOf(
            new RdfaParser({
              baseIRI: address,
              contentType: 'text/html',
            }),
            body,
          )
          const types = objectsOf(rdfa, TYPE)
          if (type === `${SCHEMA}Legislation`) {
            legislation += 1
            expect(types).toEqual(
              expect.arrayContaining([`${ELI}LegalResource`, `${ELI}LegalExpression`]),
            )
            expect(objectsOf(rdfa, `${ELI}title`)).toContain(title)
          } else expect(types).not.toContain(`${ELI}LegalResource`)
        }
        expect(legislation).toBeGreaterThan(5)
      },
    )
  },
)
