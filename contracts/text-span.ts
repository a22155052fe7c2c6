import type { TextSpan } from './integrity.ts'

/** The first unit of a character that takes two. */
const HIGH = /[\ud800-\udbff]/g

const pairsIn = (text: string, from: number, to: number): number =>
  text.slice(from, to).match(HIGH)?.length ?? 0

/** A place of a text in both units (contracts/conventions/rag.md), from its UTF-16 offsets. */
export const textSpan = (text: string, start: number, end: number): TextSpan => {
  const before = pairsIn(text, 0, start)
  const within = pairsIn(text, start, end)
  return {
    codePoint: { start: start - before, end: end - before - within },
    utf16: { start, end },
  }
}
