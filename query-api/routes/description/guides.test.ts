import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { HttpErrorCode } from '#contracts/http/error.ts'
import { OPERATIONS, printUsd, TIERS } from '#contracts/tariff.ts'
import { KEY, makeHarness } from '../../../test/api/harness.ts'
import { EXAMPLE_ORIGIN, guides, priceTable } from './guides.ts'

const TITLES = [
  'Quick start',
  'Keys and prices',
  'Versions and hashes',
  'What became of a text',
  'Errors',
  'Paging',
  'The law on a day',
  'Agents (MCP)',
]

test('the description begins with the guides, in the order of a first hour', async () => {
  const answer = await makeHarness().app.inject({ url: '/api/v1/openapi.json' })
  const { description } = answer.json().info
  expect(description).toBe(guides().replaceAll(EXAMPLE_ORIGIN, 'http://localhost'))
  const headings = [...description.matchAll(/^# (.+)$/gm)].map(([, title]) => title)
  expect(headings).toEqual(TITLES)
})

const descriptionFor = async (host: string): Promise<string> =>
  (await makeHarness().app.inject({ url: '/api/v1/openapi.json', headers: { host } })).json().info
    .description

test('commands name the address under which the description is asked', async () => {
  expect(await descriptionFor('law.example:8443')).toContain(
    'curl -s http://law.example:8443/api/v1/search',
  )
  expect(await descriptionFor('a_host;b')).toContain(`curl -s ${EXAMPLE_ORIGIN}/api/v1/search`)
})

test('the guides name every price, and every error code with its status', () => {
  const text = guides()
  for (const { prices } of TIERS)
    for (const operation of OPERATIONS) expect(text).toContain(printUsd(prices[operation]))
  for (const code of HttpErrorCode.options)
    expect(text).toMatch(new RegExp(`^\\| [3-5]\\d\\d[^|]* \\| \`${code}\` \\|`, 'mu'))
})

test('the table of prices names every operation that costs more than a search', async () => {
  const { paths } = (await makeHarness().app.inject({ url: '/api/v1/openapi.json' })).json()
  const rows = priceTable().split('\n')
  const search = printUsd(TIERS[0].prices.search)
  const priced = Object.entries<Record<string, { 'x-price-usd'?: { usd: number }[] }>>(paths)
    .flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({
        path,
        usd: operation['x-price-usd']?.[0]?.usd,
      })),
    )
    .filter(({ usd }) => usd !== undefined && usd > Number(search))
  expect(priced.length).toBeGreaterThan(4)
  for (const { path, usd } of priced) {
    const name = path.replace('/articles/{slug}/', '…/')
    expect(
      rows.find((row) => row.includes(`${name}\``)),
      path,
    ).toMatch(new RegExp(`\\| ${usd} \\|`, 'u'))
  }
  expect(rows.find((row) => row.includes('`POST /search`'))).toContain('not named below')
})

/** The prices of a README, without the padding of the formatter. */
const pricesIn = async (file: string): Promise<string> => {
  const text = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const region = /<!-- prices -->\n([^]*?)<!-- end of prices -->/u.exec(text)?.[1] ?? ''
  return region.trim().replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
}

test('the READMEs have the prices of the tariff', async () => {
  expect(await pricesIn('README.md')).toBe(priceTable())
  const french = await pricesIn('README.fr.md')
  const prices = TIERS.flatMap(({ prices: tier }) => Object.values(tier))
  const shown = [...french.matchAll(/\| (\d+,\d+)/gu)].map(([, price]) => price)
  expect(new Set(shown)).toEqual(new Set(prices.map((price) => printUsd(price).replace('.', ','))))
  expect(shown).toHaveLength(prices.length)
})

test('the demonstration key is filled in where there is one, and members keep their order', async () => {
  const { body } = await makeHarness({ demonstrationKey: KEY }).app.inject({ url: '/docs/' })
  expect(body).toContain(KEY)
  expect(body).toContain('"orderSchemaPropertiesBy": "preserve"')
  expect((await makeHarness().app.inject({ url: '/docs/' })).body).not.toContain('svc_live_')
})
