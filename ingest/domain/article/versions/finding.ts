import { compareTexts } from './text-change.ts'

/**
 * One cause of a bump. `sentence` is English, begins with the member, and never quotes the text.
 */
export type Finding = {
  readonly bump: 'major' | 'minor' | 'patch'
  readonly changeClass: 'anonymisation' | null
  /** Whether only typography differs. */
  readonly typographic: boolean
  readonly sentence: string
}

export const finding = (member: string, bump: Finding['bump'], what: string): Finding => ({
  bump,
  changeClass: null,
  typographic: false,
  sentence: `${member} ${what}.`,
})

/**
 * A change of one text: a PATCH where it is one, else the bump that this member has beyond PATCH.
 */
export const textFinding = (
  member: string,
  old: string | null,
  next: string | null,
  beyond: 'major' | 'minor',
): Finding => {
  if (old === null) return finding(member, beyond, 'was added')
  if (next === null) return finding(member, beyond, 'was removed')
  const { kind, changeClass, typographic, why } = compareTexts(old, next)
  const bump = kind === 'patch' ? 'patch' : beyond
  return { bump, changeClass, typographic, sentence: `${member} ${why}.` }
}
