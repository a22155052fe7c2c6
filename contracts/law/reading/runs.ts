/** The words of a line as runs: emphasis, numbers of notes, citations and links. */
import type { Stretch } from './structure.ts'

/** A citation in the text that leads to another one. */
export type CitationLink = Stretch & {
  readonly href: string
  /** The title of the cited text. */
  readonly title: string
}

export type Style = 'plain' | 'strong' | 'emphasis'
/** The sign of Markdown on either side of emphasised words; empty: no emphasis. */
export type Sign = '' | '**' | '*' | '_'

export type Run<Link extends Stretch = CitationLink> = {
  readonly text: string
  readonly style: Style
  readonly sign: Sign
  readonly link: Link | null
  /** The web address that the writer links these words to. */
  readonly address: string | null
  /** The label of the note that this run is the number of; else null. */
  readonly note: string | null
}

/** Links in order that neither overlap nor reach over a line; the first one wins. */
const linksWithin = <Link extends Stretch>(
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

/**
 * Emphasis as Markdown marks it, around whole words, references to notes, and links. A star in
 * brackets or before a comma is that of a note: `M. X (*)`.
 */
const MARKED =
  /\*\*((?:[^*\n]|(?<!\*)\*(?!\*))+)\*\*|(?<![\p{L}\p{N}*])\*(?![\s),.;:\]])([^*\n]+)(?<![\s([])\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])|\[\^([^\]\s]{1,8})\](?!:)|\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()]{1,2000}(?:\([^\s()]{1,200}\)[^\s()]{0,200})?)\)/gu

type Piece = Stretch & Pick<Run, 'style' | 'sign' | 'note' | 'address'>

const isWords = (words: string): boolean => words.trim() === words && /[\p{L}\p{N}]/u.test(words)

type Marks = Pick<Run, 'style' | 'sign' | 'address'>
const UNMARKED: Marks = { style: 'plain', sign: '', address: null }

const emphasised = (sign: Sign): Pick<Run, 'style' | 'sign'> => ({
  style: sign === '**' ? 'strong' : 'emphasis',
  sign,
})

/** The stretches of words, without their signs; words within marks keep those around them. */
const piecesOf = (text: string, from: number, to: number, marks = UNMARKED): Piece[] => {
  const pieces: Piece[] = []
  let at = from
  const addPlain = (end: number): void => {
    if (end > at) pieces.push({ start: at, end, ...marks, note: null })
  }
  for (const found of text.slice(from, to).matchAll(MARKED)) {
    const { 0: whole, 1: strong, 2: starred, 3: underlined, 4: note, 5: label, 6: target } = found
    const inner = strong ?? starred ?? underlined ?? note ?? label ?? ''
    if (note === undefined && !isWords(inner)) continue
    const start = from + found.index
    addPlain(start)
    const innerStart = start + whole.indexOf(inner)
    const innerEnd = innerStart + inner.length
    if (note !== undefined) pieces.push({ start: innerStart, end: innerEnd, ...marks, note })
    else {
      const sign = strong !== undefined ? '**' : starred !== undefined ? '*' : '_'
      const own = label === undefined && marks.style === 'plain' ? emphasised(sign) : marks
      const { style } = own
      const address = target ?? marks.address
      pieces.push(...piecesOf(text, innerStart, innerEnd, { style, sign: own.sign, address }))
    }
    at = start + whole.length
  }
  addPlain(to)
  return pieces
}

/** The runs of a stretch that is within one line. Marks of emphasis are in none of them. */
export const runsOf = <Link extends Stretch>(
  text: string,
  { start: from, end: to }: Stretch,
  links: readonly Link[],
): Run<Link>[] => {
  const within = linksWithin(links, from, to)
  return piecesOf(text, from, to).flatMap(({ start, end, ...marks }) => {
    const runs: Run<Link>[] = []
    const add = (runFrom: number, runTo: number, link: Link | null): void => {
      if (runTo > runFrom) runs.push({ text: text.slice(runFrom, runTo), link, ...marks })
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

const LINE_SIGNS = /^(?:#{1,6} |\[\^[^\]\s]{1,8}\]: |(?:>(?=[ >]) ?){1,3})/u

const shownPieces = (line: string): Piece[] =>
  piecesOf(line, LINE_SIGNS.exec(line)?.[0].length ?? 0, line.length)

/** What a page shows of a line: all but the signs of Markdown. */
export const shownIn = (line: string): Stretch[] => shownPieces(line)

/** Where the words of a line are: between the signs of Markdown and references to notes. */
export const wordsIn = (line: string): Stretch[] =>
  shownPieces(line).filter(({ note }) => note === null)

/** The words of a line as a reader reads them aloud, without the signs of Markdown. */
export const wordsOfLine = (line: string): string =>
  wordsIn(line)
    .map(({ start, end }) => line.slice(start, end))
    .join('')
