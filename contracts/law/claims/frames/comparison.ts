/** Sets the frame of a claim beside that of a passage. */
import type { EvidenceUnit } from '../claim-source.ts'
import type { SentenceAnalysis } from '../sentence-analysis.ts'
import { align, type Alignment, FULL, type ReadFrame, withMeanings } from './alignment.ts'
import { clauses, type Difference, missingWords, opposites, otherForces } from './differences.ts'
import { readFrame } from './frame.ts'
import { numberDifferences } from './numbers.ts'

/** `subject` in the claim, `object` in the passage, or the reverse. */
const TURNED: ReadonlySet<string> = new Set(['subject object', 'object subject'])

/** Persons and things that change places: who does it in the claim suffers it in the passage. */
const turnedRoles = (claim: ReadFrame, unit: ReadFrame, { matches }: Alignment): Difference[] => {
  const to = new Map<number, number>()
  for (const { word, to: place, strength } of matches)
    if (place !== null && strength >= FULL) to.set(word.at, place)
  const theirs = new Map(
    unit.relations.map(({ name, head, dependent }) => [`${head} ${dependent}`, name]),
  )
  return claim.relations.flatMap(({ name, head, dependent }): Difference[] => {
    const [one, two] = [to.get(head), to.get(dependent)]
    const there = theirs.get(`${one ?? ''} ${two ?? ''}`)
    if (there === undefined || !TURNED.has(`${name} ${there}`)) return []
    const said = claim.words[dependent]?.raw ?? null
    return [
      { kind: 'role', said, source: two === undefined ? null : (unit.words[two]?.raw ?? null) },
    ]
  })
}

/** Places that persons hold beside a verb. */
const PERSONAL: ReadonlySet<string> = new Set(['subject', 'object', 'to', 'for', 'by'])

const isParty = ({ meanings }: ReadFrame, at: number): boolean =>
  (meanings.sides[at] ?? []).some(({ kind }) => kind === 'party')

/** Persons of the claim whose place another person holds in the passage, which names both. */
const takenPlaces = (claim: ReadFrame, unit: ReadFrame, { matches }: Alignment): Difference[] => {
  const to = new Map<number, number>()
  for (const { word, to: place, strength } of matches)
    if (place !== null && strength >= FULL) to.set(word.at, place)
  return claim.relations.flatMap(({ name, head, dependent }): Difference[] => {
    const [one, two] = [to.get(head), to.get(dependent)]
    if (one === undefined || two === undefined || !PERSONAL.has(name)) return []
    const holders = unit.relations.filter((held) => held.name === name && held.head === one)
    if (holders.some((held) => held.dependent === two) || !isParty(claim, dependent)) return []
    const holder = holders.find((held) => isParty(unit, held.dependent))
    if (holder === undefined) return []
    const said = claim.words[dependent]?.raw ?? null
    return [{ kind: 'bearer', said, source: unit.words[holder.dependent]?.raw ?? null }]
  })
}

const ABSOLUTE =
  /^(?:meme|toujours|jamais|seul|seule|seuls|seules|seulement|uniquement|exclusivement|tout|toute|tous|toutes|automatiquement|systematiquement|immediatement|definitivement)$/u
/** Letters that the forms of such a word share. */
const STEM = 4

/** `seul`, `toujours`, `même` and their like that the passage lacks. */
const addedMarks = (claim: ReadFrame, unit: ReadFrame): Difference[] => {
  const there = new Set(unit.words.map(({ folded }) => folded.slice(0, STEM)))
  return claim.words
    .filter(({ folded }) => ABSOLUTE.test(folded) && !there.has(folded.slice(0, STEM)))
    .map(({ raw }) => ({ kind: 'scope', said: raw, source: null }))
}

const frames = new WeakMap<EvidenceUnit, ReadFrame>()
const frameOf = (unit: EvidenceUnit): ReadFrame => {
  const known = frames.get(unit) ?? withMeanings(readFrame(unit.text))
  frames.set(unit, known)
  return known
}

/** A claim as it is compared with passages. */
type ClaimFrame = { readonly frame: ReadFrame; readonly analysis: SentenceAnalysis }
export const claimFrame = (text: string, analysis: SentenceAnalysis): ClaimFrame => ({
  analysis,
  frame: withMeanings(readFrame(text)),
})

/** Citations are compared by what they name, not by their words. */
const withoutCitations = (alignment: Alignment, { authorities }: SentenceAnalysis): Alignment => ({
  ...alignment,
  matches: alignment.matches.filter(
    ({ word }) => !authorities.some(({ start, end }) => word.start >= start && word.end <= end),
  ),
})

/** What sets a claim apart from a passage, the weightiest first. Deterministic. */
export const compareFrames = (
  { frame, analysis }: ClaimFrame,
  unit: EvidenceUnit,
): { readonly differences: readonly Difference[] } => {
  const other = frameOf(unit)
  const alignment = withoutCitations(align(frame, other), analysis)
  return {
    differences: [
      ...otherForces(frame, other, alignment),
      ...turnedRoles(frame, other, alignment),
      ...takenPlaces(frame, other, alignment),
      ...opposites(other, alignment),
      ...numberDifferences({ frame, analysis }, { frame: other, analysis: unit.reading }),
      ...addedMarks(frame, other),
      ...clauses(frame, other, alignment),
      ...missingWords(frame, alignment),
    ],
  }
}
