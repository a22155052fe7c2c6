/**
 * Works that words refer back to: `du même code`, `ladite loi`, `l'article 7 de la directive`, and
 * the act that a provision amends.
 */
import type { CitedWork } from '../../citation.ts'
import { NAMED_LAWS } from '../../vocabulary/codes.ts'
import { DATE, dayOf } from './dates.ts'
import { type Flat, isCapital, matchAt, sticky } from './flat.ts'
import type { Nature, Work } from './works.ts'

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
  reglement: ['reglement'],
  directive: ['directive'],
}

/** How far back an antecedent counts as near, UTF-16 units: about a paragraph of a judgment. */
export const NEAR = 2_000

/** What a treaty is called where its name is not repeated. */
const TREATY_NOUN = /convention|traite|charte|constituci|constitution/u
const nounOfTreaty = (id: string): string | undefined =>
  id.startsWith('premier-protocole') ? undefined : TREATY_NOUN.exec(id)?.[0]

const CELEX = /^\d{5}([a-z])\d{4}$/u
const CELEX_NATURES: Readonly<Record<string, Nature>> = {
  r: 'reglement',
  l: 'directive',
  d: 'decision',
  f: 'decision',
}
/** Of an act of the Union; undefined for other works. */
const natureOfCelex = (id: string): Nature | undefined => CELEX_NATURES[CELEX.exec(id)?.[1] ?? '']

/** By what words a later sentence can mean a work. */
const handlesOf = ({ nature, cited }: Work): string[] => {
  const id = cited[0]?.id ?? ''
  if (nature !== 'treaty') return [natureOfCelex(id) ?? nature]
  const noun = nounOfTreaty(id)
  return noun === undefined ? [] : [noun]
}

/**
 * The work named last, by its nature; treaties by their noun. The text is read from its start, so
 * only earlier works count.
 */
export type Antecedents = {
  readonly last: Map<string, Work>
  latest: Work | null
  readonly home: CitedWork | null
  /** Where the text names the European Court of Human Rights first; -1: nowhere. */
  readonly strasbourg: number
}

const ACT = /^(loi|ordonnance|decret|arrete|reglement)-/u
const KINDS = new Map(NAMED_LAWS.map(({ id, kind }) => [id, kind]))
const ALL_NATURES: readonly Nature[] = [
  'code',
  'loi',
  'ordonnance',
  'decret',
  'arrete',
  'reglement',
  'directive',
  'treaty',
]

/** What kind of work a text is part of; all kinds where its id does not say. */
const naturesOfHome = ({ id }: CitedWork): readonly Nature[] => {
  const ofUnion = natureOfCelex(id)
  if (ofUnion !== undefined) return [ofUnion]
  const kind = KINDS.get(id)
  if (kind === 'code' || kind === 'treaty') return [kind]
  const act = ACT.exec(id)?.[1]
  return act === undefined ? ALL_NATURES : [act as Nature]
}

const asWork = (home: CitedWork, nature: Nature): Work => ({
  start: 0,
  end: 0,
  nature,
  cited: [home],
  date: null,
})

const STRASBOURG = /cour europeenne des droits de l'homme|cour edh/u
const EUROPEAN_CONVENTION: CitedWork = {
  id: 'convention-europeenne-des-droits-de-l-homme',
  key: 'convention-europeenne-des-droits-de-l-homme',
  jurisdiction: 'EU',
}

export const newAntecedents = ({ text }: Flat, home: CitedWork | null): Antecedents => {
  const strasbourg = text.search(STRASBOURG)
  const memory: Antecedents = { last: new Map(), latest: null, home, strasbourg }
  if (home === null) return memory
  for (const nature of naturesOfHome(home)) {
    const work = asWork(home, nature)
    const handles = handlesOf(work)
    const isUnknownTreaty = nature === 'treaty' && handles.length === 0
    for (const handle of isUnknownTreaty ? TREATY_HANDLES : handles) memory.last.set(handle, work)
  }
  return memory
}
const TREATY_HANDLES = ['convention', 'traite', 'charte', 'constitution']

export const remember = (memory: Antecedents, work: Work): void => {
  for (const handle of handlesOf(work)) memory.last.set(handle, work)
  memory.latest = work
}

const lastNamed = (memory: Antecedents, noun: string, at: number): Work | null => {
  if (noun === 'texte' || noun === 'acte') return memory.latest
  const named = (NATURES[noun] ?? [noun])
    .map((handle) => memory.last.get(handle))
    .find((work) => work !== undefined)
  if (named !== undefined) return named
  // Who speaks of its court speaks of its convention.
  const { strasbourg } = memory
  return noun === 'convention' && strasbourg !== -1 && strasbourg < at
    ? asWork(EUROPEAN_CONVENTION, 'treaty')
    : null
}

/** `de la loi` ends here and means one named before; `de la loi de finances` goes on. */
const COMPLETE = sticky(
  " ?(?:$|[\\n,;:.)»\\]]|(?<= )(?:n'|s'|(?:et|ou|que|qui|est|sont|etait|etaient|a|ont|avait|ne|se|peut|doit|" +
    'impose|prevoit|dispose|permet|exige|interdit|definit|precise|vise|ainsi|pour|par|dans|lorsque|si)(?![a-z])))',
)
const LOWER_CASE_COMMON = /^(?:convention|charte)$/u
const NEVER_ALONE = /^(?:livre|constitution|texte|acte)$/u

/** Whether `de la loi`, `du traité` at a place stands for the whole name of a work. */
const isWholeName = (flat: Flat, match: RegExpExecArray): boolean => {
  const [all, noun = ''] = match
  const end = match.index + all.length
  if (NEVER_ALONE.test(noun) || matchAt(COMPLETE, flat.text, end) === null) return false
  // Parties make conventions, too; the one that States made has a capital.
  const at = end - noun.length
  return !LOWER_CASE_COMMON.test(noun) || isCapital(flat, at, at + 1)
}

/** `near`: the antecedent is close enough to be certain. */
type Anaphora = { readonly end: number; readonly work: Work; readonly near: boolean }

const thatOf = ({ text }: Flat, at: number, memory: Antecedents): Anaphora | null => {
  const match = matchAt(THAT_OF, text, at)
  const law = memory.last.get('loi')
  const day = match === null || law === undefined ? null : dayOf(match[1] ?? '')
  if (match === null || law === undefined || day === null) return null
  const end = at + match[0].length
  const key = `loi-${day}`
  const cited = [{ id: key, key, jurisdiction: law.cited[0]?.jurisdiction ?? null }]
  return { end, near: true, work: { start: at, end, nature: 'loi', cited, date: day } }
}

/**
 * `du même code`, `dudit code`, `de cette loi`, `de la loi précitée`, `de la directive`, `de celle
 * du 22 mai 1996` at a place, with the work that they mean. Null if there is none, or if it can
 * refer to no work named before.
 */
export const anaphoraAt = (flat: Flat, at: number, memory: Antecedents): Anaphora | null => {
  const { home } = memory
  const celle = thatOf(flat, at, memory)
  if (celle !== null) return celle
  const match = matchAt(SAME, flat.text, at)
  if (match === null) return null
  const [all, noun = '', precite] = match
  const end = at + all.length
  if (PRESENT.test(all))
    return home === null
      ? null
      : { end, near: true, work: { ...asWork(home, 'code'), start: at, end } }
  const points = POINTS.test(all) || precite !== undefined
  if (!points && !isWholeName(flat, match)) return null
  // In a code, `du code` is the code itself, whatever other one was named before.
  const isOwnCode =
    !points && noun === 'code' && home !== null && naturesOfHome(home).includes('code')
  const meant = isOwnCode ? asWork(home, 'code') : lastNamed(memory, noun, at)
  if (meant === null) return null
  return { end, work: meant, near: points && meant.cited.length === 1 && at - meant.end <= NEAR }
}

/** The same words without an antecedent: skipped, so the article stays without its work. */
export const unansweredAnaphoraAt = ({ text }: Flat, at: number): number | null => {
  const match = matchAt(SAME, text, at)
  if (match === null || PRESENT.test(match[0])) return null
  return POINTS.test(match[0]) ? at + match[0].length : null
}

/** Names that no table has: `du code de la marine marchande`, `de l'annexe III`. */
const UNKNOWN = sticky(
  ",? ?(?:du |de la |de l'|d'une? )(?:(?:accord|statut|protocole|annexe)(?![a-z])|" +
    '(?:code|loi|ordonnance|decret|arrete|reglement|directive|traite|convention|charte|declaration|pacte) ' +
    "(?:general|rural|maritime|organique|electorale?|communale?|fiscale?|penale?|de |du |des |d'|n°|relati|portant |sur |concernant ))",
)

/** Whether the words at a place say that the article is of another work than the text is. */
export const isOfOtherWork = (flat: Flat, at: number, memory: Antecedents): boolean => {
  if (matchAt(UNKNOWN, flat.text, at) !== null) return true
  const match = matchAt(SAME, flat.text, at)
  if (match === null || PRESENT.test(match[0])) return false
  const points = POINTS.test(match[0]) || match[2] !== undefined
  return points || isWholeName(flat, match)
    ? lastNamed(memory, match[1] ?? '', at) === null && !NEVER_ALONE.test(match[1] ?? '')
    : false
}

/** An act that a text amends, from where on the text speaks of it. */
export type AmendedAct = { readonly from: number; readonly work: Work }

const SUBJECT = new RegExp(
  "(?:^|[\\n.;:)*»-]|\\d[°.)]) ?(?:le|la|l'|les|(?:a |apres )?l'article [^.;:\\n]{1,60} (?:du|de la|de l')) ?$",
  'u',
)
const SUBJECT_BEFORE = 90
const IS_AMENDED = sticky(
  "[^.\\n«»]{0,600}? (?:(?:est|sont) (?:ainsi )?modifiee?s?(?: comme suit| ainsi qu'il suit)?|" +
    '(?:il )?(?:est|sont) (?:insere|ajoute|introduit|cree)e?s? [^.:;\\n«»]{1,120}) ?:',
)

/**
 * `Le règlement (UE) n° 648/2012 est modifié comme suit :`, `Après l'article 3 de la loi du …, il
 * est inséré un article 3 bis :`: the articles after it are those of the act that is amended, not
 * of the one that amends.
 */
export const actsAmendedIn = ({ text }: Flat, works: readonly Work[]): AmendedAct[] => {
  const found: AmendedAct[] = []
  let until = 0
  for (const work of works) {
    if (work.start < until || work.cited.length !== 1) continue
    const before = text.slice(Math.max(0, work.start - SUBJECT_BEFORE), work.start)
    if (!SUBJECT.test(before)) continue
    const amended = matchAt(IS_AMENDED, text, work.end)
    if (amended === null) continue
    until = work.end + amended[0].length
    found.push({ from: work.end, work })
  }
  return found
}
