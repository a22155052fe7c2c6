import { expect, test } from 'vitest'
import { withHeadings } from './passage-headings.ts'

const TEXT = [
  '# Le bail',
  'Premier alinéa, assez long pour un passage.',
  '**La durée**',
  'Neuf ans au moins.',
  'Titre exécutoire : cette phrase commence comme un titre mais elle est bien trop longue pour en être un, car elle continue encore et encore, jusqu’à dépasser toute mesure raisonnable.',
].join('\n')
const passageFrom = (text: string, length = 20) => {
  const start = TEXT.indexOf(text)
  return { start, end: start + length }
}
const plain = { judicialDecision: null, provision: null }

test('a passage has the heading above it in the text', () => {
  const passages = [passageFrom('Premier'), passageFrom('Neuf'), passageFrom('exécutoire')]
  expect(withHeadings(passages, plain, TEXT).map(({ heading }) => heading)).toEqual([
    'Le bail',
    'La durée',
    'La durée',
  ])
  expect(withHeadings([passageFrom('# Le bail')], plain, TEXT)[0]?.heading).toBe('Le bail')
})

test('of a ruling it is the part that holds most of the passage', () => {
  const zones = [
    { name: 'facts' as const, start: 0, end: 30 },
    { name: 'reasons' as const, start: 30, end: 90 },
  ]
  const decision = { judicialDecision: { zones }, provision: null }
  const found = withHeadings(
    [
      { start: 0, end: 30 },
      { start: 25, end: 60 },
      { start: 100, end: 120 },
    ],
    decision,
    'Rien.',
  )
  expect(found.map(({ heading }) => heading)).toEqual(['Exposé du litige', 'Motifs', null])
})

test('of a provision it is the last section above it that says something', () => {
  const section = ['Livre II : Le contrat de travail', 'Titre III', 'Chapitre VII']
  const provision = { work: 'Code du travail', number: 'L1237-19', section, anchor: null }
  const found = withHeadings([{ start: 0, end: 5 }], { judicialDecision: null, provision }, 'Rien.')
  expect(found[0]?.heading).toBe('Le contrat de travail')
})
