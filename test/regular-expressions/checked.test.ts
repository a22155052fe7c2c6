/** The measurement of expressions rests on what the checker found: it must know them all. */
import { expect, test } from 'vitest'
import { keyOf, readChecked } from './checked.ts'
import { collectExpressions, nameOf } from './collect.ts'

const EXPRESSIONS_MIN = 600

test('every expression of the program was judged by the checker', async () => {
  const expressions = await collectExpressions()
  const checked = readChecked()
  expect(expressions.length).toBeGreaterThan(EXPRESSIONS_MIN)
  const others = expressions.filter((one) => !checked.has(keyOf(one)))
  expect(
    others.map((one) => `${one.place} ${nameOf(one)}`),
    'run `npm run check:expressions`',
  ).toEqual([])
})
