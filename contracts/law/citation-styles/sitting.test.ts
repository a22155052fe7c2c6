import { expect, test } from 'vitest'
import { caseNameIn, sittingIn } from './sitting.ts'

/** Titles as the publishers (DILA, Judilibre, courts) write them, without their sources. */
const TITLES: readonly (readonly [title: string, sitting: string | null])[] = [
  ["Conseil d'Etat, 8 / 9 SSR, du 12 mai 1997, 160777, inédit", '8e et 9e sous-sect. réunies'],
  ["Conseil d'État, 9ème et 10ème chambres réunies, 13/11/2019, 412255", '9e et 10e ch. réunies'],
  ["Conseil d'État, 3ème, 8ème, 9ème et 10ème chambres réunies, 09/11/2018, 1", null],
  ["Conseil d'État, 1ère chambre, 04/03/2021, 430244", '1re ch.'],
  ["Conseil d'État, Section du Contentieux, 30/12/2020, 1", 'sect.'],
  ["Conseil d'État, 2ème sous-section jugeant seule, 10/10/2010, 1", null],
  [
    "Cour Administrative d'Appel de Marseille, 4ème chambre-formation à 3, 15/06/2010, 08MA01234",
    '4e ch.',
  ],
  ['CAA de PARIS, 5ème chambre B, 31/12/2012, 11PA01234, Inédit', '5e ch. B'],
  ["Cour d'appel de Paris, 1ère chambre section A, 3 février 2005, 04/1", '1re ch., sect. A'],
  ["Cour d'appel de Rennes, 2ème Chambre, 1ère section, 3 février 2005, 04/1", '2e ch., 1re sect.'],
  ["Cour d'appel de Lyon, 1ère chambre civile B, 3 février 2005, 04/1", '1re ch. civ. B'],
  ["Cour d'appel de Versailles, Chambre commerciale 3-1, 4 avril 2024, 22/1", 'ch. com. 3-1'],
  ["Cour d'appel d'Aix-en-Provence, Chambre 4-3, 4 avril 2024, 22/1", 'ch. 4-3'],
  ["Cour d'appel de Paris, Pôle 6 - Chambre 10, 4 avril 2024, 22/1", 'pôle 6, ch. 10'],
  ["Cour d'appel de Paris, pôle 5, chambre 11, 17 mars 2023, n° 21/1", 'pôle 5, ch. 11'],
  ["Cour d'appel de Metz, Chambre des urgences, 4 avril 2024, 22/1", null],
  ["Cour d'appel de Metz, Chambre Sociale-Section 1, 4 avril 2024, 22/1", 'ch. soc.'],
  ['Arrêt sans jour, chambre sociale, n° 22/1', null],
  ['', null],
]
for (const [title, sitting] of TITLES)
  test(`the formation in “${title}”`, () => {
    expect(sittingIn(title)).toBe(sitting)
  })

const NAMES: readonly (readonly [title: string, docket: string, name: string | null])[] = [
  ['Cour de justice, 6 octobre 2015, C-362/14, Schrems', 'C-362/14', 'Schrems'],
  ['Cour de justice, 6 octobre 2015, Schrems, C-362/14', 'C-362/14', 'Schrems'],
  ['Cour de justice, 6 octobre 2015, C-362/14 : transfert de données', 'C-362/14', null],
  ['Cour de justice, 6 octobre 2015, C-362/14, transfert de données', 'C-362/14', null],
  ['Cour de justice, 6 octobre 2015, C-362/14, ECLI:EU:C:2015:650', 'C-362/14', null],
  ['Cour de justice, grande chambre, 6 octobre 2015, C-362/14', 'C-362/14', null],
  ['Arrêt Schrems', 'C-362/14', null],
]
for (const [title, docket, name] of NAMES)
  test(`the name in “${title}”`, () => {
    expect(caseNameIn(title, [docket])).toBe(name)
  })
