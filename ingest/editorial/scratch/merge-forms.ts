/** Three-way merge of a draft: its text by paragraph, its other members one by one. */
import type { EditorForm, TypedHeadnote } from './form.ts'
import { type Choice, type MergedPart, mergeTexts, settledText } from './merge-text.ts'

export type Draft = { readonly form: EditorForm; readonly text: string }
type Sides<T> = { readonly base: T; readonly mine: T; readonly theirs: T }

const LINES = ['slug', 'contentType', 'doctrineSubtype', 'language', 'licence', 'author'] as const
const FIELDS = [...LINES, 'title', 'abstract', 'sourceUrl', 'publishedAt'] as const
const SETS = ['jurisdiction', 'legalDomain', 'concepts'] as const
export type MergedField = (typeof FIELDS)[number]

/** Two wordings of one member to choose from. */
export type MemberConflict =
  | ({ readonly kind: 'field'; readonly field: MergedField } & Sides<string>)
  | ({ readonly kind: 'headnote'; readonly sequence: number } & Sides<TypedHeadnote | null>)

export type MergedDraft = {
  /** Without conflicts; where there is one, it has the wording of `theirs`. */
  readonly form: EditorForm
  readonly members: readonly MemberConflict[]
  readonly text: readonly MergedPart[]
}

const mergeSet = ({ base, mine, theirs }: Sides<readonly string[]>): string[] => [
  ...theirs.filter((one) => mine.includes(one) || !base.includes(one)),
  ...mine.filter((one) => !base.includes(one) && !theirs.includes(one)),
]

const sameHeadnote = (one: TypedHeadnote | null, other: TypedHeadnote | null): boolean =>
  one?.summary === other?.summary &&
  one?.sourceText === other?.sourceText &&
  one?.legalRuleType === other?.legalRuleType

const bySequence = (headnotes: readonly TypedHeadnote[]): ReadonlyMap<number, TypedHeadnote> =>
  new Map(headnotes.map((one) => [one.sequence, one]))

type MergedHeadnotes = {
  readonly headnotes: readonly TypedHeadnote[]
  readonly conflicts: readonly MemberConflict[]
}

const mergeHeadnotes = (sides: Sides<readonly TypedHeadnote[]>): MergedHeadnotes => {
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map(bySequence)
  const sequences = [...sides.theirs, ...sides.mine, ...sides.base].map(({ sequence }) => sequence)
  const headnotes: TypedHeadnote[] = []
  const conflicts: MemberConflict[] = []
  const added: TypedHeadnote[] = []
  for (const sequence of [...new Set(sequences)].toSorted((one, other) => one - other)) {
    const [was, own, other] = [base, mine, theirs].map((side) => side?.get(sequence) ?? null)
    const one = { base: was ?? null, mine: own ?? null, theirs: other ?? null }
    const isChanged = !sameHeadnote(one.mine, one.base)
    const taken = isChanged && sameHeadnote(one.theirs, one.base) ? one.mine : one.theirs
    if (taken !== null) headnotes.push(taken)
    if (!isChanged || taken === one.mine || sameHeadnote(one.mine, one.theirs)) continue
    // Two new headnotes with one number are both kept.
    if (one.base === null && one.mine !== null) added.push(one.mine)
    else conflicts.push({ kind: 'headnote', sequence, ...one })
  }
  const last = Math.max(0, ...sequences)
  return {
    headnotes: [...headnotes, ...added.map((one, at) => ({ ...one, sequence: last + at + 1 }))],
    conflicts,
  }
}

/** Merges two drafts that began from one. */
export const mergeDrafts = ({ base, mine, theirs }: Sides<Draft>): MergedDraft => {
  const form: EditorForm = { ...theirs.form }
  const conflicts: MemberConflict[] = []
  for (const field of FIELDS) {
    const sides = { base: base.form[field], mine: mine.form[field], theirs: theirs.form[field] }
    if (sides.mine === sides.base || sides.mine === sides.theirs) continue
    if (sides.theirs === sides.base) form[field] = sides.mine
    else conflicts.push({ kind: 'field', field, ...sides })
  }
  for (const set of SETS)
    form[set] = mergeSet({ base: base.form[set], mine: mine.form[set], theirs: theirs.form[set] })
  const { headnotes, conflicts: ofHeadnotes } = mergeHeadnotes({
    base: base.form.headnotes,
    mine: mine.form.headnotes,
    theirs: theirs.form.headnotes,
  })
  form.headnotes = [...headnotes]
  const text = mergeTexts(base.text, mine.text, theirs.text)
  return { form, members: [...conflicts, ...ofHeadnotes], text }
}

export type Choices = {
  /** In the order of the conflicts. `both` of a field is its wording of `theirs`. */
  readonly members: readonly (Choice | undefined)[]
  readonly text: readonly (Choice | undefined)[]
}
export const NO_CHOICES: Choices = { members: [], text: [] }

const withHeadnote = (
  form: EditorForm,
  { sequence, mine, theirs }: Extract<MemberConflict, { kind: 'headnote' }>,
  choice: Choice,
): void => {
  const others = form.headnotes.filter((one) => one.sequence !== sequence)
  const last = Math.max(0, ...form.headnotes.map((one) => one.sequence))
  const chosen = choice === 'mine' ? mine : theirs
  const second = choice === 'both' && mine !== null && theirs !== null ? [mine] : []
  form.headnotes = [
    ...others,
    ...(chosen === null && choice !== 'both' ? [] : [chosen ?? mine ?? []].flat()),
    ...second.map((one) => ({ ...one, sequence: last + 1 })),
  ].toSorted((one, other) => one.sequence - other.sequence)
}

/** The draft after the choices; null: one is missing. */
export const settledDraft = (merged: MergedDraft, choices: Choices): Draft | null => {
  const form: EditorForm = { ...merged.form }
  for (const [at, conflict] of merged.members.entries()) {
    const choice = choices.members[at]
    if (choice === undefined) return null
    if (conflict.kind === 'headnote') withHeadnote(form, conflict, choice)
    else if (choice === 'mine') form[conflict.field] = conflict.mine
  }
  const text = settledText(merged.text, choices.text)
  return text === null ? null : { form, text }
}
