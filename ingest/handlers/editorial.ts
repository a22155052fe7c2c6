/**
 * The one mechanism of editors' acts: load, decide, append. `ingest/editorial/carry-out.ts` checks
 * who may act.
 */
import { articleHash } from '#contracts/canonical/article.ts'
import type { ArticleContent, ContentRecord } from '#contracts/content.ts'
import { REASON_MAX } from '#contracts/events/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import {
  type ArticleId,
  articleIdOfStream,
  type Instant,
  type Position,
  type SemVer,
  type Sha256Hex,
  type Slug,
} from '#contracts/ids.ts'
import { annotatedText } from '#contracts/law/annotations/anchor.ts'
import type { SpanTarget } from '#contracts/law/annotations/span-target.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import type { ArticleRequest, WordingAssessed } from '../domain/article/commands.ts'
import { textReferenceOf } from '../domain/article/content-record.ts'
import { tagOf } from '../domain/article/decide-editorial.ts'
import {
  type DeskStatus,
  deskStatusOf,
  isApproved,
  versionsToEmbed,
} from '../domain/article/state.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import type { EditorialAct } from '../editorial/acts.ts'
import { isNorm } from '../enrich/groundedness.ts'
import { integrityOfContent } from '../enrich/integrity.ts'
import { embedStreams } from '../import/embed.ts'
import { assessElsewhere, citedRedOf, toAssessment } from '../groundedness/assess-text.ts'
import {
  type DecidedText,
  handleText,
  type TextDecisions,
} from '../command-handler/text-handler.ts'
import type { WriteContext, WriteDeps } from '../command-handler/write-deps.ts'

/** The state of a text after an act. */
export type ActOutcome = {
  readonly slug: Slug
  readonly articleId: ArticleId
  readonly status: DeskStatus
  readonly version: SemVer | null
  /** Of the open draft: the base of its next revision. */
  readonly tag: Sha256Hex | null
  /** Of the draft, else of the newest version. */
  readonly sha256Hash: Sha256Hex | null
  /** Of the last event; null if nothing was recorded. */
  readonly position: Position | null
  readonly changed: boolean
}

type Judged = ArticleRequest | DomainRefusal

/** Compares an approved draft with the texts it cites; null for a norm, or without approval. */
const assessmentOf = async (
  deps: WriteDeps,
  { state: { draft, dismissed } }: DecidedText,
  decisions: TextDecisions,
  [time, publishedAt]: readonly [Instant, Instant],
): Promise<WordingAssessed | null> => {
  if (draft === null || !isApproved(draft) || isNorm(draft.content.contentType)) return null
  const content = await decisions.contentOf(draft.content)
  const about = { dismissed, publishedAt: content.publishedAt ?? publishedAt, time }
  return toAssessment(await assessElsewhere(deps, content, about), time)
}

const currentRecord = ({ state: { draft, published } }: DecidedText): ContentRecord | null =>
  draft?.content ?? published?.content ?? null

const revision = (
  { content, base }: Extract<EditorialAct, { act: 'revise' }>,
  { time }: WriteContext,
): ArticleRequest => ({
  type: 'Revise',
  content,
  base,
  slugIsFree: true, // claimed once it is decided
  integrity: integrityOfContent(content, time),
})

/**
 * Decides a request, then claims the slug that the text gets by it; where another text has the
 * slug, it is decided again without it. So a refused request takes no slug.
 */
export const decideAndClaim = async (
  { slugs }: Pick<WriteDeps, 'slugs'>,
  text: DecidedText,
  request: ArticleRequest,
  decisions: TextDecisions,
): Promise<DecidedText | DomainRefusal> => {
  const decided = await decisions.decide(text, request)
  if (isRefusal(decided) || !('slugIsFree' in request)) return decided
  const { streamId, state } = decided
  const { slug } = state
  if (slug === null || slug === text.state.slug) return decided
  const owner = (await slugs.claim([{ slug, streamId }])).get(slug)
  return owner === streamId ? decided : decisions.decide(text, { ...request, slugIsFree: false })
}

/** The doubts of the version are recorded again: those of the draft took their place. */
const discarding = async (
  reason: string,
  { state: { published } }: DecidedText,
  decisions: TextDecisions,
  { time }: WriteContext,
): Promise<ArticleRequest> => {
  const version =
    published === null || isErasedContent(published.content)
      ? null
      : await decisions.contentOf(published.content)
  const integrity = version && integrityOfContent(version, time)
  return { type: 'DiscardDraft', reason, integrity }
}

const approval = async (
  deps: WriteDeps,
  sha256Hash: Sha256Hex,
  { state: { draft } }: DecidedText,
  decisions: TextDecisions,
): Promise<ArticleRequest> => {
  const isLooked = draft !== null && !isNorm(draft.content.contentType)
  const citedRed = isLooked
    ? await citedRedOf(deps, await decisions.contentOf(draft.content))
    : null
  return { type: 'Approve', sha256Hash, citedRed }
}

/** The target with its place in the present wording; null: its words are not there. */
const presentTarget = (target: SpanTarget, content: ArticleContent): SpanTarget | null => {
  const text = annotatedText(content[target.member] ?? '')
  const anchor = text.anchor(target)
  return anchor !== null && text.wordsAt(anchor) === target.exact ? { ...target, ...anchor } : null
}

const comment = async (
  { id, inReplyTo, body, target }: Extract<EditorialAct, { act: 'comment' }>,
  text: DecidedText,
  decisions: TextDecisions,
): Promise<Judged> => {
  const record = currentRecord(text)
  if (record === null) return refuse('text-deleted')
  const content = await decisions.contentOf(record)
  const present = target && presentTarget(target, content)
  if (target !== null && present === null) return refuse('comment-unanchored')
  const sha256Hash = articleHash(content)
  return { type: 'Comment', id, inReplyTo, body, sha256Hash, target: present }
}

const requestOf = async (
  deps: WriteDeps,
  act: EditorialAct,
  text: DecidedText,
  decisions: TextDecisions,
  context: WriteContext,
): Promise<Judged> => {
  const { time } = context
  switch (act.act) {
    case 'revise':
      return revision(act, context)
    case 'submit':
      return { type: 'Submit' }
    case 'request-changes':
      return { type: 'RequestChanges', reasons: act.reasons }
    case 'approve':
      return approval(deps, act.sha256Hash, text, decisions)
    case 'publish': {
      const assessment = await assessmentOf(deps, text, decisions, [time, time])
      return { type: 'Publish', validity: null, reason: act.reason, assessment }
    }
    case 'schedule': {
      const { at, reason } = act
      const assessment = await assessmentOf(deps, text, decisions, [time, at])
      return { type: 'Schedule', at, reason, assessment }
    }
    case 'cancel-schedule':
      return { type: 'CancelSchedule', reason: act.reason, code: null }
    case 'discard-draft':
      return discarding(act.reason, text, decisions, context)
    case 'unpublish':
      return { type: 'Unpublish', reason: act.reason }
    case 'withdraw': {
      const { cause, replacement } = act
      if (replacement !== null && (await deps.slugs.ownerOf(replacement)) === null)
        return refuse('replacement-unknown')
      return { type: 'Withdraw', cause, replacement }
    }
    case 'delete':
      return { type: 'Delete', reason: act.reason }
    case 'cancel-request':
      return { type: 'CancelRequest', reason: act.reason }
    case 'restore':
      return { type: 'Restore', reason: act.reason }
    case 'assign':
      return { type: 'Assign', person: act.person }
    case 'comment':
      return comment(act, text, decisions)
    case 'resolve-comment':
      return { type: 'ResolveComment', id: act.id }
    default:
      return act satisfies never
  }
}

/** Adds the passages of a wording that was just published. */
const withPassages = async (
  deps: WriteDeps,
  text: DecidedText,
  { cache }: TextDecisions,
): Promise<DecidedText> => {
  if (!text.events.some(({ type }) => type === 'VersionPublished')) return text
  const toEmbed = versionsToEmbed(text.state, deps.embedder.model)
  const [embedded] = await embedStreams(deps, [{ ...text, toEmbed }], cache.texts)
  return embedded ?? text
}

/** Holds a new text ready, so that it is stored with its event. */
export const keepWording = ({ contentClean }: ArticleContent, { cache }: TextDecisions): void =>
  cache.add(textReferenceOf(contentClean).sha256, contentClean)

type Answer = Omit<ActOutcome, 'position' | 'changed'>

/** What a text is after its decided events. */
export const answerOf = async (
  { state, streamId }: DecidedText,
  decisions: TextDecisions,
): Promise<Answer | DomainRefusal> => {
  const { slug, draft, published } = state
  const status = deskStatusOf(state)
  if (slug === null || status === null) return refuse('text-unknown')
  return {
    slug,
    articleId: articleIdOfStream(streamId),
    status,
    version: published?.version ?? null,
    tag: draft && tagOf(draft.content),
    sha256Hash:
      draft === null
        ? (published?.sha256Hash ?? null)
        : articleHash(await decisions.contentOf(draft.content)),
  }
}

const handle = async (
  deps: WriteDeps,
  slug: Slug,
  context: WriteContext,
  judge: (text: DecidedText, decisions: TextDecisions) => Promise<Judged>,
): Promise<ActOutcome | DomainRefusal> => {
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const request = await judge(text, decisions)
    if (isRefusal(request)) return request
    if (request.type === 'Revise') keepWording(request.content, decisions)
    const decided = await decideAndClaim(deps, text, request, decisions)
    if (isRefusal(decided)) return decided
    const answer = await answerOf(decided, decisions)
    if (isRefusal(answer)) return answer
    return { text: await withPassages(deps, decided, decisions), answer }
  })
  if (isRefusal(handled)) return handled
  const { answer, position } = handled
  return { ...answer, position, changed: position !== null }
}

/** Carries out an act on the text with this slug. Throws Fault `streams-busy`. */
export const carryOut = (
  deps: WriteDeps,
  slug: Slug,
  act: EditorialAct,
  context: WriteContext,
): Promise<ActOutcome | DomainRefusal> =>
  handle(deps, slug, context, (text, decisions) => requestOf(deps, act, text, decisions, context))

/**
 * Publishes a scheduled draft whose hour has come, in the name of the person who scheduled it. The
 * gate is asked again. Refusals `not-scheduled`, `schedule-not-due` and those of the gate.
 */
export const carryOutDue = (
  deps: WriteDeps,
  slug: Slug,
  context: WriteContext,
): Promise<ActOutcome | DomainRefusal> =>
  handle(deps, slug, context, async (text, decisions) => {
    const { draft } = text.state
    // Another person scheduled it meanwhile: it is published in their name.
    if (draft?.schedule?.by !== context.actor) return refuse('not-scheduled')
    const assessment = await assessmentOf(deps, text, decisions, [context.time, context.time])
    return { type: 'Publish', validity: null, isDue: true, assessment }
  })

/** Records that a due publication was refused: the draft is approved again. */
export const stopDue = (
  deps: WriteDeps,
  slug: Slug,
  { refused, reason }: DomainRefusal,
  context: WriteContext,
): Promise<ActOutcome | DomainRefusal> =>
  handle(deps, slug, context, ({ state }) =>
    Promise.resolve(
      state.draft?.schedule != null && state.draft.schedule.at <= context.time
        ? { type: 'CancelSchedule', reason: reason.slice(0, REASON_MAX), code: refused }
        : refuse('not-scheduled'),
    ),
  )
