import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language.ts'

test.each([
  [
    'fr',
    'La demande est rejetée, et le bailleur supporte les frais de la procédure dans un délai.',
  ],
  [
    'en',
    'The tenant shall pay the rent by the first day of the month, with any charges due to him.',
  ],
  ['ca', 'La llei garanteix el dret a la defensa de les persones, i els jutges són independents.'],
  ['ca', 'Els tribunals vetllen per la protecció de la dignitat de les persones al Principat.'],
  [
    'es',
    'La ley garantiza el derecho a la defensa de las personas, y los jueces no son parciales.',
  ],
  ['de', 'Der Mieter zahlt die Miete und die Kosten, die mit dem Vertrag nicht verbunden sind.'],
  [
    'it',
    'Il giudice non è parziale, e la legge garantisce il diritto alla difesa di ognuno nel processo.',
  ],
  ['fr', 'Trop court.'],
])('%s: %s', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
})
