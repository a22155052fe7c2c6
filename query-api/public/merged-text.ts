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

/** A line, and the numbers from 0 of the lines of both wordings that it begins in. */
export type MergedLine = {
  readonly pieces: MergedParagraph
  readonly old: number
  readonly next: number
  /** Whether a line of both wordings begins here. */
  readonly isOfBoth: boolean
}

/** Lines are paragraphs, as on the page of a text. */
export const linesOf = (pieces: readonly Piece[]): MergedLine[] => {
  const lines: (Omit<MergedLine, 'pieces'> & { pieces: Piece[] })[] = [
    { pieces: [], old: 0, next: 0, isOfBoth: true },
  ]
  let [old, next] = [0, 0]
  for (const { kind, text } of pieces) {
    const [first = '', ...more] = text.split('\n')
    lines.at(-1)?.pieces.push({ kind, text: first })
    for (const line of more) {
      if (kind !== 'added') old += 1
      if (kind !== 'removed') next += 1
      lines.push({ pieces: [{ kind, text: line }], old, next, isOfBoth: kind === 'same' })
    }
  }
  return lines
}

/** The words of one of the two wordings. */
export const sideOf = (paragraph: MergedParagraph, left: Piece['kind']): string =>
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

export const isChanged = (paragraph: MergedParagraph): boolean =>
  paragraph.some(({ kind, text }) => kind !== 'same' && text !== '')

/** What to show, or a number of unchanged blocks to leave out. */
export type Shown<Block> = Block | { readonly skipped: number }

/** The changed blocks, each with the unchanged ones around it. */
export const withSurroundings = <Block>(
  blocks: readonly Block[],
  around: number,
  hasChanged: (block: Block) => boolean,
): Shown<Block>[] => {
  const changed = new Set(blocks.flatMap((one, index) => (hasChanged(one) ? [index] : [])))
  const isNear = (index: number): boolean => {
    for (let at = index - around; at <= index + around; at += 1) if (changed.has(at)) return true
    return false
  }
  const shown: Shown<Block>[] = []
  let skipped = 0
  blocks.forEach((block, index) => {
    if (!isNear(index)) {
      skipped += 1
      return
    }
    if (skipped > 0) shown.push({ skipped })
    skipped = 0
    shown.push(block)
  })
  return skipped > 0 ? [...shown, { skipped }] : shown
}
