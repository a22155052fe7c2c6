import { readFile } from 'node:fs/promises'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { format, type FormatConfig } from 'oxfmt'
import { expect, test } from 'vitest'
import { BASE, makeHarness } from '../../test/api/harness.ts'

const OPTIONS_FILE = new URL('../../.oxfmtrc.json', import.meta.url)

test('the types of the client are those of the served description (vitest -u writes them)', async () => {
  const served = await makeHarness().app.inject({ url: `${BASE}/openapi.json` })
  const nodes = await openapiTS(served.body, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A request may leave out what has a default.
    defaultNonNullable: false,
  })
  const options = JSON.parse(await readFile(OPTIONS_FILE, 'utf8')) as FormatConfig
  const { code, errors } = await format('types.ts', COMMENT_HEADER + astToString(nodes), options)
  expect(errors).toEqual([])
  await expect(code).toMatchFileSnapshot('types.ts')
})
