import { expect, test } from 'vitest'
import { makeNameFinder } from './find-name.ts'

const timesOf = (name: string, text: string): number => makeNameFinder([name])?.(text)?.times ?? 0

test.each([
  ['Hélène Lefèvre', 'Mme HELENE LEFEVRE soutient', 1],
  ['Lefevre', 'les époux Lefèvre et Lefe\u0300vre', 2],
  ['Hélène Lefèvre', 'Lefèvre Hélène, née le 1er mai', 1],
  ['Lefèvre', 'Jean-Lefèvre d’Ormesson', 1],
  ['Lefèvre', 'Lefèvrette', 0],
  ['Hélène Lefèvre', 'Hélène, puis Lefèvre, puis Hélène', 0],
  ['Hélène Lefèvre', 'Hélène Martin Lefèvre', 0],
  ['Jean de la Tour', 'M. Tour Jean de la', 1],
] as const)('%j in %j', (name, text, times) => {
  expect(timesOf(name, text)).toBe(times)
})

test('a long text is shown by the words around the name, a short one as it is', () => {
  const find = makeNameFinder(['Lefèvre'])
  expect(find?.('Mme Lefèvre.')).toEqual({ times: 1, excerpts: ['Mme Lefèvre.'] })
  const long = `${'a '.repeat(500)}Lefèvre ${'b '.repeat(500)}`
  const [excerpt = ''] = find?.(long)?.excerpts ?? []
  expect(excerpt).toContain('Lefèvre')
  expect(excerpt.length).toBeLessThan(250)
  expect(find?.('Lefèvre '.repeat(30))).toMatchObject({ times: 30, excerpts: { length: 1 } })
  expect(find?.('Lefèvre '.repeat(300))).toMatchObject({ times: 300, excerpts: { length: 20 } })
})

test('a name without a word finds nothing', () => {
  expect(makeNameFinder(['', ' – '])).toBeNull()
})
