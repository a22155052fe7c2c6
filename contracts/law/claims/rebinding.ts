/**
 * Claims in the words of a passage that bind them to others: a number to another thing, the ends of
 * an interval the other way round, `autres` or `aucun` to another word, a rule without its `que`.
 */
import { clauseBetween } from './clause-text.ts'
import type { Conflict } from './conflicts.ts'
import type { Difference } from './frames/differences.ts'
import type { Quantity } from './quantities.ts'
import type { SentenceAnalysis, TellingWord } from './sentence-analysis.ts'
import { isTelling, type Word, wordsOf } from './words.ts'

/** A sentence with its analysis. */
export type Analysed = { readonly text: string; readonly reading: SentenceAnalysis }

/** What separates the members of a series: `un mois pour les uns et trois mois pour les autres`. */
const MEMBER_ENDS = /[,;:()]|(?<=\s)(?:et|ou|mais|and|or|but|i|o|però)(?=\s)/giu

type Member = {
  readonly quantity: Quantity
  /** Words that tell it from the other members of its sentence. */
  readonly concepts: ReadonlySet<string>
}

/**
 * The members of a series that have one quantity of the unit each. Words before the first quantity
 * are common to all of them, so they tell none apart.
 */
const membersOf = ({ text, reading }: Analysed, unit: string): Member[] => {
  const cuts = [...text.matchAll(MEMBER_ENDS)].map(({ index }) => index)
  const first = reading.quantities.find((one) => one.unit === unit)?.end ?? 0
  return [0, ...cuts].flatMap((from, at): Member[] => {
    const to = cuts[at] ?? text.length
    const within = (one: { readonly start: number; readonly end: number }): boolean =>
      one.start >= from && one.end <= to
    const [quantity, ...more] = reading.quantities.filter((one) => one.unit === unit && within(one))
    if (quantity === undefined || more.length > 0) return []
    const own = reading.tokens.filter((token) => within(token) && token.start >= first)
    return [{ quantity, concepts: new Set(own.map(({ concept }) => concept)) }]
  })
}

/** The member of a passage that alone speaks of the words of a member of the claim. */
const counterpartOf = (member: Member, members: readonly Member[]): Member | null => {
  const tellsApart = (concept: string): boolean =>
    member.concepts.has(concept) &&
    members.filter(({ concepts }) => concepts.has(concept)).length === 1
  const shared = members.filter(({ concepts }) => [...concepts].some(tellsApart))
  const [only, ...more] = shared
  return only === undefined || more.length > 0 ? null : only
}

/** A number with the word of its unit. */
const textOf = ({ text, reading }: Analysed, { start, end, unit }: Quantity): string => {
  const next = unit === null ? undefined : reading.tokens.find((token) => token.start >= end)
  return text.slice(start, next !== undefined && next.start - end <= 1 ? next.end : end)
}

const reboundNumbers = (claim: Analysed, unit: Analysed): Conflict[] => {
  const units = new Set(claim.reading.quantities.flatMap((one) => one.unit ?? []))
  return [...units].flatMap((counted): Conflict[] => {
    const theirs = membersOf(unit, counted)
    if (new Set(theirs.map(({ quantity }) => quantity.value)).size < 2) return []
    return membersOf(claim, counted).flatMap((member): Conflict[] => {
      const known = theirs.some(({ quantity }) => quantity.value === member.quantity.value)
      const other = counterpartOf(member, theirs)
      if (!known || other === null || other.quantity.value === member.quantity.value) return []
      const said = textOf(claim, member.quantity)
      return [{ kind: 'number', said, source: textOf(unit, other.quantity) }]
    })
  })
}

const OPENS_INTERVAL = /(?:^|[\s'’])(?:entre|de|d['’]|between|from|de les|les)\s*$/iu
const JOINS_INTERVAL = /^\s*(?:\p{L}+\s+)?(?:et|à|au|and|to|a|i)\s+$/iu

/** Pairs of quantities that are the ends of an interval: `entre sept et neuf heures`. */
const intervalsOf = ({
  text,
  reading: { quantities },
}: Analysed): (readonly [Quantity, Quantity])[] =>
  quantities.slice(1).flatMap((last, at): (readonly [Quantity, Quantity])[] => {
    const first = quantities[at]
    const isInterval =
      first !== undefined &&
      OPENS_INTERVAL.test(text.slice(0, first.start)) &&
      JOINS_INTERVAL.test(text.slice(first.end, last.start))
    return isInterval ? [[first, last]] : []
  })

const turnedIntervals = (claim: Analysed, unit: Analysed): Conflict[] =>
  intervalsOf(claim).flatMap(([first, last]): Conflict[] => {
    if (first.value === last.value) return []
    const theirs = intervalsOf(unit)
    const has = (from: Quantity, to: Quantity): boolean =>
      theirs.some(([one, other]) => one.value === from.value && other.value === to.value)
    if (has(first, last) || !has(last, first)) return []
    return [{ kind: 'number', said: textOf(claim, first), source: textOf(claim, last) }]
  })

/**
 * Words that say which ones: they mean nothing without the word that they belong to. `l'autre
 * partie` only says which of two.
 */
const WHICH: ReadonlySet<string> = new Set(
  'autres aucun aucune nul nulle altres cap other no'.split(' '),
)
const OTHER = /^(?:autres|altres|other)$/u
/** Before `les autres X`: others of the same kind are added to what is named. */
const ADDS: ReadonlySet<string> = new Set('et ou que ni and or i o'.split(' '))
const ADDED_WITHIN = 3
/** Words between them and theirs. */
const WHICH_WITHIN = 2

type Named = { readonly which: string; readonly word: TellingWord }

/** The words of a sentence that `autres`, `aucun` and the like belong to. */
const namedBy = ({ text, reading }: Analysed): Named[] => {
  const words: readonly Word[] = wordsOf(text)
  return words.flatMap(({ folded }, at): Named[] => {
    if (!WHICH.has(folded)) return []
    const before = words.slice(Math.max(0, at - ADDED_WITHIN), at)
    if (OTHER.test(folded) && before.some((word) => ADDS.has(word.folded))) return []
    const next = words.slice(at + 1, at + 1 + WHICH_WITHIN).find(isTelling)
    const word = reading.tokens.find(({ start }) => start === next?.start)
    return word === undefined ? [] : [{ which: folded, word }]
  })
}

const isNamed = (all: readonly Named[], { concept }: TellingWord): boolean =>
  all.some(({ word }) => word.concept === concept)
const printed = ({ which, word }: Named): string => `${which} ${word.folded}`

/**
 * Words that the claim has as `autres X` or `aucun X` while the passage has `X` alone and says that
 * of another word, or has `autres X` where the claim has `X` alone.
 */
const reboundWords = (claim: Analysed, unit: Analysed): Difference[] => {
  const [ours, theirs] = [namedBy(claim), namedBy(unit)]
  const has = ({ reading }: Analysed, { concept }: TellingWord): boolean =>
    reading.concepts.has(concept)
  const added = ours.filter(({ which, word }) => {
    if (!has(unit, word) || isNamed(theirs, word)) return false
    if (OTHER.test(which)) return true
    // What is denied in other words is denied.
    const isDenied = unit.reading.tokens.some(
      ({ concept, denied }) => concept === word.concept && denied,
    )
    return theirs.length > 0 && !isDenied
  })
  const dropped = theirs.filter(
    ({ which, word }) =>
      OTHER.test(which) &&
      has(claim, word) &&
      !isNamed(ours, word) &&
      unit.reading.tokens.filter(({ concept }) => concept === word.concept).length === 1,
  )
  return [
    ...added.map((one): Difference => ({ kind: 'scope', said: printed(one), source: null })),
    ...dropped.map((one): Difference => ({ kind: 'scope', said: null, source: printed(one) })),
  ]
}

const CONDITION =
  /(?<!\p{L})(?:si|s['’]il|lorsqu|quand|sous réserve|à condition|dès lors|pourvu|en cas|à moins|sauf|seul|uniquement|exclusivement|only|unless|if|només|si)/iu
/** Telling words before `que` that say what is restricted. */
const RESTRICTED = 4
const RESTRICTED_SHARED = 2
/** The share of the words after `que` that a claim must have, to keep the restriction. */
const KEPT_SHARE = 0.5
const CLAUSE_END = /[.;:]/u

/** Restrictions of the passage (`ne … que`) that a claim of the same rule leaves out. */
const droppedRestrictions = (claim: Analysed, unit: Analysed): Difference[] => {
  if (claim.reading.strength.some(({ kind }) => kind !== 'all')) return []
  // A rule with an exception or by its denial says the same in another way.
  if (unit.reading.strength.some(({ kind }) => kind === 'exception')) return []
  if (claim.reading.tokens.some(({ denied, lacking }) => denied || lacking)) return []
  if (CONDITION.test(claim.text)) return []
  return unit.reading.strength.flatMap((mark): Difference[] => {
    if (mark.kind !== 'needs') return []
    const { tokens } = unit.reading
    const before = tokens.filter(({ end }) => end <= mark.start).slice(-RESTRICTED)
    const shared = before.filter(({ concept }) => claim.reading.concepts.has(concept))
    if (shared.length < RESTRICTED_SHARED) return []
    const rest = unit.text.slice(mark.end)
    const end = mark.end + (CLAUSE_END.exec(rest)?.index ?? rest.length)
    const content = tokens.filter((token) => token.start >= mark.end && token.end <= end)
    const kept = content.filter(({ concept }) => claim.reading.concepts.has(concept))
    if (content.length === 0 || kept.length >= content.length * KEPT_SHARE) return []
    const source = clauseBetween(unit.text, mark.start, end)
    return [{ kind: 'condition', said: null, source }]
  })
}

/** Numbers that the claim gives to another thing than the passage does. */
export const numberConflicts = (claim: Analysed, unit: Analysed): Conflict[] => [
  ...reboundNumbers(claim, unit),
  ...turnedIntervals(claim, unit),
]

/**
 * Words that say what the passage is about and that the claim binds to another word or leaves out.
 */
export const scopeDifferences = (claim: Analysed, unit: Analysed): Difference[] => [
  ...reboundWords(claim, unit),
  ...droppedRestrictions(claim, unit),
]
