import type { TextSpan } from './integrity.ts'

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

const pairsIn = (text: string, from: number, to: number): number => {
  let pairs = 0
  for (let at = from; at < to; at += 1) if (isHigh(text.charCodeAt(at))) pairs += 1
  return pairs
}

/** A place of a text in both units (contracts/conventions/rag.md), from its UTF-16 offsets. */
export const textSpan = (text: string, start: number, end: number): TextSpan => {
  const before = pairsIn(text, 0, start)
  const within = pairsIn(text, start, end)
  return {
    codePoint: { start: start - before, end: end - before - within },
    utf16: { start, end },
  }
}
