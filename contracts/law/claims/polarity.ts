import type { Conflict } from './conflict.ts'
import { MODAL } from './lexicon.ts'
import { near } from './near.ts'
import type { Reading, Token } from './reading.ts'

/** How near a denied word must stand to a word that both sides share. */
const NEIGHBOURS = { claim: 5, unit: 5 } as const

const MODAL_WORDS = /^(?:peu|pou|sau|doi|dev|cess)/u
const isModal = ({ concept, folded }: Token): boolean =>
  MODAL.has(concept) && MODAL_WORDS.test(folded)

/**
 * The sign of a word in view of the other side: denied by way of a modal counts only where the
 * other side has no modal.
 */
const signIn = (token: Token, other: Reading): 1 | -1 => {
  if (!token.softly || other.modals.size > 0) return token.sign
  return token.sign === 1 ? -1 : 1
}

const shareNeighbour = (claim: Reading, at: number, unit: Reading, place: number): boolean => {
  const own = near(claim.tokens, at, NEIGHBOURS.claim)
  const theirs = near(unit.tokens, place, NEIGHBOURS.unit)
  return [...own].some((concept) => theirs.has(concept))
}

/** How many telling words after a modal may be what it governs. */
const GOVERNED = 4
const governSame = (
  claim: readonly Token[],
  at: number,
  unit: readonly Token[],
  place: number,
): boolean => {
  const own = claim[at + 1]?.concept
  return unit.slice(place + 1, place + 1 + GOVERNED).some(({ concept }) => concept === own)
}

/**
 * Of the places of one concept, those of the very word, where there are any: `exigée` is not
 * `devoir`.
 */
const ofSameWord = (
  token: Token,
  unit: readonly Token[],
  places: readonly number[],
): readonly number[] => {
  const same = places.filter((place) => unit[place]?.stem === token.stem)
  return same.length > 0 ? same : places
}

/** Words that a sentence itself denies: not in passing, and not as what is lacking. */
const denied = (reading: Reading): readonly Token[] =>
  reading.tokens.filter((token) => token.denied && !token.aside && !token.lacking)
const concepts = (tokens: readonly Token[]): Set<string> =>
  new Set(tokens.map(({ concept }) => concept))

/** How far apart the two words of `ne peut X sans Y` may stand. */
const PAIRED_WITHIN = 6
/** The words of `ne peut X sans Y`: Y is needed for X. */
const neededPairs = ({ tokens }: Reading): ReadonlySet<Token> => {
  const paired = new Set<Token>()
  for (const [at, token] of tokens.entries()) {
    if (!token.lacking) continue
    const around = tokens.slice(Math.max(0, at - PAIRED_WITHIN), at + PAIRED_WITHIN)
    const refused = around.filter((other) => other.denied && !other.lacking)
    for (const other of refused) paired.add(other).add(token)
  }
  return paired
}
const deniesNothing = ({ tokens }: Reading): boolean => tokens.every((token) => !token.denied)

/** How the negations of a claim and of a stretch stand to each other. */
type Negations = {
  /** Both deny the same word. */
  readonly agreed: boolean
  /**
   * Each denies a word that the other does not: the same thing said in other words, more often than
   * not.
   */
  readonly rephrased: boolean
  /** What one says by `ne … sans` and the other without any negation: `Y est nécessaire pour X`. */
  readonly cancelled: ReadonlySet<Token>
}

const negationsOf = (claim: Reading, unit: Reading): Negations => {
  const ours = concepts(denied(claim))
  const theirs = concepts(denied(unit))
  return {
    agreed: [...ours].some((concept) => theirs.has(concept)),
    rephrased:
      [...ours].some((concept) => !theirs.has(concept)) &&
      [...theirs].some((concept) => !ours.has(concept)),
    cancelled: new Set([
      ...(deniesNothing(claim) ? neededPairs(unit) : []),
      ...(deniesNothing(unit) ? neededPairs(claim) : []),
    ]),
  }
}

/**
 * Places of a stretch that speak of a word of the claim: of the same thing, so that a denial there
 * is a denial of it.
 */
const placesOf = (claim: Reading, at: number, token: Token, unit: Reading): number[] => {
  const all = unit.tokens.flatMap(({ concept }, place) =>
    concept === token.concept ? [place] : [],
  )
  if (all.length === 0) return all
  const places = isModal(token) ? all : ofSameWord(token, unit.tokens, all)
  return places.filter((place) =>
    isModal(token)
      ? governSame(claim.tokens, at, unit.tokens, place)
      : shareNeighbour(claim, at, unit, place),
  )
}

/**
 * Whether one and the same word stands in a claim both ways: `la clause disparaît, le contrat
 * demeure`.
 */
const saysBoth = ({ tokens }: Reading, { concept, sign }: Token): boolean =>
  tokens.some((other) => other.concept === concept && other.sign !== sign)

const agreesAt = (
  token: Token,
  other: Token,
  { claim, unit }: { readonly claim: Reading; readonly unit: Reading },
  { agreed, rephrased, cancelled }: Negations,
): boolean => {
  if (signIn(other, claim) === signIn(token, unit)) return true
  if (other.denied === token.denied) return false
  // What the claim denies is denied: a further denial of the source says more, not otherwise.
  const saysMore = agreed && !token.denied && !isModal(token)
  return rephrased || saysMore || cancelled.has(other) || cancelled.has(token)
}

/** Words of a claim that a stretch says the other way round. */
export const polarityConflicts = (claim: Reading, unit: Reading): Conflict[] => {
  const negations = negationsOf(claim, unit)
  return claim.tokens.flatMap((token, at): Conflict[] => {
    if (token.aside) return []
    const there = placesOf(claim, at, token, unit).flatMap((place) => unit.tokens[place] ?? [])
    const [first] = there
    if (first === undefined || saysBoth(claim, token)) return []
    if (there.some((other) => agreesAt(token, other, { claim, unit }, negations))) return []
    return [{ kind: 'polarity', said: token.folded, source: first.folded, concept: token.concept }]
  })
}
