import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ContentRecord } from '#contracts/content.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type {
  Approve,
  Delete,
  Dismiss,
  DraftText,
  EditorialCommand,
  Publish,
  RequestChanges,
  Revise,
  Submit,
  Unpublish,
} from './commands.ts'
import type { ArticleState, Draft } from './state.ts'
import { contentOf, type Texts, type Wording, wordingOf } from './content-record.ts'
import { staleAssessment, flagsAfter, integrityEvents } from './integrity-events.ts'
import { republish, criticalRefusal, publication, validityRecorded } from './publication.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

type Decision = ArticleEvent[] | DomainRefusal

const draftWording = (draft: Draft, texts: Texts): Wording | DomainRefusal =>
  wordingOf(contentOf(draft.content, texts))

const draft = (command: DraftText, state: ArticleState): Decision => {
  if (state.streamVersion > 0) return refuse('text-exists')
  if (!command.slugIsFree) return refuse('slug-taken')
  const wording = wordingOf(command.content)
  if (isRefusal(wording)) return wording
  return [
    { type: 'Drafted', data: { content: wording.record } },
    ...integrityEvents([], command.integrity),
  ]
}

const isSameRecord = (old: ContentRecord | undefined, next: ContentRecord): boolean =>
  old !== undefined && canonicalJson(old) === canonicalJson(next)

const revise = (command: Revise, state: ArticleState): Decision => {
  const { content } = command
  if (content.source.id !== state.sourceId) return refuse('another-source')
  if (content.slug !== state.slug && !command.slugIsFree) return refuse('slug-taken')
  const wording = wordingOf(content)
  if (isRefusal(wording)) return wording
  // Sending the same wording again keeps the approval.
  if (isSameRecord(state.draft?.content, wording.record)) return []
  const opening: ArticleEvent[] =
    state.draft === null && state.published !== null
      ? [{ type: 'RevisionOpened', data: { baseVersion: state.published.version } }]
      : []
  return [
    ...opening,
    { type: 'Revised', data: { content: wording.record } },
    ...integrityEvents(state.integrityFlags, command.integrity),
  ]
}

const submit = (command: Submit, state: ArticleState): Decision => {
  const waits = state.draft?.status === 'draft' || state.draft?.status === 'changes_requested'
  if (state.draft === null || !waits) return refuse('nothing-to-submit')
  const wording = draftWording(state.draft, command.texts)
  if (isRefusal(wording)) return wording
  return [{ type: 'Submitted', data: { sha256Hash: wording.sha256Hash } }]
}

const reviewRefusal = (actor: string, inReview: Draft | null): DomainRefusal | null => {
  if (inReview?.status !== 'in_review') return refuse('not-in-review')
  return inReview.authors.includes(actor) ? refuse('reviewer-is-author') : null
}

const requestChanges = (command: RequestChanges, state: ArticleState): Decision => {
  const refused = reviewRefusal(command.actor, state.draft)
  if (refused !== null) return refused
  const reasons = command.reasons.map((reason) => reason.trim()).filter((reason) => reason !== '')
  if (reasons.length === 0) return refuse('reasons-missing')
  return [{ type: 'ChangesRequested', data: { reasons } }]
}

const approve = (command: Approve, state: ArticleState): Decision => {
  const refused = reviewRefusal(command.actor, state.draft)
  if (refused !== null || state.draft === null) return refused ?? refuse('not-in-review')
  const wording = draftWording(state.draft, command.texts)
  if (isRefusal(wording)) return wording
  const { sha256Hash } = wording
  if (sha256Hash !== command.sha256Hash) return refuse('another-wording')
  return [{ type: 'Approved', data: { sha256Hash, policy: null } }]
}

/** The assessment of the published wording, or the note that an earlier one is stale. */
const assessmentEvents = (
  { assessment, time }: Publish,
  state: ArticleState,
  sha256Hash: Sha256Hex,
): ArticleEvent[] => {
  if (assessment?.assessed.groundedness.assessedHash !== sha256Hash)
    return staleAssessment(state, sha256Hash, time)
  return [
    { type: 'GroundednessAssessed', data: assessment.assessed },
    ...integrityEvents(state.integrityFlags, assessment.integrity),
  ]
}

const publishDraft = (command: Publish, state: ArticleState, approved: Draft): Decision => {
  const wording = draftWording(approved, command.texts)
  if (isRefusal(wording)) return wording
  if (approved.approval?.sha256Hash !== wording.sha256Hash) return refuse('another-wording')
  const { content, sha256Hash } = wording
  const assessed = assessmentEvents(command, state, sha256Hash)
  const critical = criticalRefusal(flagsAfter(state.integrityFlags, assessed), sha256Hash)
  if (critical !== null) return critical
  const published = publication(state, {
    wording,
    policy: null,
    // An editor's text is dated by its publication.
    publishedAt: content.publishedAt ?? command.time,
    texts: command.texts,
  })
  if (isRefusal(published)) return published
  const validity = command.validity ?? approved.validity
  const isOpen = validity === null || (validity.validFrom ?? validity.validTo) === null
  const inForce = isOpen
    ? []
    : [validityRecorded(published.data.version, validity, content.source.version)]
  return [published, ...inForce, ...assessed]
}

const publish = (command: Publish, state: ArticleState): Decision => {
  if (state.draft?.status === 'approved') return publishDraft(command, state, state.draft)
  const { draft: open, published, publicStatus, integrityFlags } = state
  const isBack = publicStatus === 'unpublished' && published !== null
  if (open !== null && !isBack) {
    const wording = draftWording(open, command.texts)
    if (isRefusal(wording)) return wording
    return criticalRefusal(integrityFlags, wording.sha256Hash) ?? refuse('not-approved')
  }
  if (published === null) return refuse('never-published')
  const critical = criticalRefusal(integrityFlags, published.sha256Hash)
  if (critical !== null) return critical
  if (isBack) return [republish(published)]
  return publicStatus === 'withdrawn' ? refuse('text-withdrawn') : refuse('already-published')
}

const dismiss = (command: Dismiss, state: ArticleState): Decision => {
  const reason = command.reason.trim()
  if (reason === '') return refuse('reasons-missing')
  if (state.draft?.authors.includes(command.actor) === true) return refuse('author-dismisses')
  const items = command.items.filter((item) => !state.dismissed.has(item))
  if (items.length === 0) return refuse('doubt-unknown')
  const { code, sha256Hash } = command
  return [
    {
      type: 'IntegrityFlagDismissed',
      data: { code, headnoteSequence: null, sha256Hash, reason, items },
    },
  ]
}

const unpublish = (command: Unpublish, state: ArticleState): Decision => {
  if (state.publicStatus === 'never-published') return refuse('never-published')
  if (state.publicStatus !== 'published') return refuse('already-unpublished')
  if (command.reason.trim() === '') return refuse('reasons-missing')
  return [{ type: 'Unpublished', data: { reason: command.reason.trim() } }]
}

const remove = (command: Delete): Decision =>
  command.reason.trim() === ''
    ? refuse('reasons-missing')
    : [{ type: 'Deleted', data: { reason: command.reason.trim() } }]

/** Decides an editor's act (contracts/conventions/life-cycle.md). */
export const decideEditorial = (command: EditorialCommand, state: ArticleState): Decision => {
  if (state.publicStatus === 'deleted') return refuse('text-deleted')
  if (command.type === 'Draft') return draft(command, state)
  if (state.streamVersion === 0) return refuse('text-unknown')
  switch (command.type) {
    case 'Revise':
      return revise(command, state)
    case 'Submit':
      return submit(command, state)
    case 'RequestChanges':
      return requestChanges(command, state)
    case 'Approve':
      return approve(command, state)
    case 'Publish':
      return publish(command, state)
    case 'Dismiss':
      return dismiss(command, state)
    case 'Unpublish':
      return unpublish(command, state)
    case 'Delete':
      return remove(command)
    default:
      return command satisfies never
  }
}
