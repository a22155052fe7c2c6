import type { ScratchKey, ScratchRow, Scratches } from './ports.ts'
import { applySplice } from './splice.ts'

type Kept = { readonly key: ScratchKey; readonly row: ScratchRow; readonly text: string }

const nameOf = ({ person, subject }: ScratchKey): string => `${person} ${subject}`
const isOpen = ({ discardedAt, settledAt }: ScratchRow): boolean =>
  discardedAt === null && settledAt === null

/** What editors type, in memory. */
export const memoryScratches = (): Scratches => {
  const all = new Map<string, Kept>()
  const change = (key: ScratchKey, sequence: number, over: Partial<ScratchRow>): boolean => {
    const kept = all.get(nameOf(key))
    if (kept === undefined || kept.row.sequence !== sequence) return false
    all.set(nameOf(key), { ...kept, row: { ...kept.row, ...over } })
    return true
  }
  return {
    read: async (key) => all.get(nameOf(key))?.row ?? null,
    readText: async (key, textSha256) => {
      const kept = all.get(nameOf(key))
      return kept?.row.textSha256 === textSha256 ? { origin: kept.text, changes: [] } : null
    },
    put: async (key, { text, ...row }, over) => {
      const known = all.get(nameOf(key))?.row
      const fits =
        over === null
          ? known === undefined || !isOpen(known)
          : known?.sequence === over.sequence && known.base === over.base
      if (!fits) return false
      const fresh = {
        changes: 0,
        changedUnits: 0,
        discardedAt: null,
        settledAt: null,
        notice: null,
      }
      all.set(nameOf(key), { key, text, row: { ...row, ...fresh } })
      return true
    },
    append: async (key, { splice, ...row }, over) => {
      const known = all.get(nameOf(key))
      if (known === undefined || known.row.sequence !== over) return false
      const text = splice === null ? known.text : applySplice(known.text, splice)
      const next = { ...known.row, ...row, settledAt: null, notice: null }
      all.set(nameOf(key), { key, text: text ?? known.text, row: next })
      return true
    },
    remove: async (key, sequence) =>
      all.get(nameOf(key))?.row.sequence === sequence && all.delete(nameOf(key)),
    settle: async (key, was, base, settledAt) => {
      const row = all.get(nameOf(key))?.row
      if (row === undefined || row.sequence < was.sequence || row.base !== was.base) return false
      const isSame = row.sequence === was.sequence
      return change(key, row.sequence, { base, ...(isSame ? { settledAt } : {}) })
    },
    setNotice: async (key, sequence, notice) => void change(key, sequence, { notice }),
    discard: async (key, discardedAt) => {
      const sequence = all.get(nameOf(key))?.row.sequence
      return sequence !== undefined && change(key, sequence, { discardedAt })
    },
    bringBack: async (key) => {
      const sequence = all.get(nameOf(key))?.row.sequence
      return sequence !== undefined && change(key, sequence, { discardedAt: null })
    },
    list: async (person, limit) =>
      [...all.values()]
        .filter(({ key, row }) => key.person === person && isOpen(row))
        .slice(0, limit)
        .map(({ key, row: { members, changedAt, notice } }) => ({
          ...key,
          members,
          changedAt,
          notice,
        })),
    ofOthers: async (person, subjects, limit) =>
      [...all.values()]
        .filter(
          ({ key, row }) => key.person !== person && subjects.includes(key.subject) && isOpen(row),
        )
        .slice(0, limit)
        .map(({ key, row: { members, changedAt, notice } }) => ({
          ...key,
          members,
          changedAt,
          notice,
        })),
    rested: async (before, limit) =>
      [...all.values()]
        .filter(({ row }) => isOpen(row) && row.notice === null && row.changedAt < before)
        .slice(0, limit)
        .map(({ key }) => key),
    purge: async () => 0,
  }
}
