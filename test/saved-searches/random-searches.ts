/** Random searches over all filters and kinds of words, for the corpus of `random-life.ts`. */
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import {
  ARTICLES,
  CONCEPTS,
  COURTS,
  DOMAINS,
  ecliOf,
  oneOf,
  type Random,
  someOf,
  TEXTS,
} from './random-life.ts'

const WORDS =
  'bail rural préavis licenciement clause salarié caution créancier contrat CDI CSE bailleur locataire travail avis mois sanction absent'.split(
    ' ',
  )
const QUESTIONS = [
  'contrat à durée indéterminée',
  'comité social et économique',
  'Comment résilier un bail ?',
  'Quel est le préavis de licenciement ?',
  'notice period for a dismissal',
  'personal data',
  'permanent contract',
  'lease of the tenant',
  'dades personals',
  'dipòsit del llogater',
]
const NAMES = ['article:code-civil:1240', 'article:code-civil:1103', 'article:code-travail:l1234-1']

const FILTERS: readonly ((random: Random) => object)[] = [
  (random) => ({ jurisdictions: someOf(random, ['FR', 'LU', 'EU', 'MC'], 2) }),
  (random) => ({ courts: someOf(random, COURTS, 2) }),
  (random) => ({ courtLevels: someOf(random, ['supreme', 'appeal', 'first_instance'], 2) }),
  (random) => ({ chambers: [oneOf(random, ['soc', 'civ1'])] }),
  (random) => ({ solutions: [oneOf(random, ['rejet', 'cassation'])] }),
  (random) => ({ statusFlags: someOf(random, ['red', 'orange', 'yellow', 'green', 'gray'], 3) }),
  (random) => ({ statusFlags: [oneOf(random, ['red', 'orange', 'yellow', 'green'])] }),
  (random) => ({ treatmentTypes: someOf(random, TreatmentType.options, 6) }),
  (random) => ({ conceptIds: someOf(random, CONCEPTS, 2) }),
  (random) => ({ conceptIds: [(CONCEPTS[random(3)] ?? '').toUpperCase()] }),
  (random) => ({ legalDomains: [oneOf(random, [...DOMAINS, 'civil', 'labour'])] }),
  (random) => ({ legalRuleTypes: someOf(random, ['ratio', 'obiter', 'distinction'], 2) }),
  (random) => ({ contentTypes: [oneOf(random, ['jurisprudence', 'legislation', 'doctrine'])] }),
  (random) => ({ doctrineSubtypes: [oneOf(random, ['practice_note', 'case_note'])] }),
  (random) => ({ languages: [oneOf(random, ['fr', 'fr-LU', 'FR-lu'])] }),
  (random) => ({ cites: [random(2) === 0 ? oneOf(random, NAMES) : ecliOf(random(TEXTS))] }),
  (random) => ({ identifiers: [ecliOf(random(TEXTS))] }),
  (random) => ({ provision: oneOf(random, [...NAMES, 'code-civil', 'article:code-civil:1112']) }),
  (random) => ({
    dateFrom: oneOf(random, ['2019-01-01', '2021-01-01', '2024-01-01']),
    dateTo: undefined,
  }),
  (random) => ({ dateFrom: undefined, dateTo: oneOf(random, ['2019-01-01', '2023-01-01']) }),
  (random) => ({ dateFrom: '2019-06-01', dateTo: oneOf(random, ['2020-12-31', '2025-01-01']) }),
]

const DAYS = ['2016-06-01', '2020-06-01', '2022-06-01', '2031-01-01']

/** What `POST /saved-searches` takes, without a name. */
export const randomSearch = (random: Random): object => {
  if (random(10) === 0)
    return { cites: oneOf(random, [oneOf(random, ARTICLES), ecliOf(random(TEXTS))]) }
  const dice = random(10)
  const text =
    dice < 3
      ? ''
      : dice < 7
        ? someOf(random, WORDS, 3).join(' ')
        : dice < 9
          ? oneOf(random, QUESTIONS)
          : oneOf(random, [ecliOf(random(TEXTS)), oneOf(random, ARTICLES), `bail ${ARTICLES[0]}`])
  const count = text === '' ? 1 + random(2) : random(3)
  const filters = Object.assign(
    {},
    ...Array.from({ length: count }, () => oneOf(random, FILTERS)(random)),
    random(6) === 0 ? { asOf: oneOf(random, DAYS) } : {},
    random(12) === 0 ? { asOf: oneOf(random, DAYS), inForce: true } : {},
  ) as object
  return {
    search: { text, filters, includeHeadnotes: random(3) > 0 },
    words: oneOf(random, ['all', 'any']),
  }
}
