import { hunksBetween } from '#contracts/toolkit/sequence-diff.ts'

/** A piece of text that stayed, went or came. */
export type Segment = readonly [sign: ' ' | '-' | '+', text: string]

/**
 * A place where two texts differ: lines of the older text from `line` on (from 1), word by word.
 */
export type Change = { readonly line: number; readonly segments: readonly Segment[] }

const WORDS = /\s+|[^\s]+/g
const wordsOf = (text: string): string[] => text.match(WORDS) ?? []

const segment = (sign: Segment[0], words: readonly string[]): Segment[] =>
  words.length === 0 ? [] : [[sign, words.join('')]]

/** Word by word; past the bounds of a comparison the whole goes and the whole comes. */
const segmentsBetween = (old: string, next: string): Segment[] => {
  const a = wordsOf(old)
  const b = wordsOf(next)
  const hunks = hunksBetween(a, b)
  if (hunks === null) return [...segment('-', [old]), ...segment('+', [next])]
  const segments: Segment[] = []
  let from = 0
  for (const { oldFrom, oldTo, nextFrom, nextTo } of hunks) {
    segments.push(
      ...segment(' ', a.slice(from, oldFrom)),
      ...segment('-', a.slice(oldFrom, oldTo)),
      ...segment('+', b.slice(nextFrom, nextTo)),
    )
    from = oldTo
  }
  return [...segments, ...segment(' ', a.slice(from))]
}

/**
 * Where two texts differ, in order: found by lines, shown by words, so that a changed word of a
 * long paragraph can be seen. Equal texts have no change. Bounded as `law/version-class-diff.ts`
 * says.
 */
export const changesBetween = (old: string, next: string): Change[] => {
  if (old === next) return []
  const a = old.split('\n')
  const b = next.split('\n')
  const hunks = hunksBetween(a, b) ?? [
    { oldFrom: 0, oldTo: a.length, nextFrom: 0, nextTo: b.length },
  ]
  return hunks.map(({ oldFrom, oldTo, nextFrom, nextTo }) => ({
    line: oldFrom + 1,
    segments: segmentsBetween(
      a.slice(oldFrom, oldTo).join('\n'),
      b.slice(nextFrom, nextTo).join('\n'),
    ),
  }))
}
