/** Breaks runs into lines. Lines break at spaces alone: a hyphen of the text stays what it is. */
import type { PrintedRun } from '#query-api/formats/ports.ts'
import type { Face, FontFile } from './fonts.ts'
import { fontRunsOf } from './fonts.ts'

/** Words in one font and of one run. Lengths are in points. */
export type Segment = {
  readonly text: string
  readonly font: FontFile
  readonly size: number
  readonly run: PrintedRun
  readonly actual: string | null
  readonly width: number
}
export type Line = readonly Segment[]

/** The width of words in a font. */
export type Measure = (font: FontFile, size: number, text: string) => number

export type Setting = {
  readonly size: number
  readonly width: number
  /** How plain runs are set. */
  readonly face: Face
  /** The first line begins further right by this much. */
  readonly measure: Measure
}

const NOTE_SHARE = 0.7

type Word = { readonly segments: readonly Segment[]; readonly width: number }

const widthOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { width }) => sum + width, 0)

const faceOf = ({ style }: PrintedRun, face: Face): Face => (style === 'plain' ? face : style)

const segmentsOf = (text: string, run: PrintedRun, { size, face, measure }: Setting): Segment[] => {
  const printed = run.isNote ? size * NOTE_SHARE : size
  return fontRunsOf(text, faceOf(run, face)).map((one) => ({
    ...one,
    size: printed,
    run,
    width: measure(one.font, printed, one.text),
  }))
}

/** The words of runs, each with all that touches it. */
const wordsOf = (runs: readonly PrintedRun[], setting: Setting): Word[] => {
  const words: Word[] = []
  let open: Segment[] = []
  const close = (): void => {
    if (open.length > 0) words.push({ segments: open, width: widthOf(open) })
    open = []
  }
  for (const run of runs) {
    const [first = '', ...others] = run.text.split(/[ \t\n]+/u)
    open.push(...segmentsOf(first, run, setting))
    for (const text of others) {
      close()
      open.push(...segmentsOf(text, run, setting))
    }
  }
  close()
  return words
}

/** A word that no line holds, in pieces that fit. */
const cut = (word: Word, setting: Setting): Word[] => {
  if (word.width <= setting.width) return [word]
  const pieces: Word[] = []
  let open: Segment[] = []
  let width = 0
  const close = (): void => {
    if (open.length > 0) pieces.push({ segments: open, width })
    open = []
    width = 0
  }
  for (const segment of word.segments) {
    for (const sign of segment.text) {
      const signWidth = setting.measure(segment.font, segment.size, sign)
      if (width + signWidth > setting.width) close()
      const last = open.at(-1)
      if (last !== undefined && last.run === segment.run && last.font === segment.font)
        open[open.length - 1] = { ...last, text: last.text + sign, width: last.width + signWidth }
      else open.push({ ...segment, text: sign, width: signWidth })
      width += signWidth
    }
  }
  close()
  return pieces
}

/** Adds a word to a line, after a space in the font of what is before it. */
const added = (line: Segment[], { segments }: Word, space: number): void => {
  const last = line.at(-1)
  const [first, ...others] = segments
  if (first === undefined) return
  if (last === undefined) {
    line.push(...segments)
    return
  }
  const isSame =
    last.font === first.font &&
    last.run === first.run &&
    last.actual === null &&
    first.actual === null
  if (isSame)
    line[line.length - 1] = {
      ...last,
      text: `${last.text} ${first.text}`,
      width: last.width + space + first.width,
    }
  else {
    line[line.length - 1] = { ...last, text: `${last.text} `, width: last.width + space }
    line.push(first)
  }
  line.push(...others)
}

/** The lines of runs; none of them is wider than the setting. */
export const linesOf = (runs: readonly PrintedRun[], setting: Setting): Line[] => {
  const lines: Segment[][] = []
  let line: Segment[] = []
  let width = 0
  const close = (): void => {
    if (line.length > 0) lines.push(line)
    line = []
    width = 0
  }
  for (const word of wordsOf(runs, setting).flatMap((one) => cut(one, setting))) {
    const last = line.at(-1)
    const space = last === undefined ? 0 : setting.measure(last.font, last.size, ' ')
    if (last !== undefined && width + space + word.width > setting.width) {
      // A program that joins lines needs a blank between the words.
      line[line.length - 1] = { ...last, text: `${last.text} ` }
      close()
    }
    const before = line.length === 0 ? 0 : space
    added(line, word, before)
    width += before + word.width
  }
  close()
  return lines
}
