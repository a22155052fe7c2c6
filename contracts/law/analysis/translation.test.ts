import { describe, expect, test } from 'vitest'
import { translatedQuery } from './translation.ts'

describe('the French words for a question', () => {
  test.each([
    ['What is the notice period for a dismissal?', ['préavis', 'licenciement']],
    ['unfair dismissal compensation', ['licenciement', 'dommages et intérêts']],
    ['Can my employer read my personal data?', ['employeur', 'données à caractère personnel']],
    ['Quin és el termini de preavís per a un acomiadament?', ['délai', 'préavis', 'licenciement']],
    ['Quins són els drets del llogater?', ['droit', 'locataire']],
    ['minimum wage', ['salaire minimum']],
    ['moral harassment of an employee', ['harcèlement moral', 'salarié']],
    [
      'dret de supressió de les dades personals',
      ["droit à l'effacement", 'données à caractère personnel'],
    ],
  ])('%s', (question, french) => expect(translatedQuery(question)?.french).toEqual(french))

  test.each([
    'rupture conventionnelle',
    'prescription',
    'condition suspensive',
    'Quelles sont les conditions de la force majeure ?',
    'obligation de notification',
    'contrat de travail à durée indéterminée',
    'Les dommages et intérêts sont-ils imposables ?',
    'code civil article 1195 imprévision',
    'mandat',
    '',
  ])('none for a French one: %s', (question) => expect(translatedQuery(question)).toBeNull())
})

test('the words of the question stay, without those that only join them', () =>
  expect(translatedQuery('What is the notice period for a dismissal?')?.own).toBe(
    'notice period a dismissal',
  ))
