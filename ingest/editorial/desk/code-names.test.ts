import { expect, test } from 'vitest'
import { Solution } from '#contracts/decision.ts'
import { codeName } from './code-names.ts'
import { wordsOf } from './words/words.ts'

const fr = { language: 'fr', words: wordsOf('fr') } as const
const en = { language: 'en', words: wordsOf('en') } as const

test.each([
  ['jurisdiction', 'EU', 'Union européenne', 'European Union'],
  ['contentType', 'convention_collective', 'Convention collective', 'Collective agreement'],
  [
    'legalDomain',
    'civil.tort',
    'Droit civil\u00a0– responsabilité extracontractuelle',
    'Civil law\u00a0– tort',
  ],
  ['legalDomain', 'commercial', 'Droit commercial', 'Commercial law'],
  ['courtCode', 'fr.ccass', 'Cour de cassation', 'Cour de cassation'],
  ['solution', 'rejet', 'Rejet', 'Appeal dismissed'],
  ['chamber', 'civ1', 'Première chambre civile', 'First civil chamber'],
  ['language', 'de', 'allemand', 'German'],
])('%s %s has a label in both languages', (member, code, french, english) => {
  expect(codeName(fr, member, code)).toBe(french)
  expect(codeName(en, member, code)).toBe(english)
})

test('every ruling has a label, and what is no code stays as it is', () => {
  for (const code of Solution.options.filter((one) => one.includes('_')))
    expect(codeName(fr, 'solution', code), code).not.toContain('_')
  expect(codeName(fr, 'solution', 'toString')).toBe('toString')
  expect(codeName(fr, 'licence', 'CC-BY-4.0')).toBe('CC-BY-4.0')
})
