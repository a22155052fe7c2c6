import { expect, test } from 'vitest'
import type { FilterWarning, SearchRequest } from '#contracts/http/search.ts'
import { toolParts } from '../../../test/mcp/harness.ts'
import { search } from './as-rest.ts'

test('a filter that no text carries is named by its argument', async () => {
  const parts = toolParts([])
  const warnings: FilterWarning[] = [{ path: 'filters.languages.0', value: 'xx', closest: null }]
  const tool = search({
    ...parts,
    search: async (request: SearchRequest) => {
      const { response, position } = await parts.search(request)
      return { response: { ...response, warnings }, position }
    },
  })
  const call = tool.prepare({ text: 'bail', languages: ['xx'] }, { keyId: 'a', scopes: [] })
  expect(await call()).toMatchObject({ answer: { warnings: [{ path: 'languages.0' }] } })
})
