/**
 * Number words of French, English and Catalan, folded. `un` and `une` are articles first and are
 * left out.
 */
const SMALL: Readonly<Record<string, number>> = {
  zero: 0,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  six: 6,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  onze: 11,
  douze: 12,
  treize: 13,
  quatorze: 14,
  quinze: 15,
  seize: 16,
  vingt: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
  septante: 70,
  nonante: 90,
  cent: 100,
  cents: 100,
  mille: 1000,
  million: 1_000_000,
  millions: 1_000_000,
  vingts: 20,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
  thousand: 1000,
  dos: 2,
  dues: 2,
  tres: 3,
  cinc: 5,
  sis: 6,
  set: 7,
  vuit: 8,
  nou: 9,
  deu: 10,
  quinze_: 15,
  vint: 20,
  trenta: 30,
  quaranta: 40,
  cinquanta: 50,
  seixanta: 60,
  setanta: 70,
  vuitanta: 80,
  noranta: 90,
}

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

const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(SMALL))
export const numberWord = (folded: string): number | null => NUMBERS.get(folded) ?? null

/**
 * The value of number words that follow each other: `quatre vingt seize` is 96, `soixante douze`
 * 72, `deux cents` 200.
 */
export const valueOfWords = (words: readonly string[]): number => {
  let total = 0
  let current = 0
  for (const word of words) {
    const value = numberWord(word) ?? 0
    if (value >= 1000) {
      total += Math.max(1, current) * value
      current = 0
    } else if (value === 100) current = Math.max(1, current) * 100
    else if (value === 20 && current === 4) current = 80
    else current += value
  }
  return total + current
}

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
  pour_cent: '%',
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
