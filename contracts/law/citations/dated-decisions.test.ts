import { expect, test } from 'vitest'
import { recogniseCitations } from './recognise.ts'

test.each([
  ["l'arrêt du 3 mai 2019 de la cour d'appel de Lyon", ['decision:fr.ca:lyon:2019-05-03']],
  ["l'arrêt du 3 mai 2019, rendu par la cour d'appel de Lyon", ['decision:fr.ca:lyon:2019-05-03']],
  ["l'arrêt rendu le 3 mai 2019 par la cour d'appel de Lyon", ['decision:fr.ca:lyon:2019-05-03']],
  [
    'le jugement du 3 mai 2019 du tribunal judiciaire de Paris, n° 18/01234',
    ['decision:fr.tj:paris:18/01234'],
  ],
  [
    'un arrêt en date du 25 novembre 2020 de la chambre sociale de la Cour de cassation, n° 17-19.523',
    ['decision:fr.ccass:17-19.523'],
  ],
  ['une décision du 11 mai 2020 du Conseil constitutionnel', ['decision:fr.cc:2020-05-11']],
  ["l'arrêt du 3 mai 2019 de la cour qui a statué", []],
  ["l'ordonnance du 2 février 1945 de la République", []],
])('a decision whose date stands before its court: %s', (text, expected) => {
  expect(recogniseCitations(text).flatMap(({ normalized }) => normalized)).toEqual(expected)
})
