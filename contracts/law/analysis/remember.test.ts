import { expect, test } from 'vitest'
import { rememberWords } from './remember.ts'

const countingUpper = (wordsMax: number) => {
  const asked: string[] = []
  const upper = rememberWords(
    (word) => {
      asked.push(word)
      return word === 'rien' ? undefined : word.toUpperCase()
    },
    { wordsMax, lengthMax: 5 },
  )
  return { asked, upper }
}

test('a word is computed once, also where its result is undefined', () => {
  const { asked, upper } = countingUpper(10)
  expect([upper('loi'), upper('loi'), upper('rien'), upper('rien')]).toEqual([
    'LOI',
    'LOI',
    undefined,
    undefined,
  ])
  expect(asked).toEqual(['loi', 'rien'])
})

test('long words are not kept, and a full memory begins anew', () => {
  const { asked, upper } = countingUpper(2)
  for (const word of ['anticonstitutionnel', 'anticonstitutionnel', 'a', 'b', 'c', 'a', 'c'])
    expect(upper(word)).toBe(word.toUpperCase())
  expect(asked).toEqual(['anticonstitutionnel', 'anticonstitutionnel', 'a', 'b', 'c', 'a'])
})
