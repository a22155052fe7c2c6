/** The words of a line as runs: emphasis, numbers of notes, citations that lead to a text. */
import type { Stretch } from './structure.ts'

/** A citation in the text that leads to another one. */
export type CitationLink = Stretch & {
  readonly href: string
  /** The title of the cited text. */
  readonly title: string
}

export type Style = 'plain' | 'strong' | 'emphasis'

export type Run = {
  readonly text: string
  readonly style: Style
  readonly link: CitationLink | null
  /** The label of the note that this run is the number of; else null. */
  readonly note: string | null
}

/** Links in order that neither overlap nor reach over a line; the first one wins. */
export const linksWithin = <Link extends Stretch>(
  links: readonly Link[],
  from: number,
  to: number,
): Link[] => {
  const kept: Link[] = []
  for (const link of links) {
    const last = kept.at(-1)
    if (link.start >= from && link.end <= to && link.start >= (last?.end ?? from)) kept.push(link)
  }
  return kept
}

/** Emphasis as Markdown marks it, around whole words, and references to notes. */
const MARKED =
  /\*\*([^*\n]+)\*\*|(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])|\[\^([^\]\s]{1,8})\](?!:)/gu

type Piece = Stretch & { readonly style: Style; readonly note: string | null }

const isWords = (words: string): boolean => words.trim() === words && /[\p{L}\p{N}]/u.test(words)

const piecesOf = (text: string, from: number, to: number): Piece[] => {
  const pieces: Piece[] = []
  const add = (start: number, end: number, style: Style, note: string | null = null): void => {
    if (end > start) pieces.push({ start, end, style, note })
  }
  let at = from
  for (const { 0: whole, 1: strong, 2: emphasis, 3: note, index } of text
    .slice(from, to)
    .matchAll(MARKED)) {
    const inner = strong ?? emphasis ?? note ?? ''
    if (note === undefined && !isWords(inner)) continue
    const start = from + index
    const innerStart = start + whole.indexOf(inner)
    add(at, start, 'plain')
    if (note === undefined)
      add(innerStart, innerStart + inner.length, strong === undefined ? 'emphasis' : 'strong')
    else add(innerStart, innerStart + inner.length, 'plain', note)
    at = start + whole.length
  }
  add(at, to, 'plain')
  return pieces
}

/** The runs of a stretch that is within one line. Marks of emphasis are in none of them. */
export const runsOf = (
  text: string,
  { start: from, end: to }: Stretch,
  links: readonly CitationLink[],
): Run[] => {
  const within = linksWithin(links, from, to)
  return piecesOf(text, from, to).flatMap(({ start, end, style, note }) => {
    const runs: Run[] = []
    const add = (runFrom: number, runTo: number, link: CitationLink | null): void => {
      if (runTo > runFrom) runs.push({ text: text.slice(runFrom, runTo), style, link, note })
    }
    let at = start
    for (const link of within) {
      if (link.end <= start || link.start >= end) continue
      add(at, Math.max(at, link.start), null)
      add(Math.max(at, link.start), Math.min(end, link.end), link)
      at = Math.min(end, link.end)
    }
    add(at, end, null)
    return runs
  })
}
