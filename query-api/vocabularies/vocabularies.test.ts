import { expect, test } from 'vitest'
import { z } from 'zod'
import { SearchFilters } from '#contracts/http/search.ts'
import { BASE, bearer, makeHarness } from '../../test/api/harness.ts'
import { toolParts } from '../../test/mcp/harness.ts'
import { vocabulariesOf } from './vocabularies.ts'

type Schema = {
  readonly $ref?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** The values that a filter takes; undefined: it takes any. */
const valuesOf = (filter: z.ZodType): readonly string[] | undefined => {
  const { items, $defs = {} } = z.toJSONSchema(filter, { io: 'input' }) as Schema
  const named = $defs[items?.$ref?.split('/').at(-1) ?? '']
  return items?.enum ?? named?.enum
}

const byName = (one: { name: string }, other: { name: string }): number =>
  one.name < other.name ? -1 : 1

test('every closed list that a filter takes is listed, with every value', async () => {
  const closed = Object.entries(SearchFilters.shape).flatMap(([name, filter]) => {
    const values = valuesOf(filter)
    return values === undefined ? [] : [{ name, values }]
  })
  const { lists } = await vocabulariesOf({
    counts: async () => new Map(),
    byId: async () => null,
    search: async () => [],
  })
  expect(lists.toSorted(byName)).toEqual(closed.toSorted(byName))
})

test('the answer says up to which event it counts concepts', async () => {
  const parts = toolParts([])
  const { app } = makeHarness({ research: parts })
  const { headers } = await app.inject({ url: `${BASE}/vocabularies`, headers: bearer() })
  expect(Number(headers['x-service-corpus-position'])).toBe(await parts.articles.position())
})
