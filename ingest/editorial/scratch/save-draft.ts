/**
 * What was typed becomes a fact. Where another person saved meanwhile, both drafts are merged; what
 * both changed is shown to the person.
 */
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { Sha256Hex, Slug } from '#contracts/ids.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import type { WriteDeps } from '../../command-handler/write-deps.ts'
import { type ActOutcome, type ActStamp, carryOutAct, draftText } from '../carry-out.ts'
import { EMPTY_FORM, formOf } from './form.ts'
import { contentOfForm, faultsOf } from './form-content.ts'
import {
  type Choices,
  type Draft,
  type MergedDraft,
  NO_CHOICES,
  settledDraft,
} from './merge-forms.ts'
import { currentWording, type RecordedContent, wordingWithTag } from './recorded.ts'

/** Merging of long drafts takes seconds, so it may run elsewhere. */
export type MergeDrafts = (sides: {
  readonly base: Draft
  readonly mine: Draft
  readonly theirs: Draft
}) => Promise<MergedDraft>

export type SaveDeps = { readonly write: WriteDeps; readonly merge: MergeDrafts }

/** Both drafts, with what they began from. */
export type DraftConflict = {
  readonly merged: MergedDraft
  /** Tag of the other person's draft, which the choice is made against. */
  readonly theirs: Sha256Hex
}

export type DraftSaved =
  | { readonly outcome: ActOutcome; readonly isMerged: boolean }
  | { readonly conflict: DraftConflict }
  | Refusal

const draftOf = ({ content }: RecordedContent): Draft => ({
  form: formOf(content),
  text: content.contentClean,
})

const NOTHING: Draft = { form: EMPTY_FORM, text: '' }

export type DraftToSave = {
  readonly slug: Slug
  readonly base: Sha256Hex
  readonly draft: Draft
  /** How the person settled conflicts with the draft that has the tag `against`. */
  readonly choices: (Choices & { readonly against: Sha256Hex }) | null
}

/** Another person may save again while two drafts are merged. */
const ATTEMPTS_MAX = 3

const mergeWithPresent = async (
  { write, merge }: SaveDeps,
  { slug, base, draft, choices }: DraftToSave,
  present: RecordedContent,
): Promise<Draft | DraftConflict> => {
  const began = await wordingWithTag(write, slug, base)
  const theirs = draftOf(present)
  // The common base is unknown, so the person decides on every difference.
  const merged = await merge({
    base: began === null ? NOTHING : draftOf(began),
    mine: draft,
    theirs,
  })
  const chosen = choices !== null && choices.against === present.tag ? choices : NO_CHOICES
  return settledDraft(merged, chosen) ?? { merged, theirs: present.tag }
}

const revise = (
  { write }: SaveDeps,
  person: SignedPerson,
  slug: Slug,
  content: ArticleContent,
  base: Sha256Hex,
  at: ActStamp,
) => carryOutAct(write, person, slug, { act: 'revise', content, base }, at)

/** Saves a draft of a text that exists. Refusals: those of `revise`, `draft-incomplete`. */
export const saveDraft = async (
  deps: SaveDeps,
  person: SignedPerson,
  saved: DraftToSave,
  at: ActStamp,
): Promise<DraftSaved> => {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const present = await currentWording(deps.write, saved.slug)
    if (isRefusal(present)) return present
    const isMerged = present.tag !== saved.base
    const draft = isMerged ? await mergeWithPresent(deps, saved, present) : saved.draft
    if ('merged' in draft) return { conflict: draft }
    if (faultsOf(draft.form, draft.text, false).length > 0) return refusalByCode('draft-incomplete')
    const before = { content: present.content, sourceId: present.content.source.id }
    const content = contentOfForm(draft.form, draft.text, before)
    const outcome = await revise(deps, person, saved.slug, content, present.tag, at)
    if (!isRefusal(outcome)) return { outcome, isMerged }
    if (outcome.refused !== 'another-wording') return outcome
  }
  return refusalByCode('another-wording')
}

/** The source id of a text that is written in the desk. */
export const sourceIdOfNew = (id: string): string => `urn:uuid:${id}`

/** Saves a new text. Refusals: those of `draftText`, `draft-incomplete`. */
export const saveNewText = async (
  { write }: Pick<SaveDeps, 'write'>,
  person: SignedPerson,
  id: string,
  { form, text }: Draft,
  at: ActStamp,
): Promise<ActOutcome | Refusal> => {
  if (faultsOf(form, text, true).length > 0) return refusalByCode('draft-incomplete')
  const content = contentOfForm(form, text, { content: null, sourceId: sourceIdOfNew(id) })
  return draftText(write, person, content, at)
}
