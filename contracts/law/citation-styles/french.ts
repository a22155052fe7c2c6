/**
 * Citations as French lawyers write them (contracts/conventions/citation-styles.md). A part that is
 * not known is left out; a text that nothing names is cited by its title.
 */
import { LABELS } from '../../vocabulary/labels.ts'
import type { CitationOptions, CitedText } from './cited-text.ts'
import { abbreviationOf, ADJECTIVES } from './codes.ts'
import { CHAMBERS, CHAMBERS_ELSEWHERE, otherName, shortNameOf } from './courts.ts'
import { type DecisionParts, decisionParts, isNamed } from './decision.ts'
import { demonstrationNote, type LawParts, lawParts } from './law.ts'
import { folded, isoDay, joined, listed, lowerFirst, oneLine, shortDay } from './print.ts'
import { countryName, hasValidity, namesCountry, validityOf } from './validity.ts'

/** `12 mars 2020`; null where there is none. */
const dayShort = (day: string | null): string | null => (day === null ? null : shortDay(day))

const SPACE = '\u00a0'
/** More numbers are `et a.` */
export const NUMBERS_MAX = 3

// ───────── decisions ─────────

const courtOf = (parts: DecisionParts): string => {
  const { courtCode, courtName, seat, day, chamber, sitting } = parts
  const other =
    courtCode === null || courtName === null ? null : otherName(courtCode, folded(courtName))
  const short = other?.short ?? (courtCode === null ? null : shortNameOf(courtCode, day))
  const court = [short ?? courtName ?? '', short === null ? null : seat]
    .filter((part) => part !== null)
    .join(' ')
  if (courtCode === 'fr.ccass')
    return chamber === null ? court : `${court} ${CHAMBERS[chamber] ?? ''}`.trim()
  return joined([court, sitting ?? (chamber === null ? null : CHAMBERS_ELSEWHERE[chamber])])
}

const KINDS: Readonly<Record<string, string>> = { opinion: 'avis', question: 'QPC', order: 'ord.' }
/** Judgments are not named as such. */
const kindOf = ({ kind, courtCode, chamber, sitting }: DecisionParts): string | null => {
  if (kind === 'order' && sitting === 'réf.') return null
  if (kind === null || chamber === 'ordo' || courtCode === 'fr.cc') return null
  return KINDS[kind] ?? null
}

const ROLE: ReadonlySet<string> = new Set(['lu.ta', 'lu.cadm'])
const CASES: ReadonlySet<string> = new Set(['eu.cj', 'eu.gc', 'eu.cst'])

const numbersOf = ({ dockets, courtCode }: DecisionParts): string | null => {
  const [first] = dockets
  if (first === undefined) return null
  const isOne = dockets.length === 1 || dockets.length > NUMBERS_MAX
  const numbers = dockets.length > NUMBERS_MAX ? `${first} et a.` : listed('fr', dockets)
  if (CASES.has(courtCode ?? '')) return `${dockets.length === 1 ? 'aff.' : 'aff. jtes'} ${numbers}`
  const role = ROLE.has(courtCode ?? '') ? ' du rôle' : ''
  return `${isOne ? 'n°' : 'nos'}${SPACE}${numbers}${role}`
}

/** Authorities cite their decisions as acts: kind, number, then the day. */
const AUTHORITIES: ReadonlySet<string> = new Set(['fr.cnil', 'fr.autconc', 'fr.ddd', 'lu.cnpd'])
const ACT_KINDS: Readonly<Record<string, string>> = { deliberation: 'délib.', decision: 'déc.' }

const authorityDecision = (parts: DecisionParts): string => {
  const kind = ACT_KINDS[parts.kind ?? '']
  const numbers = numbersOf(parts)
  const named = kind === undefined || numbers === null ? (numbers ?? kind) : `${kind} ${numbers}`
  return joined([courtOf(parts), named, dayShort(parts.day), parts.ecli])
}

const decisionString = (parts: DecisionParts): string => {
  if (AUTHORITIES.has(parts.courtCode ?? '')) return authorityDecision(parts)
  return joined([
    courtOf(parts),
    kindOf(parts),
    dayShort(parts.day),
    numbersOf(parts),
    parts.name,
    parts.ecli,
  ])
}

/** `§ 12`; of the Court of Justice `pt 12`, of the Conseil constitutionnel `paragr. 12`. */
const pinpoint = (paragraph: string | null, courtCode: string | null): string | null => {
  if (paragraph === null) return null
  if (CASES.has(courtCode ?? '')) return `${paragraph.includes('-') ? 'pts' : 'pt'} ${paragraph}`
  if (courtCode === 'fr.cc') return `paragr. ${paragraph}`
  return `§${SPACE}${paragraph}`
}

// ───────── law ─────────

const numbered = (short: string, number: string): string => `${short} n°${SPACE}${number}`

const workString = ({ work, title, jurisdiction }: LawParts): string => {
  switch (work.kind) {
    case 'named': {
      const short = abbreviationOf(work.law)
      if (short !== null) return short
      return withCountry(title, jurisdiction)
    }
    case 'union':
      return joined([work.short, dayShort(work.day)])
    case 'act': {
      const { short, number, day, subject } = work
      if (number !== null) return joined([numbered(short, number), dayShort(day)])
      // Acts without a number share their days, so the subject tells them apart.
      return [short, dayShort(day), subject]
        .filter((part) => part !== null && part !== '')
        .join(' ')
    }
    case 'title':
      return withCountry(title, jurisdiction)
    default:
      return work satisfies never
  }
}

/** `… (Luxembourg)`, unless the name says it. */
const withCountry = (title: string, jurisdiction: LawParts['jurisdiction']): string =>
  jurisdiction === null ||
  ADJECTIVES[jurisdiction] === undefined ||
  namesCountry(title, jurisdiction)
    ? title
    : `${title} (${countryName('fr', jurisdiction)})`

const lawString = (text: CitedText, { paragraph = null, day = null }: CitationOptions): string => {
  const parts = lawParts(text)
  const { place, jurisdiction } = parts
  const sign = jurisdiction === 'EU' ? `§${SPACE}` : 'al. '
  return joined([
    workString(parts),
    place === null ? null : place.isArticle ? `art. ${place.fr}` : place.fr,
    paragraph === null ? null : `${sign}${paragraph}`,
    hasValidity(text)
      ? validityOf(text, { day, print: shortDay, language: 'fr', isUnion: jurisdiction === 'EU' })
      : null,
  ])
}

// ───────── doctrine and the rest ─────────

const inner = (title: string): string => title.replace(/«\s*/gu, '“').replace(/(?<!\s)\s*»/gu, '”')
/** A title between French quotation marks. */
export const frenchQuoted = (title: string): string => `«${SPACE}${inner(title)}${SPACE}»`

const authorOf = ({ author }: CitedText): string | null => {
  const name = oneLine(author ?? '')
  return name === '' ? null : name
}

const genreOf = ({ doctrineSubtype }: CitedText): string | null =>
  doctrineSubtype === null ? null : lowerFirst(LABELS.fr.doctrineSubtypes[doctrineSubtype])

const writingString = (text: CitedText, paragraph: string | null): string =>
  joined([
    authorOf(text),
    frenchQuoted(oneLine(text.title)),
    genreOf(text),
    dayShort(isoDay(text.publishedAt)),
    pinpoint(paragraph, null),
  ])

const titleString = (text: CitedText, paragraph: string | null): string =>
  joined([
    authorOf(text),
    oneLine(text.title),
    dayShort(isoDay(text.publishedAt)),
    pinpoint(paragraph, null),
  ])

const withNote = (citation: string, note: string | null): string =>
  note === null || citation.includes(note) ? citation : `${citation} ${note}`

/** The citation in French practice; never empty. */
export const frenchCitation = (text: CitedText, options: CitationOptions): string => {
  const { paragraph = null } = options
  const note = demonstrationNote(text.title, text.provision?.work)
  const decision = decisionParts(text)
  if (decision !== null) {
    const { courtCode, ecli } = decision
    const title = oneLine(text.title)
    const named = isNamed(decision)
      ? decisionString(decision)
      : joined([title, ecli === null || title.includes(ecli) ? null : ecli])
    return withNote(joined([named, pinpoint(paragraph, courtCode)]), note)
  }
  if (text.contentType === 'doctrine') return writingString(text, paragraph)
  if (text.provision !== null || hasValidity(text) || text.contentType === 'legislation')
    return withNote(lawString(text, options), note)
  return titleString(text, paragraph)
}
