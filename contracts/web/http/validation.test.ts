import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ValidationDetail } from '#contracts/http/error.ts'
import { parseQuery, parseRequest, RequestInvalid, VALIDATION_LIMITS } from './validation.ts'

const Filters = z.strictObject({ jurisdictions: z.array(z.enum(['FR', 'EU'])).optional() })
const Body = z.strictObject({
  text: z.string().max(3).default(''),
  filters: Filters.default({}),
  parts: z.array(z.strictObject({ name: z.string() })).optional(),
})

const detailsOf = (data: unknown): readonly ValidationDetail[] => {
  try {
    parseRequest(Body, data)
  } catch (error) {
    if (error instanceof RequestInvalid) return error.details
    throw error
  }
  return []
}

test('a valid body comes back with its defaults', () => {
  expect(parseRequest(Body, {})).toEqual({ text: '', filters: {} })
})

test('an unknown member is reported with the closest known one', () => {
  expect(detailsOf({ filters: { jurisdiction: [] } })).toEqual([
    {
      path: 'filters.jurisdiction',
      code: 'unknown_member',
      message: 'unknown member',
      allowed: ['jurisdictions'],
      closest: 'jurisdictions',
    },
  ])
  expect(detailsOf({ parts: [{ name: 'a', nmae: 'b' }] })).toMatchObject([
    { path: 'parts.0.nmae', closest: 'name' },
  ])
})

test('a member that is like none that is known has no closest one', () => {
  const [detail] = detailsOf({ parts: [{ name: 'a', query: 'b' }] })
  expect(detail).toMatchObject({ path: 'parts.0.query', allowed: ['name'] })
  expect(detail).not.toHaveProperty('closest')
})

test('a value outside a list is reported with the list and the closest value', () => {
  expect(detailsOf({ filters: { jurisdictions: ['FR', 'eu'] } })).toEqual([
    {
      path: 'filters.jurisdictions.1',
      code: 'invalid_value',
      message: 'must be one of FR, EU',
      allowed: ['FR', 'EU'],
      closest: 'EU',
    },
  ])
  for (const nothing of [7, ''])
    expect(detailsOf({ filters: { jurisdictions: [nothing] } })[0]).not.toHaveProperty('closest')
})

test('what is missing is said to be missing, with what it should be', () => {
  const Asked = z.strictObject({
    question: z.string(),
    day: z.iso.date({ error: 'not a day' }),
    checks: z.array(z.enum(['claim', 'quote'])),
    vocabulary: z.enum(['eurovoc', 'lkif']),
    page: z.preprocess((given) => given, z.int()),
    parts: z.array(z.strictObject({ name: z.string() })),
    slug: z.string().describe('Slug of the text.'),
    more: z.string().describe(`Words${' and words'.repeat(20)}.`),
  })
  const expected = [
    { path: 'question', message: 'missing; give a string' },
    { path: 'day', message: 'missing; give a day of the calendar, written YYYY-MM-DD' },
    { path: 'checks', message: 'missing; give a list' },
    {
      path: 'vocabulary',
      message: 'missing; give one of eurovoc, lkif',
      allowed: ['eurovoc', 'lkif'],
    },
    { path: 'page', message: 'missing; give a whole number' },
    { path: 'parts.0.name', message: 'missing; give a string' },
    { path: 'slug', message: 'missing; give a string (Slug of the text)' },
    { path: 'more', message: 'missing; give a string' },
  ]
  const faults = (code: string) => expected.map((one) => ({ ...one, code }))
  expect(() => parseRequest(Asked, { parts: [{}] })).toThrow(
    expect.objectContaining({ details: faults('member_missing') }),
  )
  expect(() => parseQuery(Asked, { parts: [{}] })).toThrow(
    expect.objectContaining({ details: faults('parameter_missing') }),
  )
})

test('a value of the wrong kind is said in plain words', () => {
  expect(detailsOf({ text: 7 })).toEqual([
    { path: 'text', code: 'invalid_type', message: 'must be a string, not a number' },
  ])
})

test('a parameter is a text anyhow, and may be given once', () => {
  const Query = z.strictObject({ limit: z.int(), term: z.string() })
  expect(() => parseQuery(Query, { limit: 'many', term: ['a', 'b'] })).toThrow(
    expect.objectContaining({
      details: [
        { path: 'limit', code: 'invalid_type', message: 'must be a whole number' },
        { path: 'term', code: 'invalid_type', message: 'must be given once' },
      ],
    }),
  )
})

test('values that are no strings are not listed as strings', () => {
  const Flags = z.strictObject({ inForce: z.literal(true).optional() })
  expect(() => parseRequest(Flags, { inForce: false })).toThrow(
    expect.objectContaining({
      details: [{ path: 'inForce', code: 'invalid_value', message: 'must be true' }],
    }),
  )
})

test('all faults are reported at once', () => {
  const codes = detailsOf({ text: 'four', filters: 1, more: true }).map(({ code }) => code)
  expect(codes).toEqual(['too_big', 'invalid_type', 'unknown_member'])
})

test('members that every object has are unknown members too', () => {
  const body: unknown = JSON.parse('{"__proto__":{"text":"x"},"constructor":1,"toString":2}')
  expect(detailsOf(body).map(({ path }) => path)).toEqual(['__proto__', 'constructor', 'toString'])
})

for (const missing of [undefined, null]) {
  test(`a body that is ${String(missing)} is missing`, () => {
    expect(detailsOf(missing)).toMatchObject([{ path: '', code: 'body_missing' }])
  })
}

test('a body with very many faults gets a bounded answer', () => {
  const wrong = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`${'k'.repeat(500)}${index}`, 1]),
  )
  const details = detailsOf(wrong)
  expect(details).toHaveLength(VALIDATION_LIMITS.detailsMax)
  for (const { path } of details)
    expect(path.length).toBeLessThanOrEqual(VALIDATION_LIMITS.pathCharactersMax)
})

test('a parameter that no database stores is refused', () => {
  const Query = z.strictObject({ term: z.string() })
  expect(parseQuery(Query, { term: 'ÿ' })).toEqual({ term: 'ÿ' })
  for (const term of ['ÿ\0', '\uD800'])
    expect(() => parseQuery(Query, { term })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: 'term' })] }),
    )
})
