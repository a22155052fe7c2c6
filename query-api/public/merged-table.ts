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

/** Lines of both wordings that were changed together, and where the next ones begin. */
type Stretch = {
  readonly lines: readonly MergedLine[]
  readonly oldEnd: number
  readonly nextEnd: number
}

const stretchesOf = (lines: readonly MergedLine[], old: Side, next: Side): Stretch[] => {
  const groups: MergedLine[][] = []
  for (const line of lines) {
    if (line.isOfBoth) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  return groups.map((group, index) => {
    const after = groups[index + 1]?.[0]
    return {
      lines: group,
      oldEnd: after?.old ?? old.lines.length,
      nextEnd: after?.next ?? next.lines.length,
    }
  })
}

/** The lines of tables from one line to another; null: one of the lines is of no table. */
const tableLinesIn = ({ lines, tables }: Side, from: number, to: number): TableLine[] | null => {
  const found: TableLine[] = []
  for (let at = from; at < to; at += 1) {
    const line = tables.get(at)
    if (line !== undefined) found.push(line)
    else if (lines[at]?.trim() !== '') return null
  }
  return found
}

const isBlank = ({ lines }: Side, at: number): boolean => lines[at]?.trim() === ''

/**
 * Lines as blocks: paragraphs, and tables where what was changed together is of tables in both
 * wordings. Empty lines are left out.
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
  for (const { lines: together, oldEnd, nextEnd } of stretchesOf(lines, old, next)) {
    const [first] = together
    if (first === undefined) continue
    const [ofOld, ofNext] = [
      tableLinesIn(old, first.old, oldEnd),
      tableLinesIn(next, first.next, nextEnd),
    ]
    if (ofOld === null || ofNext === null) {
      endTable()
      blocks.push(
        ...together
          .map((line) => line.pieces)
          .filter((paragraph) => paragraph.some(({ text }) => text.trim() !== '')),
      )
      continue
    }
    if (isBlank(old, first.old) && isBlank(next, first.next)) endTable()
    before.push(...ofOld)
    after.push(...ofNext)
    if (isBlank(old, oldEnd - 1) && isBlank(next, nextEnd - 1)) endTable()
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
