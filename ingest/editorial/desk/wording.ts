/** A wording as its page shows it: in parts of bounded length, with the spans that people quote. */
import { codePointsOf } from '#contracts/law/annotations/span-target.ts'

/** One part of a page: what a browser lays out at once and a network carries quickly. */
export const PART = { unitsMax: 40_000, linesMax: 1_200 } as const

/** A span of the wording that a comment is about; offsets in code points. */
export type Quoted = { readonly id: string; readonly start: number; readonly end: number }

/** A run of characters of a line and the spans that cover it. */
type Run = { readonly text: string; readonly ids: readonly string[] }

/** A line with words; `start` is its offset in the wording, in code points. */
export type ShownLine = {
  readonly start: number
  /** 1 to 6 as in Markdown; null: no heading. */
  readonly level: number | null
  readonly runs: readonly Run[]
}

export type ShownPart = {
  readonly part: number
  readonly parts: number
  readonly lines: readonly ShownLine[]
}

const HEADING = /^(#{1,6}) +/

/** The runs of a heading as people read it, without its number signs. */
export const headingRuns = (runs: readonly Run[]): Run[] => {
  const line = runs.map(({ text }) => text).join('')
  let left = HEADING.exec(line)?.[0].length ?? 0
  return runs.map(({ text, ids }) => {
    const cut = Math.min(left, text.length)
    left -= cut
    return { text: text.slice(cut), ids }
  })
}

type Line = { readonly text: string; readonly start: number }

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xff_ff

/** The UTF-16 offset that is `count` code points after `from`. */
const unitsAfter = (text: string, from: number, count: number): number => {
  let at = from
  for (let left = count; left > 0 && at < text.length; left -= 1) at += isPair(text, at) ? 2 : 1
  return at
}

/** Cuts a line that is longer than a part, at blanks where there are some. */
const piecesOf = (line: string): string[] => {
  const pieces: string[] = []
  let rest = line
  while (rest.length > PART.unitsMax) {
    const blank = rest.lastIndexOf(' ', PART.unitsMax)
    const cut = blank > PART.unitsMax / 2 ? blank + 1 : PART.unitsMax
    const whole = isPair(rest, cut - 1) ? cut - 1 : cut
    pieces.push(rest.slice(0, whole))
    rest = rest.slice(whole)
  }
  return [...pieces, rest]
}

const partsOf = (text: string): Line[][] => {
  const parts: Line[][] = [[]]
  let units = 0
  let start = 0
  for (const line of text.split('\n')) {
    for (const piece of piecesOf(line)) {
      const isFull =
        units + piece.length > PART.unitsMax || (parts.at(-1)?.length ?? 0) >= PART.linesMax
      if (isFull && units > 0) {
        parts.push([])
        units = 0
      }
      if (piece.trim() !== '') {
        parts.at(-1)?.push({ text: piece, start })
        units += piece.length
      }
      start += codePointsOf(piece)
    }
    start += 1
  }
  return parts
}

const runsOf = ({ text, start }: Line, quoted: readonly Quoted[]): Run[] => {
  const end = start + codePointsOf(text)
  const here = quoted.filter((one) => one.start < end && one.end > start)
  if (here.length === 0) return [{ text, ids: [] }]
  const cuts = [...new Set([start, end, ...here.flatMap((one) => [one.start, one.end])])]
    .filter((cut) => cut >= start && cut <= end)
    .toSorted((a, b) => a - b)
  let at = 0
  return cuts.slice(1).map((cut, index) => {
    const from = cuts[index] ?? start
    const to = unitsAfter(text, at, cut - from)
    const run = {
      text: text.slice(at, to),
      ids: here.filter((one) => one.start < cut && one.end > from).map(({ id }) => id),
    }
    at = to
    return run
  })
}

/** The part with this number (from 1) or the nearest one. */
export const showPart = (text: string, asked: number, quoted: readonly Quoted[]): ShownPart => {
  const parts = partsOf(text)
  const part = Math.min(Math.max(1, asked), parts.length)
  const lines = (parts[part - 1] ?? []).map((line) => ({
    start: line.start,
    level: HEADING.exec(line.text)?.[1]?.length ?? null,
    runs: runsOf(line, quoted),
  }))
  return { part, parts: parts.length, lines }
}

/** In which part a code point is. */
export const partAt = (text: string, codePoint: number): number => {
  const parts = partsOf(text)
  const after = parts.findIndex(([first]) => first !== undefined && first.start > codePoint)
  return after === -1 ? parts.length : Math.max(1, after)
}
