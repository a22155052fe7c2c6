/**
 * Citations as the courts and institutions of the Union write them, in French and in English
 * (contracts/conventions/citation-styles.md).
 */
import { LABELS } from '../../vocabulary/labels.ts'
import type { CitationOptions, CitedText } from './cited-text.ts'
import { TREATIES, TREATIES_JOURNAL, type UnionAct } from './codes.ts'
import {
  courtInFull,
  type DecisionKind,
  type DecisionParts,
  decisionParts,
  isNamed,
} from './decision.ts'
import { frenchQuoted, NUMBERS_MAX } from './french.ts'
import { demonstrationNote, frenchNumber, type LawParts, lawParts } from './law.ts'
import {
  type CitationLanguage,
  isoDay,
  joined,
  listed,
  longDay,
  lowerFirst,
  oneLine,
} from './print.ts'
import { countryName, hasValidity, namesCountry, validityOf } from './validity.ts'

const SPACE = '\u00a0'

// ───────── decisions ─────────

const KINDS: Readonly<
  Record<CitationLanguage, Readonly<Record<DecisionKind, (day: string) => string>>>
> = {
  fr: {
    ruling: (day) => `arrêt du ${day}`,
    judgment: (day) => `jugement du ${day}`,
    order: (day) => `ordonnance du ${day}`,
    opinion: (day) => `avis du ${day}`,
    decision: (day) => `décision du ${day}`,
    deliberation: (day) => `délibération du ${day}`,
    question: (day) => day,
  },
  en: {
    ruling: (day) => `judgment of ${day}`,
    judgment: (day) => `judgment of ${day}`,
    order: (day) => `order of ${day}`,
    opinion: (day) => `opinion of ${day}`,
    decision: (day) => `decision of ${day}`,
    deliberation: (day) => `deliberation of ${day}`,
    question: (day) => day,
  },
}

const dayOf = ({ kind, day }: DecisionParts, language: CitationLanguage): string | null => {
  if (day === null) return null
  const printed = longDay(language, day)
  return kind === null ? printed : KINDS[language][kind](printed)
}

const NUMBER = { fr: ['n°', 'nos'], en: ['No', 'Nos'] } as const
const OTHERS = { fr: 'e.a.', en: 'and Others' } as const

const bareNumbers = ({ dockets }: DecisionParts, language: CitationLanguage): string | null => {
  const [first] = dockets
  if (first === undefined) return null
  return dockets.length > NUMBERS_MAX ? `${first} ${OTHERS[language]}` : listed(language, dockets)
}

const numbersOf = (parts: DecisionParts, language: CitationLanguage): string | null => {
  const numbers = bareNumbers(parts, language)
  if (numbers === null) return null
  const { length } = parts.dockets
  const [one, several] = NUMBER[language]
  return `${length > 1 && length <= NUMBERS_MAX ? several : one}${SPACE}${numbers}`
}

/** European courts are cited without `ECLI:` (Court of Justice, method of citing). */
const bareEcli = (ecli: string | null): string | null => ecli?.replace(/^ECLI:/u, '') ?? null

const UNION_COURTS: ReadonlySet<string> = new Set(['eu.cj', 'eu.gc', 'eu.cst'])

const POINTS = { fr: ['point', 'points'], en: ['paragraph', 'paragraphs'] } as const
const pointOf = (language: CitationLanguage, paragraph: string | null): string | null => {
  if (paragraph === null) return null
  const [one, several] = POINTS[language]
  return `${paragraph.includes('-') ? several : one} ${paragraph}`
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const unionDecision = (parts: DecisionParts, language: CitationLanguage): string => {
  const day = dayOf(parts, language)
  return joined([
    language === 'en' && day !== null ? capital(day) : day,
    parts.name,
    bareNumbers(parts, language),
    bareEcli(parts.ecli),
  ])
}

const HUMAN_RIGHTS = { fr: 'Cour EDH', en: 'ECtHR' } as const

const humanRightsDecision = (parts: DecisionParts, language: CitationLanguage): string =>
  joined([
    HUMAN_RIGHTS[language],
    parts.day === null ? null : longDay(language, parts.day),
    parts.name,
    numbersOf(parts, language),
    bareEcli(parts.ecli),
  ])

const courtWithCountry = (parts: DecisionParts, language: CitationLanguage): string | null => {
  const court = courtInFull(parts)
  const { jurisdiction } = parts
  const country = jurisdiction === null ? null : countryName(language, jurisdiction)
  if (court === null || jurisdiction === null || country === null) return court
  return jurisdiction !== 'FR' && namesCountry(court, jurisdiction)
    ? court
    : `${court} (${country})`
}

const nationalDecision = (parts: DecisionParts, language: CitationLanguage): string =>
  joined([
    courtWithCountry(parts, language),
    dayOf(parts, language),
    numbersOf(parts, language),
    parts.ecli,
  ])

const decisionString = (parts: DecisionParts, language: CitationLanguage): string => {
  if (UNION_COURTS.has(parts.courtCode ?? '')) return unionDecision(parts, language)
  if (parts.courtCode === 'coe.echr') return humanRightsDecision(parts, language)
  return nationalDecision(parts, language)
}

// ───────── law ─────────

const INSTITUTIONS = {
  fr: { both: 'du Parlement européen et du Conseil', council: 'du Conseil' },
  en: { both: 'of the European Parliament and of the Council', council: '' },
} as const
const NOUNS = {
  fr: { r: 'Règlement', l: 'Directive', d: 'Décision' },
  en: { r: 'Regulation', l: 'Directive', d: 'Decision' },
} as const
const ELI_NOUNS = { r: 'reg', l: 'dir', d: 'dec' } as const
type Letter = keyof typeof ELI_NOUNS

const CELEX = /^3(\d{4})([rld])0{0,3}(\d{1,4})$/u
const partsOfCelex = (celex: string): { year: string; letter: Letter; number: string } | null => {
  const [, year, letter, number] = CELEX.exec(celex) ?? []
  if (year === undefined || number === undefined) return null
  return letter === 'r' || letter === 'l' || letter === 'd' ? { year, letter, number } : null
}

const journalOf = (
  language: CitationLanguage,
  [series, day, page]: readonly [series: string, day: string, page: number | null],
  eli: string | null,
): string => {
  const from = language === 'fr' && page !== null ? `JO ${series} du ${day}` : null
  const place = from ?? `${language === 'fr' ? 'JO' : 'OJ'} ${series}, ${day}`
  return `(${joined([
    place,
    page === null ? null : `p.${SPACE}${page}`,
    eli === null ? null : `ELI: ${eli}`,
  ])})`
}

type Named = { readonly name: string; readonly journal: string | null }

const knownAct = (celex: string, act: UnionAct, language: CitationLanguage): Named | null => {
  const parts = partsOfCelex(celex)
  if (parts === null) return null
  const { year, letter, number } = parts
  const noun = NOUNS[language][letter]
  const printed = language === 'fr' ? frenchNumber(act.number) : act.number
  const lead = language === 'en' && act.by === 'council' ? 'Council ' : ''
  const of = language === 'fr' ? 'du' : 'of'
  const name = [
    `${lead}${noun} ${printed}`,
    INSTITUTIONS[language][act.by],
    `${of} ${longDay(language, act.day)}`,
  ]
  const eli = `http://data.europa.eu/eli/${ELI_NOUNS[letter]}/${year}/${number}/oj`
  return {
    name: name.filter((part) => part !== '').join(' '),
    journal: journalOf(language, act.journal, eli),
  }
}

const workOf = (parts: LawParts, language: CitationLanguage): Named => {
  const { work, title, jurisdiction } = parts
  if (work.kind === 'union' && work.known !== null && work.celex !== null) {
    const known = knownAct(work.celex, work.known, language)
    if (known !== null) return known
  }
  const treaty = work.kind === 'named' ? TREATIES[work.law.id] : undefined
  if (treaty !== undefined) {
    const { series, day } = TREATIES_JOURNAL
    const { page } = treaty
    return {
      name: treaty[language],
      journal: page === null ? null : journalOf(language, [series, day, page], null),
    }
  }
  const country = jurisdiction === null ? null : countryName(language, jurisdiction)
  const isSaid =
    jurisdiction === null || (jurisdiction !== 'FR' && namesCountry(title, jurisdiction))
  return { name: country === null || isSaid ? title : `${title} (${country})`, journal: null }
}

const placeOf = (
  { place, jurisdiction }: LawParts,
  language: CitationLanguage,
  paragraph: string | null,
): string | null => {
  if (place === null) return pointOf(language, paragraph)
  const name = place.isArticle
    ? `${language === 'fr' ? 'article' : 'Article'} ${place[language]}`
    : place[language]
  if (paragraph === null) return name
  if (jurisdiction === 'EU')
    return language === 'en' ? `${name}(${paragraph})` : `${name}, paragraphe ${paragraph}`
  return `${name}, ${language === 'en' ? 'paragraph' : 'alinéa'} ${paragraph}`
}

const lawString = (
  text: CitedText,
  { language, paragraph = null, day = null }: CitationOptions,
): string => {
  const parts = lawParts(text)
  const { name, journal } = workOf(parts, language)
  const named = joined([name, placeOf(parts, language, paragraph)])
  const print = (one: string): string => longDay(language, one)
  return joined([
    journal === null ? named : `${named} ${journal}`,
    hasValidity(text)
      ? validityOf(text, { day, print, language, isUnion: parts.jurisdiction === 'EU' })
      : null,
  ])
}

// ───────── doctrine and the rest ─────────

const quoted = (language: CitationLanguage, title: string): string =>
  language === 'fr' ? frenchQuoted(title) : `‘${title}’`

const writingString = (text: CitedText, options: CitationOptions): string => {
  const { language, paragraph = null } = options
  const { author = null, doctrineSubtype, publishedAt, contentType } = text
  const title = oneLine(text.title)
  const day = isoDay(publishedAt)
  const labels = LABELS[language].doctrineSubtypes
  return joined([
    oneLine(author ?? ''),
    contentType === 'doctrine' ? quoted(language, title) : title,
    doctrineSubtype === null ? null : lowerFirst(labels[doctrineSubtype]),
    day === null ? null : longDay(language, day),
    pointOf(language, paragraph),
  ])
}

const withNote = (citation: string, note: string | null): string =>
  note === null || citation.includes(note) ? citation : `${citation} ${note}`

/** The citation in the practice of the Union; never empty. */
export const europeanCitation = (text: CitedText, options: CitationOptions): string => {
  const { language, paragraph = null } = options
  const note = demonstrationNote(text.title, text.provision?.work)
  const decision = decisionParts(text)
  if (decision !== null) {
    const title = oneLine(text.title)
    const { ecli } = decision
    const named = isNamed(decision)
      ? decisionString(decision, language)
      : joined([title, ecli === null || title.includes(ecli) ? null : ecli])
    return withNote(joined([named, pointOf(language, paragraph)]), note)
  }
  const isLaw = text.provision !== null || hasValidity(text) || text.contentType === 'legislation'
  if (text.contentType === 'doctrine' || !isLaw) return writingString(text, options)
  return withNote(lawString(text, options), note)
}
