import { expect, test } from 'vitest'
import { reasonIn } from './reasons.ts'
import { wordsOf } from './words/words.ts'

const TOUCHED = [
  ['a conjunction is touched', 'une conjonction (et, ou) est modifiée'],
  ['an order in time is touched', 'l’antériorité ou la postériorité est modifiée'],
  ['a limit is touched', 'un minimum ou un maximum est modifié'],
  ['a court is touched', 'une juridiction est modifiée'],
  ['a party is touched', 'une partie est modifiée'],
  ['a unit is touched', 'une unité est modifiée'],
  ['a word was replaced by its opposite', 'un mot est remplacé par son contraire'],
] as const

test.each<[reason: string, en: string, fr: string]>([
  [
    'contentClean gained 2 paragraphs, and nothing was removed.',
    'gained 2 paragraphs, and nothing was removed.',
    'ajout de 2 paragraphes\u202f; rien n’est retiré.',
  ],
  [
    'contentClean grew in 1 paragraph; all that stood there still stands.',
    'gained 1 paragraph, and nothing was removed.',
    'ajout de 1 paragraphe\u202f; rien n’est retiré.',
  ],
  [
    'contentClean of legislation gained 1 paragraph.',
    'of legislation gained 1 paragraph.',
    'ajout de 1 paragraphe à une norme.',
  ],
  [
    'contentClean of legislation grew in 3 paragraphs.',
    'of legislation gained 3 paragraphs.',
    'ajout de 3 paragraphes à une norme.',
  ],
  [
    'contentClean was corrected in 1 of 860 characters in 1 place; no number is touched.',
    'was corrected in 1 of 860 characters',
    'corrigé\u00a0: 1 caractère sur 860, à 1 endroit',
  ],
  ['licence changed.', 'Licence: changed.', 'Licence\u00a0: modifié.'],
  ['source.url changed.', 'Source, address: changed.', 'Source, adresse\u00a0: modifié.'],
  [
    'judicialDecision.themes changed.',
    'Decision, themes: changed.',
    'Décision, titrage\u00a0: modifié.',
  ],
  ...TOUCHED.map(([en, fr]): [string, string, string] => [
    `contentClean changed beyond a PATCH: ${en}.`,
    en,
    fr,
  ]),
])('%s is read in both languages, in the words of today', (reason, en, fr) => {
  expect(reasonIn(wordsOf('en'), 'en', reason)).toContain(en)
  expect(reasonIn(wordsOf('fr'), 'fr', reason)).toContain(fr)
})
