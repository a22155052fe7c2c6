/**
 * Numbers written in words, in French, English and Catalan: `cent quatre-vingts`, `two hundred and
 * five`, `vint-i-dos`. Words are folded, and a hyphen parts them.
 */
type Spelling = readonly [phrase: string, value: number]

/** Words for numbers that follow each other at equal steps; a bar parts words for one number. */
const stepped = (list: string, from: number, step = 1): Spelling[] =>
  list
    .split(' ')
    .flatMap((words, index) =>
      words.split('|').map((word): Spelling => [word, from + index * step]),
    )

/** Each of the first with each of the second after it: `trente` and `deux` are `trente deux`. */
const followed = (first: readonly Spelling[], second: readonly Spelling[], by = ' '): Spelling[] =>
  first.flatMap(([one, value]) =>
    second.map(([other, more]): Spelling => [`${one}${by}${other}`, value + more]),
  )

const FRENCH_ONE = stepped('un|une', 1)
const FRENCH_UNITS = [...FRENCH_ONE, ...stepped('deux trois quatre cinq six sept huit neuf', 2)]
const FRENCH_TEENS = [
  ...stepped('dix onze douze treize quatorze quinze seize', 10),
  ...followed([['dix', 10]], stepped('sept huit neuf', 7)),
]
const FRENCH_TENS = stepped(
  'vingt trente quarante cinquante soixante septante huitante|octante nonante',
  20,
  10,
)
const SOIXANTE: readonly Spelling[] = [['soixante', 60]]
const QUATRE_VINGT: readonly Spelling[] = [['quatre vingt', 80]]
const FRENCH: readonly Spelling[] = [
  ['zero', 0],
  ...FRENCH_UNITS,
  ...FRENCH_TEENS,
  ...FRENCH_TENS,
  ...followed(FRENCH_TENS, FRENCH_UNITS),
  ...followed(FRENCH_TENS, FRENCH_ONE, ' et '),
  ...followed(SOIXANTE, FRENCH_TEENS),
  ...followed(SOIXANTE, [['onze', 11]], ' et '),
  ...QUATRE_VINGT,
  ['quatre vingts', 80],
  ...followed(QUATRE_VINGT, [...FRENCH_UNITS, ...FRENCH_TEENS]),
]

const ENGLISH_UNITS = stepped('one two three four five six seven eight nine', 1)
const ENGLISH_TENS = stepped('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10)
const ENGLISH: readonly Spelling[] = [
  ['zero', 0],
  ...ENGLISH_UNITS,
  ...stepped('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 10),
  ...ENGLISH_TENS,
  ...followed(ENGLISH_TENS, ENGLISH_UNITS),
]

const CATALAN_UNITS = stepped('un|una|u dos|dues tres quatre cinc sis set vuit nou', 1)
const CATALAN_TENS = stepped(
  'vint trenta quaranta cinquanta seixanta setanta vuitanta noranta',
  20,
  10,
)
const CATALAN: readonly Spelling[] = [
  ['zero', 0],
  ...CATALAN_UNITS,
  ...stepped('deu onze dotze tretze catorze quinze setze disset divuit dinou', 10),
  ...CATALAN_TENS,
  ...followed(CATALAN_TENS, CATALAN_UNITS),
  ...followed(CATALAN_TENS, CATALAN_UNITS, ' i '),
]

/** A word that multiplies the number before it and adds the one after it: `cent`, `mille`. */
type Scale = {
  readonly value: number
  readonly words: readonly string[]
  /** Those that are a number without another before them: `cent`, not `cents`. */
  readonly alone: readonly string[]
  /** Whether it may multiply a number: `deux cents`, but neither `un cent` nor `vingt cents`. */
  readonly multiplies: (count: number) => boolean
}

const TEN = 10
/** `quinze cents` is a number; `dix cents` and `vingt cents` are money. */
const HUNDREDS_BELOW = 20
const fewHundreds = (count: number): boolean => count > 1 && count < HUNDREDS_BELOW && count !== TEN
const several = (count: number): boolean => count > 1
const some = (count: number): boolean => count > 0

const HUNDRED = 100
const THOUSAND = 1_000
const MILLION = 1_000_000
const BILLION = 1_000_000_000

type NumberLanguage = {
  /** The numbers below a hundred by their words. */
  readonly small: ReadonlyMap<string, number>
  /** The greatest first. */
  readonly scales: readonly Scale[]
  /** What may come before the last part: `two hundred and five`. */
  readonly joiner: string | null
}

const scale = (
  value: number,
  multiplies: Scale['multiplies'],
  alone: readonly string[],
  others: readonly string[] = [],
): Scale => ({ value, multiplies, alone, words: [...alone, ...others] })

const LANGUAGES: readonly NumberLanguage[] = [
  {
    small: new Map(FRENCH),
    scales: [
      scale(BILLION, some, ['milliard'], ['milliards']),
      scale(MILLION, some, ['million'], ['millions']),
      scale(THOUSAND, several, ['mille', 'mil']),
      scale(HUNDRED, fewHundreds, ['cent'], ['cents']),
    ],
    joiner: null,
  },
  {
    small: new Map(ENGLISH),
    scales: [
      scale(BILLION, some, ['billion']),
      scale(MILLION, some, ['million']),
      scale(THOUSAND, some, ['thousand']),
      scale(HUNDRED, (count) => count % TEN > 0, ['hundred']),
    ],
    joiner: 'and',
  },
  {
    small: new Map(CATALAN),
    scales: [
      scale(MILLION, some, ['milio'], ['milions']),
      scale(THOUSAND, several, ['mil']),
      scale(HUNDRED, fewHundreds, ['cent'], ['cents', 'centes']),
    ],
    joiner: null,
  },
]

/** A number and how many words it takes. */
type WrittenNumber = { readonly value: number; readonly length: number }

/** `quatre vingt dix sept`: no number below a hundred has more words. */
const SMALL_WORDS_MAX = 4

const smallAt = (
  { small }: NumberLanguage,
  words: readonly string[],
  at: number,
): WrittenNumber | null => {
  const most = Math.min(SMALL_WORDS_MAX, words.length - at)
  for (let length = most; length > 0; length -= 1) {
    const value = small.get(words.slice(at, at + length).join(' '))
    if (value !== undefined) return { value, length }
  }
  return null
}

/** The head of a number at a scale: `deux cents` of `deux cents trois`; null if it has none. */
const headAt = (
  { value, words: own, alone, multiplies }: Scale,
  words: readonly string[],
  at: number,
  count: WrittenNumber | null,
): WrittenNumber | null => {
  if (count === null) return alone.includes(words[at] ?? '') ? { value, length: 1 } : null
  if (!own.includes(words[at + count.length] ?? '') || !multiplies(count.value)) return null
  return { value: count.value * value, length: count.length + 1 }
}

/** The longest number that begins at a place, of the scale `level` and those below it. */
const numberAt = (
  language: NumberLanguage,
  words: readonly string[],
  at: number,
  level: number,
): WrittenNumber | null => {
  const own = language.scales[level]
  if (own === undefined) return smallAt(language, words, at)
  const count = numberAt(language, words, at, level + 1)
  const head = headAt(own, words, at, count)
  if (head === null) return count
  const joined = words[at + head.length] === language.joiner ? 1 : 0
  const from = at + head.length + joined
  const rest = numberAt(language, words, from, level + 1)
  if (rest === null || rest.value === 0) return head
  // `two hundred and three hundred`: the second is a number of its own.
  const after = words[from + rest.length] ?? ''
  if (language.scales.some((other) => other.words.includes(after))) return head
  return { value: head.value + rest.value, length: head.length + joined + rest.length }
}

/**
 * The number that words begin with: `cent quatre vingts jours` begins with 180. Of the readings in
 * several languages the longest counts. Null: they begin with none.
 */
export const leadingNumber = (words: readonly string[]): WrittenNumber | null => {
  let best: WrittenNumber | null = null
  for (const language of LANGUAGES) {
    const found = numberAt(language, words, 0, 0)
    if (found !== null && found.length > (best?.length ?? 0)) best = found
  }
  return best
}

/** Articles and conjunctions first, numbers only beside other number words. */
const OTHERS = new Set('un une u una one et i'.split(' '))
const NUMBER_WORDS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap(({ small, scales }) => [
    ...[...small.keys()].flatMap((phrase) => phrase.split(' ')),
    ...scales.flatMap(({ words }) => words),
  ]).filter((word) => !OTHERS.has(word)),
)
/** Whether a folded word is a number or a part of one, and nothing else. */
export const isNumberWord = (folded: string): boolean => NUMBER_WORDS.has(folded)

const MULTIPLES: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(({ scales }) =>
    scales
      .filter(({ value }) => value >= THOUSAND)
      .flatMap(({ words, value }) => words.map((word): [string, number] => [word, value])),
  ),
)
/** What a word multiplies a number in digits by: 1,000,000 for the one of `2 millions`. */
export const multipleOf = (folded: string): number | null => MULTIPLES.get(folded) ?? null
