/** Claims in the words of their source that say something else. */
import { expect, test } from 'vitest'
import { judgeClaim } from './judge.ts'
import { claimSource } from './claim-source.ts'

const judged = (claim: string, contentClean: string) =>
  judgeClaim(claim, [{ key: 'a', source: claimSource({ title: '', contentClean, headnotes: [] }) }])

const NOTICE =
  'En cas de démission, la durée du préavis est d’un mois pour les employés et de trois mois pour les cadres.'
const NOISE = 'L’usage d’un groupe électrogène est interdit entre vingt-deux heures et sept heures.'
const HOURS =
  'L’exploitation cesse à vingt-trois heures du jeudi au samedi et à vingt-deux heures les autres jours.'
const PLACES =
  'Les emplacements d’abonnés sont attribués dans l’ordre des demandes inscrites au registre.'
const WINTER =
  'De novembre à mars, le mobilier est réduit de moitié et aucun appareil de chauffage n’est admis.'
const USAGE = 'L’usage n’est opposable au particulier que s’il l’a connu et accepté.'

test.each([
  [
    'En cas de démission, la durée du préavis est de trois mois pour les employés et d’un mois pour les cadres.',
    NOTICE,
  ],
  ['En cas de démission, la durée du préavis est de trois mois pour les employés.', NOTICE],
  ['L’usage d’un groupe électrogène est interdit entre sept heures et vingt-deux heures.', NOISE],
  ['L’exploitation cesse à vingt-trois heures les autres jours.', HOURS],
  ['Les autres emplacements sont attribués dans l’ordre des demandes.', PLACES],
  ['De novembre à mars, aucun mobilier n’est admis.', WINTER],
  ['L’usage est opposable au particulier.', USAGE],
])('is not supported: %s', (claim, source) => {
  expect(judged(claim, source).verdict).not.toBe('supported')
  expect(judged(claim, source).differences).not.toEqual([])
})

test.each([
  [
    'En cas de démission, la durée du préavis est de trois mois pour les employés et d’un mois pour les cadres.',
    NOTICE,
    ['trois mois', 'un mois'],
  ],
  [
    'L’usage d’un groupe électrogène est interdit entre sept heures et vingt-deux heures.',
    NOISE,
    ['sept heures', 'vingt-deux heures'],
  ],
])('names the numbers that changed places: %s', (claim, source, numbers) => {
  const { conflicts, verdict } = judged(claim, source)
  expect(verdict).toBe('contradicted')
  const named = conflicts.flatMap(({ kind, said, source: there }) =>
    kind === 'number' ? [said, there] : [],
  )
  expect(named).toEqual(expect.arrayContaining(numbers))
})

test('a concession gives nothing to the party that it names', () => {
  const { verdict, evidence } = judged(
    'Le licenciement d’une salariée enceinte est nul si elle envoie un certificat dans les quinze jours.',
    'Par un arrêt du 15 mai 2024, la chambre sociale juge que le certificat de grossesse envoyé dans les quinze jours de la notification emporte la nullité du licenciement, que l’employeur ait su ou non.',
  )
  expect(verdict).not.toBe('contradicted')
  for (const { comparison } of evidence) expect(comparison.conflicts).toEqual([])
})

test.each([
  [NOTICE, NOTICE],
  ['En cas de démission, la durée du préavis est d’un mois pour les employés.', NOTICE],
  ['En cas de démission, la durée du préavis est de trois mois pour les cadres.', NOTICE],
  [NOISE, NOISE],
  ['L’exploitation cesse à vingt-deux heures les autres jours.', HOURS],
  ['L’exploitation cesse à vingt-trois heures du jeudi au samedi.', HOURS],
  ['Les emplacements d’abonnés sont attribués dans l’ordre des demandes.', PLACES],
  ['De novembre à mars, aucun appareil de chauffage n’est admis.', WINTER],
  ['L’usage est opposable au particulier s’il l’a connu et accepté.', USAGE],
  [
    'Le président et les membres du comité sont nommés pour trois ans.',
    'Le président ainsi que les autres membres du comité sont nommés pour trois ans.',
  ],
])('has no conflict and nothing overstated: %s', (claim, source) => {
  const { conflicts, differences } = judged(claim, source)
  expect(conflicts).toEqual([])
  expect(differences.filter(({ kind }) => kind === 'number' || kind === 'scope')).toEqual([])
})
