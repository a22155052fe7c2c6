/** A row of the board from the events of a text: pure. */
import type { ARTICLE_EVENTS } from '#contracts/events/article.ts'
import type { StoredArticleEvent } from '#contracts/events/event.ts'
import { articleIdOfStream, type Sha256Hex } from '#contracts/ids.ts'
import { isOfAnotherWording } from '../../domain/article/integrity-events.ts'
import { type ArticleState, deskStatusOf, knownWordingOf } from '../../domain/article/state.ts'
import type { LogLine } from '../../groundedness/ports.ts'
import type { BoardRow } from './ports.ts'

type EventType = keyof typeof ARTICLE_EVENTS

/** A new wording opens a draft; a publication closes it. */
const WORDINGS: readonly EventType[] = ['Drafted', 'Revised', 'RevisionOpened']
const PUBLISHED: EventType = 'VersionPublished'

/** Acts that only people carry out. */
const ACTS: readonly EventType[] = [
  'Submitted',
  'ChangesRequested',
  'PublicationScheduled',
  'ScheduleCancelled',
  'DraftDiscarded',
  'PublicationJustified',
  'IntegrityFlagDismissed',
  'HeadnoteProposalSettled',
  'Unpublished',
  'WithdrawalRequested',
  'DeletionRequested',
  'RequestCancelled',
  'Withdrawn',
  'Deleted',
  'Restored',
  'CommentAdded',
  'CommentResolved',
  'Assigned',
]
/** Change a row, and make none. */
const DETAILS: readonly EventType[] = [
  'Approved',
  'IntegrityFlagRaised',
  'IntegrityFlagCleared',
  'WordingErased',
]

/** Findings of machines, statements about validity and certificates are no change by a person. */
const FINDINGS: readonly string[] = [
  'PassagesEmbedded',
  'GroundednessAssessed',
  'IntegrityFlagRaised',
  'IntegrityFlagCleared',
  'ConceptsMatched',
  'HeadnotesProposed',
  'ValidityRecorded',
  'ErasureCertified',
] satisfies readonly EventType[]

/** The event types that the board follows. */
export const FOLLOWED: readonly string[] = [...WORDINGS, PUBLISHED, ...ACTS, ...DETAILS]

const isOneOf =
  (types: readonly string[]) =>
  ({ type }: { readonly type: string }): boolean =>
    types.includes(type)
const isWording = isOneOf(WORDINGS)
const isAct = isOneOf(ACTS)

/**
 * Whether the events of one text in a stretch of the log may give it a row. An import that
 * publishes at once gives none. The types of its events show this, so a large official corpus is
 * never read.
 */
export const mayHaveRow = (lines: readonly Pick<LogLine, 'type'>[]): boolean => {
  const lastWording = lines.findLastIndex(isWording)
  const lastPublication = lines.findLastIndex(({ type }) => type === PUBLISHED)
  return lines.some(isAct) || lastWording > lastPublication
}

/** Whether people work on a text or worked on it; a policy alone may have published the others. */
const hasEditorialLife = (
  { draft, versions }: ArticleState,
  events: readonly StoredArticleEvent[],
): boolean => draft !== null || events.some(isAct) || versions.some(({ policy }) => policy === null)

const writersOf = (events: readonly StoredArticleEvent[]): string[] => [
  ...new Set(events.filter(isWording).map(({ actor }) => actor)),
]

/** The refusal that stopped the last scheduled publication, until somebody acts on the draft. */
const stoppedOf = (events: readonly StoredArticleEvent[]): BoardRow['stopped'] => {
  const last = events.findLast(
    ({ type }) =>
      isWording({ type }) ||
      type === PUBLISHED ||
      ['ScheduleCancelled', 'PublicationScheduled', 'ChangesRequested', 'Deleted'].includes(type),
  )
  if (last?.type !== 'ScheduleCancelled' || last.data.code === null) return null
  return { code: last.data.code, at: last.time }
}

/** The row of a text; null: nobody works on it. `draftHash`: of its open draft. */
export const boardRowOf = (
  state: ArticleState,
  events: readonly StoredArticleEvent[],
  draftHash: Sha256Hex | null,
): BoardRow | null => {
  const { draft, published } = state
  const status = deskStatusOf(state)
  const last = events.at(-1)
  const changed = events.findLast(({ type }) => !FINDINGS.includes(type)) ?? last
  const content = knownWordingOf(state)
  if (content === null || status === null || last === undefined || changed === undefined)
    return null
  if (!hasEditorialLife(state, events)) return null
  return {
    articleId: articleIdOfStream(last.streamId),
    slug: state.slug ?? content.slug,
    title: content.title,
    contentType: content.contentType,
    language: content.language,
    jurisdiction: content.jurisdiction,
    status,
    publicStatus: state.publicStatus,
    version: published?.version ?? null,
    sha256Hash: draft === null ? null : draftHash,
    authors: draft === null || draft.authors.length === 0 ? writersOf(events) : draft.authors,
    assignedTo: state.assignedTo,
    pending: state.pending?.request ?? null,
    scheduledAt: draft?.schedule?.at ?? null,
    stopped: draft === null ? null : stoppedOf(events),
    flags: state.integrityFlags
      .filter((one) => draft === null || draftHash === null || !isOfAnotherWording(one, draftHash))
      .map(({ code, severity }) => ({ code, severity })),
    openComments: [...state.comments.values()].filter(
      ({ inReplyTo, resolved }) => inReplyTo === null && resolved === null,
    ).length,
    changedAt: changed.time,
    changedBy: changed.actor,
    position: last.position,
  }
}
