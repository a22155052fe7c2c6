/**
 * Checks whether a claim is stronger than the passage that supports it: a rule without its
 * exceptions, `doit` for `peut`.
 */
import { MODAL } from './lexicon.ts'
import type { SentenceAnalysis, TellingWord } from './sentence-analysis.ts'
import type { StrengthKind, StrengthMark } from './strength.ts'

/**
 * The marks in a passage that justify a mark in a claim. `all` is justified by a rule without
 * exceptions.
 */
const BORNE_OUT: Readonly<Record<Exclude<StrengthKind, 'all'>, ReadonlySet<StrengthMark['kind']>>> =
  {
    never: new Set(['never']),
    always: new Set(['always']),
    whatever: new Set(['whatever', 'always']),
    only: new Set(['only', 'needs']),
    needs: new Set(['only', 'needs']),
  }

/** The number of meaningful words around a mark that show what it applies to. */
const ABOUT = 5

const around = ({ tokens }: SentenceAnalysis, { start, end }: StrengthMark): Set<string> => {
  const after = tokens.findIndex((token) => token.start >= end)
  const at = after < 0 ? tokens.length : after
  const near = tokens.slice(Math.max(0, at - ABOUT), at + ABOUT)
  return new Set(
    near
      .filter((token) => token.start >= end || token.end <= start)
      .map(({ concept }) => concept)
      .filter((concept) => !MODAL.has(concept)),
  )
}

const isBorneOut = (
  claim: SentenceAnalysis,
  mark: StrengthMark,
  unit: SentenceAnalysis,
  kinds: ReadonlySet<StrengthMark['kind']>,
): boolean => {
  const own = around(claim, mark)
  return unit.strength.some(
    (other) =>
      kinds.has(other.kind) && [...around(unit, other)].some((concept) => own.has(concept)),
  )
}

const excepts = ({ strength }: SentenceAnalysis): boolean =>
  strength.some(({ kind }) => kind === 'exception')

/** Words equivalent to `ne … que`: a duty, a condition, nothing without it. */
const NECESSARY: ReadonlySet<string> = new Set(['=obligation', '=condition'])
const needs = ({ tokens }: SentenceAnalysis): boolean =>
  tokens.some(({ concept }) => NECESSARY.has(concept)) ||
  (tokens.some(({ lacking }) => lacking) &&
    tokens.some(({ denied, lacking }) => denied && !lacking))

/** `not`: it may not be. `free`: it need not be. */
type Force = 'must' | 'may' | 'not' | 'free'
/** Nouns such as `obligation` and `exigence` name a thing and impose nothing. */
const NOUN = /(?:tions?|ences?)$/u
const FORCES = {
  '=obligation': { said: 'must', denied: 'free' },
  '=permission': { said: 'may', denied: 'not' },
} as const
const isModalConcept = (concept: string): concept is keyof typeof FORCES => concept in FORCES

const forceOf = ({ concept, sign, folded }: TellingWord): Force | null => {
  if (!isModalConcept(concept) || NOUN.test(folded)) return null
  return sign > 0 ? FORCES[concept].said : FORCES[concept].denied
}

/**
 * The modals in a passage that justify the claim's modal. Denied modals of a claim are compared
 * through negation.
 */
const COMPATIBLE: Readonly<Record<Force, ReadonlySet<Force>>> = {
  must: new Set(['must']),
  may: new Set(['may', 'free']),
  not: new Set(['must', 'may', 'not', 'free']),
  free: new Set(['must', 'may', 'not', 'free']),
}

const ADVERB = /^(?:obligatoirement|imperativement|necessairement)$/u

/**
 * `peut` and `doit` govern the next word; in `oblige le salarié à` and `permet à l'employeur de`
 * the governed word comes later.
 */
const SHORT = /^(?:peu|pou|sau|doi|dev|faut|faud|tenu|must|shall|may|can|might|could|pot)/u
const REACH = { short: 1, long: 5 } as const

type Governed = ReadonlyMap<string, ReadonlySet<Force>>

/**
 * The words that the modals of a sentence govern: the words after them, or the one before an
 * adverb. `loosely`: within reach.
 */
const governed = ({ tokens }: SentenceAnalysis, loosely: boolean): Governed => {
  const forces = new Map<string, Set<Force>>()
  for (const [at, token] of tokens.entries()) {
    const isAdverb = ADVERB.test(token.folded)
    const force = isAdverb ? 'must' : forceOf(token)
    if (force === null) continue
    const reach = loosely && !SHORT.test(token.folded) ? REACH.long : REACH.short
    const targets = isAdverb
      ? tokens.slice(Math.max(0, at - 1), at)
      : tokens.slice(at + 1, at + 1 + reach)
    for (const { concept } of targets)
      forces.set(concept, (forces.get(concept) ?? new Set<Force>()).add(force))
  }
  return forces
}

/**
 * Words with another modal in the claim than in the passage: `doit X` where it may or may not,
 * `peut X` where it must.
 */
export const otherModals = (claim: SentenceAnalysis, unit: SentenceAnalysis): string[] => {
  if (claim.modals.size === 0 || unit.modals.size === 0) return []
  const there = governed(unit, true)
  return [...governed(claim, false)].flatMap(([concept, own]) => {
    const theirs = there.get(concept)
    if (theirs === undefined) return []
    const borneOut = [...own].some((force) => !theirs.isDisjointFrom(COMPATIBLE[force]))
    return borneOut ? [] : [concept]
  })
}

/** Marks of a claim that the passage does not justify: `jamais`, `seul`. */
export const unprovenMarks = (claim: SentenceAnalysis, unit: SentenceAnalysis): string[] =>
  claim.strength.flatMap((mark) => {
    const { kind, said } = mark
    if (kind === 'exception') return []
    if (kind === 'all') return excepts(unit) && !excepts(claim) ? [said] : []
    if (kind === 'needs' && needs(unit)) return []
    return isBorneOut(claim, mark, unit, BORNE_OUT[kind]) ? [] : [said]
  })
