import type { OnNote, SourceRefusal } from './source-item.ts'

/** Kinds of notes that are told apart in one run; what comes beyond is told as one line. */
export const NOTE_KINDS_MAX = 500

type Tally = { readonly first: SourceRefusal; count: number }

const KINDS_LEFT_OUT: Omit<SourceRefusal, 'file' | 'line'> = {
  refused: 'notes-left-out',
  reason: `there are more than ${NOTE_KINDS_MAX} kinds of notes`,
  hint: 'look at the first ones: the files may be of another format than they look',
}

/**
 * Counts notes of the same kind and words, so that a hundred thousand files with one unknown
 * element are one line. Each is told once, at its first place, with how often it was met.
 */
export const noteTally = () => {
  const tallies = new Map<string, Tally>()
  const add: OnNote = (note) => {
    const isNew = !tallies.has(`${note.refused}\u0000${note.reason}`)
    const told = isNew && tallies.size >= NOTE_KINDS_MAX ? { ...note, ...KINDS_LEFT_OUT } : note
    const key = `${told.refused}\u0000${told.reason}`
    const known = tallies.get(key)
    if (known === undefined) tallies.set(key, { first: told, count: 1 })
    else known.count += 1
  }
  const notes = (): SourceRefusal[] =>
    [...tallies.values()].map(({ first, count }) =>
      count === 1 ? first : { ...first, reason: `${first.reason} (${count} times)` },
    )
  return { add, notes }
}
