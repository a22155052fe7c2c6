/** Where two tables of a text differ, row by row and cell by cell. */
import { hunksBetween } from '../../toolkit/sequence-diff.ts'
import { wordsOf } from '../../toolkit/text-diff.ts'
import { blocksOf } from './blocks.ts'
import { type Passage, type Row, structureOf } from './structure.ts'

/** A line of a table. The rule below the names of the columns has cells of signs alone. */
export type TableLine = {
  readonly kind: 'head' | 'rule' | 'row'
  readonly cells: readonly string[]
  /** The names of the columns; null: the table has none. */
  readonly head: readonly string[] | null
}

export type CellPiece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
export type ChangedCell = readonly CellPiece[]
export type ChangedRow = {
  readonly isHead: boolean
  readonly isChanged: boolean
  readonly cells: readonly ChangedCell[]
}

type Table = Extract<Passage, { kind: 'table' }>
const tablesIn = (passages: readonly Passage[]): Table[] =>
  passages.flatMap((one) => {
    if (one.kind === 'quote') return tablesIn(one.passages)
    return one.kind === 'table' ? [one] : []
  })

/** The lines of all tables of a text, by the number of the line from 0. */
export const tableLinesOf = (text: string): ReadonlyMap<number, TableLine> => {
  const lines = new Map<number, TableLine>()
  const counted = { at: 0, line: 0 }
  /** For offsets that only grow. */
  const lineAt = (offset: number): number => {
    for (;;) {
      const end = text.indexOf('\n', counted.at)
      if (end === -1 || end >= offset) return counted.line
      counted.at = end + 1
      counted.line += 1
    }
  }
  const blocks = blocksOf({ contentClean: text, judicialDecision: null })
  for (const { head, rule, rows } of tablesIn(structureOf(text, blocks))) {
    const wordsIn = ({ cells }: Row): string[] =>
      cells.map(({ start, end }) => text.slice(start, end))
    const names = head === null ? null : wordsIn(head)
    if (head !== null && names !== null)
      lines.set(lineAt(head.start), { kind: 'head', cells: names, head: names })
    if (rule !== null) lines.set(lineAt(rule.start), { kind: 'rule', cells: [], head: names })
    for (const row of rows)
      lines.set(lineAt(row.start), { kind: 'row', cells: wordsIn(row), head: names })
  }
  return lines
}

const piece = (kind: CellPiece['kind'], text: string): CellPiece[] =>
  text === '' ? [] : [{ kind, text }]

const cellBetween = (old: string, next: string): ChangedCell => {
  const [a, b] = [wordsOf(old), wordsOf(next)]
  const hunks = hunksBetween(a, b)
  if (hunks === null) return [...piece('removed', old), ...piece('added', next)]
  const pieces: CellPiece[] = []
  let at = 0
  for (const { oldFrom, oldTo, nextFrom, nextTo } of hunks) {
    pieces.push(
      ...piece('same', a.slice(at, oldFrom).join('')),
      ...piece('removed', a.slice(oldFrom, oldTo).join('')),
      ...piece('added', b.slice(nextFrom, nextTo).join('')),
    )
    at = oldTo
  }
  return [...pieces, ...piece('same', a.slice(at).join(''))]
}

/** Cells of one row in two wordings; a column may have come or gone. */
const cellsBetween = (old: readonly string[], next: readonly string[]): ChangedCell[] => {
  if (old.length === next.length)
    return old.map((cell, index) => cellBetween(cell, next[index] ?? ''))
  const whole = { oldFrom: 0, oldTo: old.length, nextFrom: 0, nextTo: next.length }
  const hunks = hunksBetween(old, next) ?? [whole]
  const cells: ChangedCell[] = []
  let at = 0
  for (const { oldFrom, oldTo, nextFrom, nextTo } of hunks) {
    cells.push(
      ...old.slice(at, oldFrom).map((cell) => piece('same', cell)),
      ...old.slice(oldFrom, oldTo).map((cell) => piece('removed', cell)),
      ...next.slice(nextFrom, nextTo).map((cell) => piece('added', cell)),
    )
    at = oldTo
  }
  return [...cells, ...old.slice(at).map((cell) => piece('same', cell))]
}

/** Pairs of rows that are compared; beyond, rows were removed and others added. */
const PAIRS_MAX = 250_000

/** How alike two rows are; 0: nothing says that one became the other. */
const likeness = (old: TableLine, next: TableLine): number => {
  const shared = old.cells.filter((cell) => cell !== '' && next.cells.includes(cell)).length
  const isSame = old.cells.join('|') === next.cells.join('|')
  const isPlaced = old.cells.length === next.cells.length && old.kind === next.kind
  return (isSame ? 1 : 0) + 2 * shared + (isPlaced ? 0.5 : 0)
}

type Pair = readonly [old: TableLine | null, next: TableLine | null]

/** Rows of both tables in order; those that are most alike stand for one another. */
const pairsOf = (old: readonly TableLine[], next: readonly TableLine[]): Pair[] => {
  const removed = (rows: readonly TableLine[]): Pair[] => rows.map((row) => [row, null])
  const added = (rows: readonly TableLine[]): Pair[] => rows.map((row) => [null, row])
  if (old.length * next.length > PAIRS_MAX) return [...removed(old), ...added(next)]
  const width = next.length + 1
  // The best likeness of all rows from a pair of places on.
  const best = new Float64Array((old.length + 1) * width)
  const at = (i: number, j: number): number => best[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const [a, b] = [old[i], next[j]]
      const paired = a === undefined || b === undefined ? 0 : likeness(a, b)
      best[i * width + j] = Math.max(paired + at(i + 1, j + 1), at(i + 1, j), at(i, j + 1))
    }
  const pairs: Pair[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < next.length) {
    const [a = null, b = null] = [old[i], next[j]]
    const paired = a === null || b === null ? 0 : likeness(a, b)
    if (paired > 0 && at(i, j) === paired + at(i + 1, j + 1)) {
      pairs.push([a, b])
      i += 1
      j += 1
    } else if (at(i, j) === at(i + 1, j)) {
      pairs.push([a, null])
      i += 1
    } else {
      pairs.push([null, b])
      j += 1
    }
  }
  return [...pairs, ...removed(old.slice(i)), ...added(next.slice(j))]
}

const rowOf = ([old, next]: Pair): ChangedRow => {
  const cells =
    old === null
      ? (next?.cells ?? []).map((cell) => piece('added', cell))
      : next === null
        ? old.cells.map((cell) => piece('removed', cell))
        : cellsBetween(old.cells, next.cells)
  const isOneSided = old === null || next === null
  return {
    isHead: old?.kind === 'head' || next?.kind === 'head',
    isChanged: isOneSided || cells.some((cell) => cell.some(({ kind }) => kind !== 'same')),
    cells,
  }
}

/** The rows of two wordings of a table as one table, without the rules below their heads. */
export const rowsBetween = (
  old: readonly TableLine[],
  next: readonly TableLine[],
): ChangedRow[] => {
  const rows = (lines: readonly TableLine[]) => lines.filter(({ kind }) => kind !== 'rule')
  return pairsOf(rows(old), rows(next)).map(rowOf)
}
