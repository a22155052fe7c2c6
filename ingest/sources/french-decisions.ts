/**
 * Maps the names of French publishers for courts, chambers, formations and outcomes to our codes
 * (contracts/conventions/judicial-decision.md; contracts/conventions/courts.md).
 */
import type { JudicialDecisionInput } from '#contracts/decision.ts'
import { MONTHS } from '#contracts/toolkit/months.ts'

type Member<K extends keyof JudicialDecisionInput> = Exclude<
  JudicialDecisionInput[K],
  null | undefined
>
export type SolutionCode = Member<'solution'>
export type ChamberCode = Member<'chamber'>

/** Folded: without accents, case and varying punctuation. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** A court and its seat if the name includes it. */
export type NamedCourt = { readonly code: string | null; readonly seat: string | null }

const COURT_NAMES: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^cour de cassation(?=$| chambre| assemblee pleniere)/, 'fr.ccass'],
  [/^conseil constitutionnel$/, 'fr.cc'],
  [/^conseil d etat$/, 'fr.ce'],
  [/^tribunal des conflits$/, 'fr.tc'],
  [/^(?:cour administrative d appel|caa)\b/, 'fr.caa'],
  [/^cour d appel\b/, 'fr.ca'],
  [/^(?:president de la )?chambre de l instruction(?: de la cour d appel)?\b/, 'fr.ca'],
  [/^cour nationale du droit d asile$/, 'fr.cnda'],
  [/^tribunal administratif\b/, 'fr.ta'],
  [/^tribunal judiciaire\b/, 'fr.tj'],
  [/^tribunal de grande instance\b/, 'fr.tj'],
  [/^(?:tribunal de commerce|tribunal des activites economiques)\b/, 'fr.tcom'],
  [/^conseil de prud hommes\b/, 'fr.cph'],
  [/^cour des comptes$/, 'fr.ccomptes'],
  [/^tribunal pour enfants\b/, 'fr.tpe'],
]
/** In small letters or in capitals; `du`, `des` and `de la` hold the article of a place's name. */
const SEAT =
  /(?:^|\s)(?:(?<article>[Dd][Uu]|[Dd][Ee][Ss]|[Dd][Ee] [Ll][Aa]) |[Dd][Ee] |[Dd]['’])(?<seat>\p{Lu}.*)$/su
const ARTICLES: Readonly<Record<string, string>> = { du: 'Le', des: 'Les', 'de la': 'La' }
const WORD = /[\p{L}\p{N}]+/gu

/** What follows the first words of a name. */
const afterWords = (name: string, count: number): string => {
  const last = [...name.matchAll(WORD)][count - 1]
  return last === undefined ? '' : name.slice(last.index + last[0].length)
}

/** What is no place any more: `Pôle 4 - Chambre 9`, `02`, `(chambre sociale)`, `, 3ème chambre`. */
const WITHIN_COURT = /,|\s(?:[-–—(\d]|p[oô]le(?!\p{L})|chambre(?!\p{L})|ch\.)/iu

/** `Lyon` of ` de Lyon`, `Le Havre` of ` du Havre`; letters are as the source has them. */
const seatIn = (rest: string): string | null => {
  const { article = '', seat = '' } = SEAT.exec(rest)?.groups ?? {}
  const [city = ''] = seat.split(WITHIN_COURT).map((part) => part.trim())
  if (city === '') return null
  const before = ARTICLES[article.toLowerCase()]
  if (before === undefined) return city
  return `${/\p{Ll}/u.test(city) ? before : before.toUpperCase()} ${city}`
}

/** `Cour d'appel de Paris` → fr.ca, Paris. An unknown name has no code. */
export const courtNamed = (name: string): NamedCourt => {
  const words = plainWords(name)
  const [pattern, code = null] = COURT_NAMES.find(([one]) => one.test(words)) ?? []
  const hasSeat = code !== null && /^fr\.(?:ca|caa|ta|tj|tcom|cph|tpe)$/.test(code)
  // The seat follows the kind of court: `Cour administrative d'appel de Lyon`.
  const kind = pattern?.exec(words)?.[0].split(' ').length ?? 0
  return { code, seat: hasSeat ? seatIn(afterWords(name.normalize('NFC'), kind)) : null }
}

const CHAMBERS: Readonly<Record<string, ChamberCode>> = {
  'assemblee pleniere': 'pl',
  pl: 'pl',
  'chambre mixte': 'mi',
  mi: 'mi',
  'chambre civile 1': 'civ1',
  'premiere chambre civile': 'civ1',
  civ1: 'civ1',
  'chambre civile 2': 'civ2',
  'deuxieme chambre civile': 'civ2',
  civ2: 'civ2',
  'chambre civile 3': 'civ3',
  'troisieme chambre civile': 'civ3',
  civ3: 'civ3',
  'chambre commerciale': 'comm',
  'chambre commerciale financiere et economique': 'comm',
  comm: 'comm',
  'chambre sociale': 'soc',
  soc: 'soc',
  'chambre criminelle': 'cr',
  cr: 'cr',
  'chambres reunies': 'creun',
  creun: 'creun',
  'premiere presidence ordonnance': 'ordo',
  'ordonnance du premier president': 'ordo',
  'ordonnance premier president': 'ordo',
  ordo: 'ordo',
}
/** A chamber of the Cour de cassation by name or code; null if unknown. */
export const chamberNamed = (name: string): ChamberCode | null => CHAMBERS[plainWords(name)] ?? null

/** The first that matches counts, so the narrower ones come first. */
const SOLUTIONS: readonly (readonly [pattern: RegExp, code: SolutionCode])[] = [
  [/^qpc (?:incidente |seule )?(?:renvoi|transmission)/, 'qpc'],
  [/^qpc(?:$| )/, 'qpcother'],
  [/^qpcother$/, 'qpcother'],
  [/^cassation partielle/, 'cassation_partielle'],
  [/^cassation/, 'cassation'],
  [
    /^(?:rejet|irrecevabilite|decheance|desistement|non ?lieu)(?= ).* cassation(?: |$)/,
    'cassation_partielle',
  ],
  [/^(?:infirmation|infirme|confirmation|confirme) partiel/, 'infirmation_partielle'],
  [/^infirm/, 'infirmation'],
  [/^confirm/, 'confirmation'],
  [/^reformation|^reforme/, 'reformation'],
  [/^rejet|^deboute/, 'rejet'],
  [/^annul/, 'annulation'],
  [/^satisfaction totale/, 'satisfaction_totale'],
  [/^satisfaction partielle/, 'satisfaction_partielle'],
  [/^(?:non conformite|non conforme)/, 'non_conformite'],
  [/^conform/, 'conformite'],
  [/^avis/, 'avis'],
  [/^decheance/, 'decheance'],
  [/^designation/, 'designation'],
  [
    /^irrecevabilite|^irrecevable|^declare (?:la demande|le recours|l appel)(?: ou le recours)? irrecevable/,
    'irrecevabilite',
  ],
  [/^non ?lieu/, 'nonlieu'],
  [/^desistement|^donne acte de (?:son )?desistement/, 'desistement'],
  [/^rabat/, 'rabat'],
  [/^reglement/, 'reglement'],
  [/^renvoi/, 'renvoi'],
  [/^(?:autre|other)$/, 'other'],
]
const ANNULLED_IN_PART = /^annulation partielle/

/**
 * The outcome by the publisher's words; null if unknown. A mixed outcome counts by its first word,
 * but one that quashes anything, or confirms a part alone, leaves the ruling standing in part.
 * `Annulation partielle` is a partial quashing by the Cour de cassation alone; no code means that
 * an administrative court annuls in part.
 */
export const solutionNamed = (words: string, courtCode: string | null): SolutionCode | null => {
  const plain = plainWords(words)
  if (ANNULLED_IN_PART.test(plain)) return courtCode === 'fr.ccass' ? 'cassation_partielle' : null
  return SOLUTIONS.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}

const FIRMS =
  /,\s*(?=(?:SCP|SARL|SAS|SELARL|SELAS|SELAFA|AARPI|Cabinet|Me|Maître|M\.|Mme)(?:\s|$))/u

/**
 * The named lawyers. Names of firms contain commas, so the list is split only before a word that
 * begins a firm or a person.
 */
export const lawyersNamed = (list: string): string[] =>
  list
    .split(FIRMS)
    .map((name) => name.replaceAll(/\s+/g, ' ').trim())
    .filter((name) => name !== '')

/** The day in a title (`… 3 octobre 2023, …`); null if there is none or several. */
export const dayInTitle = (title: string): string | null => {
  const days = [...title.matchAll(/\b(\d{1,2})(?:er)?\s+(\p{L}+)\s+(\d{4})\b/gu)].flatMap(
    ([, date = '', name = '', year = '']) => {
      const month = MONTHS.fr.findIndex((one) => plainWords(one) === plainWords(name)) + 1
      return month === 0
        ? []
        : [`${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`]
    },
  )
  const unique = [...new Set(days)]
  return unique.length === 1 ? (unique[0] ?? null) : null
}
