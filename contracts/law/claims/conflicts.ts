import { agree, covers, type MentionedDate } from './dates.ts'
import { denialsIn } from './denial.ts'
import { MODAL } from './lexicon.ts'
import type { Quantity } from './quantities.ts'
import type { SentenceAnalysis, TellingWord } from './sentence-analysis.ts'
import { type ClaimSource, type EvidenceUnit, holdsQuantity } from './claim-source.ts'

/**
 * How a source contradicts a claim. `said` is the claim's words, `source` the source's where it has
 * some.
 */
export type Conflict = {
  readonly kind: 'polarity' | 'number' | 'date' | 'citation' | 'party' | 'name' | 'quotation'
  readonly said: string
  readonly source: string | null
  /** The concept on which claim and source disagree. */
  readonly concept?: string
}

/** The result of a comparison: what the source contradicts and what it does not say. */
export type Differences = {
  readonly conflicts: readonly Conflict[]
  readonly missing: readonly string[]
}
export const NO_DIFFERENCES: Differences = { conflicts: [], missing: [] }

/** Concepts of the meaningful words around one word, without that word. */
export const conceptsAround = (
  tokens: readonly TellingWord[],
  at: number,
  reach: number,
): Set<string> =>
  new Set(
    tokens
      .slice(Math.max(0, at - reach), at + reach + 1)
      .filter((_, index) => index !== Math.min(at, reach))
      .map(({ concept }) => concept),
  )

/**
 * Checks what a claim states exactly: numbers, dates, citations, names. Each is in the passage,
 * differs there, or is missing.
 */

const numberFound = (
  quantity: Quantity,
  said: string,
  unit: SentenceAnalysis,
  source: ClaimSource,
): Differences => {
  const { value, unit: counted } = quantity
  const same = unit.quantities.filter((other) => other.unit === counted && counted !== null)
  if (same.some((other) => other.value === value)) return NO_DIFFERENCES
  if (counted === null || same.length === 0) {
    if (unit.quantities.some((other) => other.value === value)) return NO_DIFFERENCES
    return holdsQuantity(source, value, counted)
      ? NO_DIFFERENCES
      : { conflicts: [], missing: [said] }
  }
  const [first] = same
  return { conflicts: [{ kind: 'number', said, source: String(first?.value) }], missing: [] }
}

const shapeOf = ({ day, month, year }: MentionedDate): string =>
  [day, month, year].map((part) => (part === null ? '-' : 'x')).join('')

/** What joins the number of an act and its date: `n° 2009-938 du 29 juillet 2009`. */
const JOINS_DATE = /^\s?(?:(?:QPC|DC|UE|CE|\([^)]{1,20}\))\s?)?,?\s?(?:du|de|of)\s(?:la\s|l['’])?$/u

/** Whether a date is part of the name of an act, and dates no fact. */
const isOfAct = (
  text: string,
  { start }: MentionedDate,
  { authorities }: SentenceAnalysis,
): boolean => authorities.some(({ end }) => end <= start && JOINS_DATE.test(text.slice(end, start)))

const dateFound = (
  date: MentionedDate,
  text: string,
  claim: SentenceAnalysis,
  unit: SentenceAnalysis,
  source: ClaimSource,
): Differences => {
  const said = text.slice(date.start, date.end)
  if (unit.dates.some((other) => covers(other, date))) return NO_DIFFERENCES
  const free = unit.dates.filter((other) => !claim.dates.some((own) => agree(own, other)))
  const other = free.find((one) => shapeOf(one) === shapeOf(date)) ?? free[0]
  if (other !== undefined && !isOfAct(text, date, claim)) {
    const shown = [other.day, other.month, other.year].filter((part) => part !== null).join('.')
    return { conflicts: [{ kind: 'date', said, source: shown }], missing: [] }
  }
  if (source.dates.some((one) => covers(one, date))) return NO_DIFFERENCES
  return { conflicts: [], missing: [said] }
}

const namesOf = (reading: SentenceAnalysis): Set<string> =>
  new Set(reading.authorities.flatMap((one) => one.names))

const authorityFound = (
  claim: SentenceAnalysis,
  unit: SentenceAnalysis,
  source: ClaimSource,
): Differences => {
  const conflicts: Conflict[] = []
  const missing: string[] = []
  const ofClaim = namesOf(claim)
  const ofUnit = namesOf(unit)
  const ofTitle = namesOf(source.title)
  for (const authority of claim.authorities) {
    if (authority.names.some((name) => ofUnit.has(name))) continue
    if (authority.names.some((name) => ofTitle.has(name))) continue
    const instead = unit.authorities.find(
      (other) => other.kind === authority.kind && !other.names.some((name) => ofClaim.has(name)),
    )
    const isElsewhere = authority.names.some((name) => source.authorities.has(name))
    // Another passage of the text may state what this one states on other authority.
    if (instead !== undefined && !isElsewhere)
      conflicts.push({ kind: 'citation', said: authority.text, source: instead.text })
    else if (instead !== undefined || !isElsewhere) missing.push(authority.text)
  }
  return { conflicts, missing }
}

const namesFound = (
  claim: SentenceAnalysis,
  unit: EvidenceUnit,
  source: ClaimSource,
): Differences => {
  const known = new Set(
    [...unit.reading.tokens, ...source.title.tokens].map(({ folded }) => folded),
  )
  const lost = claim.tokens.filter(
    ({ isName, folded, concept }) =>
      isName && !known.has(folded) && !source.names.has(folded) && !source.concepts.has(concept),
  )
  return { conflicts: [], missing: lost.map(({ raw }) => raw) }
}

/**
 * Looks in a passage for everything that a claim states exactly. `text` is the claim as written.
 */
export const figuresFound = (
  text: string,
  claim: SentenceAnalysis,
  unit: EvidenceUnit,
  source: ClaimSource,
): Differences[] => [
  ...claim.quantities.map((quantity) =>
    numberFound(quantity, text.slice(quantity.start, quantity.end), unit.reading, source),
  ),
  ...claim.dates.map((date) => dateFound(date, text, claim, unit.reading, source)),
  authorityFound(claim, unit.reading, source),
  namesFound(claim, unit, source),
]

const CLAUSE = /[;:]/gu

/** The clause of a passage that shares most words with the claim. */
const clauseFor = (claim: ReadonlySet<string>, unit: EvidenceUnit): readonly TellingWord[] => {
  const cuts = [...unit.text.matchAll(CLAUSE)].map(({ index }) => index)
  let best: readonly TellingWord[] = unit.reading.tokens
  let most = -1
  for (const [index, from] of [0, ...cuts].entries()) {
    const to = cuts[index] ?? unit.text.length
    const tokens = unit.reading.tokens.filter(({ start }) => start >= from && start < to)
    const shared = new Set(
      tokens.map(({ concept }) => concept).filter((concept) => claim.has(concept)),
    ).size
    if (shared > most) {
      most = shared
      best = tokens
    }
  }
  return best
}

/** How near to a party the word must be that says what the party does or gets. */
const DOES = 2
/** Whether two parties appear beside the same word. */
const standAlike = (
  claim: readonly TellingWord[],
  one: TellingWord,
  unit: readonly TellingWord[],
  other: TellingWord,
): boolean => {
  const own = conceptsAround(claim, claim.indexOf(one), DOES)
  return [...conceptsAround(unit, unit.indexOf(other), DOES)].some((concept) => own.has(concept))
}

/** What makes no difference to the rule: it gives nothing to the party that it names. */
const CONCESSION =
  /(?<!\p{L})(?:qu(?:e\s|['’])[^,;:.]{1,80}?\s(?:ou\s(?:non|pas)|soit)(?!\p{L})|(?:même\ss(?:i\s|['’])|quand\sbien\smême|peu\simporte|bien\squ|quoiqu)[^,;:.]*)/giu

const outsideConcessions = (
  tokens: readonly TellingWord[],
  { text }: EvidenceUnit,
): readonly TellingWord[] => {
  const spans = [...text.matchAll(CONCESSION)].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
  }))
  return tokens.filter(({ start, end }) =>
    spans.every((span) => start < span.start || end > span.end),
  )
}

/** Cases where a passage gives something to one party and the claim gives it to another. */
export const partyConflicts = (claim: SentenceAnalysis, unit: EvidenceUnit): Conflict[] => {
  const own = new Set(claim.tokens.map(({ concept }) => concept))
  const clause = outsideConcessions(clauseFor(own, unit), unit)
  const conflicts: Conflict[] = []
  for (const role of new Set(claim.tokens.map((token) => token.role))) {
    if (role === null) continue
    const said = claim.tokens.filter((token) => token.role === role)
    const there = clause.filter((token) => token.role === role)
    const shared = said.some(({ concept }) => there.some((other) => other.concept === concept))
    if (there.length === 0 || shared) continue
    const pair = said
      .flatMap((one) => there.map((other) => [one, other] as const))
      .find(([one, other]) => standAlike(claim.tokens, one, clause, other))
    if (pair !== undefined)
      conflicts.push({
        kind: 'party',
        said: pair[0].raw,
        source: pair[1].raw,
        concept: pair[0].concept,
      })
  }
  return conflicts
}

const marked = (token: TellingWord): boolean => token.role !== null || token.isName

/** A sentence that shares this many of its words is a copy in which something was moved. */
const COPIED_SHARE = 0.8

/** Parties or names that change places between two sentences of the same words. */
export const swapConflict = (claim: SentenceAnalysis, unit: SentenceAnalysis): Conflict[] => {
  const words = new Set(unit.tokens.map(({ folded }) => folded))
  const copied = claim.tokens.filter(({ folded }) => words.has(folded)).length
  if (copied < claim.tokens.length * COPIED_SHARE) return []
  const own = claim.tokens.filter(marked)
  const there = unit.tokens.filter(marked).map(({ folded }) => folded)
  const order = own.filter(
    ({ folded }, at) =>
      there.includes(folded) && own.findIndex((one) => one.folded === folded) === at,
  )
  const places = order.map(({ folded }) => there.indexOf(folded))
  const falls = places.findIndex((place, index) => index > 0 && place < (places[index - 1] ?? 0))
  if (falls < 0) return []
  return [{ kind: 'party', said: order[falls - 1]?.raw ?? '', source: order[falls]?.raw ?? null }]
}

/** How near a denied word must be to a word that both sides share. */
const NEIGHBOURS = { claim: 5, unit: 5 } as const

const MODAL_WORDS = /^(?:peu|pou|sau|doi|dev|cess)/u
const isModal = ({ concept, folded }: TellingWord): boolean =>
  MODAL.has(concept) && MODAL_WORDS.test(folded)

/**
 * The sign of a word compared with the other side. A denial by way of a modal counts only if the
 * other side has no modal.
 */
const signIn = (token: TellingWord, other: SentenceAnalysis): 1 | -1 => {
  if (!token.softly || other.modals.size > 0) return token.sign
  return token.sign === 1 ? -1 : 1
}

const shareNeighbour = (
  claim: SentenceAnalysis,
  at: number,
  unit: SentenceAnalysis,
  place: number,
): boolean => {
  const own = conceptsAround(claim.tokens, at, NEIGHBOURS.claim)
  const theirs = conceptsAround(unit.tokens, place, NEIGHBOURS.unit)
  return [...own].some((concept) => theirs.has(concept))
}

/** How many telling words after a modal may be what it governs. */
const GOVERNED = 4
const governSame = (
  claim: readonly TellingWord[],
  at: number,
  unit: readonly TellingWord[],
  place: number,
): boolean => {
  const own = claim[at + 1]?.concept
  return unit.slice(place + 1, place + 1 + GOVERNED).some(({ concept }) => concept === own)
}

/**
 * Prefers the places of the same word over other words of its concept: `exigée` is not `devoir`.
 */
const ofSameWord = (
  token: TellingWord,
  unit: readonly TellingWord[],
  places: readonly number[],
): readonly number[] => {
  const same = places.filter((place) => unit[place]?.stem === token.stem)
  return same.length > 0 ? same : places
}

/**
 * Words that the main clause denies; words in relative clauses and words after `sans` do not count.
 */
const denied = (reading: SentenceAnalysis): readonly TellingWord[] =>
  reading.tokens.filter((token) => token.denied && !token.aside && !token.lacking)
const concepts = (tokens: readonly TellingWord[]): Set<string> =>
  new Set(tokens.map(({ concept }) => concept))

/** The largest distance between the two words of `ne peut X sans Y`. */
const PAIRED_WITHIN = 6
/** The words of `ne peut X sans Y`: Y is needed for X. */
const neededPairs = ({ tokens }: SentenceAnalysis): ReadonlySet<TellingWord> => {
  const paired = new Set<TellingWord>()
  for (const [at, token] of tokens.entries()) {
    if (!token.lacking) continue
    const around = tokens.slice(Math.max(0, at - PAIRED_WITHIN), at + PAIRED_WITHIN)
    const refused = around.filter((other) => other.denied && !other.lacking)
    for (const other of refused) paired.add(other).add(token)
  }
  return paired
}
const deniesNothing = ({ tokens }: SentenceAnalysis): boolean =>
  tokens.every((token) => !token.denied)

/** How the negations of a claim relate to those of a passage. */
type Negations = {
  /** Both deny the same word. */
  readonly agreed: boolean
  /**
   * Each denies a word that the other does not, which usually means the same thing in other words.
   */
  readonly rephrased: boolean
  /**
   * Words that one side states with `ne … sans` and the other without negation: `Y est nécessaire
   * pour X`.
   */
  readonly cancelled: ReadonlySet<TellingWord>
}

const negationsOf = (claim: SentenceAnalysis, unit: SentenceAnalysis): Negations => {
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
 * The places in a passage that use a word of the claim about the same thing, so that a denial there
 * denies it.
 */
const placesOf = (
  claim: SentenceAnalysis,
  at: number,
  token: TellingWord,
  unit: SentenceAnalysis,
): number[] => {
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
 * Whether a claim both affirms and denies the same word: `la clause disparaît, le contrat demeure`.
 */
const saysBoth = ({ tokens }: SentenceAnalysis, { concept, sign }: TellingWord): boolean =>
  tokens.some((other) => other.concept === concept && other.sign !== sign)

const agreesAt = (
  token: TellingWord,
  other: TellingWord,
  { claim, unit }: { readonly claim: SentenceAnalysis; readonly unit: SentenceAnalysis },
  { agreed, rephrased, cancelled }: Negations,
): boolean => {
  if (signIn(other, claim) === signIn(token, unit)) return true
  if (other.denied === token.denied) return false
  // If the claim already denies it, a further denial in the source adds detail and is no conflict.
  const saysMore = agreed && !token.denied && !isModal(token)
  return rephrased || saysMore || cancelled.has(other) || cancelled.has(token)
}

/** Words that the claim affirms and the passage denies, or the reverse. */
export const polarityConflicts = (
  { text, reading: claim }: { readonly text: string; readonly reading: SentenceAnalysis },
  { text: unitText, reading: unit }: Pick<EvidenceUnit, 'text' | 'reading'>,
): Conflict[] => {
  const negations = negationsOf(claim, unit)
  const [ofClaim, ofUnit] = [denialsIn(text), denialsIn(unitText)]
  return claim.tokens.flatMap((token, at): Conflict[] => {
    if (token.aside) return []
    const there = placesOf(claim, at, token, unit).flatMap((place) => unit.tokens[place] ?? [])
    const [first] = there
    if (first === undefined || saysBoth(claim, token)) return []
    if (there.some((other) => agreesAt(token, other, { claim, unit }, negations))) return []
    return [
      {
        kind: 'polarity',
        said: ofClaim(token),
        source: ofUnit(first),
        concept: token.concept,
      },
    ]
  })
}
