import { expect, test } from 'vitest'
import { makeTables } from './tables.ts'

test('transactions that are open at once draw different numbers, and a rollback gives none back', () => {
  const tables = makeTables({ unlogged: new Set() })
  const [one, other] = [tables.begin(), tables.begin()]
  expect([one.view.next('ledger'), other.view.next('ledger')]).toEqual([1, 2])
  one.commit()
  // The other one is rolled back: it never commits.
  expect(tables.begin().view.next('ledger')).toBe(3)
  tables.crash()
  expect(tables.begin().view.next('ledger')).toBe(4)
  expect(tables.begin().view.next('webhook_events')).toBe(1)
})
