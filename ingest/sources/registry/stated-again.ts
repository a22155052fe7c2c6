/**
 * What one increment both deletes and states: it moved there, or it is another file of the same
 * text. It is not deleted, in whatever order the archive has list and files.
 */
import { isRefusal } from '#contracts/fault.ts'
import { isRemoval, type SourceItem, type SourceRemoval } from '../source-item.ts'

/** Ids of the DILA are the names of its files. */
const NAMED = /([A-Z]{8}\d{12})\.xml$/u

/** Most ids of one archive: an increment has some thousands, a whole base has no list. */
export const STATED_MAX = 500_000

export type StatedIds = {
  /** An entry counts by its name, also where it is refused. */
  addFile(name: string): void
  addItem(item: SourceItem): void
  /** Null: the archive has more ids than are kept, so nobody knows. */
  has(id: string): boolean | null
}

/** The id of the DILA that a file is named by; null if it is named otherwise. */
export const idOfFile = (name: string): string | null => NAMED.exec(name)?.[1] ?? null

export const statedIds = (): StatedIds => {
  const ids = new Set<string>()
  let isOver = false
  const add = (id: string): void => {
    if (ids.size < STATED_MAX) ids.add(id)
    else isOver = true
  }
  return {
    addFile: (name) => {
      const id = idOfFile(name)
      if (id !== null) add(id)
    },
    addItem: (item) => {
      if (isRefusal(item) || isRemoval(item)) return
      const { id, version } = item.record.source
      add(id)
      if (typeof version === 'string') add(version)
    },
    has: (id) => (ids.has(id) ? true : isOver ? null : false),
  }
}

/**
 * The removals of a whole archive, each with whether the archive states it too; null: it states
 * more than is kept.
 */
export const removalsOf = (
  removals: readonly SourceRemoval[],
  stated: StatedIds,
): SourceRemoval[] | null => {
  const marked: SourceRemoval[] = []
  for (const item of removals) {
    const { removal } = item
    const isStatedAgain = removal.kind !== 'folder' && stated.has(removal.id)
    if (isStatedAgain === null) return null
    marked.push(isStatedAgain ? { ...item, removal: { ...removal, isStatedAgain } } : item)
  }
  return marked
}
