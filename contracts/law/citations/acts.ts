import type { Jurisdiction } from '../../vocabulary/texts.ts'
import { CITATION_LIMITS, type CitedWork } from '../../citation.ts'
import { DATE, dayOf } from './dates.ts'
import { matchAt, sticky, type Flat } from './flat.ts'
import type { Nature, Work } from './work.ts'

const NUMBERED = 'n(?:°|os?\\.?|o°)s? {0,2}'
/** `78-17`, `1.565`, `2020-306`, `16/79`, `55-1350`: no thousands, no trailing stop. */
const ACT_NUMBER = '[a-z]?\\d{1,5}(?:[-.\\/]\\d{1,5}){0,3}(?!\\d)'
const ADJECTIVES =
  '(?: (?:organique|constitutionnelle|modifiee?|precitee?|de finances rectificative|de finances|de programme|' +
  "ministerielle?|interministerielle?|royale?|grand-ducale?|souveraine?|prefectorale?|municipale?|d'urgence|susvisee?|coordonnee?|qualificada)s?)"

const HEAD = new RegExp(
  '(?<![a-z0-9])(lois?|lleis?|ordonnances?|decrets?|decrets?-lois?|arretes?|reglements?(?= grand| minis| du gou)|senatus-consulte)' +
    `(${ADJECTIVES}{0,3})(?= ${NUMBERED}|(?:,)? (?:du|en date du|del|de) | \\d)`,
  'gu',
)
const ONE = sticky(
  `(?:,? ?(?:et|ou|,)? ?(?:(?:du|de la|la|le) (?=n))?)?(?: ?(?:${NUMBERED})(${ACT_NUMBER}))?` +
    `(?:,? ?${ADJECTIVES})?(?:,? ?(?:du|en date du|del|de) (${DATE}))?`,
)
const LLEI = sticky(
  ` ?(\\d{1,3}/\\d{4})(?:, (?:del|de l'|d'|de) ?(?:\\d{1,2} (?:de |d')[a-z]{3,9}))?`,
)

const NATURES: Readonly<Record<string, Nature>> = {
  loi: 'loi',
  llei: 'llei',
  ordonnance: 'ordonnance',
  decret: 'decret',
  'decret-loi': 'decret',
  arrete: 'arrete',
  reglement: 'reglement',
  'senatus-consulte': 'loi',
}
const singular = (word: string): string =>
  word === 'senatus-consulte' ? word : word.replace(/s(?=-|$)/gu, '')

const slug = (text: string): string => text.replace(/[^a-z0-9]+/gu, '-').replace(/^-|-$/gu, '')
const BASE_ADJECTIVES =
  /\b(grand-ducal|ministeriel|interministeriel|souveraine|royal|prefectoral|municipal)/u

/** `reglement-grand-ducal`, `arrete-ministeriel`, `loi`: what number and date are put after. */
const baseOf = (word: string, adjectives: string): string =>
  slug([singular(word), BASE_ADJECTIVES.exec(adjectives)?.[1] ?? ''].join(' '))

/**
 * Acts of Monaco are numbered `1.565`, those of Luxembourg go by their date, and the Grand Duke's
 * are no one else's.
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
  ',? (?:relati|portant|modifi|sur |fixant|pris|concernant|tendant|precit|susvis|rati)',
)
const AFTER_ARTICLE = /(?:articles?|art\.) [^;\n]{1,60}de l'$/u
const BEFORE = 90

type One = { readonly work: CitedWork; readonly date: string | null; readonly end: number }

const oneAct = (flat: Flat, at: number, base: string, home: Jurisdiction): One | null => {
  const match = matchAt(ONE, flat.text, at)
  const [all = '', number, written] = match ?? []
  const date = written === undefined ? null : dayOf(written)
  // A number of figures alone is an act's only beside its day: `loi n° 16` may be the sixteenth of
  // anything.
  if (date === null && !/\d[-./]\d/u.test(number ?? '')) return null
  const key = `${base}-${number === undefined ? date : slug(number.replaceAll('.', ''))}`
  return {
    work: { id: key, key, jurisdiction: countryOf(base, number, home) },
    date,
    end: at + all.trimEnd().length,
  }
}

/**
 * By its date alone an ordonnance may as well be a judge's, so something must say that it is an
 * act.
 */
const isAct = (flat: Flat, base: string, start: number, first: One): boolean => {
  if (!/^\S+-\d{4}-\d{2}-\d{2}$/u.test(first.work.id)) return true
  if (start === 0 && first.end === flat.text.length) return true
  if (ALONE_BY_DATE.has(base) || GRAND_DUCAL.test(base)) return true
  return (
    matchAt(RELATIVE, flat.text, first.end) !== null ||
    AFTER_ARTICLE.test(flat.text.slice(Math.max(0, start - BEFORE), start))
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

/**
 * National acts by number or date, lists of them as one work, in order. `home`: the country of the
 * text.
 */
export const nationalActsIn = (flat: Flat, home: Jurisdiction): Work[] => {
  const works: Work[] = []
  for (const match of flat.text.matchAll(HEAD)) {
    const [all, word = '', adjectives = ''] = match
    const at = match.index + all.length
    const before = works.at(-1)
    if (before !== undefined && match.index < before.end) continue
    const nature = NATURES[singular(word)] ?? 'loi'
    if (nature === 'llei') {
      const act = andorran(flat, match.index, at)
      if (act !== null) works.push(act)
      continue
    }
    const base = baseOf(word, adjectives)
    const first = oneAct(flat, at, base, home)
    if (first === null || !isAct(flat, base, match.index, first)) continue
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
    })
  }
  return works
}
