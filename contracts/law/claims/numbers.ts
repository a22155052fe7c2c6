/** Words that carry a number of their own: value and unit. */
export const FUSED: ReadonlyMap<string, readonly [number, string]> = new Map<
  string,
  readonly [number, string]
>([
  ['biennal', [2, 'an']],
  ['biennale', [2, 'an']],
  ['triennal', [3, 'an']],
  ['triennale', [3, 'an']],
  ['quinquennal', [5, 'an']],
  ['quinquennale', [5, 'an']],
  ['decennal', [10, 'an']],
  ['decennale', [10, 'an']],
  ['trentenaire', [30, 'an']],
])

const DIGITS = /^\d+(?:,\d+)?$/u
/** `1565`, `1,5` as a number; null for anything else. */
export const valueOfDigits = (text: string): number | null =>
  DIGITS.test(text) ? Number(text.replace(',', '.')) : null

const UNITS: Readonly<Record<string, string>> = {
  jour: 'jour',
  jours: 'jour',
  day: 'jour',
  days: 'jour',
  dia: 'jour',
  dies: 'jour',
  journee: 'jour',
  mois: 'mois',
  month: 'mois',
  months: 'mois',
  mes: 'mois',
  mesos: 'mois',
  an: 'an',
  ans: 'an',
  annee: 'an',
  annees: 'an',
  year: 'an',
  years: 'an',
  any: 'an',
  anys: 'an',
  semaine: 'semaine',
  semaines: 'semaine',
  week: 'semaine',
  weeks: 'semaine',
  heure: 'heure',
  heures: 'heure',
  hour: 'heure',
  hours: 'heure',
  nuit: 'nuit',
  nuits: 'nuit',
  metre: 'metre',
  metres: 'metre',
  euro: 'euro',
  euros: 'euro',
  '€': 'euro',
  '%': '%',
}
/** Units of time that `un` or `une` counts: `un mois` is one month. */
export const COUNTED_ONCE: ReadonlySet<string> = new Set([
  'jour',
  'mois',
  'an',
  'semaine',
  'heure',
  'metre',
])
export const unitOf = (folded: string): string | null =>
  Object.hasOwn(UNITS, folded) ? (UNITS[folded] ?? null) : null
