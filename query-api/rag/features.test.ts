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

test('each word that is not matched counts, and a synonym in part', () => {
  const matcher = matcherFor('Le vendeur doit-il garantir les vices cachés ?')
  const whole = matcher.matched([terms('Le vendeur doit garantir les vices cachés.')])
  const synonym = matcher.matched([terms('Le vendeur doit garantir les défauts cachés.')])
  const part = matcher.matched([terms('Le vendeur est responsable.')])
  expect(whole).toBeGreaterThan(synonym)
  expect(synonym).toBeGreaterThan(part)
  expect(part).toBeLessThan(whole / 4)
  expect(matcher.matched([])).toBe(0)
})

test('whose law is asked for is no part of what has to match', () => {
  const matcher = matcherFor('Quel tribunal est compétent à Monaco pour un licenciement ?')
  const said = 'Le tribunal est compétent pour un licenciement'
  expect(matcher.matched([terms(said)])).toBe(matcher.matched([terms(`${said} à Monaco`)]))
})

test('more words in common are less likely by chance', () => {
  const short = matcherFor('Le vendeur garantit-il la chose ?')
  const long = matcherFor('Le vendeur garantit-il à l’acquéreur la chose contre l’éviction ?')
  const all = [terms('Le vendeur garantit à l’acquéreur la chose contre l’éviction.')]
  expect(long.matched(all)).toBeGreaterThan(short.matched(all))
})
