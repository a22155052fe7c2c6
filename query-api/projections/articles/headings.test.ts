import { expect, test } from 'vitest'
import { tellingHeadings } from './headings.ts'

test('a heading is what it says without its place', () =>
  expect(
    tellingHeadings([
      'partie legislative',
      'Première partie : Des exemples',
      'livre ier',
      'titre v',
      'CHAPITRE I — Dispositions générales',
      'Sous-section 2 : Durée',
      'Chapitre unique',
      'Títol II - Drets i llibertats',
      'Le contrat',
    ]),
  ).toEqual([
    'Des exemples',
    'Dispositions générales',
    'Durée',
    'Drets i llibertats',
    'Le contrat',
  ]))
