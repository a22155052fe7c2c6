/** The words of a line as runs: emphasis, numbers of notes, citations and links. */
import type { Stretch } from './structure.ts'

/** A citation in the text that leads to another one. */
export type CitationLink = Stretch & {
  readonly href: string
  /** The title of the cited text. */
  readonly title: string
}

export type Style = 'plain' | 'strong' | 'emphasis'

export type Run<Link extends CitationLink = CitationLink> = {
  readonly text: string
  readonly style: Style
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

/** Emphasis as Markdown marks it, around whole words, references to notes, and links. */
const MARKED =
  /\*\*([^*\n]+)\*\*|(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])|\[\^([^\]\s]{1,8})\](?!:)|\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()]{1,2000}(?:\([^\s()]{1,200}\)[^\s()]{0,200})?)\)/gu

type Piece = Stretch & Pick<Run, 'style' | 'note' | 'address'>

const isWords = (words: string): boolean => words.trim() === words && /[\p{L}\p{N}]/u.test(words)

type Marks = { readonly style: Style; readonly address: string | null }
const UNMARKED: Marks = { style: 'plain', address: null }

/** The stretches of words, without their signs; words within marks keep those around them. */
const piecesOf = (text: string, from: number, to: number, marks = UNMARKED): Piece[] => {
  const pieces: Piece[] = []
  let at = from
  const addPlain = (end: number): void => {
    if (end > at) pieces.push({ start: at, end, ...marks, note: null })
  }
  for (const { 0: whole, 1: strong, 2: emphasis, 3: note, 4: label, 5: target, index } of text
    .slice(from, to)
    .matchAll(MARKED)) {
    const inner = strong ?? emphasis ?? note ?? label ?? ''
    if (note === undefined && !isWords(inner)) continue
    const start = from + index
    addPlain(start)
    const innerStart = start + whole.indexOf(inner)
    const innerEnd = innerStart + inner.length
    if (note !== undefined) pieces.push({ start: innerStart, end: innerEnd, ...marks, note })
    else {
      const own = strong === undefined ? 'emphasis' : 'strong'
      const style = label === undefined && marks.style === 'plain' ? own : marks.style
      const address = target ?? marks.address
      pieces.push(...piecesOf(text, innerStart, innerEnd, { style, address }))
    }
    at = start + whole.length
  }
  addPlain(to)
  return pieces
}

/** The runs of a stretch that is within one line. Marks of emphasis are in none of them. */
export const runsOf = <Link extends CitationLink>(
  text: string,
  { start: from, end: to }: Stretch,
  links: readonly Link[],
): Run<Link>[] => {
  const within = linksWithin(links, from, to)
  return piecesOf(text, from, to).flatMap(({ start, end, style, note, address }) => {
    const runs: Run<Link>[] = []
    const add = (runFrom: number, runTo: number, link: Link | null): void => {
      if (runTo > runFrom)
        runs.push({ text: text.slice(runFrom, runTo), style, link, address, note })
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

const LINE_SIGNS = /^(?:#{1,6} |\[\^[^\]\s]{1,8}\]: )/u

/** Where the words of a line are: between the signs of Markdown and references to notes. */
export const wordsIn = (line: string): Stretch[] => {
  const from = LINE_SIGNS.exec(line)?.[0].length ?? 0
  return piecesOf(line, from, line.length).filter(({ note }) => note === null)
}

/** The words of a line as a reader reads them aloud, without the signs of Markdown. */
export const wordsOfLine = (line: string): string =>
  wordsIn(line)
    .map(({ start, end }) => line.slice(start, end))
    .join('')
