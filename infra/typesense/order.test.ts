import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Slug } from '#contracts/ids.ts'
import { compareText, nameNumbers, uuidNumbers } from './order.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
console.info(`order.test.ts: SEED=${SEED}`)

const compareNumbers = (first: readonly number[], second: readonly number[]): number => {
  const at = first.findIndex((value, n) => value !== second[n])
  return at < 0 ? 0 : Math.sign((first[at] ?? 0) - (second[at] ?? 0))
}

test('the numbers of two UUIDs sort as their text does', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      const numbers = [one, other].map((id) => uuidNumbers(`${id}@1.0.0`))
      expect(numbers.flat().every(Number.isSafeInteger)).toBe(true)
      expect(compareNumbers(numbers[0] ?? [], numbers[1] ?? [])).toBe(compareText(one, other))
    }),
    { seed: SEED },
  )
})

test('the numbers of two names sort as kind and slug do, up to their limit', () => {
  const slug = fc
    .stringMatching(/^[a-z0-9]{1,3}(-[a-z0-9]{1,4}){0,3}$/)
    .map((text) => Slug.parse(text.slice(0, 19).replace(/-$/, '')))
  const kind = fc.constantFrom('article' as const, 'headnote' as const)
  const name = fc.record({ kind, slug })
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [first, second] = [nameNumbers(one), nameNumbers(other)]
      expect([...first, ...second].every(Number.isSafeInteger)).toBe(true)
      expect(compareNumbers(first, second)).toBe(
        compareText(one.kind, other.kind) || compareText(one.slug, other.slug),
      )
    }),
    { seed: SEED },
  )
})
