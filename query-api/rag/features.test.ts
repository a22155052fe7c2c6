/** What a question is about, and how much of it words of texts match. */
import { expect, test } from 'vitest'
import { Day } from '#contracts/ids.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { makeMatcher, matterOf, readQuestion } from './features.ts'

const TODAY = Day.parse('2026-01-31')

const matcherFor = (text: string) => {
  const question = readQuestion(text, TODAY)
  return makeMatcher(question.terms, [], question.places)
}

test.each([
  [
    'Quel tribunal est compétent à Monaco pour un licenciement ?',
    ['tribunal', 'compétent', 'licenciement'],
  ],
  ['Dans quel délai le vendeur doit-il agir ?', ['vendeur', 'agir']],
  ['Combien de temps dure le mandat en droit luxembourgeois ?', ['mandat']],
])('%s is about %j', (text, words) => {
  expect(matterOf(readQuestion(text, TODAY))).toEqual(words)
})

test('what is lacking counts each word alike, and a synonym in part', () => {
  const { lacks } = matcherFor('Le vendeur doit-il garantir les vices cachés ?')
  expect(lacks([terms('Le vendeur doit garantir les vices cachés.')])).toBe(0)
  expect(lacks([terms('Le vendeur est responsable.')])).toBeGreaterThan(0.5)
  expect(lacks([])).toBe(1)
})

test('whose law is asked for is no part of what is lacking', () => {
  const { lacks } = matcherFor('Quel tribunal est compétent à Monaco pour un licenciement ?')
  const without = lacks([terms('Le tribunal est compétent pour un licenciement.')])
  expect(without).toBe(0)
  expect(lacks([terms('Les tribunaux de Monaco sont compétents.')])).toBeCloseTo(1 / 3)
})

test('more words in common are held to be less by chance', () => {
  const short = matcherFor('Le vendeur garantit-il la chose ?')
  const long = matcherFor('Le vendeur garantit-il à l’acquéreur la chose contre l’éviction ?')
  const all = [terms('Le vendeur garantit à l’acquéreur la chose contre l’éviction.')]
  expect(long.held(all)).toBeGreaterThan(short.held(all))
  expect(short.held([])).toBe(0)
})
