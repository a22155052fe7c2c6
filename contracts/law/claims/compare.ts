import { agree, covers, type SaidDate } from './dates.ts'
import { MODAL } from './lexicon.ts'
import type { Quantity, Reading, Token } from './reading.ts'
import { type ClaimSource, type EvidenceUnit, holdsQuantity } from './source.ts'

/** What a source says otherwise than the claim. `said` is the claim's words, `source` those of the source where it has some. */
export type Conflict = {
  readonly kind: 'polarity' | 'number' | 'date' | 'citation' | 'party' | 'name' | 'quotation'
  readonly said: string
  readonly source: string | null
  /** Concept of a word that is disputed. */
  readonly concept?: string
}

/** A claim held against one stretch of a source. */
export type Comparison = {
  readonly unit: EvidenceUnit
  readonly source: ClaimSource
  /** Weighted share of the claim's telling words that the stretch and what stands around it say, 0–1. */
  readonly coverage: number
  /** The same, of the stretch alone. */
  readonly core: number
  readonly conflicts: readonly Conflict[]
  /** What the claim says and the source does not: a number, a date, a citation, a name. */
  readonly missing: readonly string[]
}

/** What a word weighs: rare ones tell more. */
export type Weights = (concept: string) => number

/** Worth of a word that stands beside the stretch, or elsewhere in the source. */
const WORTH = { around: 0.5, elsewhere: 0.1 } as const
/** How near a denied word must stand to a word that both sides share. */
const NEIGHBOURS = { claim: 5, unit: 5 } as const

const MODAL_WORDS = /^(?:peu|pou|sau|doi|dev|cess)/u
const isModal = ({ concept, folded }: Token): boolean =>
  MODAL.has(concept) && MODAL_WORDS.test(folded)

/** The sign of a word in view of the other side: denied by way of a modal counts only where the other side has no modal. */
const signIn = (token: Token, other: Reading): 1 | -1 => {
  if (!token.softly || other.modals.size > 0) return token.sign
  return token.sign === 1 ? -1 : 1
}

const near = (tokens: readonly Token[], at: number, reach: number): Set<string> =>
  new Set(
    tokens
      .slice(Math.max(0, at - reach), at + reach + 1)
      .filter((_, index) => index !== Math.min(at, reach))
      .map(({ concept }) => concept),
  )

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

/** Of the places of one concept, those of the very word, where there are any: `exigée` is not `devoir`. */
const ofSameWord = (
  token: Token,
  unit: readonly Token[],
  places: readonly number[],
): readonly number[] => {
  const same = places.filter((place) => unit[place]?.stem === token.stem)
  return same.length > 0 ? same : places
}

const denied = (reading: Reading): string[] =>
  reading.tokens
    .filter((token) => token.denied && !token.aside && !token.lacking)
    .map(({ concept }) => concept)

/** Concepts that one side denies and the other does not deny. */
const deniedAlone = (one: Reading, other: Reading): ReadonlySet<string> => {
  const theirs = new Set(denied(other))
  return new Set(denied(one).filter((concept) => !theirs.has(concept)))
}

const denySame = (one: Reading, other: Reading): boolean =>
  one.tokens.some(
    (token) =>
      token.denied &&
      !token.aside &&
      !token.lacking &&
      other.tokens.some((there) => there.denied && there.concept === token.concept),
  )

const polarityConflicts = (claim: Reading, unit: Reading): Conflict[] => {
  const conflicts: Conflict[] = []
  // Both sides deny, each another word: the same thing said in other words, more often than not.
  const agreed = denySame(claim, unit)
  const rephrased = deniedAlone(claim, unit).size > 0 && deniedAlone(unit, claim).size > 0
  for (const [at, token] of claim.tokens.entries()) {
    if (token.aside) continue
    const all = unit.tokens.flatMap((other, place) =>
      other.concept === token.concept ? [place] : [],
    )
    const places = isModal(token) ? all : ofSameWord(token, unit.tokens, all)
    const relevant = places.filter((place) =>
      isModal(token)
        ? governSame(claim.tokens, at, unit.tokens, place)
        : shareNeighbour(claim, at, unit, place),
    )
    if (relevant.length === 0) continue
    const own = signIn(token, unit)
    const agrees = relevant.some((place) => {
      const other = unit.tokens[place]
      const byNegation = other?.denied !== token.denied
      // What the claim denies is denied: a further denial of the source says more, not otherwise.
      const saysMore = agreed && !token.denied && !isModal(token)
      return (
        other === undefined ||
        signIn(other, claim) === own ||
        ((rephrased || saysMore) && byNegation)
      )
    })
    if (!agrees)
      conflicts.push({
        kind: 'polarity',
        said: token.folded,
        source: unit.tokens[relevant[0] ?? 0]?.folded ?? null,
        concept: token.concept,
      })
  }
  return conflicts
}

type Found = { readonly conflicts: readonly Conflict[]; readonly missing: readonly string[] }
const NOTHING: Found = { conflicts: [], missing: [] }

const numberFound = (
  quantity: Quantity,
  said: string,
  unit: Reading,
  source: ClaimSource,
): Found => {
  const { value, unit: counted } = quantity
  const same = unit.quantities.filter((other) => other.unit === counted && counted !== null)
  if (same.some((other) => other.value === value)) return NOTHING
  if (counted === null || same.length === 0) {
    if (unit.quantities.some((other) => other.value === value)) return NOTHING
    return holdsQuantity(source, value, counted) ? NOTHING : { conflicts: [], missing: [said] }
  }
  const [first] = same
  return { conflicts: [{ kind: 'number', said, source: String(first?.value) }], missing: [] }
}

const shapeOf = ({ day, month, year }: SaidDate): string =>
  [day, month, year].map((part) => (part === null ? '-' : 'x')).join('')

const dateFound = (
  date: SaidDate,
  said: string,
  claim: Reading,
  unit: Reading,
  source: ClaimSource,
): Found => {
  if (unit.dates.some((other) => covers(other, date))) return NOTHING
  const free = unit.dates.filter((other) => !claim.dates.some((own) => agree(own, other)))
  const other = free.find((one) => shapeOf(one) === shapeOf(date)) ?? free[0]
  if (other !== undefined) {
    const shown = [other.day, other.month, other.year].filter((part) => part !== null).join('.')
    return { conflicts: [{ kind: 'date', said, source: shown }], missing: [] }
  }
  if (source.dates.some((one) => covers(one, date))) return NOTHING
  return { conflicts: [], missing: [said] }
}

const namesOf = (reading: Reading): Set<string> =>
  new Set(reading.authorities.flatMap((one) => one.names))

const authorityFound = (claim: Reading, unit: Reading, source: ClaimSource): Found => {
  const conflicts: Conflict[] = []
  const missing: string[] = []
  const ofClaim = namesOf(claim)
  const ofUnit = namesOf(unit)
  const ofTitle = namesOf(source.title)
  for (const authority of claim.authorities) {
    if (authority.names.some((name) => ofUnit.has(name))) continue
    const instead = unit.authorities.find(
      (other) => other.kind === authority.kind && !other.names.some((name) => ofClaim.has(name)),
    )
    if (instead !== undefined)
      conflicts.push({ kind: 'citation', said: authority.text, source: instead.text })
    else if (!authority.names.some((name) => ofTitle.has(name) || source.authorities.has(name)))
      missing.push(authority.text)
  }
  return { conflicts, missing }
}

const CLAUSE = /[;:]/gu

/** The clause of a stretch that says most of what the claim says. */
const clauseFor = (claim: ReadonlySet<string>, unit: EvidenceUnit): readonly Token[] => {
  const cuts = [...unit.text.matchAll(CLAUSE)].map(({ index }) => index)
  let best: readonly Token[] = unit.reading.tokens
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

/** How near to a party the word must stand that says what it does or gets. */
const DOES = 2
/** Whether two parties stand beside one and the same word. */
const standAlike = (
  claim: readonly Token[],
  one: Token,
  unit: readonly Token[],
  other: Token,
): boolean => {
  const own = near(claim, claim.indexOf(one), DOES)
  return [...near(unit, unit.indexOf(other), DOES)].some((concept) => own.has(concept))
}

const partyConflicts = (claim: Reading, unit: EvidenceUnit): Conflict[] => {
  const own = new Set(claim.tokens.map(({ concept }) => concept))
  const clause = clauseFor(own, unit)
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
        said: pair[0].folded,
        source: pair[1].folded,
        concept: pair[0].concept,
      })
  }
  return conflicts
}

const marked = (token: Token): boolean => token.role !== null || token.isName

/** Share of a sentence's words that makes it a copy with something moved. */
const COPIED_SHARE = 0.8

/** Parties or names that change places between two sentences of the same words. */
const swapConflict = (claim: Reading, unit: Reading): Conflict[] => {
  const words = new Set(unit.tokens.map(({ folded }) => folded))
  const copied = claim.tokens.filter(({ folded }) => words.has(folded)).length
  if (copied < claim.tokens.length * COPIED_SHARE) return []
  const own = claim.tokens.filter(marked).map(({ folded }) => folded)
  const order = [...new Set(own)].filter((folded) => words.has(folded))
  if (order.length < 2) return []
  const places = order.map((folded) => unit.tokens.findIndex((token) => token.folded === folded))
  const falls = places.findIndex((place, index) => index > 0 && place < (places[index - 1] ?? 0))
  if (falls < 0) return []
  return [{ kind: 'party', said: order[falls - 1] ?? '', source: order[falls] ?? null }]
}

const namesFound = (claim: Reading, unit: EvidenceUnit, source: ClaimSource): Found => {
  const known = new Set(
    [...unit.reading.tokens, ...source.title.tokens].map(({ folded }) => folded),
  )
  const lost = claim.tokens.filter(
    ({ isName, folded, concept }) =>
      isName && !known.has(folded) && !source.names.has(folded) && !source.concepts.has(concept),
  )
  return { conflicts: [], missing: lost.map(({ folded }) => folded) }
}

type Coverage = { readonly coverage: number; readonly core: number }

/** `disputed`: words that the stretch says otherwise; it speaks of them. */
export const coverageOf = (
  claim: Reading,
  unit: EvidenceUnit,
  source: ClaimSource,
  weigh: Weights,
  disputed: readonly string[] = [],
): Coverage => {
  const here = disputed.length === 0 ? unit.concepts : new Set([...unit.concepts, ...disputed])
  const concepts = claim.concepts
  let all = 0
  let found = 0
  let own = 0
  for (const concept of concepts) {
    const weight = weigh(concept)
    all += weight
    if (here.has(concept)) {
      found += weight
      own += weight
    } else if (unit.around.has(concept)) found += weight * WORTH.around
    else if (source.concepts.has(concept)) found += weight * WORTH.elsewhere
  }
  return all === 0 ? { coverage: 0, core: 0 } : { coverage: found / all, core: own / all }
}

/** Below this share nothing is said of the claim, and what differs is no conflict. */
export const CONFLICT_COVERAGE_MIN = 0.5

/** Holds a claim against a stretch of a source. `text` is the claim as written. */
export const compare = (
  text: string,
  claim: Reading,
  unit: EvidenceUnit,
  source: ClaimSource,
  weigh: Weights,
): Comparison => {
  const { coverage, core } = coverageOf(claim, unit, source, weigh)
  if (coverage < CONFLICT_COVERAGE_MIN / 2)
    return { unit, source, coverage, core, conflicts: [], missing: [] }
  const reading = unit.reading
  const found = [
    ...claim.quantities.map((quantity) =>
      numberFound(quantity, text.slice(quantity.start, quantity.end), reading, source),
    ),
    ...claim.dates.map((date) =>
      dateFound(date, text.slice(date.start, date.end), claim, reading, source),
    ),
    authorityFound(claim, reading, source),
    namesFound(claim, unit, source),
  ]
  const conflicts = [
    ...found.flatMap((one) => one.conflicts),
    ...polarityConflicts(claim, reading),
    ...partyConflicts(claim, unit),
    ...swapConflict(claim, reading),
  ]
  const missing = found.flatMap((one) => one.missing)
  const disputed = conflicts.flatMap((one) => one.concept ?? [])
  const measured =
    disputed.length === 0 ? { coverage, core } : coverageOf(claim, unit, source, weigh, disputed)
  return {
    unit,
    source,
    ...measured,
    conflicts: measured.coverage < CONFLICT_COVERAGE_MIN ? [] : conflicts,
    missing,
  }
}
