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

const LYON = 'decision:fr.ca:lyon:2019-05-03'
const LYON_NUMBERED = 'decision:fr.ca:lyon:18/01234'

test.each([
  ["La cour d'appel de Lyon a jugé le 3 mai 2019 (n° 18/01234) que", [LYON_NUMBERED]],
  ["La cour d'appel de Lyon a jugé, le 3 mai 2019, que", [LYON]],
  ["La cour d'appel de Lyon a également infirmé le 3 mai 2019 le jugement", [LYON]],
  ["La cour d'appel de Lyon a, par arrêt du 3 mai 2019, jugé que", [LYON]],
  ["La cour d'appel de Lyon, par un arrêt du 3 mai 2019 (RG n° 18/01234), a", [LYON_NUMBERED]],
  ["La cour d'appel de Lyon (chambre sociale) a, dans son arrêt du 3 mai 2019,", [LYON]],
  ["La cour d'appel de Lyon (3 mai 2019, n° 18/01234) retient", [LYON_NUMBERED]],
  ["Le 3 mai 2019, la cour d'appel de Lyon a condamné la société", [LYON]],
  ['selon la Cour de cassation (arrêt du 3 mai 2019)', ['decision:fr.ccass:2019-05-03']],
  [
    'comme la Cour de cassation l’a rappelé dans un arrêt du 3 mai 2019 un contrat',
    ['decision:fr.ccass:2019-05-03'],
  ],
  [
    'La chambre sociale de la Cour de cassation a rappelé le 3 mai 2019 que',
    ['decision:fr.ccass:soc:2019-05-03'],
  ],
  ["Le Conseil d'État a jugé le 3 mai 2019 (n° 412345) que", ['decision:fr.ce:412345']],
  [
    'le tribunal judiciaire de Nanterre, dans une ordonnance du 3 mai 2019 (n° 18/01234), a',
    ['decision:fr.tj:nanterre:18/01234'],
  ],
])('a court of which a sentence says when it ruled: %s', (text, expected) => {
  expect(recogniseCitations(text).flatMap(({ normalized }) => normalized)).toEqual(expected)
})

test.each([
  "La cour d'appel de Lyon a été saisie le 3 mai 2019 d'un appel",
  "La cour d'appel de Lyon a fixé au 3 mai 2019 l'audience",
  "La cour d'appel de Lyon a jugé que la cession du 3 mai 2019 est nulle",
  "La cour d'appel de Lyon a retenu le 3 mai 2019 comme point de départ",
  "Le 3 mai 2019, la cour d'appel de Lyon a été saisie",
  "Le 3 mai 2019, la société a assigné la banque devant la cour d'appel de Lyon",
])('a day on which a court did not rule: %s', (text) => {
  expect(recogniseCitations(text)).toEqual([])
})

test.each([
  ["un arrêt rendu le 3 mai 2019 par la cour d'appel de Lyon (n° 18/01234)", [LYON_NUMBERED]],
  [
    'un arrêt rendu le 3 mai 2019 par la Cour de cassation (n° 18-12.345)',
    ['decision:fr.ccass:18-12.345'],
  ],
  ["Par arrêt du 3 mai 2019 (n° 18/01234), la cour d'appel de Lyon", [LYON_NUMBERED]],
  [
    "par un jugement définitif en date du 3 mai 2019, le tribunal de commerce d'Amiens",
    ['decision:fr.tcom:amiens:2019-05-03'],
  ],
  [
    "l'ordonnance de référé rendue le 3 mai 2019 par le président du tribunal de commerce de Lyon",
    ['decision:fr.tcom:lyon:2019-05-03'],
  ],
  [
    "les arrêts rendus les 3 mai 2019 et 4 juin 2020 par la cour d'appel de Lyon",
    [LYON, 'decision:fr.ca:lyon:2020-06-04'],
  ],
  [
    "les arrêts de la cour d'appel de Lyon des 3 mai 2019 et 4 juin 2020",
    [LYON, 'decision:fr.ca:lyon:2020-06-04'],
  ],
  ["l'arrêt de la 1re chambre civile du 3 mai 2019", ['decision:fr.ccass:civ1:2019-05-03']],
  ['un arrêt de chambre mixte du 3 mai 2019', ['decision:fr.ccass:mi:2019-05-03']],
  [
    'CA Aix-en-Provence, ch. 1-1, 3 mai 2019, n° 18/01234',
    ['decision:fr.ca:aix-en-provence:18/01234'],
  ],
  ['C.A. Lyon, 3 mai 2019, n° 18/01234', [LYON_NUMBERED]],
  ['TJ Lyon, JEX, 3 mai 2019, n° 18/01234', ['decision:fr.tj:lyon:18/01234']],
  ["Cour d'appel, Lyon, Pôle 6, chambre 3, 3 Mai 2019 – n° 18/01234", [LYON_NUMBERED]],
  ['Cass. soc., 3 mai 2019 : n° 18-12.345', ['decision:fr.ccass:18-12.345']],
])('numbers and days of a decision apart from its court: %s', (text, expected) => {
  const found = recogniseCitations(text)
  expect(found.flatMap(({ normalized }) => normalized)).toEqual(expected)
  expect(found).toHaveLength(1)
})
