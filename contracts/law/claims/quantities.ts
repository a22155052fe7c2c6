import { meaningOf } from './lexicon.ts'
import { COUNTED_ONCE, FUSED, numberWord, unitOf, valueOfDigits, valueOfWords } from './numbers.ts'
import { isTelling, type Word } from './words.ts'

/** A value and the thing counted, as in `quinze jours`; the unit is null if it is unknown. */
export type Quantity = {
  readonly value: number
  readonly unit: string | null
  readonly start: number
  readonly end: number
}

type WordRange = { readonly start: number; readonly end: number }
/** Whether a word lies within one of the ranges: a number in a date or citation counts nothing. */
export const isWithin = (place: WordRange, ranges: readonly WordRange[]): boolean =>
  ranges.some(({ start, end }) => place.start >= start && place.end <= end)

const isOne = (word: Word | undefined): boolean => word?.folded === 'un' || word?.folded === 'une'

/** Number words that follow each other and are one number; index of the last of them. */
const lastOfRun = (words: readonly Word[], at: number): number => {
  let last = at
  for (;;) {
    const next = words[last + 1]
    if (next === undefined || words[last]?.clauseEnds === true) return last
    const joins =
      numberWord(next.folded) !== null || (next.folded === 'et' && isOne(words[last + 2]))
    if (!joins) return last
    last += 1
  }
}

type Counted = { readonly value: number; readonly last: number }

const countedAt = (words: readonly Word[], at: number, word: Word): Counted | null => {
  if (word.kind === 'number') {
    const value = valueOfDigits(word.raw)
    return value === null ? null : { value, last: at }
  }
  if (word.kind === 'word' && numberWord(word.folded) !== null) {
    const last = lastOfRun(words, at)
    const run = words.slice(at, last + 1).map(({ folded }) => folded)
    return { value: valueOfWords(run), last }
  }
  if (!isOne(word) && word.folded !== 'one') return null
  const unit = unitOf(words[at + 1]?.folded ?? '')
  return unit !== null && COUNTED_ONCE.has(unit) ? { value: 1, last: at } : null
}

const unitAfter = (words: readonly Word[], last: number): string | null => {
  const next = words[last + 1]
  if (next === undefined) return null
  const unit = unitOf(next.folded)
  if (unit !== null) return unit
  if (next.folded === 'pour' && words[last + 2]?.folded === 'cent') return '%'
  return isTelling(next) ? meaningOf(next.folded).concept : null
}

/** The quantities in a sentence, in order. `taken` holds its dates and citations. */
export const quantitiesOf = (words: readonly Word[], taken: readonly WordRange[]): Quantity[] => {
  const found: Quantity[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined || isWithin(word, taken)) continue
    const { start, end } = word
    const fused = FUSED.get(word.folded)
    if (fused !== undefined) {
      found.push({ value: fused[0], unit: fused[1], start, end })
      continue
    }
    const counted = countedAt(words, at, word)
    if (counted === null) continue
    const { value, last } = counted
    found.push({ value, unit: unitAfter(words, last), start, end: words[last]?.end ?? end })
    at = last
  }
  return found
}
