/**
 * Quotes, lists, tables, notes and rules among the lines of a text, as publishers and writers mark
 * them.
 */
import type { Block } from './blocks.ts'

type Heading = Extract<Block, { kind: 'heading' }>
type Zone = Extract<Block, { kind: 'zone' }>
type Line = Extract<Block, { kind: 'paragraph' }>

/** A stretch of the text in UTF-16 units, `end` exclusive. */
export type Stretch = { readonly start: number; readonly end: number }

/** A line whose words begin after a mark: `-`, `1.`, `a)`. */
export type ItemLine = Line & { readonly mark: string; readonly wordsStart: number }

export type Row = Line & { readonly cells: readonly Stretch[] }

export type Passage =
  | Zone
  | Heading
  | Line
  | { readonly kind: 'list'; readonly items: readonly ItemLine[] }
  | {
      readonly kind: 'table'
      /** The names of the columns, where a rule of Markdown follows them. */
      readonly head: Row | null
      /** The rule of Markdown. */
      readonly rule: Line | null
      readonly rows: readonly Row[]
    }
  | {
      readonly kind: 'quote'
      /** With their signs, also those without words. */
      readonly lines: readonly Line[]
      /** What the lines with words are, without the signs. */
      readonly passages: readonly Passage[]
    }
  | (Omit<Line, 'kind'> & {
      /** A line across the page. */
      readonly kind: 'rule'
    })
  | {
      readonly kind: 'note'
      readonly label: string
      readonly line: Line
      readonly wordsStart: number
    }

/** Marks are short, so that a pattern sees only the beginning of a line. */
const MARK_SEEN = 16
const MARK = /^([-–—•▪◦·*]|\d{1,3}[.)°]|\(?[a-z]{1,4}\)|\([ivxlc]{1,6}\)) (?=[^\s*-])/u
const NOTE = /^\[\^([^\]\s]{1,8})\]: (?=\S)/u
const CELL_BORDER = ' | '
const QUOTED = /^>(?=[ >]|$) ?/u
/** More are words of the text. */
const QUOTES_MAX = 3
const RULE = /^(?:(?:- ?){3,}|(?:\* ?){3,}|(?:_ ?){3,})$/u

const markIn = (text: string, line: Line): string | null =>
  MARK.exec(text.slice(line.start, Math.min(line.end, line.start + MARK_SEEN)))?.[1] ?? null

/** Marks of one list: the same sign, or numbers and letters written alike. */
const kindOfMark = (mark: string): string => mark.replace(/\d+/u, '1').replace(/[a-z]+/u, 'a')

const isPiped = (words: string): boolean =>
  words.length > 2 && words.startsWith('|') && words.endsWith('|')

const isRule = (words: string): boolean => isPiped(words) && /^[|\s:-]+$/u.test(words)

const trimmed = (text: string, from: number, to: number): Stretch => {
  const words = text.slice(from, to)
  const start = from + (words.length - words.trimStart().length)
  return { start, end: Math.max(start, from + words.trimEnd().length) }
}

/** The cells of a line: `| a | b |` of Markdown, or `a | b` as tables of publishers are read. */
const cellsOf = (text: string, { start, end }: Line): Stretch[] => {
  const words = text.slice(start, end)
  const [border, from, to] = isPiped(words) ? ['|', start + 1, end - 1] : [CELL_BORDER, start, end]
  const cells: Stretch[] = []
  let at = from
  for (;;) {
    const next = text.indexOf(border, at)
    const stop = next === -1 || next >= to ? to : next
    cells.push(trimmed(text, at, stop))
    if (stop === to) return cells
    at = stop + border.length
  }
}

const rowOf = (text: string, line: Line): Row | null => {
  const words = text.slice(line.start, line.end)
  if (!isPiped(words) && !words.includes(CELL_BORDER)) return null
  return { ...line, cells: cellsOf(text, line) }
}

/** Whether an empty line is between two lines. */
const isApart = (text: string, before: Stretch, line: Stretch): boolean =>
  text.slice(before.end, line.start).split('\n').length > 2

/** Lines from `at` on that are rows of one table; a single line is none. */
const rowsFrom = (text: string, blocks: readonly Block[], at: number): Row[] => {
  const rows: Row[] = []
  for (let index = at; ; index += 1) {
    const block = blocks[index]
    const row = block?.kind === 'paragraph' ? rowOf(text, block) : null
    const before = rows.at(-1)
    const isOther =
      row === null ||
      (before !== undefined &&
        (row.cells.length !== before.cells.length || isApart(text, before, row)))
    if (isOther) return rows.length < 2 ? [] : rows
    rows.push(row)
  }
}

const tableOf = (text: string, lines: readonly Row[]): Passage => {
  const [first, second] = lines
  const rule = second !== undefined && isRule(text.slice(second.start, second.end)) ? second : null
  return rule === null || first === undefined
    ? { kind: 'table', head: null, rule: null, rows: lines }
    : { kind: 'table', head: first, rule, rows: lines.slice(2) }
}

/** A quoted line without its sign; null: it has none. */
const unquoted = (text: string, line: Line): Line | null => {
  const sign = QUOTED.exec(text.slice(line.start, Math.min(line.end, line.start + MARK_SEEN)))
  return sign === null ? null : { ...line, start: line.start + sign[0].length }
}

/** Lines from `at` on that are one quote. */
const quotedFrom = (text: string, blocks: readonly Block[], at: number): Line[] => {
  const lines: Line[] = []
  for (let index = at; ; index += 1) {
    const block = blocks[index]
    const before = lines.at(-1)
    if (block?.kind !== 'paragraph' || unquoted(text, block) === null) return lines
    if (before !== undefined && isApart(text, before, block)) return lines
    lines.push(block)
  }
}

const quoteOf = (text: string, lines: readonly Line[], depth: number): Passage => {
  const inner = lines.flatMap((line) => {
    const words = unquoted(text, line)
    return words === null || words.start >= words.end ? [] : [words]
  })
  return { kind: 'quote', lines, passages: structureOf(text, inner, depth + 1) }
}

/**
 * Groups the blocks of a text. Every line is in exactly one passage, in order. `depth`: how many
 * quotes they are in. Pure.
 */
export const structureOf = (text: string, blocks: readonly Block[], depth = 0): Passage[] => {
  const passages: Passage[] = []
  /** The items of the list that the last passage is. */
  let items: ItemLine[] = []
  for (let at = 0; at < blocks.length;) {
    const block = blocks[at]
    if (block === undefined) break
    if (block.kind !== 'paragraph') {
      passages.push(block)
      at += 1
      continue
    }
    const quoted = depth < QUOTES_MAX ? quotedFrom(text, blocks, at) : []
    if (quoted.length > 0) {
      passages.push(quoteOf(text, quoted, depth))
      at += quoted.length
      continue
    }
    const rows = rowsFrom(text, blocks, at)
    if (rows.length > 0) {
      passages.push(tableOf(text, rows))
      at += rows.length
      continue
    }
    at += 1
    if (RULE.test(text.slice(block.start, block.end))) {
      passages.push({ ...block, kind: 'rule' })
      continue
    }
    const words = text.slice(block.start, Math.min(block.end, block.start + MARK_SEEN))
    const note = NOTE.exec(words)
    const mark = markIn(text, block)
    if (note?.[1] !== undefined) {
      const wordsStart = block.start + note[0].length
      passages.push({ kind: 'note', label: note[1], line: block, wordsStart })
    } else if (mark === null) passages.push(block)
    else {
      const item = { ...block, mark, wordsStart: block.start + mark.length + 1 }
      const before = passages.at(-1)?.kind === 'list' ? items.at(-1) : undefined
      if (before !== undefined && kindOfMark(before.mark) === kindOfMark(mark)) items.push(item)
      else {
        items = [item]
        passages.push({ kind: 'list', items })
      }
    }
  }
  return passages
}
