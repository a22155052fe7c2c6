import { CITATION_LIMITS, type CitedWork } from '../../citation.ts'
import { NAMED_LAWS, type NamedLaw, slugOfName } from '../../vocabulary/codes.ts'
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { DATE, dayOf } from './dates.ts'
import { type Flat, flatten, isCapital, matchAt, sticky } from './flat.ts'

/** A code, treaty or act named in a text, with its place. */
export type Work = {
  readonly start: number
  readonly end: number
  /** The noun by which an anaphora refers to it: `dudit code`, `cette loi`, `la même directive`. */
  readonly nature: Nature
  /** One work, or those of a list (`règlements (UE) no 1093/2010 et …`). */
  readonly cited: readonly CitedWork[]
  /** Day of a national act, where it is given for one act only. */
  readonly date: string | null
  /** It may be a judge's order: it is an act only where an article or another mention shows it. */
  readonly isDoubtful?: true
}

export type Nature =
  | 'code'
  | 'treaty'
  | 'loi'
  | 'ordonnance'
  | 'decret'
  | 'arrete'
  | 'reglement'
  | 'directive'
  | 'decision'
  | 'eu'
  | 'llei'

type Node = { ends: boolean; readonly next: Map<string, Node> }

const newNode = (): Node => ({ ends: false, next: new Map() })

const sourceOf = (node: Node): string => {
  const branches = [...node.next].map(([unit, child]) => unit + sourceOf(child))
  if (branches.length === 0) return ''
  const body = branches.length === 1 ? branches.join('') : `(?:${branches.join('|')})`
  return node.ends ? `(?:${body})?` : body
}

/**
 * The source of one pattern for many names, each given as units (sources that stand for one
 * character or blank). Names share their beginnings, so a place is read once whatever their number,
 * and the longest name wins.
 */
const trieSource = (names: readonly (readonly string[])[]): string => {
  const root = newNode()
  for (const units of names) {
    let node = root
    for (const unit of units) {
      const child = node.next.get(unit) ?? newNode()
      node.next.set(unit, child)
      node = child
    }
    node.ends = true
  }
  return sourceOf(root)
}

const flatName = (name: string): string => flatten(name).text

/**
 * A stop in an abbreviation and the blank after it are free: `C. civ.`, `C.civ`, `C civ`. A name is
 * read letter by letter.
 */
const unitsOf = (name: string): string[] => {
  const abbreviated = name.includes('.')
  return [...flatName(name)].flatMap((character) => {
    if (character === '.') return ['\\.?']
    if (character === ' ') return [abbreviated ? ' ?' : ' {1,2}']
    return [
      /[a-z0-9]/u.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    ]
  })
}

const bare = (flat: string): string => flat.replace(/[. ]+/gu, '')

const byAlias = new Map<string, NamedLaw[]>()
for (const law of NAMED_LAWS)
  for (const alias of [law.name, ...law.aliases]) {
    const key = bare(flatName(alias))
    byAlias.set(key, [...(byAlias.get(key) ?? []), law])
  }

/** Names that end with a stop of their own, without their stops and blanks. */
const ABBREVIATIONS = new Set(
  NAMED_LAWS.flatMap(({ aliases }) => aliases)
    .filter((alias) => alias.endsWith('.'))
    .map((alias) => bare(flatName(alias))),
)

const ALL = NAMED_LAWS.flatMap(({ name, aliases }) => [name, ...aliases]).map(unitsOf)
const NAME = `(?<![a-z0-9])${trieSource(ALL)}(?![a-z0-9])`
const PATTERN = new RegExp(`${NAME}\\.?`, 'gu')
const NAME_HERE = sticky(NAME)

/** Whether the name of a law or its abbreviation begins at a place: `C. civ.`, `CP`. */
export const startsNamedLaw = ({ text }: Flat, at: number): boolean =>
  matchAt(NAME_HERE, text, at) !== null

/** The country of a code, written after its name. */
const OF_COUNTRY = sticky(
  ' ?\\(?(luxembourgeois|lux\\.|monegasque|mon\\.|andorran|and\\.|francais|fr\\.)e?(?![a-z0-9])\\)?',
)
const COUNTRIES: readonly (readonly [string, Jurisdiction])[] = [
  ['lux', 'LU'],
  ['mon', 'MC'],
  ['and', 'AD'],
  ['fr', 'FR'],
]

const lawsOf = (country: Jurisdiction): NamedLaw[] =>
  NAMED_LAWS.filter(({ jurisdiction }) => jurisdiction === country)

/**
 * Chooses among laws of one name: the country that is written, else that of the text, else France,
 * else the only one.
 */
const chosen = (
  laws: readonly NamedLaw[],
  said: Jurisdiction | undefined,
  home: Jurisdiction,
): NamedLaw | undefined => {
  const of = (jurisdiction: Jurisdiction) => laws.find((law) => law.jurisdiction === jurisdiction)
  // `C. trav. lux.`: abbreviations are listed for France, and the country says whose code it is.
  if (said !== undefined)
    return of(said) ?? lawsOf(said).find(({ name }) => laws.some((law) => law.name === name))
  return of(home) ?? of('FR') ?? laws[0]
}

/** Acronyms and short names count in capitals only: `CT` is a code, `ct` is not. */
const SHORT = 6
const isWord = ({ original }: Flat, start: number, end: number): boolean => {
  const written = original.slice(start, end)
  return written.length > SHORT || written.includes('.') || written !== written.toLowerCase()
}

/** `Cons. const.`, `Cour const. lux.` and `L. const.` name no constitution. */
const OF_A_COURT = /(?:cons\.?|cour|trib\.|t\.|l\.) ?$/u
const BEFORE_COURT = 6

/**
 * Codes, treaties and named acts, in order. `home` is the country of the text: its own codes are
 * meant first.
 */
export const namedLawsIn = (flat: Flat, home: Jurisdiction): Work[] => {
  const works: Work[] = []
  for (const match of flat.text.matchAll(PATTERN)) {
    const laws = byAlias.get(bare(match[0]))
    const nameEnd = match.index + match[0].length
    if (
      match[0] === 'const.' &&
      OF_A_COURT.test(flat.text.slice(Math.max(0, match.index - BEFORE_COURT), match.index))
    )
      continue
    if (laws === undefined || !isWord(flat, match.index, nameEnd)) continue
    const country = matchAt(OF_COUNTRY, flat.text, nameEnd)
    const said = COUNTRIES.find(([prefix]) => country?.[1]?.startsWith(prefix))?.[1]
    const law = chosen(laws, said, home)
    if (law === undefined) continue
    // The stop belongs to an abbreviation, not to a sentence that ends with a code's name.
    const isAbbreviation =
      ABBREVIATIONS.has(bare(match[0])) || /[a-z]\..|\. ?[a-z]/u.test(match[0].slice(0, -1))
    const stop = match[0].endsWith('.') && !isAbbreviation ? 1 : 0
    works.push({
      start: match.index,
      end: country === null || said === undefined ? nameEnd - stop : nameEnd + country[0].length,
      nature: law.kind === 'act' ? 'eu' : law.kind,
      cited: [{ id: law.id, key: law.key, jurisdiction: law.jurisdiction }],
      date: null,
    })
  }
  return works
}

const COMMUNITY = '(?:ue, euratom|ue|eu|ceca|cee|ce|ec|eec|euratom|jai|pesc)'
const UNION_ACT_HEAD = new RegExp(
  '(?<![a-z0-9])(reglements?|regulations?|directives?|decisions?-cadres?|decisions?|regl\\.|dir\\.|dec\\.)' +
    "(?: d'execution| deleguee?s?| delegate?d?| implementing| modifiee?| europeen(?:ne)?s?| communautaires?)?" +
    `(?: ${COMMUNITY})?(?: du parlement europeen et du conseil| du conseil| de la commission)?(?= |\\()`,
  'gu',
)
const UNION_ACT_NUMBER = sticky(
  `(?:,? ?(?:et|ou|and|,|;)? ?(?:(?:le|la|les|du|de la) )?)?(?: ?\\(${COMMUNITY}\\))?(?: ?(n°|nos?\\.?|numero))? ?` +
    `(\\d{1,4})/(\\d{1,4})(?:/${COMMUNITY}(?![a-z]))?(?![a-z0-9/])`,
)
const FIRST_YEAR = 1951
const LAST_YEAR = 2099
const CENTURY = 1900
const NUMBER_DIGITS = 4
/** From 2015 on, every act puts its year first (interinstitutional style guide). */
const YEAR_FIRST_SINCE = 2015

const LETTERS: readonly (readonly [prefix: string, letter: string, nature: Nature])[] = [
  ['reglement', 'r', 'reglement'],
  ['regulation', 'r', 'reglement'],
  ['directive', 'l', 'directive'],
  ['decision-cadre', 'f', 'decision'],
  ['decision', 'd', 'decision'],
  ['regl.', 'r', 'reglement'],
  ['dir.', 'l', 'directive'],
  ['dec.', 'd', 'decision'],
]

const yearOf = (digits: string): number | null => {
  const year = digits.length === 2 ? CENTURY + Number(digits) : Number(digits)
  return digits.length !== 3 && year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

/**
 * CELEX of an act: directives and decisions put the year first, regulations the number until 2014
 * (`n° 1215/2012`). Null where neither half is a year.
 */
const celexOfAct = (
  letter: string,
  { numbered, first, second }: { numbered: boolean; first: string; second: string },
): string | null => {
  const [early, late] = [yearOf(first), yearOf(second)]
  const isRegulation = letter === 'r'
  const yearIsSecond =
    isRegulation && late !== null && (numbered || early === null || late < YEAR_FIRST_SINCE)
      ? early === null || numbered || early < YEAR_FIRST_SINCE
      : early === null
  const year = yearIsSecond ? late : early
  if (year === null) return null
  return `3${year}${letter}${(yearIsSecond ? first : second).padStart(NUMBER_DIGITS, '0')}`
}

/** Acts of the Union by number, lists of them as one work, in order. */
export const unionActsIn = (flat: Flat): Work[] => {
  const works: Work[] = []
  for (const match of flat.text.matchAll(UNION_ACT_HEAD)) {
    const [all, word = ''] = match
    const kind = LETTERS.find(([prefix]) => word.startsWith(prefix))
    if (kind === undefined) continue
    const cited: CitedWork[] = []
    let end = match.index + all.length
    while (cited.length < CITATION_LIMITS.targetsMax) {
      const one = matchAt(UNION_ACT_NUMBER, flat.text, end)
      if (one === null) break
      // A decision of a court or an authority has a number with a slash too; the Union's says of
      // which Community it is.
      if (kind[2] === 'decision' && !/ue|ce|jai|pesc|euratom/u.test(one[0])) break
      const [, numbered, first = '', second = ''] = one
      const key = celexOfAct(kind[1], { numbered: numbered !== undefined, first, second })
      if (key === null) break
      cited.push({ id: key, key, jurisdiction: 'EU' })
      end += one[0].length
      if (!/s(?:-|$)/u.test(word)) break
    }
    if (cited.length > 0)
      works.push({ start: match.index, end, nature: kind[2], cited, date: null })
  }
  return works
}

const NUMBERED = 'n(?: ?°|os?\\.?|o°)s? {0,2}'
/** `78-17`, `1.565`, `2020-306`, `16/79`, `55-1350`: no thousands, no trailing stop. */
const ACT_NUMBER = '[a-z]?\\d{1,5}(?:[-.\\/]\\d{1,5}){0,3}(?!\\d)'
const ADJECTIVES =
  '(?:(?: et)? (?:organique|constitutionnelle|modifiee?|precitee?|de finances rectificative|de finances|de programme|' +
  'ministeriel(?:le)?|interministeriel(?:le)?|royale?|grand-ducale?|souveraine?|prefectorale?|municipale?|' +
  "electorale|communale|generale des impots|d'urgence|susvisee?|coordonnee?|qualificada)s?)"
/** `loi Badinter`, `loi « informatique et libertés »`, `loi Sapin II`. */
const NICKNAME =
  '(?: dite)? (?:[«"“] ?[^«»"“”\\n]{3,60}? ?[»"”]|[a-z][a-z\'-]{2,19}(?:(?: et)? [a-z\'-]{2,20})?)'

const NATIONAL_ACT_HEAD = new RegExp(
  '(?<![a-z0-9])(?:(lois?|lleis?|ordonnances?(?:-lois?)?|decrets?|decrets?-lois?|arretes?|reglements?|senatus-consulte)' +
    `(${ADJECTIVES}{0,3})(?= ${NUMBERED}|(?:,)? (?:du|en date du|del|de) | \\d)|` +
    `(loi)(${NICKNAME})(?= ${NUMBERED}\\d| du \\d))`,
  'gu',
)
/** `loi 89-462`: a year and a number need no `n°`. */
const YEAR_AND_NUMBER = '\\d{2,4}-\\d{1,5}(?![-\\d])'
const NATIONAL_ACT_NUMBER = sticky(
  `(?:,? ?(?:et|ou|,)? ?(?:(?:du|de la|la|le) (?=n))?)?(?: ?(?:${NUMBERED}|(?<= )(?=${YEAR_AND_NUMBER}))(${ACT_NUMBER}))?` +
    `(?:,? ?${ADJECTIVES})?(?:,? ?(?:du|en date du|del|de) (${DATE}))?`,
)
const LLEI = sticky(
  ` ?(\\d{1,3}/\\d{4})(?:, (?:del|de l'|d'|de) ?(?:\\d{1,2} (?:de |d')[a-z]{3,9}))?`,
)

/**
 * Acts as the French citation style prints them: `L. n° 78-17, 6 janv. 1978`, `D. n° 2005-1309`,
 * `L. lux. 23 déc. 2016 sur …`.
 */
export const SHORT_ACT = new RegExp(
  `(?<![a-z0-9.'-])(?<!(?:m|mm|mme|mlle|me|dr)\\.? )(l\\.(?: org\\.| const\\.)?|ord\\.(?: souv\\.)?|d\\.(?:-l\\.)?|arr\\.(?: min\\.| g\\.-d\\.)?|regl\\. (?:g\\.-d\\.|min\\.)|o\\.s\\.|a\\.m\\.)` +
    `(?: (lux|mon|and)\\.)?(?: ${NUMBERED}(${ACT_NUMBER}))?(?:,? (?:du )?(${DATE}))?`,
  'gu',
)
const SHORT_ACTS: Readonly<Record<string, string>> = {
  'l.': 'loi',
  'l. org.': 'loi',
  'l. const.': 'loi',
  'ord.': 'ordonnance',
  'ord. souv.': 'ordonnance-souveraine',
  'd.': 'decret',
  'd.-l.': 'decret-loi',
  'arr.': 'arrete',
  'arr. min.': 'arrete-ministeriel',
  'arr. g.-d.': 'arrete-grand-ducal',
  'regl. g.-d.': 'reglement-grand-ducal',
  'regl. min.': 'reglement-ministeriel',
  'o.s.': 'ordonnance-souveraine',
  'a.m.': 'arrete-ministeriel',
}

const NATURES: Readonly<Record<string, Nature>> = {
  loi: 'loi',
  llei: 'llei',
  ordonnance: 'ordonnance',
  'ordonnance-loi': 'loi',
  decret: 'decret',
  'decret-loi': 'decret',
  arrete: 'arrete',
  reglement: 'reglement',
  'senatus-consulte': 'loi',
}
const singular = (word: string): string =>
  word === 'senatus-consulte' ? word : word.replace(/s(?=-|$)/gu, '')

const BASE_ADJECTIVES =
  /\b(grand-ducal|ministeriel|interministeriel|souveraine|royal|prefectoral|municipal)/u

/** Ordinances with the force of laws are numbered among them. */
const SAME_SERIES: Readonly<Record<string, string>> = { 'ordonnance-loi': 'loi' }

/**
 * `reglement-grand-ducal`, `arrete-ministeriel`, `loi`: what number and date are put after. In
 * Luxembourg a `règlement` without more is the Grand Duke's.
 */
const baseOf = (word: string, adjectives: string, home: Jurisdiction): string => {
  const kind = singular(word)
  const adjective = BASE_ADJECTIVES.exec(adjectives)?.[1]
  const own = kind === 'reglement' && home === 'LU' ? 'grand-ducal' : ''
  return slugOfName([SAME_SERIES[kind] ?? kind, adjective ?? own].join(' '))
}

/**
 * Numbers like `1.565` are Monegasque, acts without a number are often Luxembourgish, and
 * grand-ducal acts always are.
 */
const countryOf = (base: string, number: string | undefined, home: Jurisdiction): Jurisdiction => {
  if (base.includes('grand-ducal')) return 'LU'
  if (base.startsWith('llei')) return 'AD'
  if (base.includes('souveraine') || /^\d\.\d{3}$/u.test(number ?? '')) return 'MC'
  if (/^\d{2,4}-\d{1,5}$/u.test(number ?? '') && home !== 'MC') return 'FR'
  return home === 'EU' ? 'FR' : home
}

const ALONE_BY_DATE: ReadonlySet<string> = new Set(['loi', 'llei', 'decret', 'reglement', 'arrete'])
const GRAND_DUCAL = /grand-ducal|souverain|ministeriel/u
const RELATIVE = sticky(
  ',? (?:relati|portant|modifi|sur |fixant|pris|concernant|tendant|precit|susvis|rati|citees? en reference)',
)
/** Only an act enters into force and gives other acts a wording. */
const AS_ACT =
  /(?:issue?s?(?: en dernier lieu)?|resulte?|resultant|entree en vigueur) de l'$|(?:anterieure?s?|posterieure?s?) a l'$|(?:introduite?s?|inseree?s?|ajoutee?s?|codifiee?s?|creee?s?) par l'$/u
const BEFORE = 90

type One = { readonly work: CitedWork; readonly date: string | null; readonly end: number }

const keyOfAct = (base: string, number: string | undefined, date: string | null): string =>
  `${base}-${number === undefined ? date : slugOfName(number.replaceAll('.', ''))}`

const oneAct = (flat: Flat, at: number, base: string, home: Jurisdiction): One | null => {
  const match = matchAt(NATIONAL_ACT_NUMBER, flat.text, at)
  const [all = '', number, written] = match ?? []
  const date = written === undefined ? null : dayOf(written)
  // A plain number names an act only with a date: `loi n° 16` could be the sixteenth of any series.
  if (date === null && !/\d[-./]\d/u.test(number ?? '')) return null
  const key = keyOfAct(base, number, date)
  return {
    work: { id: key, key, jurisdiction: countryOf(base, number, home) },
    date,
    end: at + all.trimEnd().length,
  }
}

/** What number and date of an abbreviated act are put after: `loi`, `llei`. */
export const baseOfShortAct = (short: string, country: string | undefined): string =>
  country === 'and' ? 'llei' : (SHORT_ACTS[short] ?? 'loi')

/** Abbreviated national acts in order; the capital tells `D. 3 mai 2020` from `d. 3 mai 2020`. */
export const shortActsIn = (flat: Flat, home: Jurisdiction): Work[] =>
  [...flat.text.matchAll(SHORT_ACT)].flatMap((match) => {
    const { index, 0: all, 1: short = '', 2: country, 3: number, 4: written } = match
    const date = written === undefined ? null : dayOf(written)
    if (!isCapital(flat, index, index + 1)) return []
    if (date === null && !/\d[-./]\d/u.test(number ?? '')) return []
    const said = COUNTRIES.find(([prefix]) => prefix === country)?.[1]
    const base = baseOfShortAct(short, country)
    const key = keyOfAct(base, number, date)
    const jurisdiction = said ?? countryOf(base, number, home)
    return [
      {
        start: index,
        end: index + all.length,
        nature: NATURES[base] ?? NATURES[base.split('-')[0] ?? ''] ?? 'loi',
        cited: [{ id: key, key, jurisdiction }],
        date,
      },
    ]
  })

/**
 * An ordonnance with only a date may be a judge's order, so the context must show that it is an
 * act.
 */
const isAct = (flat: Flat, base: string, start: number, first: One): boolean => {
  if (!/^\S+-\d{4}-\d{2}-\d{2}$/u.test(first.work.id)) return true
  if (start === 0 && first.end === flat.text.length) return true
  if (ALONE_BY_DATE.has(base) || GRAND_DUCAL.test(base)) return true
  return (
    matchAt(RELATIVE, flat.text, first.end) !== null ||
    AS_ACT.test(flat.text.slice(Math.max(0, start - BEFORE), start))
  )
}

const andorran = (flat: Flat, start: number, at: number): Work | null => {
  const match = matchAt(LLEI, flat.text, at)
  if (match?.[1] === undefined) return null
  const key = `llei-${match[1].replace('/', '-')}`
  return {
    start,
    end: at + match[0].length,
    nature: 'llei',
    cited: [{ id: key, key, jurisdiction: 'AD' }],
    date: null,
  }
}

/** A nickname has a capital or quotation marks: `loi Pinel`, not `loi nouvelle`. */
const isNickname = (flat: Flat, start: number, nickname: string): boolean => {
  const first = start + (/^(?: dite)? /u.exec(nickname)?.[0].length ?? 0)
  return isCapital(flat, first, first + 1)
}

/**
 * National acts by number or date, lists of them as one work, in order. `home`: the country of the
 * text.
 */
export const nationalActsIn = (flat: Flat, home: Jurisdiction): Work[] => {
  const works: Work[] = []
  for (const match of flat.text.matchAll(NATIONAL_ACT_HEAD)) {
    const [all, noun, adjectives = '', named, nickname] = match
    const word = noun ?? named ?? ''
    const at = match.index + all.length
    const before = works.at(-1)
    if (before !== undefined && match.index < before.end) continue
    if (nickname !== undefined && !isNickname(flat, at - nickname.length, nickname)) continue
    const nature = NATURES[singular(word)] ?? 'loi'
    if (nature === 'llei') {
      const act = andorran(flat, match.index, at)
      if (act !== null) works.push(act)
      continue
    }
    const base = baseOf(word, adjectives, home)
    const first = oneAct(flat, at, base, home)
    if (first === null) continue
    // By number, a `règlement` without more is the Union's.
    const isPlain = nature === 'reglement' && !BASE_ADJECTIVES.test(adjectives)
    if (isPlain && (home !== 'LU' || first.date === null || !first.work.id.endsWith(first.date)))
      continue
    const list = [first]
    if (word.endsWith('s'))
      for (let next: One | null = first; list.length < CITATION_LIMITS.targetsMax;) {
        next = oneAct(flat, next.end, base, home)
        if (next === null) break
        list.push(next)
      }
    works.push({
      start: match.index,
      end: list.at(-1)?.end ?? at,
      nature,
      cited: list.map(({ work }) => work),
      date: list.length === 1 ? first.date : null,
      ...(isAct(flat, base, match.index, first) ? {} : { isDoubtful: true }),
    })
  }
  return works
}
