import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeSchema, sayIssue } from './schema-words.ts'

const saidOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: sayIssue, reportInput: true }).error?.issues[0]?.message

test.each<[z.ZodType, unknown, string]>([
  [z.string(), 7, 'must be a string, not a number'],
  [z.string(), null, 'must be a string, not null'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.int(), '7', 'must be a whole number, not a string'],
  [z.string(), undefined, 'missing; give a string'],
  [z.number(), Infinity, 'must be a number, not an infinite number'],
  [z.boolean(), 'true', 'must be true or false, not a string'],
  [z.array(z.string()), 'a', 'must be a list, not a string'],
  [z.strictObject({}), [], 'must be an object, not a list'],
  [z.enum(['FR', 'EU']), 'fr', 'must be one of FR, EU'],
  [z.literal('2.0'), '1.0', 'must be 2.0'],
  [z.literal(true), false, 'must be true'],
  [z.string().min(1), '', 'must have at least 1 character'],
  [z.string().max(3), 'four', 'must have at most 3 characters'],
  [z.string().length(2), 'x', 'must have exactly 2 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
  [z.int().min(1), 0, 'must be at least 1'],
  [z.int().max(100), 101, 'must be at most 100'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().lt(1), 1, 'must be less than 1'],
  [z.int().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.uuid(), 'x', 'must be a UUID'],
  [z.iso.date(), '1.2.2024', 'must be a day of the calendar, written YYYY-MM-DD'],
  [z.url(), 'x', 'must be an address such as https://example.org'],
  [z.email(), 'x', 'must be an e-mail address'],
  [z.string().regex(/^[A-Z]+$/), 'a', 'must match the pattern ^[A-Z]+$'],
  [z.string().startsWith('https:'), 'a', 'must begin with https:'],
  [z.union([z.array(z.string()), z.literal('all')]), 7, 'must be a list or all'],
  [z.strictObject({}), { more: 1 }, 'unknown member'],
  [z.string().refine(() => false), 'a', 'cannot be taken'],
])('%# what a schema refuses is said in plain words', (schema, value, expected) => {
  expect(saidOf(schema, value)).toBe(expected)
})

test('the words of a schema of its own come first', () => {
  const schema = z.string().regex(/^\d+$/, { error: 'not a number' })
  expect(saidOf(schema, 'x')).toBe('not a number')
})

test('a schema is described behind its wrappers', () => {
  const wrapped = z
    .preprocess((given) => given, z.int().min(1))
    .optional()
    .default(1)
  expect(describeSchema(wrapped)).toBe('a whole number')
  expect(describeSchema(z.string().transform(Number).pipe(z.number()))).toBe('a string')
  expect(describeSchema(z.iso.date({ error: 'no day' }))).toBe(
    'a day of the calendar, written YYYY-MM-DD',
  )
  expect(describeSchema(z.any())).toBe('a value')
})
