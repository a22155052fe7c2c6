/** Two wordings as one text: what both have, what was removed and what was added. Pure. */
import type { TextChange } from '#contracts/http/versions.ts'
import { wordsIn, wordsOfLine } from '#contracts/law/reading/runs.ts'

export type Piece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
export type MergedParagraph = readonly Piece[]

/** The pieces of a comparison in order; the words of `changes` are at their places in `from`. */
export const piecesOf = (from: string, changes: readonly TextChange[]): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { from: old, to } of changes) {
    const { start, end } = old.span.utf16
    pieces.push(
      { kind: 'same', text: from.slice(at, start) },
      { kind: 'removed', text: old.text },
      { kind: 'added', text: to.text },
    )
    at = end
  }
  return [...pieces, { kind: 'same' as const, text: from.slice(at) }].filter(
    ({ text }) => text !== '',
  )
}

/** Lines are paragraphs, as on the page of a text; empty ones are left out. */
export const paragraphsOf = (pieces: readonly Piece[]): MergedParagraph[] => {
  const paragraphs: Piece[][] = [[]]
  for (const { kind, text } of pieces) {
    const [first = '', ...lines] = text.split('\n')
    paragraphs.at(-1)?.push({ kind, text: first })
    for (const line of lines) paragraphs.push([{ kind, text: line }])
  }
  return paragraphs.filter((pieces_) => pieces_.some(({ text }) => text.trim() !== ''))
}

/** The words of one of the two wordings. */
const sideOf = (paragraph: MergedParagraph, left: Piece['kind']): string =>
  paragraph
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')

/**
 * A paragraph without the signs of Markdown, which may reach over several pieces. Where nothing
 * but signs differs they stay, since they are what was changed.
 */
export const withoutSigns = (paragraph: MergedParagraph): MergedParagraph => {
  const [from, to] = [sideOf(paragraph, 'added'), sideOf(paragraph, 'removed')]
  if (from !== to && wordsOfLine(from) === wordsOfLine(to)) return paragraph
  const kept = wordsIn(paragraph.map(({ text }) => text).join(''))
  let at = 0
  return paragraph.map(({ kind, text }) => {
    const start = at
    at += text.length
    const words = kept.map((one) =>
      text.slice(Math.max(one.start - start, 0), Math.max(one.end - start, 0)),
    )
    return { kind, text: words.join('') }
  })
}

const isChanged = (paragraph: MergedParagraph): boolean =>
  paragraph.some(({ kind, text }) => kind !== 'same' && text !== '')

/** A paragraph to show, or a number of unchanged ones to leave out. */
export type Shown = MergedParagraph | { readonly skipped: number }

/** The changed paragraphs, each with the unchanged ones around it. */
export const withSurroundings = (
  paragraphs: readonly MergedParagraph[],
  around: number,
): Shown[] => {
  const changed = paragraphs.flatMap((one, index) => (isChanged(one) ? [index] : []))
  const isNear = (index: number): boolean => changed.some((one) => Math.abs(one - index) <= around)
  const shown: Shown[] = []
  let skipped = 0
  paragraphs.forEach((paragraph, index) => {
    if (!isNear(index)) {
      skipped += 1
      return
    }
    if (skipped > 0) shown.push({ skipped })
    skipped = 0
    shown.push(paragraph)
  })
  return skipped > 0 ? [...shown, { skipped }] : shown
}
