import { describe, expect, test } from 'vitest'
import { chamberNamed, courtNamed, solutionNamed } from './french-decisions.ts'

describe('the court and its seat in a name', () => {
  test.each([
    ["Cour d'appel de Paris", 'fr.ca', 'Paris'],
    ["COUR D'APPEL DE PARIS", 'fr.ca', 'PARIS'],
    ["Cour d’appel d'Aix-en-Provence", 'fr.ca', 'Aix-en-Provence'],
    ["COUR D'APPEL D'AIX-EN-PROVENCE", 'fr.ca', 'AIX-EN-PROVENCE'],
    ["Cour d'appel de Saint-Denis de La Réunion", 'fr.ca', 'Saint-Denis de La Réunion'],
    ['CAA de LYON', 'fr.caa', 'LYON'],
    ['CAA de PARIS, 3ème chambre', 'fr.caa', 'PARIS'],
    ["Cour administrative d'appel de Lyon", 'fr.caa', 'Lyon'],
    ['Tribunal administratif de la Réunion', 'fr.ta', 'La Réunion'],
    ['Tribunal administratif de La Réunion', 'fr.ta', 'La Réunion'],
    ['Tribunal judiciaire du Havre', 'fr.tj', 'Le Havre'],
    ['TRIBUNAL JUDICIAIRE DU HAVRE', 'fr.tj', 'LE HAVRE'],
    ["Tribunal judiciaire des Sables-d'Olonne", 'fr.tj', "Les Sables-d'Olonne"],
    ['Tribunal de grande instance de Nanterre', 'fr.tj', 'Nanterre'],
    ['Tribunal de commerce du Mans', 'fr.tcom', 'Le Mans'],
    ["Conseil de prud'hommes de Lyon", 'fr.cph', 'Lyon'],
    ['Tribunal pour enfants de Lille', 'fr.tpe', 'Lille'],
    ["Cour d'appel", 'fr.ca', null],
    ["Cour d'appel de Paris Pôle 4 - Chambre 9", 'fr.ca', 'Paris'],
    ["Cour d'appel de Douai 02", 'fr.ca', 'Douai'],
    ["Cour d'appel d'Agen (chambre sociale)", 'fr.ca', 'Agen'],
    ["Cour d'appel de Bourg-en-Bresse chambre civile", 'fr.ca', 'Bourg-en-Bresse'],
    ["Chambre de l'instruction de la cour d'appel de Pau", 'fr.ca', 'Pau'],
    ["Président de la chambre de l'instruction de Rouen", 'fr.ca', 'Rouen'],
    ['Cour de cassation', 'fr.ccass', null],
    ['Cour de cassation, chambre sociale', 'fr.ccass', null],
    ['Cour de cassation de Belgique', null, null],
    ['Oracle de Delphes', null, null],
  ])('%s', (name, code, seat) => {
    expect(courtNamed(name)).toEqual({ code, seat })
  })
})

test('a chamber by the words and codes of its publishers', () => {
  expect(chamberNamed('ORDONNANCE_PREMIER_PRESIDENT')).toBe('ordo')
  expect(chamberNamed('CHAMBRE_CIVILE_2')).toBe('civ2')
  expect(chamberNamed('Chambre inventée')).toBeNull()
})

describe('the outcome by the words of the publisher', () => {
  test.each([
    ['Cassation partielle sans renvoi', 'fr.ccass', 'cassation_partielle'],
    ['Annulation partielle', 'fr.ccass', 'cassation_partielle'],
    ['Annulation totale', 'fr.ce', 'annulation'],
    ['Rejet', 'fr.ce', 'rejet'],
    ['Rejet et cassation partielle', 'fr.ccass', 'cassation_partielle'],
    ['Irrecevabilité et cassation', 'fr.ccass', 'cassation_partielle'],
    ['Cassation partielle et rejet', 'fr.ccass', 'cassation_partielle'],
    ['Confirme partiellement', 'fr.ca', 'infirmation_partielle'],
    ['Confirmation', 'fr.ca', 'confirmation'],
    ['QPC seule - renvoi au CC', 'fr.ccass', 'qpc'],
    ['QPC seule - non-lieu à renvoi au CC', 'fr.ccass', 'qpcother'],
    ['Déclare la demande ou le recours irrecevable', 'fr.tj', 'irrecevabilite'],
  ])('%s of %s', (words, court, solution) => {
    expect(solutionNamed(words, court)).toBe(solution)
  })

  test('an administrative court that annuls in part has no code', () => {
    for (const court of ['fr.ce', 'fr.caa', 'fr.ta'])
      expect(solutionNamed('Annulation partielle', court)).toBeNull()
  })
})
