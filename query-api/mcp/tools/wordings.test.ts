/** Earlier wordings over MCP are those of REST (contracts/conventions/versions-over-http.md). */
import { expect, test } from 'vitest'
import type { ToolError } from '#contracts/mcp/error.ts'
import type { TextResult } from '#contracts/mcp/texts.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { POSITION } from '../../../test/api/harness.ts'
import { FIRST, makeVersionsDouble, SECOND } from '../../../test/api/versions-double.ts'
import { toolParts } from '../../../test/mcp/harness.ts'
import { getArticle } from './texts.ts'

const { versions, stored, slug } = makeVersionsDouble()
const found = { article: stored, position: POSITION }
const tool = getArticle({
  ...toolParts([]),
  versions,
  articles: {
    bySlug: async () => found,
    bySlugs: async () => expect.fail('no texts are asked for together'),
    byId: async () => found,
    position: async () => POSITION,
  },
})
const prepare = (args: object) =>
  tool.prepare({ idOrSlug: slug, ...args }, { keyId: 'a', scopes: [] })
const call = async (args: object) => prepare(args)()
const read = async (args: object) => {
  const { answer } = (await call(args)) as { answer: TextResult }
  return [answer.article.version, answer.text.content]
}
const hintOf = async (args: object) => ((await call(args)) as { refused: ToolError }).refused.hint

test('a version and the wording of a day are read whole, the current one by default', async () => {
  expect(await read({})).toEqual(['3.0.0', 'Le loyer est libre.'])
  expect(await read({ version: '1.0.0' })).toEqual(['1.0.0', FIRST.contentClean])
  expect(await read({ asOf: '2020-05-01' })).toEqual(['2.0.0', SECOND.contentClean])
})

test('a wording that is not there is refused with what there is', async () => {
  expect(await hintOf({ version: '4.0.0' })).toContain('it has 1.0.0, 2.0.0, 3.0.0')
  expect(await hintOf({ asOf: '2022-06-01' })).toContain('2020-01-01 to 2021-12-31 (2.0.0)')
})

const refusedOf = async (args: object) => ((await call(args)) as { refused: ToolError }).refused

test('a refusal has the members of the one over REST', async () => {
  expect(await refusedOf({ version: '4.0.0' })).toMatchObject({
    reason: 'version_unknown',
    details: [{ path: 'version', allowed: ['1.0.0', '2.0.0', '3.0.0'], closest: '3.0.0' }],
  })
  expect(await refusedOf({ asOf: '2022-06-01' })).toMatchObject({
    reason: 'no_wording_on_day',
    held: expect.arrayContaining([
      { validFrom: '2020-01-01', validTo: '2021-12-31', version: '2.0.0' },
    ]),
  })
})

test('a day that does not exist, a version that is none, and both at once are refused', () => {
  for (const args of [
    { asOf: '2021-02-30' },
    { version: 'latest' },
    { version: '1.0.0', asOf: '2020-05-01' },
  ])
    expect(() => prepare(args)).toThrow(RequestInvalid)
})
