import { expect, test } from 'vitest'
import { codes, readAll } from '../registry/testing.ts'

const history = (transactions: unknown, over: Record<string, unknown> = {}) =>
  readAll(JSON.stringify({ transactions, page_size: 500, total: 1, ...over }), 'history.json')

const deleted = { id: 'a1', action: 'deleted', date: '2025-01-15T14:50:10.185Z' }

test('a decision whose last operation is a deletion is removed', async () => {
  const created = { ...deleted, action: 'created', date: '2025-01-14' }
  const { items } = await history([deleted, created, { ...created, id: 'b2' }])
  expect(items).toEqual([
    {
      file: 'history.json',
      line: 1,
      removal: { kind: 'document', id: 'a1', path: null, at: '2025-01-15T14:50:10.185Z' },
    },
  ])
})

test('a further page is noted, and so is a history without deletions', async () => {
  const { notes } = await history([], { next_page: 'date=2025-01-15&from_id=1' })
  expect(codes(notes)).toEqual(['transactions-go-on', 'removal-list-empty'])
})

test.each([
  [{ ...deleted, action: 'erased' }],
  [{ ...deleted, id: ' ' }],
  [{ ...deleted, date: 'yesterday' }],
  ['a1'],
])('an operation that cannot be read refuses the history: %j', async (operation) => {
  const { items, refusals } = await history([deleted, operation])
  expect(codes(refusals)).toEqual(['transactions-shape'])
  expect(items).toHaveLength(1)
})
