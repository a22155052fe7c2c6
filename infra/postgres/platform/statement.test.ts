import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Queryable } from './pool.ts'
import { statement } from './statement.ts'

const sql = 'select 1'

test('a name that is taken is refused', () => {
  statement('test-taken', { sql })
  expect(() => statement('test-taken', { sql })).toThrow(/two statements are named test-taken/)
})

test('a name that PostgreSQL would cut off is refused, counted in bytes', () => {
  expect(() => statement('x'.repeat(64), { sql })).toThrow(/longer than 63 bytes/)
  expect(() => statement('é'.repeat(32), { sql })).toThrow(/longer than 63 bytes/)
  expect(() => statement('y'.repeat(63), { sql })).not.toThrow()
})

const database = (rows: Record<string, unknown>[]) => {
  const asked: unknown[] = []
  const query = async (...given: unknown[]) => {
    asked.push(given)
    return { rows, rowCount: rows.length }
  }
  return { asked, on: { query } as unknown as Queryable }
}

const COUNTS = statement('test-counts', {
  sql: 'select count(*) as count from texts where id = any($1) and day = $2',
  values: (ids: readonly string[], day: string) => [ids, day],
  row: z.object({ count: z.int() }),
})

test('rows are parsed where they enter, and values go in the order of the statement', async () => {
  const { asked, on } = database([{ count: 3, more: 'dropped' }])
  expect(await COUNTS.only(on, ['a'], '2026-01-01')).toEqual({ count: 3 })
  expect(asked).toMatchObject([[{ name: 'test-counts' }, [['a'], '2026-01-01']]])
  await expect(COUNTS.rows(database([{ count: 'three' }]).on, [], '')).rejects.toThrow(z.ZodError)
})

test('a statement that must give a row throws without one; another answers null', async () => {
  const { on } = database([])
  expect(await COUNTS.first(on, [], '')).toBeNull()
  await expect(COUNTS.only(on, [], '')).rejects.toMatchObject({ code: 'store-failed' })
})
