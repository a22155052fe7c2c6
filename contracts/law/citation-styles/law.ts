/** The parts of an article of law or an act that identify it: its work, its number and its days. */
import type { Jurisdiction } from '../../vocabulary/texts.ts'
import type { NamedLaw } from '../../vocabulary/codes.ts'
import { keysOfWork } from '../citations/filed-works.ts'
import { dayOf } from '../citations/dates.ts'
import { ADJECTIVES, lawNamed, UNION_ACTS, type UnionAct } from './codes.ts'
import type { CitedText } from './cited-text.ts'
import { folded, longDay, oneLine } from './print.ts'

/** How a work is named. */
export type Work =
  | { readonly kind: 'named'; readonly law: NamedLaw }
  | {
      readonly kind: 'union'
      readonly celex: string | null
      readonly known: UnionAct | null
      /** `Règl. (UE) 2016/679`. */
      readonly short: string
      readonly number: string
      readonly day: string | null
    }
  | {
      readonly kind: 'act'
      /** `L.`, `Règl. g.-d.`. */
      readonly short: string
      readonly number: string | null
      readonly day: string | null
      /** What follows number and day: `relative à …`. */
      readonly subject: string
    }
  | { readonly kind: 'title' }

/** The place in the work. */
export type Place = {
  /** Whether `art.` leads to it. */
  readonly isArticle: boolean
  readonly fr: string
  readonly en: string
}

export type LawParts = {
  readonly work: Work
  /** In full, as the source writes it, without what is said of its consolidation. */
  readonly title: string
  readonly place: Place | null
  readonly jurisdiction: Jurisdiction | null
}

const CONSOLIDATED = /^version consolidée (?:applicable )?au [\d/]{8,10} ?: ?/iu
const ASIDE = /\([^()]{0,200}\)/gu
const DEMONSTRATION = /d[ée]mo(?:nstra|stra)/iu

/** `(décision de démonstration)`: no reader may take such a text for a real one. */
export const demonstrationNote = (
  ...titles: readonly (string | null | undefined)[]
): string | null => {
  for (const title of titles)
    for (const [aside] of oneLine(title ?? '').matchAll(ASIDE))
      if (DEMONSTRATION.test(aside)) return aside
  return null
}

/** A title in one line, without the note on its consolidation and without a final stop. */
export const cleanTitle = (title: string): string =>
  oneLine(title)
    .replace(CONSOLIDATED, '')
    .replace(ASIDE, (aside) => (DEMONSTRATION.test(aside) ? '' : aside))
    .replace(/ {2,}/gu, ' ')
    .trim()
    .replace(/(?<!\.)\.$/u, '')

// ───────── days ─────────

const WORDED_DAY = /(?<!\d)(\d{1,2})(?:er)? (?:de |d')?([a-z]{3,10}) (?:de |del )?(\d{4})(?!\d)/u
const ENGLISH_MONTHS = Array.from({ length: 12 }, (_, index) =>
  folded(longDay('en', `2000-${String(index + 1).padStart(2, '0')}-02`).split(' ')[1] ?? ''),
)

/** The first day that a folded text states, as `YYYY-MM-DD`. */
const dayStated = (text: string): string | null => {
  const [, day = '', month = '', year = ''] = WORDED_DAY.exec(text) ?? []
  if (day === '') return null
  const english = ENGLISH_MONTHS.indexOf(month) + 1
  return dayOf(english > 0 ? `${day}.${english}.${year}` : `${day} ${month} ${year}`)
}

// ───────── acts of the Union ─────────

const COMMUNITIES: Readonly<Record<string, string>> = { EU: 'UE', EC: 'CE', EEC: 'CEE' }
/** `(EU) No 575/2013` is `(UE) n° 575/2013` in French. */
export const frenchNumber = (number: string): string =>
  number
    .replace(/\b(?:EU|EC|EEC)\b/gu, (community) => COMMUNITIES[community] ?? community)
    .replace(/\bNo\b\.?/u, 'n°')
    .replace(/n° /u, 'n°\u00a0')

const ALIAS = /^[^\s—–]{1,20} [—–] /u
const UNION_ACT =
  /^(?:(?:commission|council) )?(delegated |implementing )?(r[èe]glement|regulation|directive|d[ée]cision)( d[ée]l[ée]gu[ée]e?| d['’]ex[ée]cution)?(?: du conseil| de la commission)? ?((?:\((?:ue|eu|ce|ec|cee|eec|euratom|pesc)\) ?)?(?:(?:n°|nº|no\.?) ?)?\d{1,4}\/\d{1,4}(?:\/(?:ue|eu|ce|ec|cee|eec|euratom|jai|pesc))?)(?![\d/])/iu

const UNION_SHORT: Readonly<Record<string, string>> = {
  reglement: 'Règl.',
  regulation: 'Règl.',
  directive: 'Dir.',
  decision: 'Déc.',
}
const qualifier = (kind: string, words: string): string => {
  if (words === '') return ''
  if (/ex[ée]cution|implementing/iu.test(words)) return " d'exécution"
  return UNION_SHORT[kind] === 'Règl.' ? ' délégué' : ' déléguée'
}
const CELEX = /^3\d{4}[a-z]\d{4}$/u

const unionAct = (title: string): Work | null => {
  const named = title.replace(ALIAS, '')
  const match = UNION_ACT.exec(named)
  if (match === null) return null
  const [all, before = '', noun = '', after = '', number = ''] = match
  const kind = folded(noun)
  const celex = keysOfWork(named).find((key) => CELEX.test(key)) ?? null
  const known = UNION_ACTS.get(celex ?? '') ?? null
  const written = frenchNumber(known?.number ?? number)
  return {
    kind: 'union',
    celex,
    known,
    short: `${UNION_SHORT[kind] ?? ''}${qualifier(kind, before + after)} ${written}`,
    number: written,
    day: known?.day ?? dayStated(folded(named.slice(all.length))),
  }
}

// ───────── national acts ─────────

const ACT =
  /^(loi constitutionnelle|loi organique|loi|ordonnance souveraine|ordonnance|d[ée]cret-loi|d[ée]cret|arr[êe]t[ée] minist[ée]riel|arr[êe]t[ée] grand-ducal|arr[êe]t[ée]|r[èe]glement grand-ducal|r[èe]glement minist[ée]riel|circulaire|d[ée]lib[ée]ration)(?: modifi[ée]e?)?(?: (?:n°|nº|no) ?([\p{L}\d](?:[./-]?[\p{L}\d]){0,30}))?(?:,? (?:du|en date du) (\d{1,2}(?:er)? \p{L}{3,9} \d{4}))?(?![\p{L}\d])(.*)$/iu
const ACTS: Readonly<Record<string, string>> = {
  loi: 'L.',
  'loi organique': 'L. org.',
  'loi constitutionnelle': 'L. const.',
  ordonnance: 'Ord.',
  'ordonnance souveraine': 'Ord. souv.',
  decret: 'D.',
  'decret-loi': 'D.-L.',
  arrete: 'Arr.',
  'arrete ministeriel': 'Arr. min.',
  'arrete grand-ducal': 'Arr. g.-d.',
  'reglement grand-ducal': 'Règl. g.-d.',
  'reglement ministeriel': 'Règl. min.',
  circulaire: 'Circ.',
  deliberation: 'Délib.',
}
/** Only one country has them. */
const OF_ONE_COUNTRY = /g\.-d\.|souv\./u

const withCountry = (short: string, jurisdiction: Jurisdiction | null): string => {
  const adjective = jurisdiction === null ? undefined : ADJECTIVES[jurisdiction]
  return adjective === undefined || OF_ONE_COUNTRY.test(short) ? short : `${short} ${adjective}`
}

const LLEI =
  /^llei (\d{1,3}\/(\d{4}))(?:, (?:del?|de l['’]|d['’]) ?(\d{1,2}) (?:de |d['’])(\p{L}{3,9}))?/iu

const andorranAct = (title: string): Work | null => {
  const [, number, year = '', day, month = ''] = LLEI.exec(title) ?? []
  if (number === undefined) return null
  return {
    kind: 'act',
    short: withCountry('L.', 'AD'),
    number,
    day: day === undefined ? null : dayOf(folded(`${day} ${month} ${year}`)),
    subject: '',
  }
}

const nationalAct = (title: string, jurisdiction: Jurisdiction | null): Work | null => {
  const [, noun = '', number, day, rest = ''] = ACT.exec(title) ?? []
  const short = ACTS[folded(noun)]
  const on = day === undefined ? null : dayOf(folded(day))
  if (short === undefined || (number === undefined && on === null)) return null
  return {
    kind: 'act',
    short: withCountry(short, jurisdiction),
    number: number ?? null,
    day: on,
    subject: rest.replace(/^[\s,:]+/u, '').trim(),
  }
}

const workOf = (title: string, jurisdiction: Jurisdiction | null): Work => {
  const law = lawNamed(title, jurisdiction)
  if (law !== null && law.kind !== 'act') return { kind: 'named', law }
  const found =
    (jurisdiction === 'EU' ? unionAct(title) : null) ??
    (jurisdiction === 'AD' ? andorranAct(title) : null) ??
    (jurisdiction === 'EU' ? null : nationalAct(title, jurisdiction))
  return found ?? { kind: 'title' }
}

// ───────── articles ─────────

const LEAD = /^(?:article|art\b\.?)\s*/iu
const CODED = /^(L\.? ?O|LP|[LRDA])\.? ?(\*{0,2})\.? ?(\d.*)$/iu
const FIRST = /^(?:1|1er|premier)$/iu
/** Numbers of articles that are words. */
const WORDED = /^(?:(?:pr[ée])?liminaire|unique)$/iu

const sameInBoth = (text: string): Place => ({ isArticle: true, fr: text, en: text })

const codedNumber = (prefix: string, stars: string, number: string): string => {
  const letters = prefix.replace(/[. ]/gu, '').toUpperCase()
  return `${letters}${letters.length === 1 ? '.' : ''}${stars} ${number}`
}

const placeOfNumber = (written: string): Place => {
  const line = oneLine(written)
  const number = line.replace(LEAD, '').replace(/(?<![\s.])[\s.]+$/u, '')
  if (FIRST.test(number)) return { isArticle: true, fr: '1er', en: '1' }
  const [, prefix, stars = '', rest = ''] = CODED.exec(number) ?? []
  if (prefix !== undefined) return sameInBoth(codedNumber(prefix, stars, rest))
  if (/^pr[éeä][aà]mb/iu.test(number)) return { isArticle: false, fr: 'préambule', en: 'Preamble' }
  if (/^formule finale$/iu.test(number))
    return { isArticle: false, fr: 'formule finale', en: 'Closing formula' }
  if (/^annexe?\b/iu.test(number))
    return {
      isArticle: false,
      fr: number.replace(/^annexe?/iu, 'annexe'),
      en: number.replace(/^annexe?/iu, 'Annex'),
    }
  if (/^\d/u.test(number) || WORDED.test(number) || (LEAD.test(line) && number !== ''))
    return sameInBoth(number)
  return { isArticle: false, fr: line, en: line }
}

const TAIL_CHARACTERS_MAX = 80
/** A part that has no number is what the title says behind the work. */
const placeInTitle = ({ title, provision }: CitedText): Place | null => {
  const [whole, work] = [oneLine(title), oneLine(provision?.work ?? '')]
  if (work === '' || !whole.startsWith(work)) return null
  const tail = whole.slice(work.length).replace(/^[\s,.:]+/u, '')
  if (tail === '' || tail.length > TAIL_CHARACTERS_MAX || DEMONSTRATION.test(tail)) return null
  const annex = /^attachment_(\d{1,4})$/u.exec(tail)?.[1]
  if (annex !== undefined) return { isArticle: false, fr: `annexe ${annex}`, en: `Annex ${annex}` }
  return placeOfNumber(tail)
}

const ARTICLE_IN_TITLE = /,\s*(?:art(?:icle)?s?\b|§|chapitre|livre|titre|section|annexe)/iu

/** The parts of an article of law or an act; of other texts the title alone. */
export const lawParts = (text: CitedText): LawParts => {
  const { provision, title, jurisdiction } = text
  const [country = null] = jurisdiction
  if (provision === null) {
    const name = cleanTitle(title)
    // Without its work nobody knows where the name of the act ends.
    const work: Work = ARTICLE_IN_TITLE.test(name) ? { kind: 'title' } : workOf(name, country)
    return { work, title: name, place: null, jurisdiction: country }
  }
  const name = cleanTitle(provision.work)
  const number = provision.number === null ? '' : oneLine(provision.number)
  return {
    work: workOf(name, country),
    title: name,
    place: number === '' ? placeInTitle(text) : placeOfNumber(number),
    jurisdiction: country,
  }
}
