/** One text for the people who work on it: draft, versions, comments, doubts, history. */
import { LRUCache } from 'lru-cache'
import { articleHash } from '#contracts/canonical/article.ts'
import type { ArticleContent } from '#contracts/content.ts'
import type { Bump } from '#contracts/events/article.ts'
import type {
  EventData,
  ArticleEvent,
  StoredArticleEvent,
  StoredEvent,
} from '#contracts/events/event.ts'
import type { Refusal } from '#contracts/fault.ts'
import {
  type ArticleId,
  articleIdOfStream,
  type Instant,
  type Position,
  type SemVer,
  type Sha256Hex,
  type Slug,
} from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import { type Anchor, annotatedText } from '#contracts/law/annotations/anchor.ts'
import type { StaffId } from '#contracts/staff.ts'
import { textCache } from '../command-handler/text-cache.ts'
import type { WriteDeps } from '../command-handler/write-deps.ts'
import { contentOf } from '../domain/article/content-record.ts'
import { articleDecider } from '../domain/article/decide.ts'
import { tagOf } from '../domain/article/decide-editorial.ts'
import {
  type ShownVersion,
  shownVersions,
  standInHashes,
} from '../domain/article/shown-versions.ts'
import {
  type ArticleState,
  type DeskStatus,
  deskStatusOf,
  type DraftStatus,
  knownWordingOf,
  type PendingRequest,
  type PublicStatus,
  stateOf,
  type TextComment,
} from '../domain/article/state.ts'
import { changesNothing, classify } from '../domain/article/versions/classify.ts'
import { refuse } from '../domain/refusals.ts'

export type { DeskStatus } from '../domain/article/state.ts'

export type DeskComment = TextComment & {
  /** In code points of today's wording; null: no words, or they are gone. */
  readonly anchor: Anchor | null
}

export type HistoryLine = {
  readonly at: Instant
  /** An actor, as the log names it. */
  readonly by: string
  /** The rule that approved in place of a person; null: none did. */
  readonly policy: string | null
  readonly type: ArticleEvent['type']
  readonly position: Position
  readonly version: SemVer | null
  /** Null: the fact has none, or the words were erased. */
  readonly sha256Hash: Sha256Hex | null
  /** The reason, cause or remark that a person gave. */
  readonly detail: string | null
  /** The refusal that ended a schedule; `detail` is its English sentence. */
  readonly refused?: string
}

export type DeskText = {
  readonly slug: Slug
  /** Of the draft, the newest version, or the draft that was deleted; null: none is left. */
  readonly title: string | null
  readonly articleId: ArticleId
  /** Of the draft if one is open, else of the public text. */
  readonly status: DeskStatus
  readonly publicStatus: PublicStatus
  readonly version: SemVer | null
  readonly draft: {
    readonly content: ArticleContent
    readonly sha256Hash: Sha256Hex
    /** Of all members: the ETag, and the base of `revise`. */
    readonly tag: Sha256Hex
    readonly status: DraftStatus
    readonly authors: readonly string[]
    readonly approval: { readonly sha256Hash: Sha256Hex; readonly by: string } | null
    readonly scheduledAt: Instant | null
  } | null
  readonly published: {
    readonly version: SemVer
    readonly sha256Hash: Sha256Hex
    readonly publishedAt: Instant | null
    readonly content: ArticleContent
  } | null
  readonly pending: PendingRequest | null
  readonly assignedTo: StaffId | null
  readonly comments: readonly DeskComment[]
  readonly flags: readonly IntegrityFlag[]
  readonly history: readonly HistoryLine[]
  readonly versions: readonly ShownVersion[]
  /** Whether an erasure waits for a second person. */
  readonly erasureRequested: boolean
  /** What publishing the draft would mean; null: no draft, or nothing would change. */
  readonly next: {
    readonly bump: Bump
    readonly changeClass: string | null
    readonly reasons: readonly string[]
  } | null
}

/** `all`, `comment`, or versions. */
const erasedOf = ({ whole, thread, versions }: EventData<'ErasureRequested'>): string => {
  if (thread !== null) return 'comment'
  return whole ? 'all' : versions.join(', ')
}

const detailOf = (event: ArticleEvent): string | null => {
  const { type, data } = event
  switch (type) {
    case 'ChangesRequested':
      return data.reasons.join('\n')
    case 'PublicationScheduled':
      return data.reason === null ? data.at : `${data.at}: ${data.reason}`
    case 'Withdrawn':
    case 'WithdrawalRequested':
      return data.cause
    case 'CommentAdded':
      return data.body
    case 'ErasureRequested':
    case 'WordingErased':
      return `${erasedOf(data)}: ${data.ground}, ${data.request}`
    case 'ScheduleCancelled':
    case 'DraftDiscarded':
    case 'PublicationJustified':
    case 'Unpublished':
    case 'Deleted':
    case 'DeletionRequested':
    case 'RequestCancelled':
    case 'Restored':
    case 'ErasureCancelled':
    case 'IntegrityFlagDismissed':
    case 'HeadnoteProposalSettled':
      return data.reason
    case 'VersionPublished': // the table of versions has why there is a new one
      return data.bump === 'none' ? data.reasons.join('\n') : null
    case 'Imported':
    case 'Drafted':
    case 'RevisionOpened':
    case 'Revised':
    case 'Submitted':
    case 'Approved':
    case 'ValidityRecorded':
    case 'PassagesEmbedded':
    case 'GroundednessAssessed':
    case 'IntegrityFlagRaised':
    case 'IntegrityFlagCleared':
    case 'ConceptsMatched':
    case 'HeadnotesProposed':
    case 'CommentResolved':
    case 'Assigned':
    case 'ErasureCertified':
      return null
    default:
      return event satisfies never
  }
}

const versionOf = ({ type, data }: ArticleEvent): SemVer | null => {
  if (type === 'VersionPublished' || type === 'ValidityRecorded') return data.version
  return type === 'RevisionOpened' ? data.baseVersion : null
}

const hashOfEvent = ({ data }: ArticleEvent, standIns: ReadonlySet<Sha256Hex>): Sha256Hex | null =>
  'sha256Hash' in data && !standIns.has(data.sha256Hash) ? data.sha256Hash : null

/** Events about passages and the like are machinery: no person did them to the text. */
const UNTOLD: ReadonlySet<ArticleEvent['type']> = new Set(['PassagesEmbedded'])

const lineOf = (event: StoredArticleEvent, standIns: ReadonlySet<Sha256Hex>): HistoryLine => ({
  at: event.time,
  by: event.actor,
  policy: event.type === 'Approved' ? event.data.policy : null,
  type: event.type,
  position: event.position,
  version: versionOf(event),
  sha256Hash: hashOfEvent(event, standIns),
  detail: detailOf(event),
  ...(event.type === 'ScheduleCancelled' && event.data.code !== null
    ? { refused: event.data.code }
    : {}),
})

const isOfText = (event: StoredEvent): event is StoredArticleEvent =>
  Object.hasOwn(articleDecider.events, event.type)

const commentsOf = (
  { comments }: ArticleState,
  today: ArticleContent | null,
): readonly DeskComment[] => {
  const made = new Map<string, ReturnType<typeof annotatedText>>()
  const textOf = (member: 'title' | 'abstract' | 'contentClean') => {
    const text = made.get(member) ?? annotatedText(today?.[member] ?? '')
    made.set(member, text)
    return text
  }
  return [...comments.values()].map((comment) => ({
    ...comment,
    anchor: comment.target && textOf(comment.target.member).anchor(comment.target),
  }))
}

/** Comparing two texts of 2 MB takes a second, and a page is read more often than written. */
const comparisons = new LRUCache<string, ReturnType<typeof classify>>({ max: 500 })

const nextOf = (
  { published, publicStatus }: Pick<DeskText, 'published' | 'publicStatus'>,
  draft: Pick<NonNullable<DeskText['draft']>, 'content' | 'sha256Hash'> | null,
): DeskText['next'] => {
  if (draft === null) return null
  const republication = publicStatus === 'withdrawn'
  const compare = () => classify(published?.content ?? null, draft.content, { republication })
  // Details, which the hashes do not name, are told only where the hashes are equal.
  const isSame = published?.sha256Hash === draft.sha256Hash
  const key = `${published?.sha256Hash ?? ''} ${draft.sha256Hash} ${republication}`
  const next = (isSame ? undefined : comparisons.get(key)) ?? compare()
  comparisons.set(key, next)
  return changesNothing(next) ? null : next
}

/** The text with this slug as the editors see it. Refusal `text-unknown`. */
export const viewText = async (
  { slugs, store, blobs }: Pick<WriteDeps, 'slugs' | 'store' | 'blobs'>,
  slug: Slug,
): Promise<DeskText | Refusal> => {
  const streamId = await slugs.ownerOf(slug)
  if (streamId === null) return refuse('text-unknown')
  const stored = (await store.readStreams([streamId])).get(streamId) ?? []
  const events = stored.filter(isOfText)
  const state = stateOf(events)
  const status = deskStatusOf(state)
  if (status === null) return refuse('text-unknown')
  const standIns = standInHashes(events)
  const records = [state.draft?.content, state.published?.content].flatMap((one) => one ?? [])
  const cache = textCache(blobs)
  await cache.fetch(records.map(({ contentClean }) => contentClean))
  const draft = state.draft && contentOf(state.draft.content, cache.texts)
  const published = state.published && contentOf(state.published.content, cache.texts)
  const publishedText =
    state.published === null || published === null
      ? null
      : { ...state.published, content: published }
  const draftText =
    state.draft === null || draft === null
      ? null
      : {
          content: draft,
          sha256Hash: articleHash(draft),
          tag: tagOf(state.draft.content),
          status: state.draft.status,
          authors: state.draft.authors,
          approval: state.draft.approval,
          scheduledAt: state.draft.schedule?.at ?? null,
        }
  return {
    slug: state.slug ?? slug,
    title: knownWordingOf(state)?.title ?? null,
    articleId: articleIdOfStream(streamId),
    status,
    publicStatus: state.publicStatus,
    version: state.published?.version ?? null,
    draft: draftText,
    published: publishedText,
    pending: state.pending,
    assignedTo: state.assignedTo,
    comments: commentsOf(state, draft ?? published),
    flags: state.integrityFlags,
    history: events.filter(({ type }) => !UNTOLD.has(type)).map((event) => lineOf(event, standIns)),
    versions: shownVersions(state),
    erasureRequested: state.erasure.requested !== null,
    next: nextOf({ published: publishedText, publicStatus: state.publicStatus }, draftText),
  }
}
