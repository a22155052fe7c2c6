import type { Conflict } from './conflict.ts'
import { near } from './near.ts'
import type { Reading, Token } from './reading.ts'
import type { EvidenceUnit } from './source.ts'

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

/** What a stretch gives to one party and the claim to another. */
export const partyConflicts = (claim: Reading, unit: EvidenceUnit): Conflict[] => {
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
export const swapConflict = (claim: Reading, unit: Reading): Conflict[] => {
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
