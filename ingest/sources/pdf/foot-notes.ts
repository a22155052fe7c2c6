/** Notes at the feet of pages: they come after the text, so that they part no sentence of it. */
import type { PdfLine } from './lines.ts'
import { bodySizeOf } from './reflow.ts'

/** Notes are printed in a size below this share of that of the text. */
const NOTE_SHARE = 0.92
const MARK = /^\(?(\d{1,3}|\*{1,3})\)?(?=[\s.\p{L}«])/u
const BEFORE_CALL = /[\p{L}.,;:!?»”"’)\]]/u
const AFTER_CALL = /[\p{L}\p{N}]/u

const markOf = ({ text }: PdfLine): string | null => MARK.exec(text)?.[1] ?? null

/** Whether a note is called: its number stands right behind a word or a sign, or in brackets. */
const isCalledIn = (text: string, mark: string): boolean => {
  for (let at = text.indexOf(mark, 1); at > 0; at = text.indexOf(mark, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + mark.length] ?? '']
    if (BEFORE_CALL.test(before) && !AFTER_CALL.test(after)) return true
    if (at > 1 && before === '(' && after === ')') return true
  }
  return false
}

/** Where the notes of a page begin; its length if it has none. */
const startOfNotes = (page: readonly PdfLine[], bodySize: number): number => {
  const last = page.findLastIndex(({ size }) => size >= bodySize * NOTE_SHARE)
  const [first, ...more] = page.slice(last + 1)
  if (last < 0 || first === undefined) return page.length
  const text = page.slice(0, last + 1)
  const foot = Math.min(...text.map(({ y }) => y))
  const mark = markOf(first)
  const isBelow = [first, ...more].every(({ y }) => y < foot)
  const isCalled = mark !== null && text.some((line) => isCalledIn(line.text, mark))
  return isBelow && isCalled ? last + 1 : page.length
}

/** The lines of each note. A number that does not follow the one before it begins none. */
const notesIn = (lines: readonly PdfLine[]): PdfLine[][] => {
  const notes: PdfLine[][] = []
  let before: string | null = null
  for (const line of lines) {
    const mark = markOf(line)
    const isNext = before === null || mark?.startsWith('*') || Number(mark) === Number(before) + 1
    if (mark !== null && isNext) {
      notes.push([line])
      before = mark
    } else notes.at(-1)?.push(line)
  }
  return notes
}

/** The lines of the text, and those of each note at the foot of its pages. */
export const withoutNotes = (
  pages: readonly (readonly PdfLine[])[],
): { readonly lines: PdfLine[]; readonly notes: readonly (readonly PdfLine[])[] } => {
  const bodySize = bodySizeOf(pages.flat())
  const parted = pages.map((page) => {
    const start = startOfNotes(page, bodySize)
    return { lines: page.slice(0, start), notes: notesIn(page.slice(start)) }
  })
  return {
    lines: parted.flatMap(({ lines }) => lines),
    notes: parted.flatMap(({ notes }) => notes),
  }
}
