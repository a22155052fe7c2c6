import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ContentRecord } from '#contracts/content.ts'
import { REASON_MAX } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type {
  Approve,
  DiscardDraft,
  Dismiss,
  DraftText,
  EditorialCommand,
  RequestChanges,
  Revise,
  Submit,
} from './commands.ts'
import { wordingOf } from './content-record.ts'
import { decideComment } from './decide-comments.ts'
import { decideSchedule, draftWording, publish } from './decide-publication.ts'
import { decideRemoval } from './decide-removal.ts'
import { integrityEvents } from './integrity-events.ts'
import { scheduleEnded, statedReason } from './reasons.ts'
import { type ArticleState, type Draft, isApproved } from './state.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

type Decision = ArticleEvent[] | DomainRefusal

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

/** The tag of a wording: the hash of all its members, also of those that the hash leaves out. */
export const tagOf = (record: ContentRecord): Sha256Hex => sha256Hex(canonicalJson(record))

/** Whether an edit began from the present wording, so that it overwrites nobody else's. */
const isBase = (base: Sha256Hex | null, { draft: open, published }: ArticleState): boolean => {
  if (open !== null) return base === tagOf(open.content)
  return base === null || (published !== null && base === tagOf(published.content))
}

/** A withdrawn text is written on once a person restored it. */
const isWithdrawnWhole = ({ publicStatus, draft: open }: ArticleState): boolean =>
  publicStatus === 'withdrawn' && open === null

/** The wording that an edit begins from; a withdrawn text has none before it is restored. */
const presentRecord = ({
  draft: open,
  published,
  publicStatus,
}: ArticleState): ContentRecord | undefined => {
  if (open !== null) return open.content
  return publicStatus === 'withdrawn' ? undefined : published?.content
}

const revise = (command: Revise, state: ArticleState): Decision => {
  const { content } = command
  if (content.source.id !== state.sourceId) return refuse('another-source')
  if (content.slug !== state.slug && !command.slugIsFree) return refuse('slug-taken')
  const wording = wordingOf(content)
  if (isRefusal(wording)) return wording
  // Sending the same wording again keeps the approval, and opens no draft that changes nothing.
  if (isSameRecord(presentRecord(state), wording.record)) return []
  if (command.base !== undefined && !isBase(command.base, state)) return refuse('another-wording')
  if (isWithdrawnWhole(state)) return refuse('text-withdrawn')
  const opening: ArticleEvent[] =
    state.draft === null && state.published !== null
      ? [{ type: 'RevisionOpened', data: { baseVersion: state.published.version } }]
      : []
  return [
    ...opening,
    ...scheduleEnded(state, 'another-wording', 'The wording was edited.'),
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

const authorRefusal = (actor: string, { authors }: Draft): DomainRefusal | null =>
  authors.includes(actor) ? refuse('reviewer-is-author') : null

/** Reasons of one request for changes. */
const REASONS_MAX = 100

const requestChanges = (command: RequestChanges, state: ArticleState): Decision => {
  const { draft: open } = state
  // An approval may be taken back until the text is public.
  if (open === null || !(open.status === 'in_review' || isApproved(open)))
    return refuse('not-in-review')
  const refused = authorRefusal(command.actor, open)
  if (refused !== null) return refused
  const reasons = command.reasons.map((reason) => reason.trim()).filter((reason) => reason !== '')
  if (reasons.length === 0) return refuse('reasons-missing')
  if (reasons.length > REASONS_MAX || reasons.some(({ length }) => length > REASON_MAX))
    return refuse('reason-too-long')
  return [
    ...scheduleEnded(state, 'not-approved', 'Changes were requested.'),
    { type: 'ChangesRequested', data: { reasons } },
  ]
}

const approve = (command: Approve, state: ArticleState): Decision => {
  const { draft: open } = state
  const isOpen = open?.status === 'in_review' || isApproved(open)
  if (open === null || !isOpen) return refuse('not-in-review')
  const refused = authorRefusal(command.actor, open)
  if (refused !== null) return refused
  const wording = draftWording(open, command.texts)
  if (isRefusal(wording)) return wording
  const { sha256Hash } = wording
  if (sha256Hash !== command.sha256Hash) return refuse('another-wording')
  if (open.approval !== null)
    return open.approval.by === command.actor ? [] : refuse('already-approved')
  const { citedRed = null } = command
  const seen = citedRed === null ? {} : { citedRed: [...citedRed] }
  return [{ type: 'Approved', data: { sha256Hash, policy: null, ...seen } }]
}

const discardDraft = (command: DiscardDraft, state: ArticleState): Decision => {
  const { draft: open, published } = state
  if (open === null || published === null) return refuse('nothing-to-discard')
  // The draft is the only wording that is left.
  if (isErasedContent(published.content)) return refuse('text-erased')
  const reason = statedReason(command.reason)
  if (isRefusal(reason)) return reason
  return [
    ...scheduleEnded(state, 'nothing-to-discard', 'The draft was discarded.'),
    { type: 'DraftDiscarded', data: { reason } },
    ...integrityEvents(state.integrityFlags, command.integrity),
  ]
}

const dismiss = (command: Dismiss, state: ArticleState): Decision => {
  const reason = statedReason(command.reason)
  if (isRefusal(reason)) return reason
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

/** Decides an editor's act (contracts/conventions/life-cycle.md). */
export const decideEditorial = (command: EditorialCommand, state: ArticleState): Decision => {
  if (state.publicStatus === 'deleted' && command.type !== 'Restore') return refuse('text-deleted')
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
    case 'DiscardDraft':
      return discardDraft(command, state)
    case 'Publish':
      return publish(command, state)
    case 'Dismiss':
      return dismiss(command, state)
    case 'Schedule':
    case 'CancelSchedule':
      return decideSchedule(command, state)
    case 'Unpublish':
    case 'Withdraw':
    case 'Delete':
    case 'CancelRequest':
    case 'Restore':
      return decideRemoval(command, state)
    case 'Assign':
    case 'Comment':
    case 'ResolveComment':
      return decideComment(command, state)
    default:
      return command satisfies never
  }
}
