import { fold } from './analysis/fold.ts'

/**
 * Words that carry a rule by themselves: a correction that touches one is never a PATCH.
 * contracts/conventions/versions.md names negations and dates; obligation, exception and counted
 * time are kept with them, because `peut` for `doit` or `mois` for `jours` changes a conclusion as
 * surely, and so do `et` for `ou`, `avant` for `après`, and `moins` for `plus`. French, English,
 * Catalan, German; folded as `ingest/domain/article/versions/tokens.ts` folds tokens.
 */
const WORDS: Record<string, string> = {
  'a negation':
    'ne n pas point jamais aucun aucune aucuns aucunes nul nulle nuls nulles ni non rien guère nullement ' +
    'not no never nor neither none cannot without no cap sense tampoc res ' +
    'nicht kein keine keinen keiner keines nie niemals ohne weder',
  'an exception':
    'sauf hors hormis excepté exceptée sans uniquement seulement seul seule seuls seules toutefois ' +
    'unless except only however tret llevat excepte només nur ausser',
  'an obligation or a permission':
    'doit doivent devra devront devait peut peuvent pourra pourront pouvait interdit interdite ' +
    'interdits interdites obligatoire facultatif facultative ' +
    'must shall may can should might deu deuen pot poden ha han muss müssen kann können darf dürfen soll',
  'a date':
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre ' +
    'january february march april may june july august september october november december ' +
    'gener febrer març abril maig juny juliol agost setembre octubre desembre ' +
    'januar februar märz juni juli oktober dezember ' +
    'heure heures jour jours semaine semaines mois an ans année années ' +
    'hour hours day days week weeks month months year years dia dies setmana mes mesos any anys',
  'a number':
    'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente ' +
    'quarante cinquante soixante cent cents mille million millions milliard milliards premier première ' +
    'second seconde deuxième troisième moitié demi tiers quart double triple ' +
    'two three four five seven eight nine ten twelve twenty thirty hundred thousand first third half ' +
    'dos dues tres quatre cinc sis set vuit nou deu cent mil bis ter quater quinquies',
  'a conjunction': 'et ou and or i o und oder',
  'an order in time': 'avant après before after abans després vor nach',
  'a limit':
    'plus moins more less most least fewer més menys mehr weniger mindestens höchstens maximum minimum',
  'the number of an article':
    'article articles art alinéa alinéas al paragraphe chapitre section annexe titre',
}

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS)
    .toReversed() // a word of two kinds is named by the first one in the table
    .flatMap(([kind, words]) => words.split(' ').map((word): [string, string] => [word, kind])),
)

const YEAR = /^\s*[12]\d{3}$/u
const DAY = /^\s*(?:0?[1-9]|[12]\d|3[01])(?:er|re)?$/u
/** What follows the number of a day: `1er mai`. */
const DAY_ENDING = new Set(['er', 're'])

/** Catalan denies with `no` and `mai` together: `mai no`, `no … mai`. */
const NO_WITHIN = 8
const deniesInCatalan = (words: readonly string[], at: number): boolean => {
  const before = words[at - 1] ?? ''
  const day = DAY_ENDING.has(before) ? (words[at - 2] ?? '') : before
  if (DAY.test(day) || YEAR.test(words[at + 1] ?? '')) return false
  return words[at + 1] === 'no' || words.slice(Math.max(0, at - NO_WITHIN), at).includes('no')
}

/**
 * What the word at a place carries, e.g. `a negation`; null for ordinary words. The words around it
 * tell the Catalan `mai` (never) and the English `may` from the months.
 */
export const protectedKind = (words: readonly string[], at: number): string | null => {
  const word = words[at] ?? ''
  if (word === 'may' && YEAR.test(words[at + 1] ?? '')) return 'a date'
  if (word === 'mai' && deniesInCatalan(words, at)) return 'a negation'
  return KINDS.get(word) ?? null
}

/** Whether two wordings are the same words, written with other accents. */
export const differInAccents = (one: string, other: string): boolean => fold(one) === fold(other)
