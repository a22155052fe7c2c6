/** Tables of rows by key, and what a transaction sees and changes of them. */

export type Row = Readonly<Record<string, unknown>>

/** What one statement reads and writes: the committed rows and those of its own transaction. */
export type View = {
  get(table: string, key: string): Row | undefined
  set(table: string, key: string, row: Row): void
  /** Whether there was such a row. */
  remove(table: string, key: string): boolean
  /** In no order that a statement may rely on. */
  rows(table: string): Row[]
  /** With their keys, in the order of the keys by code unit. */
  sorted(table: string): [key: string, row: Row][]
  /** The next number of a sequence. As in PostgreSQL, a rollback does not give it back. */
  next(sequence: string): number
}

type Overlay = Map<string, Map<string, Row | null>>
type Undo = { readonly table: string; readonly key: string; readonly before: Row | undefined }

export type Changes = {
  readonly view: View
  /** Whether anything was changed yet. */
  isDirty(): boolean
  commit(): void
}

/** Rows of these tables are gone after a crash of the server. */
export type TableOptions = { readonly unlogged: ReadonlySet<string> }

export const makeTables = ({ unlogged }: TableOptions) => {
  const base = new Map<string, Map<string, Row>>()
  /** The last number that each sequence gave. */
  const sequences = new Map<string, number>()
  /** What commits that did not wait for the disk changed; the next one that waits keeps them. */
  let unflushed: Undo[] = []
  const tableOf = (name: string): Map<string, Row> => {
    const found = base.get(name)
    if (found !== undefined) return found
    const made = new Map<string, Row>()
    base.set(name, made)
    return made
  }
  const write = (table: string, key: string, row: Row | null | undefined): void => {
    if (row === null || row === undefined) tableOf(table).delete(key)
    else tableOf(table).set(key, row)
  }
  return {
    committed: (table: string): Row[] => [...tableOf(table).values()],
    begin: (): Changes & { waitsForDisk: boolean } => {
      const overlay: Overlay = new Map()
      const own = (table: string): Map<string, Row | null> => {
        const found = overlay.get(table)
        if (found !== undefined) return found
        const made = new Map<string, Row | null>()
        overlay.set(table, made)
        return made
      }
      const get = (table: string, key: string): Row | undefined => {
        const changed = overlay.get(table)?.get(key)
        if (changed === undefined) return tableOf(table).get(key)
        return changed ?? undefined
      }
      const pairs = (table: string): [string, Row][] => {
        const changed = overlay.get(table)
        if (changed === undefined) return [...tableOf(table)]
        return [
          ...[...tableOf(table)].filter(([key]) => !changed.has(key)),
          ...[...changed].flatMap(([key, row]): [string, Row][] =>
            row === null ? [] : [[key, row]],
          ),
        ]
      }
      const changes = {
        waitsForDisk: true,
        view: {
          get,
          set: (table: string, key: string, row: Row) => void own(table).set(key, row),
          remove: (table: string, key: string) => {
            const isThere = get(table, key) !== undefined
            if (isThere) own(table).set(key, null)
            return isThere
          },
          rows: (table: string) => pairs(table).map(([, row]) => row),
          sorted: (table: string) => pairs(table).toSorted(([a], [b]) => (a < b ? -1 : 1)),
          next: (sequence: string) => {
            const number = (sequences.get(sequence) ?? 0) + 1
            sequences.set(sequence, number)
            return number
          },
        },
        isDirty: () => overlay.size > 0,
        commit: () => {
          if (overlay.size === 0) return
          for (const [table, rows] of overlay)
            for (const [key, row] of rows) {
              unflushed.push({ table, key, before: tableOf(table).get(key) })
              write(table, key, row)
            }
          if (changes.waitsForDisk) unflushed = []
        },
      }
      return changes
    },
    /** The server died: what was not on the disk is gone, and unlogged tables are empty. */
    crash: (): void => {
      for (const { table, key, before } of unflushed.toReversed()) write(table, key, before)
      unflushed = []
      for (const table of unlogged) base.delete(table)
    },
  }
}
