/** Which word of a passage says what a word of a claim says. */
import type { Frame, FrameWord } from './frame.ts'
import { isListed, MATCH, type Meanings, meaningsOf, type Side } from './meanings.ts'

/** A sentence with the meanings of its words. */
export type ReadFrame = Frame & { readonly meanings: Meanings }

export const withMeanings = (frame: Frame): ReadFrame => ({
  ...frame,
  meanings: meaningsOf(frame.words),
})

/** The word of the passage that a word of the claim is matched with. */
export type Match = {
  readonly word: FrameWord
  /** Index in the passage; null: it has no such word. */
  readonly to: number | null
  /** 0 to 1, as `MATCH` grades it. */
  readonly strength: number
}

/** A word of a claim whose opposite the passage has, or another of the same group. */
export type Opposed = {
  readonly word: FrameWord
  readonly to: number
  readonly kind: Side['kind']
}

const PREFIX_MIN = 6
const sharePrefix = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length)
  return shorter >= PREFIX_MIN && one.slice(0, shorter - 1) === other.slice(0, shorter - 1)
}

const opposes = (one: readonly Side[], other: readonly Side[]): Side['kind'] | null => {
  for (const { opposition, side, kind } of one)
    if (
      other.some((their) => their.opposition === opposition && their.side !== side) &&
      !other.some((their) => their.opposition === opposition && their.side === side)
    )
      return kind
  return null
}

const strengthOf = (claim: ReadFrame, at: number, unit: ReadFrame, to: number): number => {
  const one = claim.words[at]
  const other = unit.words[to]
  if (one === undefined || other === undefined) return 0
  if (one.folded === other.folded || one.base === other.base) return MATCH.same
  const isOneWord = one.key === other.key
  // `employeur` and `employé` share a stem; each is listed for itself.
  if (isOneWord && !(isListed(one.base) && isListed(other.base))) return MATCH.same
  // `employeur` and `employé` are of one family, and two parties.
  if (opposes(claim.meanings.sides[at] ?? [], unit.meanings.sides[to] ?? []) === 'party') return 0
  const theirs = unit.meanings.senses[to] ?? []
  let best = 0
  for (const { cluster, strength } of claim.meanings.senses[at] ?? [])
    for (const sense of theirs)
      if (sense.cluster === cluster) best = Math.max(best, Math.min(strength, sense.strength))
  if (best === 0 && unit.meanings.broader[to]?.has(one.base) === true) best = MATCH.broader
  if (best === 0 && (isOneWord || sharePrefix(one.key, other.key))) best = MATCH.prefix
  return best
}

export type Alignment = {
  readonly matches: readonly Match[]
  readonly opposed: readonly Opposed[]
  /** Words of the passage that some word of the claim is matched with. */
  readonly used: ReadonlySet<number>
}

/** Of equal matches, the nearest to where the words before were matched is taken. */
export const align = (claim: ReadFrame, unit: ReadFrame): Alignment => {
  const content = claim.words.filter(({ isContent }) => isContent)
  const places = unit.words.filter(({ isContent }) => isContent).map(({ at }) => at)
  const used = new Set<number>()
  let last = -1
  const matches = content.map((word): Match => {
    let to: number | null = null
    let strength = 0
    let distance = Number.POSITIVE_INFINITY
    for (const place of places) {
      const found = strengthOf(claim, word.at, unit, place)
      if (found === 0) continue
      const away = (used.has(place) ? 50 : 0) + (last < 0 ? place / 10 : Math.abs(place - last - 1))
      if (found > strength + 0.01 || (found >= strength - 0.01 && away < distance)) {
        to = place
        strength = found
        distance = away
      }
    }
    if (to !== null) {
      used.add(to)
      last = to
    }
    return { word, to, strength }
  })
  // An opposite is rather a word that nothing else is matched with.
  const free = places.toSorted((one, other) => Number(used.has(one)) - Number(used.has(other)))
  const opposed = matches.flatMap(({ word, strength }): Opposed[] => {
    if (strength > MATCH.near) return []
    const own = claim.meanings.sides[word.at] ?? []
    if (own.length === 0) return []
    for (const place of free) {
      const kind = opposes(own, unit.meanings.sides[place] ?? [])
      if (kind !== null) return [{ word, to: place, kind }]
    }
    return []
  })
  return { matches, opposed, used }
}
