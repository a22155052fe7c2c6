import type { Splice } from '../../../scratch/ports.ts'

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** The one place where two texts differ, never within a character. */
export const spliceBetween = (old: string, next: string): Splice => {
  const most = Math.min(old.length, next.length)
  let start = 0
  while (start < most && old.charCodeAt(start) === next.charCodeAt(start)) start += 1
  if (start > 0 && (isLow(old.charCodeAt(start)) || isLow(next.charCodeAt(start)))) start -= 1
  let end = 0
  while (
    end < most - start &&
    old.charCodeAt(old.length - 1 - end) === next.charCodeAt(next.length - 1 - end)
  )
    end += 1
  if (end > 0 && isLow(next.charCodeAt(next.length - end))) end -= 1
  return {
    start,
    removed: old.length - end - start,
    inserted: next.slice(start, next.length - end),
  }
}
