import { NAMED_LAWS, QUERY_NAMES, slugOfName } from '../../vocabulary/codes.ts'
import { DATE, dayOf } from './dates.ts'
import { plain } from './flat.ts'
import { baseOfShortAct, SHORT_ACT } from './works.ts'

/** A work named in a text, by its place there; `keys` are all the names it is filed under. */
export type NamedWork = {
  readonly keys: readonly string[]
  readonly start: number
  readonly end: number
}

/** `c. civ.` is also written `c.civ`, `C civ`; dots and spaces are free, letters are not. */
const aliasPattern = (alias: string): string =>
  alias
    .replace(/[+*?^$()[\]{}|\\/]/gu, '')
    .split(/\.? /u)
    .map((part) => part.replace(/\.$/u, ''))
    .join(alias.includes('.') ? '\\.? ?' : ' ')

const ALIASES = QUERY_NAMES.map(({ key, name }) => ({ key, alias: plain(name) })).toSorted(
  (a, b) => b.alias.length - a.alias.length,
)
const KEY_OF_ALIAS = new Map(ALIASES.map(({ key, alias }) => [slugOfName(alias), key]))
const ALIAS = new RegExp(
  `(?<![a-z0-9])(?:${ALIASES.map(({ alias }) => aliasPattern(alias)).join('|')})(?![a-z0-9])\\.?`,
  'gu',
)

/**
 * Further names of works, with the keys of all that have them. They are read beside an article
 * alone, because elsewhere they mean other things: `Const.` also ends `Cons. const.`
 */
const BESIDE = NAMED_LAWS.flatMap(({ key, name, aliases }) =>
  [name, ...aliases].map((written) => ({ key, alias: plain(written) })),
)
  .filter(({ alias }) => !KEY_OF_ALIAS.has(slugOfName(alias)))
  .toSorted((a, b) => b.alias.length - a.alias.length)
const KEYS_BESIDE: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(BESIDE, ({ alias }) => slugOfName(alias))].map(([slug, named]) => [
    slug,
    [...new Set(named.map(({ key }) => key))],
  ]),
)
const NAME_BESIDE = `(?<![a-z0-9])(?<!cons\\.? ?)(${BESIDE.map(({ alias }) => aliasPattern(alias)).join('|')})(?![a-z0-9])\\.?`
const BEFORE_ARTICLE = new RegExp(`${NAME_BESIDE},? ?$`, 'u')
// `de la constitution de partie civile` goes on, and means something else.
const AFTER_ARTICLE = new RegExp(
  `^ ?,? ?(?:du |de la |de l'|des |de |d')?${NAME_BESIDE}(?! (?:d'|de |du |des ))`,
  'u',
)

const besideAt = (from: number, match: RegExpExecArray | null): NamedWork | null => {
  const keys = KEYS_BESIDE.get(slugOfName(match?.[1] ?? ''))
  if (match === null || keys === undefined) return null
  const start = from + match.index
  return { keys, start, end: start + match[0].length }
}

/**
 * The work that stands beside an article in a plain text without works of `worksNamedIn`: `Const.,`
 * before its label, or `du LPF` after its number.
 */
export const workBeside = (text: string, label: number, end: number): NamedWork | null =>
  besideAt(0, BEFORE_ARTICLE.exec(text.slice(0, label))) ??
  besideAt(end, AFTER_ARTICLE.exec(text.slice(end)))

const LETTERS: Record<string, string> = {
  reglement: 'r',
  regulation: 'r',
  directive: 'l',
  decision: 'd',
  'regl.': 'r',
  'dir.': 'l',
  'dec.': 'd',
}
const COMMUNITY = '(?:ue|eu|ce|cee|ec|eec|euratom)'
const EUROPEAN_ACT = new RegExp(
  `(reglement|regulation|directive|decision|(?<![a-z0-9])(?:regl|dir|dec)\\.)( d'execution| delegue| implementing| delegated)? ?` +
    `(?:\\(${COMMUNITY}\\))? ?(n°|no\\.?|numero)? ?(\\d{1,4})/(\\d{1,4})(?:/${COMMUNITY})?(?![a-z0-9/])(?:,? (?:du )?${DATE})?`,
  'gu',
)
/** Longest key of a work, in characters; longer titles are not cited. */
const KEY_MAX = 200
/** Longest key of an act by number or date; what is longer is a title. */
const ACT_KEY_MAX = 40
const FIRST_YEAR = 1952
const LAST_YEAR = 2099
const CENTURY = 1900

const yearOf = (digits: string): number | null => {
  const year = digits.length === 2 ? CENTURY + Number(digits) : Number(digits)
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

/**
 * `règlement (UE) 2016/679` is 32016R0679; until 2015 regulations put the number first (`n°
 * 1215/2012`). `celexOfAct` of running text decides the order of year and number differently;
 * this rule stays because texts are filed under the names that it makes.
 */
const celexOf = ([, kind = '', , numbered, first = '', second = '']: RegExpMatchArray):
  | string
  | null => {
  const numberFirst = numbered !== undefined || yearOf(first) === null
  const year = yearOf(numberFirst ? second : first)
  if (year === null) return null
  const number = (numberFirst ? first : second).padStart(4, '0')
  return `3${year}${LETTERS[kind] ?? ''}${number}`
}

const NATIONAL_ACT = new RegExp(
  `(decret-loi|loi|ordonnance souveraine|ordonnance|decret|arrete ministeriel|arrete interministeriel|arrete grand-ducal|arrete|reglement grand-ducal|reglement ministeriel)` +
    `(?: organique| constitutionnelle| modifiee| municipal)?(?: de demonstration)?` +
    `(?: (?:n°|no\\.?|numero) ?([a-z]?\\d[\\d.-]*))?(?: modifiee)?` +
    `(?: du (${DATE}))?`,
  'gu',
)
const ANDORRAN_ACT = /llei (\d{1,3})\/(\d{4})/gu

/** `Loi n° 78-17 du 6 janvier 1978` is filed under its number and under its date. */
const keysOfAct = (base: string, number: string | undefined, day: string | null): string[] => [
  ...(number === undefined ? [] : [`${base}-${slugOfName(number.replaceAll('.', ''))}`]),
  ...(day === null ? [] : [`${base}-${day}`]),
]

/** `L. n° 78-17, 6 janv. 1978`: as the French citation style prints acts. */
const shortKeys = ([, short = '', country, number, written]: RegExpMatchArray): string[] =>
  keysOfAct(baseOfShortAct(short, country), number, written === undefined ? null : dayOf(written))

const nationalKeys = ([, kind = '', number, written]: RegExpMatchArray): string[] =>
  keysOfAct(slugOfName(kind), number, written === undefined ? null : dayOf(written))

const found = (
  text: string,
  pattern: RegExp,
  keysOf: (match: RegExpMatchArray) => readonly string[],
): NamedWork[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const keys = keysOf(match)
    return keys.length === 0
      ? []
      : [{ keys, start: match.index, end: match.index + match[0].length }]
  })

const overlaps = (a: NamedWork, b: NamedWork): boolean => a.start < b.end && b.start < a.end

/** The works that a plain text (`plain`) names, in order, without overlap. */
export const worksNamedIn = (text: string): NamedWork[] => {
  const candidates = [
    ...found(text, EUROPEAN_ACT, (match) => [celexOf(match)].filter((key) => key !== null)),
    ...found(text, ALIAS, ([alias]) => {
      const key = KEY_OF_ALIAS.get(slugOfName(alias))
      return key === undefined ? [] : [key]
    }),
    ...found(text, NATIONAL_ACT, nationalKeys),
    ...found(text, SHORT_ACT, shortKeys),
    ...found(text, ANDORRAN_ACT, ([, number, year]) => [`llei-${number}-${year}`]),
  ]
  const kept: NamedWork[] = []
  for (const work of candidates) if (!kept.some((other) => overlaps(work, other))) kept.push(work)
  return kept.toSorted((a, b) => a.start - b.start)
}

const CONSOLIDATED = /^version consolidee applicable au [\d/]+ ?: ?/u
const ASIDE = /\((?=[^()]*demonstration)[^()]*\)/gu

const keysOfTitle = (title: string): readonly string[] => {
  const name = plain(title).replace(CONSOLIDATED, '').replace(ASIDE, '').trim()
  const [first] = worksNamedIn(name)
  return [...new Set([...(first?.keys ?? []), slugOfName(name)])].filter(
    (key) => key !== '' && key.length <= KEY_MAX,
  )
}

/** Titles kept in memory: the articles of a code all name one work. */
const MEMORY_TITLES_MAX = 2_000
let memory = new Map<string, readonly string[]>()

/**
 * The keys that a work is filed under, from its title: the first one it names, and the slug of the
 * title itself.
 */
export const keysOfWork = (title: string): readonly string[] => {
  const known = memory.get(title)
  if (known !== undefined) return known
  const keys = keysOfTitle(title)
  if (memory.size >= MEMORY_TITLES_MAX) memory = new Map()
  memory.set(title, keys)
  return keys
}

const CELEX = /^\d{5}[a-z]\d{4}$/u
const DATED_OR_NUMBERED = /^(?:loi|llei|ordonnance|decret|arrete|reglement)-.*\d/u

/** The name of an act cited as a whole; codes and treaties have none. */
export const namesOfAct = (key: string): string[] => {
  if (CELEX.test(key)) return [`celex:${key}`]
  return DATED_OR_NUMBERED.test(key) && key.length <= ACT_KEY_MAX ? [`act:${key}`] : []
}
