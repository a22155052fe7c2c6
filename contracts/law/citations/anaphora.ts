import type { CitedWork } from '../../citation.ts'
import { DATE, dayOf } from './dates.ts'
import { matchAt, sticky, type Flat } from './flat.ts'
import type { Nature, Work } from './work.ts'

const NOUN =
  '(code|livre|loi|ordonnance|decret-loi|decret|arrete|reglement|directive|traite|convention|charte|constitution|texte|acte)'
const SAME = sticky(
  `,? ?(?:du meme|dudit|de ce|de cet|du present|de la meme|de ladite|de cette|de la presente|de l'|du|de la) ?${NOUN}( precitee?| susvisee?| susmentionnee?| grand-ducal precite)?(?![a-z0-9])`,
)
const POINTS = /meme|dudit|de ce|de cet|ladite|cette/u
const PRESENT = /present/u
const THAT_OF = sticky(`,? ?de celle du (${DATE})`)

const NATURES: Readonly<Record<string, readonly Nature[]>> = {
  code: ['code'],
  livre: ['code'],
  loi: ['loi'],
  ordonnance: ['ordonnance'],
  'decret-loi': ['decret'],
  decret: ['decret'],
  arrete: ['arrete'],
  reglement: ['reglement', 'eu'],
  directive: ['directive', 'eu'],
  traite: ['treaty'],
  convention: ['treaty'],
  charte: ['treaty'],
  constitution: ['treaty'],
}

/** How far back an antecedent counts as near, UTF-16 units: about a paragraph of a judgment. */
const NEAR = 2_000

/**
 * What was named last, by nature. A text is read from its beginning, so the past is all there is.
 */
export type Memory = {
  readonly last: Map<Nature, Work>
  latest: Work | null
}
export const newMemory = (home: CitedWork | null): Memory => {
  const memory: Memory = { last: new Map(), latest: null }
  if (home !== null)
    for (const nature of HOME_NATURES)
      memory.last.set(nature, { start: 0, end: 0, nature, cited: [home], date: null })
  return memory
}
const HOME_NATURES: readonly Nature[] = [
  'code',
  'loi',
  'ordonnance',
  'decret',
  'arrete',
  'reglement',
  'directive',
  'treaty',
]

export const remember = (memory: Memory, work: Work): void => {
  memory.last.set(work.nature, work)
  memory.latest = work
}

/** `near`: the antecedent stands close enough to be certain. */
export type Anaphora = { readonly end: number; readonly work: Work; readonly near: boolean }

/**
 * `du même code`, `dudit code`, `de cette loi`, `de la loi précitée`, `de celle du 22 mai 1996` at
 * a place, with the work that they mean. Null where nothing such stands there, or where nothing
 * named before could be meant.
 */
export const anaphoraAt = (
  { text }: Flat,
  at: number,
  memory: Memory,
  home: CitedWork | null,
): Anaphora | null => {
  const celle = matchAt(THAT_OF, text, at)
  const law = memory.last.get('loi')
  if (celle !== null && law !== undefined) {
    const day = dayOf(celle[1] ?? '')
    if (day === null) return null
    const end = at + celle[0].length
    const key = `loi-${day}`
    const cited = [{ id: key, key, jurisdiction: law.cited[0]?.jurisdiction ?? null }]
    return { end, near: true, work: { start: at, end, nature: 'loi', cited, date: day } }
  }
  const match = matchAt(SAME, text, at)
  if (match === null) return null
  const [all, noun = '', precite] = match
  const end = at + all.length
  if (PRESENT.test(all))
    return home === null
      ? null
      : { end, near: true, work: { start: at, end, nature: 'code', cited: [home], date: null } }
  if (!POINTS.test(all) && precite === undefined) return null
  const natures = NATURES[noun]
  const meant =
    natures === undefined
      ? memory.latest
      : natures.map((nature) => memory.last.get(nature)).find((work) => work !== undefined)
  if (meant === undefined || meant === null) return null
  const near = meant.cited.length === 1 && at - meant.end <= NEAR
  return { end, work: meant, near }
}

/**
 * The same words where nothing answers to them: read over, so that the article stays without its
 * work.
 */
export const emptyAnaphoraAt = ({ text }: Flat, at: number): number | null => {
  const match = matchAt(SAME, text, at)
  if (match === null || PRESENT.test(match[0])) return null
  return POINTS.test(match[0]) ? at + match[0].length : null
}
