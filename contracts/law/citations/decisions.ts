import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { Day } from '../../ids.ts'
import { COURTS } from '../../vocabulary/courts.ts'
import { CITATION_LIMITS, type Citation, type CitationTarget } from '../../citation.ts'
import {
  chamberOfCassationAt,
  cityAt,
  COURT_START,
  courtAt,
  courtInProseAt,
  type NamedCourt,
} from './court-names.ts'
import { DATE, dayOf } from './dates.ts'
import { docketsAt, type Dockets } from './dockets.ts'
import { matchAt, sticky, type Flat } from './flat.ts'
import { endOfRulingAt, toldAt } from './told-rulings.ts'

type FoundDecision = {
  readonly start: number
  readonly end: number
  readonly court: Omit<NamedCourt, 'end'>
  readonly dates: readonly string[]
  readonly numbers: readonly string[]
}

const target = (
  court: FoundDecision['court'],
  date: string | null,
  number: string | null,
): CitationTarget => {
  const place = court.seat ?? (number === null ? court.chamber : null)
  const named = [court.code, ...(place === null ? [] : [place]), number ?? date ?? '']
  return {
    kind: 'decision',
    normal: `decision:${named.join(':')}`,
    court: court.code,
    seat: court.seat,
    chamber: court.chamber,
    date: date === null ? null : Day.parse(date),
    number,
  }
}

const citationOf = ({ start, end, court, dates, numbers }: FoundDecision): Citation | null => {
  const date = dates.length === 1 ? (dates[0] ?? null) : null
  const targets =
    numbers.length > 0
      ? numbers.map((number) => target(court, date, number))
      : dates.map((day) => target(court, day, null))
  if (targets.length === 0 || end - start > CITATION_LIMITS.spanMax) return null
  return {
    start,
    end,
    kind: 'decision',
    targets,
    normalized: [...new Set(targets.map(({ normal }) => normal))],
    jurisdiction: COURTS.get(court.code)?.jurisdiction ?? null,
    confidence: numbers.length > 0 ? 'certain' : 'ambiguous',
    antecedent: null,
  }
}

/** Formations and chambers between a court and its date. */
const BETWEEN = sticky(
  '(?:,? ?(?:\\()?(?:ass(?:emblee|\\.)?(?: plen(?:iere|\\.)?| gen(?:erale|\\.)?)?|sect(?:ion|\\.)?(?: [a-z]{4,14})?|ch(?:ambres?|\\.)?(?: \\d{1,2}-\\d{1,2}(?![-/.\\d])| [a-z.]{1,14}){0,3}|(?:deux|trois|quatr|cinqu|six|sept|huit|neuv|dix)i?emes? chambre|premiere chambre|pole \\d{1,2}(?: ?[-,] ?ch(?:ambre|\\.) ?\\d{1,2})?|' +
    '\\d{1,2}(?:re|ere|e|eme)?(?: et \\d{1,2}(?:e|eme)?)?(?: ?[/-] ?\\d{1,2}(?:e|eme)?){0,2} ?(?:ch(?:ambres?|\\.)?|ssr|s-s-r|sous-sections?|section|sect\\.)(?: (?:reunies|reun\\.|civile|sociale|commerciale|correctionnelle|civ\\.|soc\\.|com\\.|corr\\.|section [a-z]))?(?: ?- ?formation a \\d)?|' +
    "gde ch\\.|gr\\. ch\\.|grande chambre|gc|plen\\.|ord\\.|ref\\.|juge des referes|juge de l'execution|jex|jaf|jld|formation pleniere|form(?:ation|\\.) restreinte|arret|decision|avis|ordonnance|jugement)\\)?){0,4}",
)
const ON = sticky(
  `(?:,|\\.)? ?(?:arret |decision |jugement |ordonnance |avis |sentencia )?(?:,? ?(?:du |en date du |rendue? le |le |del |de ))?(${DATE})`,
)
/** A party's name between date and number; it never contains the number of another court. */
const NAME = sticky(
  '(?:,| -| –)? ?\\(?(?:[^;\\n()]{1,140}?)(?=,? ?\\(?(?:aff|c-\\d|t-\\d|f-\\d|req|n(?:°|os? )|ts \\d{4}|(?<=, )\\d{1,3}/\\d{2}(?!\\d)))',
)
const WITH_NAMES: ReadonlySet<string> = new Set([
  'eu.cj',
  'eu.gc',
  'eu.cst',
  'coe.echr',
  'fr.ce',
  'mc.ts',
  'fr.tc',
  'fr.cc',
])

/** Words of legislation before a number: the number is not the court's. */
const OTHER_NUMBER = /(?:articles?|lois?|decrets?|code|directives?|reglements?|ordonnances?) /u

/** `Cass. soc., 3 mai 2019 : n° 18-12.345`, `… 3 mai 2019 – n° 18-12.345`, `… (n° 412345)`. */
const SIGN = sticky(' ?[-–—:(] ?(?=(?:n(?:°|os?)|pourvois?|rg|req|aff)(?![a-z]))')

/** The numbers of a decision at a place, also behind a sign. */
const numbersAt = ({ text }: Flat, at: number, court: string): Dockets | null =>
  docketsAt(text, at, court) ??
  docketsAt(text, at + (matchAt(SIGN, text, at)?.[0].length ?? 0), court)

const docketsNear = (flat: Flat, at: number, court: string): Dockets | null => {
  const { text } = flat
  const next = numbersAt(flat, at, court)
  if (next !== null || !WITH_NAMES.has(court)) return next
  const name = matchAt(NAME, text, at)?.[0]
  return name === undefined || OTHER_NUMBER.test(name)
    ? null
    : docketsAt(text, at + name.length, court)
}

/** Where the formations and chambers behind a court end. */
const endOfChambers = ({ text }: Flat, end: number): number =>
  end + (matchAt(BETWEEN, text, end)?.[0].length ?? 0)

/** The end of a citation, with the bracket that opened in it. */
const closed = ({ text }: Flat, start: number, end: number): number => {
  const cited = text.slice(start, end)
  const isOpen = cited.lastIndexOf('(') > cited.lastIndexOf(')')
  return isOpen && text[end] === ')' ? end + 1 : end
}

/** `La cour d'appel de Lyon a jugé le 3 mai 2019 (n° 18/01234)`. */
const byRuling = (flat: Flat, at: number, home: Jurisdiction): FoundDecision | null => {
  const court = chamberOfCassationAt(flat, at, home) ?? courtAt(flat, at, home)
  if (court === null) return null
  const told = toldAt(flat, court.end) ?? toldAt(flat, endOfChambers(flat, court.end))
  if (told === null) return null
  const dockets = numbersAt(flat, told.end, court.code)
  const end = closed(flat, at, dockets?.end ?? told.end)
  return { start: at, end, court, dates: [told.day], numbers: dockets?.numbers ?? [] }
}

const DAY_FIRST = /(?<![a-z0-9])(?<!(?:rendue?s?|prononcee?s?) )le (?=(?:1er|\d{1,2})[ ./-])/gu
const DAY_THEN = sticky(`le (${DATE}), (?:la |le |l')`)
/** `Le 3 mai 2019, la cour d'appel de Lyon a condamné`. */
const byDay = (flat: Flat, at: number, home: Jurisdiction): FoundDecision | null => {
  const head = matchAt(DAY_THEN, flat.text, at)
  const day = head?.[1] === undefined ? null : dayOf(head[1])
  if (head === null || day === null) return null
  const court = courtInProseAt(flat, at + head[0].length, home)
  const end = court === null ? null : endOfRulingAt(flat, endOfChambers(flat, court.end))
  return court === null || end === null
    ? null
    : { start: at, end, court, dates: [day], numbers: [] }
}

/** `Soc., 25 novembre 2020, pourvoi n° 17-19.523`: court first. */
const byCourt = (flat: Flat, at: number, home: Jurisdiction): FoundDecision | null => {
  const ruling = byRuling(flat, at, home)
  if (ruling !== null) return ruling
  const court = courtAt(flat, at, home)
  if (court === null) return null
  const { text } = flat
  const between = endOfChambers(flat, court.end)
  const dated = matchAt(ON, text, between) ?? matchAt(ON, text, court.end)
  const date = dated?.[1] === undefined ? null : dayOf(dated[1])
  const end = dated === null ? between : dated.index + dated[0].length
  const dockets = docketsNear(flat, end, court.code)
  const dates = date === null ? [] : [date]
  if (dockets !== null)
    return { start: at, end: dockets.end, court, dates, numbers: dockets.numbers }
  // A court that is named in a sentence is not cited by the next date in it: `la cour d'appel de
  // Paris, le 3 mai 2020, …`.
  if (date === null || dated === null || !DIRECT.test(dated[0])) return null
  return { start: at, end, court, dates, numbers: [] }
}

/**
 * `Soc., 25 nov. 2020`, `, en date du 3 mai 2020`, `Cass. soc. 25 nov. 2020`; without a comma only
 * the day itself.
 */
const DIRECT = /^(?:[,.] ?(?!(?:.* )?le \d)| ?\d| (?:arret|decision|jugement) )/u

const PROSE = /(?<![a-z0-9])(?=arrets? |jugements? |decisions? |ordonnances? )/gu
const WORD = sticky(
  '(?:arrets?|jugements?|decisions?|ordonnances?)( n(?:°|os?) ?(?:rg ?:? ?)?[a-z0-9/.-]{1,14})?' +
    '(?: (?:definiti(?:f|ve)s?|irrevocables?|confirmatifs?|infirmatifs?|contradictoires?|recente?s?|de principe|de refere|avant dire droit))?',
)
const ATTACKED = sticky('(?:arrets?|jugements?|ordonnances?) (?:attaquee?s?|deferee?s?) ?\\( ?')
/** Rulings of one court that a sentence chains at most. */
const CHAIN_MAX = 3
/**
 * `l'arrêt rendu le 22 novembre 2018 et l'arrêt rendu le 27 mai 2021 par la cour d'appel de Lyon`:
 * one court, two rulings.
 */
const AND_THAT = sticky(
  ` (?:rendue?s? |prononcee?s? )?(?:le|du|en date du) (${DATE}),? (?:et|ainsi que) (?:contre )?(?:l'|le |celui |un )(?=arrets? |jugements? )`,
)
/** `3 mai 2019 et 4 juin 2020`: the days of several rulings. */
const DAYS = `(${DATE})((?:(?:,| et|, et) (?:le |du )?${DATE}){0,4})`
const EACH_DATE = new RegExp(DATE, 'gu')
const daysOf = (match: RegExpExecArray): string[] =>
  [match[1] ?? '', ...((match[2] ?? '').match(EACH_DATE) ?? [])]
    .map(dayOf)
    .filter((day) => day !== null)
const GIVEN_ON = sticky(
  ` (?:rendue?s?|prononcee?s?|en date)?,? ?(?:les?|du|des|en date du) ${DAYS}(?:,? [^;\\n]{1,60}?,)?? par `,
)
/** `arrêt du 3 mai 2019 de la cour d'appel de Lyon`, `arrêt du 3 mai 2019 rendu par la cour …`. */
const DATED_OF = sticky(
  ` (?:rendue?s? |prononcee?s? )?(?:le|du|en date du) (${DATE}),? (?:(?:rendue?s? |prononcee?s? )par |de |d'|du )`,
)
/** `par arrêt du 12 septembre 2019 (n° 18/01234), la cour d'appel de Lyon`. */
const GIVEN_THEN = sticky(
  ` (?:rendue?s? |prononcee?s? )?(?:le|du|en date du) (${DATE})((?:,| \\() ?(?:rg )?n(?:°|os?) ?(?:rg ?:? ?)?[a-z0-9/.-]{1,14})?\\)?, (?:la |le |l')`,
)
const GIVEN_BY = sticky(" (?:rendue?s? |prononcee?s? )?(?:par |de |d'|du )(?=l|t|c|d)")
const THEN_ON = sticky(
  `(?:,? ?\\([^()]{1,60}\\)|,[^,;()\\n]{1,60}){0,2},? ?(?:du|des|les?|en date du|rendue?s? les?|prononcee?s? les?|date du) ${DAYS}`,
)
const IN_BRACKETS = sticky(`,? (?:le |du )?${DAYS}`)
const FORMATION = sticky(
  "(?:premier president de la |chambre de l'instruction de la |conseiller de la mise en etat de la |juge [a-z' ]{3,40}? du |chambre [a-z' ]{3,30}?de la )?",
)

/** `arrêt attaqué (Amiens, 14 décembre 2021)`. */
const attacked = (flat: Flat, at: number, home: Jurisdiction): FoundDecision | null => {
  const head = matchAt(ATTACKED, flat.text, at)
  if (head === null) return null
  const from = at + head[0].length
  const formation = from + (matchAt(FORMATION, flat.text, from)?.[0].length ?? 0)
  const named = courtAt(flat, formation, home)
  const city = named === null ? cityAt(flat, from) : null
  const court =
    named ??
    (city === null || !head[0].startsWith('arret')
      ? null
      : { code: 'fr.ca', seat: city.seat, chamber: null, end: city.end })
  if (court === null) return null
  const dated = matchAt(IN_BRACKETS, flat.text, court.end)
  if (dated === null) return null
  const dates = daysOf(dated)
  let end = dated.index + dated[0].length
  const dockets = docketsAt(flat.text, end, court.code)
  if (dockets !== null) ({ end } = dockets)
  if (flat.text[end] === ')') end += 1
  return { start: at, end, court, dates, numbers: dockets?.numbers ?? [] }
}

/** The numbers that follow a court at once, or its chambers. */
const docketsBehind = (flat: Flat, { code, end }: NamedCourt): Dockets | null =>
  numbersAt(flat, end, code) ?? numbersAt(flat, endOfChambers(flat, end), code)

/** The numbers in a stretch that holds nothing else. */
const numbersWritten = (written: string | undefined, code: string): readonly string[] => {
  const dockets = written === undefined ? null : docketsAt(written, 0, code)
  return dockets?.end === written?.length ? (dockets?.numbers ?? []) : []
}

/** A date, and the court behind it, with the number of the decision behind both. */
const datedOf = (flat: Flat, from: number, home: Jurisdiction): FoundDecision | null => {
  const head = matchAt(DATED_OF, flat.text, from)
  if (head === null) return null
  const court = courtInProseAt(flat, from + head[0].length, home)
  const date = dayOf(head[1] ?? '')
  if (court === null || date === null) return null
  const dockets = docketsNear(flat, court.end, court.code)
  const numbers = dockets?.numbers ?? []
  return { start: from, end: dockets?.end ?? court.end, court, dates: [date], numbers }
}

/**
 * `arrêt rendu le 31 mars 2022 par la cour d'appel de Montpellier`, `arrêt de la cour d'appel de
 * Lyon du 3 mai 2019`, `jugement n° 1901234 du 4 mai 2021, le tribunal administratif de Lyon`.
 */
const inProse = (flat: Flat, at: number, home: Jurisdiction): FoundDecision | null => {
  const found = describedAt(flat, at, home)
  const number = matchAt(WORD, flat.text, at)?.[1]
  if (found === null || number === undefined || found.numbers.length > 0) return found
  if (found.dates.length !== 1) return found // one number for several rulings
  const end = at + (matchAt(WORD, flat.text, at)?.[0].length ?? 0)
  const dockets = docketsAt(flat.text, end - number.length, found.court.code)
  return dockets?.end === end ? { ...found, numbers: dockets.numbers } : found
}

/** The decision that words describe, without a number that stands before its court. */
const describedAt = (
  flat: Flat,
  at: number,
  home: Jurisdiction,
  deep = CHAIN_MAX,
): FoundDecision | null => {
  const { text } = flat
  const word = matchAt(WORD, text, at)
  if (word === null) return null
  const from = at + word[0].length
  const and = matchAt(AND_THAT, text, from)
  const that =
    and === null || deep === 0 ? null : describedAt(flat, from + and[0].length, home, deep - 1)
  const day = and?.[1] === undefined ? null : dayOf(and[1])
  if (that !== null && day !== null)
    return { ...that, start: at, dates: [day, ...that.dates], numbers: [] }
  const given = matchAt(GIVEN_ON, text, from)
  if (given !== null) {
    const court = courtInProseAt(flat, from + given[0].length, home)
    const dates = daysOf(given)
    if (court === null || dates.length === 0) return null
    const behind = docketsBehind(flat, court)
    // A number behind several days may be that of the last one alone.
    const dockets = dates.length === 1 ? behind : null
    const end = dockets === null ? court.end : closed(flat, at, dockets.end)
    return { start: at, end, court, dates, numbers: dockets?.numbers ?? [] }
  }
  const ofCourt = datedOf(flat, from, home)
  if (ofCourt !== null) return { ...ofCourt, start: at }
  const then = matchAt(GIVEN_THEN, text, from)
  const thenCourt = then === null ? null : courtInProseAt(flat, from + then[0].length, home)
  const thenDate = then?.[1] === undefined ? null : dayOf(then[1])
  if (thenCourt !== null && thenDate !== null) {
    const numbers = numbersWritten(then?.[2], thenCourt.code)
    return { start: at, end: thenCourt.end, court: thenCourt, dates: [thenDate], numbers }
  }
  const by = matchAt(GIVEN_BY, text, from)
  if (by === null) return null
  const court = courtInProseAt(
    flat,
    from + by[0].length + articleLength(text, from + by[0].length),
    home,
  )
  if (court === null) return null
  const chamber = matchAt(CHAMBER_AFTER, text, court.end)
  const dated = matchAt(THEN_ON, text, court.end)
  const dates = dated === null ? [] : daysOf(dated)
  if (dated === null || dates.length === 0) return null
  const end = dated.index + dated[0].length
  const named =
    chamber === null ? court : (courtAt(flat, court.end + chamber[0].length, home) ?? court)
  const dockets = dates.length === 1 ? docketsNear(flat, end, court.code) : null
  return {
    start: at,
    end: dockets?.end ?? end,
    court: { ...court, chamber: named.chamber ?? court.chamber },
    dates,
    numbers: dockets?.numbers ?? [],
  }
}
const CHAMBER_AFTER = sticky(', ')
const THE = sticky("(?:la |le |l')")
const articleLength = (text: string, at: number): number => matchAt(THE, text, at)?.[0].length ?? 0

/**
 * Numbers whose form alone identifies the court. `number` occurs in every text that `pattern` can
 * match and is much faster to find, since most texts hold none.
 */
const BARE: readonly (readonly [number: RegExp, court: string, pattern: RegExp])[] = [
  [
    /\d{2}-\d{2}\.?\d{3}/u,
    'fr.ccass',
    /(?<![a-z0-9])(?:pourvois? )?(?:n(?:°|os?\.?|o°)s? {0,2})(?:[a-z] )?(?=\d{2}-\d{2}\.?\d{3}(?!\d))/gu,
  ],
  [/\d{2}-\d{2}\.\d{3}/u, 'fr.ccass', /(?<![a-z0-9./-])(?=\d{2}-\d{2}\.\d{3}(?![\d/.-]))/gu],
  [
    /\d ?(?:qpc|dc)/u,
    'fr.cc',
    /(?<![a-z0-9])(?:decision )?(?:n° ?)?(?=\d{2,4}-\d{1,5}(?:\/\d{1,5}){0,12} ?(?:qpc|dc)(?![a-z]))/gu,
  ],
  [
    /c-\d{1,4}\/\d{2}/u,
    'eu.cj',
    /(?<![a-z0-9])(?:affaires? (?:jointes )?|aff\. ?(?:jtes |jointes )?)?(?=c-\d{1,4}\/\d{2}(?!\d))/gu,
  ],
  [
    /t-\d{1,4}\/\d{2}/u,
    'eu.gc',
    /(?<![a-z0-9])(?:affaires? (?:jointes )?|aff\. ?(?:jtes |jointes )?)?(?=t-\d{1,4}\/\d{2}(?!\d))/gu,
  ],
  [/aff\. ?\d/u, 'eu.cj', /(?<![a-z0-9])aff\. ?(?=\d{1,3}\/\d{2}(?!\d))/gu],
  [
    /\d{3,5}\/\d{2}/u,
    'coe.echr',
    /(?<![a-z0-9])(?:req\. ?|requetes? )n(?:°|os?)s? ?(?=\d{3,5}\/\d{2}(?!\d))/gu,
  ],
  [/cas-\d{4}/u, 'lu.ccass', /(?<![a-z0-9])(?:n(?:°|os?) ?)?(?=cas-\d{4}-\d{5}(?!\d))/gu],
  [/qpc n|dc n/u, 'fr.cc', /(?<![a-z0-9])(?:qpc|dc) (?=n°? ?\d{2,4}-\d{1,5}(?![\d/-]))/gu],
  [
    /\d{2}-(?:d|a|dcc|mc)-\d/u,
    'fr.autconc',
    /(?<![a-z0-9])(?=(?:decision|avis) (?:n° ?)?\d{2}-(?:d|a|dcc|mc)-\d{1,3}(?![\d-]))/gu,
  ],
  [/\d-re/u, 'ad.tc', /(?<![a-z0-9])(?:causa )?(?=\d{4}-\d{1,3}-re(?![a-z]))/gu],
]

const LEAD = sticky('(?:pourvois? |decision |affaires? |aff\\. ?|req\\. ?|requetes? |causa )?')

const byNumber = (flat: Flat): FoundDecision[] =>
  BARE.flatMap(([number, code, pattern]) => {
    const found: FoundDecision[] = []
    if (!number.test(flat.text)) return found
    let end = 0
    for (const { index } of flat.text.matchAll(pattern)) {
      if (index < end) continue // a number of the list before
      const lead = matchAt(LEAD, flat.text, index)?.[0].length ?? 0
      const dockets = docketsAt(flat.text, index, code) ?? docketsAt(flat.text, index + lead, code)
      if (dockets === null) continue
      ;({ end } = dockets)
      const court = { code, seat: null, chamber: null }
      found.push({ start: index, end, court, dates: [], numbers: dockets.numbers })
    }
    return found
  })

const startsOf = (pattern: RegExp, text: string): number[] =>
  [...text.matchAll(pattern)].map(({ index }) => index)

/**
 * Decisions that a text cites. Not in order; what names a court comes before what gives a number
 * alone.
 */
export const decisionsIn = (flat: Flat, home: Jurisdiction): Citation[] => {
  const prose = startsOf(PROSE, flat.text).map(
    (at) => attacked(flat, at, home) ?? inProse(flat, at, home),
  )
  const courts = startsOf(COURT_START, flat.text).map((at) => byCourt(flat, at, home))
  const days = startsOf(DAY_FIRST, flat.text).map((at) => byDay(flat, at, home))
  return [...prose, ...courts, ...days, ...byNumber(flat)].flatMap((found) => {
    const citation = found === null ? null : citationOf(found)
    return citation === null ? [] : [citation]
  })
}
