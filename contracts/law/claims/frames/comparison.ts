/**
 * Sets the frame of a claim beside that of a passage: named differences for people, and numbers
 * that a verdict weighs.
 */
import { recogniseCitations } from '../../citations/recognise.ts'
import type { EvidenceUnit } from '../claim-source.ts'
import type { SentenceAnalysis } from '../sentence-analysis.ts'
import { align, type Alignment, type ReadFrame, withMeanings } from './alignment.ts'
import { clauses, type Difference, missingWords, opposites, otherForces } from './differences.ts'
import { readFrame } from './frame.ts'
import { numberDifferences } from './numbers.ts'

/** Numbers by name, from 0; most are counts or shares. */
export type Features = Readonly<Record<string, number>>

export type FrameComparison = {
  readonly differences: readonly Difference[]
  readonly features: Features
}

/** From this strength on, a word of the passage says what the word of the claim says. */
const FULL = 0.7
/** From this strength on, it says it in the same or an equivalent term. */
const EXACT = 0.9

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

const SUBJECT_OBJECT = new Set(['subject', 'object'])
const PERSONAL = new Set(['subject', 'object', 'to', 'for', 'by'])

const isParty = ({ meanings }: ReadFrame, at: number): boolean =>
  (meanings.sides[at] ?? []).some(({ kind }) => kind === 'party')

type Roles = {
  readonly features: Features
  /** Persons of the claim whose place another holds in the passage, and turned roles. */
  readonly others: readonly Difference[]
}

/** How the relations between words of the claim recur between their matches. */
const compareRoles = (claim: ReadFrame, unit: ReadFrame, { matches }: Alignment): Roles => {
  const others: Difference[] = []
  const to = new Map<number, number>()
  for (const { word, to: place, strength } of matches)
    if (place !== null && strength >= FULL) to.set(word.at, place)
  const theirs = new Map(
    unit.relations.map(({ name, head, dependent }) => [`${head} ${dependent}`, name]),
  )
  const held = Map.groupBy(unit.relations, ({ name, head }) => `${name} ${head}`)
  let [agreed, swapped, taken, count] = [0, 0, 0, 0]
  for (const { name, head, dependent } of claim.relations) {
    const one = to.get(head)
    const two = to.get(dependent)
    if (one === undefined) continue
    if (two !== undefined) {
      count += 1
      const there = theirs.get(`${one} ${two}`)
      if (there === name) agreed += 1
      else if (there !== undefined && SUBJECT_OBJECT.has(name) && SUBJECT_OBJECT.has(there)) {
        swapped += 1
        const source = unit.words[two]?.raw ?? null
        others.push({ kind: 'role', said: claim.words[dependent]?.raw ?? null, source })
      }
    }
    // Somebody else holds this place in the passage.
    const holders = held.get(`${name} ${one}`) ?? []
    const isTaken = holders.length > 0 && !holders.some((holder) => holder.dependent === two)
    if (!isTaken || !PERSONAL.has(name)) continue
    taken += two === undefined ? 1 / 2 : 1
    const holder = holders.find((holding) => isParty(unit, holding.dependent))
    const said = claim.words[dependent]?.raw ?? null
    if (two !== undefined && holder !== undefined && isParty(claim, dependent))
      others.push({ kind: 'bearer', said, source: unit.words[holder.dependent]?.raw ?? null })
  }
  return {
    features: { rolesAgreed: share(agreed, count), rolesSwapped: swapped, rolesTaken: taken },
    others,
  }
}

const compareWords = (claim: ReadFrame, unit: ReadFrame, { matches }: Alignment): Features => {
  const telling = matches.filter(({ word }) => claim.meanings.neutral[word.at] !== true)
  const missing = telling.filter(({ strength }) => strength < FULL)
  const inexact = telling.filter(({ strength }) => strength < EXACT)
  const places = telling.flatMap(({ to, strength }) => (to === null || strength < FULL ? [] : [to]))
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  const used = new Set(places)
  const main = unit.words.filter((word) => word.isContent && word.clauseKind === 'main')
  return {
    covered: share(
      telling.reduce((sum, { strength }) => sum + strength, 0),
      telling.length,
    ),
    missing: missing.length,
    missingVerbs: missing.filter(({ word }) => word.pos === 'verb').length,
    inexact: inexact.length,
    rising: share(steps.filter((step) => step > 0).length, steps.length),
    near: share(steps.filter((step) => step > 0 && step <= 4).length, steps.length),
    left: share(main.filter(({ at }) => !used.has(at)).length, main.length),
    words: telling.length,
  }
}

const NEGATION = /^(?:ne|non|sans|aucun|aucune|ni|jamais|nul|nulle|pas)$/u
const ABSOLUTE =
  /^(?:meme|toujours|jamais|seul|seule|seuls|seules|seulement|uniquement|exclusivement|tout|toute|tous|toutes|automatiquement|systematiquement|immediatement|definitivement)$/u
const STEM = 4

const negations = ({ words }: ReadFrame): number =>
  words.filter(({ folded }) => NEGATION.test(folded)).length

const compareMarks = (claim: ReadFrame, unit: ReadFrame, { matches }: Alignment): Features => {
  const there = new Set(unit.words.map(({ folded }) => folded.slice(0, STEM)))
  const marks = claim.words.filter(
    ({ folded }) => ABSOLUTE.test(folded) && !there.has(folded.slice(0, STEM)),
  )
  const denied = matches.filter(
    ({ word, to, strength }) =>
      to !== null && strength >= FULL && word.isDenied !== unit.words[to]?.isDenied,
  )
  return {
    marks: marks.length,
    denied: denied.length,
    negationsMore: Math.max(0, negations(claim) - negations(unit)),
    negationsLess: Math.max(0, negations(unit) - negations(claim)),
  }
}

const frames = new WeakMap<EvidenceUnit, ReadFrame>()
const frameOf = (unit: EvidenceUnit): ReadFrame => {
  const known = frames.get(unit) ?? withMeanings(readFrame(unit.text))
  frames.set(unit, known)
  return known
}

type Place = { readonly start: number; readonly end: number }

/** A claim as it is compared with passages. */
export type ClaimFrame = {
  readonly frame: ReadFrame
  readonly analysis: SentenceAnalysis
  /** Where its citations name days. */
  readonly citedDays: readonly Place[]
}

const isIn = ({ start, end }: Place, places: readonly Place[]): boolean =>
  places.some((place) => start >= place.start && end <= place.end)

const citedDaysOf = (text: string, { dates }: SentenceAnalysis): Place[] => {
  if (dates.length === 0) return []
  const citations = recogniseCitations(text)
  return dates.filter((date) => isIn(date, citations))
}

export const claimFrame = (text: string, analysis: SentenceAnalysis): ClaimFrame => ({
  analysis,
  frame: withMeanings(readFrame(text)),
  citedDays: citedDaysOf(text, analysis),
})

/** Citations and their days are compared by what they name (`evidence.ts`), not by their words. */
const outside = (alignment: Alignment, places: readonly Place[]): Alignment => ({
  ...alignment,
  matches: alignment.matches.filter(({ word }) => !isIn(word, places)),
})

/** Compares a claim with a passage. Deterministic. */
export const compareFrames = (
  { frame, analysis, citedDays }: ClaimFrame,
  unit: EvidenceUnit,
): FrameComparison => {
  const other = frameOf(unit)
  const alignment = outside(align(frame, other), analysis.authorities)
  const named = [
    ...otherForces(frame, other, alignment),
    ...opposites(other, alignment),
    ...clauses(frame, other, alignment),
    ...numberDifferences({ frame, analysis }, { frame: other, analysis: unit.reading }),
  ]
  const roles = compareRoles(frame, other, alignment)
  const count = (kind: Difference['kind']): number =>
    named.filter((difference) => difference.kind === kind).length
  return {
    differences: [...named, ...roles.others, ...missingWords(frame, outside(alignment, citedDays))],
    features: {
      ...compareWords(frame, other, alignment),
      ...roles.features,
      ...compareMarks(frame, other, alignment),
      modality: count('modality'),
      bearer: count('bearer'),
      term: count('term'),
      number: count('number'),
      condition: count('condition'),
      exception: count('exception'),
      scope: count('scope'),
    },
  }
}
