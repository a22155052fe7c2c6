import { fold } from '../analysis/fold.ts'
import { stem } from '../analysis/stem.ts'
import { GROUPS, ROLES } from './groups.ts'

/** What a word means for a comparison: its concept, and whether it says so or says the opposite. */
export type Meaning = { readonly concept: string; readonly sign: 1 | -1 }

const words = new Map<string, Meaning>()
const stems = new Map<string, Meaning>()
for (const line of GROUPS.trim().split('\n')) {
  const [concept = '', listed = ''] = line.split(':')
  const [same = '', opposite = ''] = listed.split('|')
  for (const [list, sign] of [
    [same, 1],
    [opposite, -1],
  ] as const) {
    for (const word of list.trim().split(/\s+/u)) {
      if (word === '') continue
      const meaning: Meaning = { concept: `=${concept}`, sign }
      if (!words.has(fold(word))) words.set(fold(word), meaning)
      // Two words of different meaning may share a stem (`emploi`, `employeur`): the first one
      // lends it to forms not listed.
      const key = stem(fold(word))
      if (!stems.has(key)) stems.set(key, meaning)
    }
  }
}

const roles = new Map<string, number>()
for (const [index, line] of ROLES.trim().split('\n').entries())
  for (const concept of line.split(' ')) roles.set(`=${concept}`, index)

/** Modal words are everywhere: they weigh little, but their negation counts. */
export const MODAL: ReadonlySet<string> = new Set(['=obligation', '=permission'])

/** The set of roles that a concept belongs to, or null. */
const roleOf = (concept: string): number | null => roles.get(concept) ?? null

const meaningBy = (folded: string, key: string): Meaning =>
  words.get(folded) ?? stems.get(key) ?? { concept: key, sign: 1 }

/**
 * Words whose entries are kept: stemming is most of the time that reading takes, and a language has
 * few words.
 */
const KEPT_MAX = 50_000

/** All that is known of a word by itself. */
export type Entry = Meaning & { readonly stem: string; readonly role: number | null }
const kept = new Map<string, Entry>()

/**
 * What is known of a folded word: its stem, its meaning (of its group, else of its stem) and its
 * role.
 */
export const entryOf = (folded: string): Entry => {
  const known = kept.get(folded)
  if (known !== undefined) return known
  const key = stem(folded)
  const meaning = meaningBy(folded, key)
  const entry: Entry = { ...meaning, stem: key, role: roleOf(meaning.concept) }
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(folded, entry)
  return entry
}

/** The meaning of a folded word. */
export const meaningOf = (folded: string): Meaning => entryOf(folded)
