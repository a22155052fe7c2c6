import { readFile } from 'node:fs/promises'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { format, type FormatConfig } from 'oxfmt'
import { beforeAll, describe, expect, test } from 'vitest'
import { BASE, makeHarness } from '../../test/api/harness.ts'
import { pythonSource } from './python-source.ts'
import { withWholeAnswers } from './whole-answers.ts'

const OPTIONS_FILE = new URL('../../.oxfmtrc.json', import.meta.url)

describe('the clients have what the served description has (vitest -u writes it)', () => {
  let served: string
  beforeAll(async () => {
    const { body } = await makeHarness().app.inject({ url: `${BASE}/openapi.json` })
    served = JSON.stringify(withWholeAnswers(JSON.parse(body)))
  })

  test('types in TypeScript', async () => {
    const nodes = await openapiTS(served, {
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

  test('types and operations in Python', async () => {
    const { types, operations } = pythonSource(JSON.parse(served))
    await expect(types).toMatchFileSnapshot('python/src/pandect_client/types.py')
    await expect(operations).toMatchFileSnapshot('python/src/pandect_client/_operations.py')
  })
})
