/** Tables of two wordings that are shown as one text. Pure. */
import {
  type ChangedRow,
  rowsBetween,
  type TableLine,
  tableLinesOf,
} from '#contracts/law/reading/table-changes.ts'
import { type MergedLine, type MergedParagraph, type Piece, sideOf } from './merged-text.ts'

export type MergedTable = { readonly rows: readonly ChangedRow[] }
export type MergedBlock = MergedParagraph | MergedTable

type Side = {
  readonly lines: readonly string[]
  readonly tables: ReadonlyMap<number, TableLine>
}
const sideIn = (pieces: readonly Piece[], left: Piece['kind']): Side => {
  const text = sideOf(pieces, left)
  return { lines: text.split('\n'), tables: tableLinesOf(text) }
}

/** The line of a table that this is in one wording; null: it has no words there. */
const lineIn = ({ lines, tables }: Side, at: number, words: string): TableLine | null | 'other' => {
  if (words.trim() === '') return null
  return (words === lines[at] ? tables.get(at) : undefined) ?? 'other'
}

/**
 * Lines as blocks: paragraphs, and tables where both wordings have lines of a table there or none.
 * Empty lines are left out.
 */
export const mergedBlocks = (
  pieces: readonly Piece[],
  lines: readonly MergedLine[],
): MergedBlock[] => {
  const [old, next] = [sideIn(pieces, 'added'), sideIn(pieces, 'removed')]
  const blocks: MergedBlock[] = []
  let [before, after]: [TableLine[], TableLine[]] = [[], []]
  const endTable = (): void => {
    if (before.length + after.length > 0) blocks.push({ rows: rowsBetween(before, after) })
    ;[before, after] = [[], []]
  }
  for (const line of lines) {
    const one = lineIn(old, line.old, sideOf(line.pieces, 'added'))
    const other = lineIn(next, line.next, sideOf(line.pieces, 'removed'))
    if (one === 'other' || other === 'other' || (one === null && other === null)) {
      endTable()
      if (one !== null || other !== null) blocks.push(line.pieces)
      continue
    }
    if (one !== null) before.push(one)
    if (other !== null) after.push(other)
  }
  endTable()
  return blocks
}

export const isTable = (block: MergedBlock): block is MergedTable => 'rows' in block

/** A row to show, or a number of unchanged ones to leave out. */
export type ShownRow = ChangedRow | { readonly skipped: number }

/** The names of the columns, and the changed rows with the unchanged ones around them. */
export const shownRows = ({ rows }: MergedTable, around: number): ShownRow[] => {
  const shown: ShownRow[] = []
  rows.forEach((row, index) => {
    const near = rows.slice(Math.max(0, index - around), index + around + 1)
    const last = shown.at(-1)
    if (row.isHead || near.some(({ isChanged }) => isChanged)) shown.push(row)
    else if (last !== undefined && 'skipped' in last)
      shown[shown.length - 1] = { skipped: last.skipped + 1 }
    else shown.push({ skipped: 1 })
  })
  return shown
}
