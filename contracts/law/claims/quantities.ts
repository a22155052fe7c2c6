import { meaningOf } from './lexicon.ts'
import { isNumberWord, leadingNumber, multipleOf } from './number-words.ts'
import { COUNTED_ONCE, FUSED, unitOf, valueOfDigits } from './numbers.ts'
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

/** Articles first: they begin a number (`un million`) and count a unit of time (`un mois`). */
const ONE = new Set(['un', 'une', 'one'])
/**
 * Catalan numbers that French has as words, and `neuf` of what is new. By themselves they are
 * numbers only before what they count.
 */
const ALSO_WORDS = new Set('dos dues tres sis set nou deu vint neuf'.split(' '))

/** The most words that one number may have. */
const RUN_MAX = 24

const isBreak = ({ clauseEnds, commaAfter }: Word): boolean => clauseEnds || commaAfter

/** The words from a place on that no punctuation parts, folded. */
const runAt = (words: readonly Word[], at: number): string[] => {
  const near = words.slice(at, at + RUN_MAX)
  const last = near.findIndex(isBreak)
  return (last < 0 ? near : near.slice(0, last + 1)).map(({ folded }) => folded)
}

type Counted = { readonly value: number; readonly last: number }
type Unit = { readonly name: string | null; readonly last: number }

const unitAfter = (words: readonly Word[], last: number): Unit => {
  const next = words[last + 1]
  if (next === undefined) return { name: null, last }
  const unit = unitOf(next.folded)
  if (unit !== null) return { name: unit, last }
  if (next.folded === 'pour' && words[last + 2]?.folded === 'cent')
    return { name: '%', last: last + 2 }
  return { name: isTelling(next) ? meaningOf(next.folded).concept : null, last }
}

const inDigits = (words: readonly Word[], at: number, word: Word): Counted | null => {
  const value = valueOfDigits(word.raw)
  if (value === null) return null
  const multiple = isBreak(word) ? null : multipleOf(words[at + 1]?.folded ?? '')
  return multiple === null ? { value, last: at } : { value: value * multiple, last: at + 1 }
}

/** `très` is no Catalan `tres`, and what is `neuf` counts nothing. */
const isMereWord = (words: readonly Word[], at: number, word: Word): boolean =>
  ALSO_WORDS.has(word.folded) &&
  (word.raw.toLowerCase() !== word.folded || isBreak(word) || unitAfter(words, at).name === null)

const inWords = (words: readonly Word[], at: number, word: Word): Counted | null => {
  const found = leadingNumber(runAt(words, at))
  if (found === null) return null
  const { value, length } = found
  const isAlone = length === 1
  if (isAlone && ONE.has(word.folded)) {
    const unit = unitOf(words[at + 1]?.folded ?? '')
    return unit !== null && COUNTED_ONCE.has(unit) ? { value, last: at } : null
  }
  if (isAlone && isMereWord(words, at, word)) return null
  return { value, last: at + length - 1 }
}

const countedAt = (words: readonly Word[], at: number, word: Word): Counted | null => {
  if (word.kind === 'number') return inDigits(words, at, word)
  const mayBegin = word.kind === 'word' && (isNumberWord(word.folded) || ONE.has(word.folded))
  return mayBegin ? inWords(words, at, word) : null
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
    const unit = unitAfter(words, last)
    found.push({ value, unit: unit.name, start, end: words[last]?.end ?? end })
    at = unit.last
  }
  return found
}
