import { describe, expect, test } from 'vitest'
import { courtNamed, solutionNamed } from './french-decisions.ts'

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
    ['Cour de cassation', 'fr.ccass', null],
    ['Oracle de Delphes', null, null],
  ])('%s', (name, code, seat) => {
    expect(courtNamed(name)).toEqual({ code, seat })
  })
})

describe('the outcome by the words of the publisher', () => {
  test.each([
    ['Cassation partielle sans renvoi', 'fr.ccass', 'cassation_partielle'],
    ['Annulation partielle', 'fr.ccass', 'cassation_partielle'],
    ['Annulation totale', 'fr.ce', 'annulation'],
    ['Rejet', 'fr.ce', 'rejet'],
  ])('%s of %s', (words, court, solution) => {
    expect(solutionNamed(words, court)).toBe(solution)
  })

  test('an administrative court that annuls in part has no code', () => {
    for (const court of ['fr.ce', 'fr.caa', 'fr.ta'])
      expect(solutionNamed('Annulation partielle', court)).toBeNull()
  })
})
