import type { Provision } from '#contracts/content.ts'
import type { JudicialDecision } from '#contracts/decision.ts'
import {
  ARTICLE_NUMBER,
  articleNumber,
  BARE_NUMBER,
  CODED_NUMBER,
  numberAt,
} from '#contracts/law/citations/article-number.ts'
import {
  keysOfWork,
  namesOfAct,
  type NamedWork,
  workBeside,
  worksNamedIn,
} from '#contracts/law/citations/filed-works.ts'
import { docketsOfDecision } from '#contracts/law/citations/names.ts'
import { FRENCH_MONTHS } from '#contracts/law/citations/dates.ts'
import { type Flat, plain } from '#contracts/law/citations/flat.ts'
import { slugOfName } from '#contracts/vocabulary/codes.ts'
import {
  APPEAL_NUMBER,
  CELEX_TAIL,
  CONSTITUTIONAL_KINDS,
  constitutionalForm,
  docketForm,
  ECLI,
  EUROPEAN_CASE,
  europeanForm,
  JOINED_NUMBERS,
} from '#contracts/law/references.ts'

/** The citations in a query or title. */
type Citations = {
  /** Names of exactly one thing: an ECLI, a docket with its dot, an article of a named code. */
  readonly certain: readonly string[]
  /** Names that are only likely: an article without its code, a docket without its dot. */
  readonly likely: readonly string[]
  /** Whether the text has nothing but citations; courts, dates and parties do not count. */
  readonly alone: boolean
}

const LABEL = '(?<![a-z0-9])(?:art|article|articles|arts)\\.? {0,2}(?:n° ?)?'

/**
 * `n° F 24/99007`, `RG 20/04567`, `CAS-2023-99008`, `9901/2022`: dockets of courts other than the
 * Cour de cassation.
 */
const OTHER_DOCKET =
  '[a-z]{1,4}[ -]?\\d{2,4}[/-]\\d{2,6}(?:-[a-z]{1,3})?|\\d{2,4}[/-]\\d{3,6}(?:-[a-z]{1,3})?|\\d{2,6}/\\d{2,4}'
const NUMBERED = '(?:n°|no\\.?|numero|rg|pourvoi|aff\\.|affaire|case|req\\.|requete) {0,2}(?:n° ?)?'

type CitedNames = { readonly names: readonly string[]; readonly certain: boolean }
type DecisionRule = {
  readonly pattern: RegExp
  readonly read: (match: RegExpMatchArray) => CitedNames
}

const certain = (...names: string[]): CitedNames => ({ names, certain: true })
const likely = (...names: string[]): CitedNames => ({ names, certain: false })
const rule = (pattern: string, read: DecisionRule['read']): DecisionRule => ({
  pattern: new RegExp(`(?<![a-z0-9])(?:${pattern})(?![a-z0-9])`, 'gu'),
  read,
})

const IS_APPEAL = new RegExp(`^${APPEAL_NUMBER}$`, 'u')

/** Names of a docket number: with and without the letter of a chamber (`F 24/99007`). */
const docketNames = (value: string): string[] => {
  const form = plain(value).replaceAll(' ', '')
  if (IS_APPEAL.test(form)) return [`docket:${docketForm(form)}`]
  const withoutLetter = /^[a-z](\d{2}\/\d+)$/u.exec(form)?.[1]
  return withoutLetter === undefined
    ? [`docket:${form}`]
    : [`docket:${form}`, `docket:${withoutLetter}`]
}

/** Rules apply in this order; each hides what it matched from the next. */
const DECISIONS: readonly DecisionRule[] = [
  rule(ECLI, ([text]) => certain(text)),
  rule(`[1-9]${CELEX_TAIL}`, ([text]) => certain(`celex:${text}`)),
  rule('(?:juritext|legiarti|legitext|cetatext|constext)\\d{12}', ([text]) =>
    certain(`${text.slice(0, text.search(/\d/u))}:${text}`),
  ),
  rule('\\d{2}-\\d{2}\\.\\d{3}', ([text]) => certain(...docketNames(text))),
  rule(`${NUMBERED}(?:[a-z] )?(\\d{2}-\\d{5})`, ([, text = '']) => certain(...docketNames(text))),
  rule('\\d{2}-\\d{5}', ([text]) => likely(...docketNames(text))),
  rule(`\\d{2,4}-\\d{1,4}(?:/\\d{1,4}){0,9} ?(?:${CONSTITUTIONAL_KINDS})`, ([text]) =>
    certain(`docket:${constitutionalForm(text)}`),
  ),
  rule(EUROPEAN_CASE, ([text]) => certain(`docket:${europeanForm(text)}`)),
  rule('[a-z]{2,4}-\\d{4}-\\d{3,6}', ([text]) => certain(...docketNames(text))),
  rule(`${NUMBERED}(${OTHER_DOCKET})`, ([, text = '']) => certain(...docketNames(text))),
  rule(`${NUMBERED}(\\d{5,7})`, ([, text = '']) => likely(...docketNames(text))),
]

const LABELLED = new RegExp(`${LABEL}(${ARTICLE_NUMBER})(?![a-z0-9])`, 'gu')
const FOLLOWING = new RegExp(
  `^ ?(?:,|et|ou|a|and) {0,2}(${CODED_NUMBER}|${BARE_NUMBER})(?![a-z0-9/])`,
  'u',
)
const UNLABELLED = new RegExp(`(?<![a-z0-9'.-])(${CODED_NUMBER})(?![a-z0-9])`, 'gu')
const BARE = new RegExp(`(?<![a-z0-9./-])(${BARE_NUMBER})(?![a-z0-9./])`, 'gu')

type QueryRange = { readonly start: number; readonly end: number }
type CitedArticle = QueryRange & { readonly number: string }

const blank = (text: string, { start, end }: QueryRange): string =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
const blanked = (text: string, places: readonly QueryRange[]): string => places.reduce(blank, text)

/** The number at the end of a match; `whole` shows the characters beside it. */
const numberIn = (whole: Flat, start: number, [all, written = '']: RegExpMatchArray) => {
  const { form, end } = numberAt(whole, start + all.length - written.length, written)
  return { number: form, start, end }
}

/**
 * `articles 1103, 1104 et 1193`: the numbers after the first, which carry no label of their own.
 */
const following = (whole: Flat, text: string, from: number): CitedArticle[] => {
  const more: CitedArticle[] = []
  for (let at = from; ;) {
    const match = FOLLOWING.exec(text.slice(at))
    if (match?.[1] === undefined) return more
    const article = numberIn(whole, at, match)
    more.push(article)
    at = article.end
  }
}

const matched = (whole: Flat, text: string, pattern: RegExp): CitedArticle[] =>
  [...text.matchAll(pattern)].map((match) => numberIn(whole, match.index, match))

const labelled = (whole: Flat, text: string): CitedArticle[] =>
  matched(whole, text, LABELLED).flatMap((article) => [
    article,
    ...following(whole, text, article.end),
  ])

/**
 * The work that an article is of: the first one named after it, else the last one before (`Code
 * civil, article 1240`).
 */
const workOf = ({ start }: QueryRange, works: readonly NamedWork[]): NamedWork | undefined =>
  works.find((work) => work.start > start) ?? works.at(-1)

const WORK_WORD =
  /^(?:du|de la|de l'|des|de|d'|,) ?((?:code|loi|reglement|directive|decret|ordonnance|constitution|constitucio|llei|codi|charte|convention|traite|statut|arrete|livre)\b.*)$/u

/**
 * `article 5 du code de la mutualité`: the rest of a query is the name of a work that no table
 * knows.
 */
const unknownWork = (rest: string, after: number): NamedWork | null => {
  const name = WORK_WORD.exec(rest.slice(after).trim())?.[1]
  return name === undefined ? null : { keys: [slugOfName(name)], start: after, end: rest.length }
}

const LABEL_AT_END = new RegExp(`${LABEL}$`, 'u')

/** The works that a query abbreviates beside its articles: `Const., art. 61-1`. */
const worksBeside = (text: string, articles: readonly CitedArticle[]): NamedWork[] =>
  articles.flatMap(({ start, end }) => {
    const label = LABEL_AT_END.exec(text.slice(0, start))?.index ?? start
    return workBeside(text, label, end) ?? []
  })

const MONTHS =
  `${FRENCH_MONTHS.join(' ')} ` +
  'janv fevr fev avr juil sept oct nov dec january february march april may june july august september october november december'
const COURTS =
  'cour cassation cass chambre chambres ch civ civile soc sociale com comm commerciale crim criminelle ass plen assemblee ' +
  'pleniere mixte reunies premiere deuxieme troisieme financiere economique conseil etat ce cjue cjce cedh curia echr ' +
  'tribunal conflits tc appel ca caa ta tj tgi constitutionnel cc cons const justice union europeenne general court ' +
  'section sect sous-sections formation pole'
const ABOUT =
  'arret arrets decision decisions jugement pourvoi pourvois requete affaire aff case n no numero rg publie publiee bulletin ' +
  'inedit bull b p recueil leb lebon du de la le les l d des en date et a au sur the of on article articles art alinea al ' +
  'paragraphe para suivants suivant s sq code'
const GLUE = new Set(`${MONTHS} ${COURTS} ${ABOUT}`.split(' '))

/**
 * Names of cities and parties stand with a decision's number (`CA Paris`, `Österreichische Post`);
 * a question has more.
 */
const PARTY_WORDS_MAX = 6

/** The words that remain without the citations, in their original letters. */
const strangers = (original: string, rest: string): string[] =>
  [...rest.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)]
    .filter(([word]) => !GLUE.has(word) && !/^\d+(?:er|e|re)?(?:-\d+)*$/u.test(word))
    .map((match) => original.slice(match.index, match.index + match[0].length))

const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word)

const isAlone = (original: string, rest: string, namesDecision: boolean): boolean => {
  const words = strangers(original, rest)
  if (words.length === 0) return true
  return namesDecision && words.length <= PARTY_WORDS_MAX && words.every(isCapitalised)
}

type NamesAndRest = { readonly readings: readonly CitedNames[]; readonly rest: string }

const readDecisions = (text: string): NamesAndRest =>
  DECISIONS.reduce<NamesAndRest>(
    ({ readings, rest }, { pattern, read }) => {
      const matches = [...rest.matchAll(pattern)]
      return {
        readings: [...readings, ...matches.map((match) => read(match))],
        rest: blanked(
          rest,
          matches.map((match) => ({ start: match.index, end: match.index + match[0].length })),
        ),
      }
    },
    { readings: [], rest: text },
  )

const articleNames = (article: CitedArticle, works: readonly NamedWork[]): CitedNames => {
  const work = workOf(article, works)
  return work === undefined
    ? likely(`article:${article.number}`)
    : certain(...work.keys.map((key) => `article:${key}:${article.number}`))
}

/** An act cited as a whole is what all its provisions carry; a code is too large for that. */
const actNames = (works: readonly NamedWork[]): CitedNames[] =>
  works.flatMap(({ keys }) => keys.flatMap((key) => namesOfAct(key)).map((name) => likely(name)))

/** What is read: names in a title are stored, so fewer of them are taken for works. */
type Source = 'query' | 'title'

/** Articles in a text whose works and decisions are blank already; in `whole` they are not. */
const readArticles = (
  whole: Flat,
  text: string,
  named: readonly NamedWork[],
  source: Source,
): NamesAndRest => {
  const first = labelled(whole, text)
  const second = matched(whole, blanked(text, first), UNLABELLED)
  const cited = [...first, ...second]
  // "1240 code civil": beside the name of a code, and nowhere else, a bare number is an article.
  const bare = cited.length === 0 && named.length > 0 ? matched(whole, text, BARE) : []
  const articles = [...cited, ...bare]
  const rest = blanked(text, articles)
  if (articles.length === 0) return { readings: actNames(named), rest }
  const last = Math.max(...articles.map(({ end }) => end))
  const beside = named.length === 0 && source === 'query' ? worksBeside(text, articles) : []
  const unknown = named.length === 0 && beside.length === 0 ? unknownWork(rest, last) : null
  const unnamed = unknown === null ? beside : [unknown]
  const works = named.length === 0 ? unnamed : named
  return {
    readings: articles.map((article) => articleNames(article, works)),
    rest: blanked(rest, unnamed),
  }
}

/**
 * Who types without capitals means `209 B` by `209 b`: then every letter counts as a capital.
 */
const capitalsFor = (text: string): string => {
  const capitals = text.toUpperCase()
  return text === text.toLowerCase() && capitals.length === text.length ? capitals : text
}

/** What a text cites. Pure; linear in the text, which is to be short. */
const citationsIn = (text: string, source: Source): Citations => {
  const original = text.normalize('NFC')
  const whole = plain(original)
  const works = worksNamedIn(whole)
  const decisions = readDecisions(blanked(whole, works))
  // Where folding moved the letters (`œ`), capitals can't be recognised any more.
  const withCapitals = original.length === whole.length ? original : whole
  const flat = { text: whole, original: capitalsFor(withCapitals) }
  const articles = readArticles(flat, decisions.rest, works, source)
  const readings = [...decisions.readings, ...articles.readings]
  const names = (isCertain: boolean): string[] => [
    ...new Set(readings.filter((one) => one.certain === isCertain).flatMap((one) => one.names)),
  ]
  return {
    certain: names(true),
    likely: names(false),
    alone:
      readings.length > 0 && isAlone(withCapitals, articles.rest, decisions.readings.length > 0),
  }
}

/** What of a text names it. */
type IdentifiedText = {
  readonly title: string
  readonly provision: Provision | null
  readonly judicialDecision: Pick<
    JudicialDecision,
    'ecli' | 'courtCode' | 'type' | 'identifiers'
  > | null
}

const namesOfProvision = ({ work, number }: Provision): string[] => {
  const keys = keysOfWork(work)
  const article = number === null ? null : articleNumber(number)
  return [
    ...keys.flatMap(namesOfAct),
    ...(article === null
      ? []
      : [`article:${article}`, ...keys.map((key) => `article:${key}:${article}`)]),
  ]
}

const namesOfIdentifier = (scheme: string, value: string): string[] => {
  switch (scheme) {
    case 'docket':
    case 'echr_app':
      return []
    case 'ecli':
      return [value.toLowerCase()]
    default:
      return [`${scheme.toLowerCase()}:${value.toLowerCase()}`]
  }
}

const namesOfDecision = (decision: NonNullable<IdentifiedText['judicialDecision']>): string[] => [
  ...(decision.ecli === null ? [] : [decision.ecli.toLowerCase()]),
  ...docketsOfDecision(decision, decision.courtCode)
    .flatMap((value) => value.split(JOINED_NUMBERS))
    .flatMap(docketNames),
  ...decision.identifiers.flatMap(({ scheme, value }) => namesOfIdentifier(scheme, value)),
]

/**
 * A title counts only where it is a citation and the text has no better name: a commentary's title
 * cites another text.
 */
const namesOfTitle = (title: string): string[] => {
  const cited = citationsIn(title, 'title')
  return cited.alone ? [...cited.certain] : []
}

/**
 * The names that a citation of this text resolves to, unique and sorted: `ecli:…`,
 * `docket:19-60.222`, `celex:…`, `article:code-du-travail:l1221-1` and, for those who leave the
 * code out, `article:l1221-1`.
 */
export const identifiersOf = ({ title, provision, judicialDecision }: IdentifiedText): string[] => {
  const names = [
    ...(provision === null ? [] : namesOfProvision(provision)),
    ...(judicialDecision === null ? [] : namesOfDecision(judicialDecision)),
  ]
  return [...new Set(names.length === 0 ? namesOfTitle(title) : names)].toSorted()
}

/** A query as a citation. `alone`: it says nothing else, so that there is no meaning to compare. */
type CitedByQuery = { readonly identifiers: readonly string[]; readonly alone: boolean }

/** A number with the letter and the hyphen of a code: few codes have the same. */
const CODED_NAME = /^article:[a-z]+\d+-\d/u

/**
 * The names that a query gives. Those of exactly one text (ECLI, docket, article of a named code)
 * count wherever they stand, and so does a number like `L1237-19`; another article without its code
 * or a docket without its dot only where the query is nothing but a citation; a bare number never.
 */
export const citationOfQuery = (text: string): CitedByQuery => {
  const cited = citationsIn(text, 'query')
  const { alone } = cited
  const counting = alone ? cited.likely : cited.likely.filter((name) => CODED_NAME.test(name))
  return { identifiers: [...cited.certain, ...counting], alone }
}

/** The names of `citationOfQuery` alone. */
export const identifiersInQuery = (text: string): string[] => [...citationOfQuery(text).identifiers]
