/** Where two texts differ, in words. */
import { hunksBetween } from './sequence-diff.ts'

/** A difference: half-open ranges of UTF-16 units of both texts, not both empty. */
export type TextHunk = {
  readonly oldStart: number
  readonly oldEnd: number
  readonly nextStart: number
  readonly nextEnd: number
}

const WORDS = /\s+|[^\s]+/g
/** Words and the runs of blanks between them; together they are the text. */
export const wordsOf = (text: string): string[] => text.match(WORDS) ?? []

const LINES = /[^\n]*\n|[^\n]+/g
const linesOf = (text: string): string[] => text.match(LINES) ?? []

/** The place of each token, and the end of the text. */
const startsOf = (tokens: readonly string[]): number[] => {
  const starts = [0]
  for (const token of tokens) starts.push((starts.at(-1) ?? 0) + token.length)
  return starts
}

/** Null: the texts differ in more places than a comparison finds. */
const tokenHunks = (a: readonly string[], b: readonly string[]): TextHunk[] | null => {
  const hunks = hunksBetween(a, b)
  if (hunks === null) return null
  const [old, next] = [startsOf(a), startsOf(b)]
  return hunks.map(({ oldFrom, oldTo, nextFrom, nextTo }) => ({
    oldStart: old[oldFrom] ?? 0,
    oldEnd: old[oldTo] ?? 0,
    nextStart: next[nextFrom] ?? 0,
    nextEnd: next[nextTo] ?? 0,
  }))
}

const isBlank = (text: string): boolean => text.trim() === ''

/** Joins differences that only blanks keep apart, so that a changed phrase is one change. */
const joined = (hunks: readonly TextHunk[], old: string): TextHunk[] => {
  const runs: TextHunk[] = []
  for (const hunk of hunks) {
    const last = runs.at(-1)
    if (last !== undefined && isBlank(old.slice(last.oldEnd, hunk.oldStart)))
      runs[runs.length - 1] = { ...last, oldEnd: hunk.oldEnd, nextEnd: hunk.nextEnd }
    else runs.push(hunk)
  }
  return runs
}

/**
 * The differences of two texts in order: lines that differ, and in these the words. What differs in
 * more places than `DIFF` bounds is one difference as a whole. `step` is told the UTF-16 units of
 * each comparison before it begins, and may end the work by throwing.
 */
export const textHunks = async (
  old: string,
  next: string,
  step: (units: number) => Promise<void>,
): Promise<TextHunk[]> => {
  if (old === next) return []
  await step(old.length + next.length)
  const lines = tokenHunks(linesOf(old), linesOf(next)) ?? [
    { oldStart: 0, oldEnd: old.length, nextStart: 0, nextEnd: next.length },
  ]
  const hunks: TextHunk[] = []
  for (const line of lines) {
    const [a, b] = [old.slice(line.oldStart, line.oldEnd), next.slice(line.nextStart, line.nextEnd)]
    await step(a.length + b.length)
    const words = tokenHunks(wordsOf(a), wordsOf(b))
    if (words === null) hunks.push(line)
    else
      hunks.push(
        ...words.map((one) => ({
          oldStart: line.oldStart + one.oldStart,
          oldEnd: line.oldStart + one.oldEnd,
          nextStart: line.nextStart + one.nextStart,
          nextEnd: line.nextStart + one.nextEnd,
        })),
      )
  }
  return joined(hunks, old)
}
