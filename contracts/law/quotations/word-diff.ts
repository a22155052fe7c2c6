import { DIFF, hunksBetween } from '../../toolkit/sequence-diff.ts'
import { PROTECTED_WORDS } from '../protected-words.ts'

/**
 * `-` stands in the source and not in the quotation, `+` in the quotation and not in the source.
 */
export type DiffSegment = readonly [sign: '-' | '+', text: string]

/** Characters of one difference that are compared one by one; longer ones count whole. */
const PRECISE_MAX = 400

/** Levenshtein distance of two short strings, in characters. */
export const editDistance = (a: string, b: string): number => {
  if (a === b) return 0
  if (a.length > PRECISE_MAX || b.length > PRECISE_MAX) return Math.max(a.length, b.length)
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** What two runs of words come to: how far apart, and where. */
export type WordDifference = {
  /** Characters. */
  readonly distance: number
  readonly diff: readonly DiffSegment[]
}

/**
 * Word by word from the source to the quotation; null past the bounds of a comparison
 * (`version-class-diff.ts`).
 */
export const wordDifference = (
  source: readonly string[],
  quoted: readonly string[],
): WordDifference | null => {
  const hunks = hunksBetween(source, quoted)
  if (hunks === null) return null
  let distance = 0
  const diff: DiffSegment[] = []
  for (const { oldFrom, oldTo, nextFrom, nextTo } of hunks) {
    const before = source.slice(oldFrom, oldTo).join(' ')
    const after = quoted.slice(nextFrom, nextTo).join(' ')
    // A word that came or went brings or takes a space with it.
    distance += editDistance(before, after) + (before === '' || after === '' ? 1 : 0)
    if (before !== '') diff.push(['-', before])
    if (after !== '') diff.push(['+', after])
  }
  return { distance, diff }
}

const DIGIT = /\d/u
const NAME = /^\p{Lu}/u

/**
 * What a difference touches that no honest slip may: `a negation`, `a number`, `a date`, `a proper
 * name`; sorted.
 */
export const touchedBy = (diff: readonly DiffSegment[]): string[] => {
  const kinds = new Set<string>()
  for (const [, text] of diff) {
    for (const word of text.split(/[\s']+/u)) {
      const kind = PROTECTED_WORDS.get(word.toLowerCase())
      if (kind !== undefined) kinds.add(kind)
      else if (DIGIT.test(word)) kinds.add('a number')
      else if (NAME.test(word)) kinds.add('a proper name')
    }
  }
  return [...kinds].toSorted()
}

export const WORD_EDITS_MAX = DIFF.editsMax
