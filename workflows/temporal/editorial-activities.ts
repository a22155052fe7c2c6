/** Activities of an editor's acts, each recorded in one append. */
import type { z } from 'zod'
import { z as zod } from 'zod'
import { Actor } from '#contracts/audit.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { articleIdOfStream, Slug } from '#contracts/ids.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import { type ActOutcome, carryOut } from '#ingest/handlers/editorial.ts'
import { refuse } from '#ingest/domain/refusals.ts'
import { loadText } from '#ingest/command-handler/text-handler.ts'
import type { WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { activityOf } from './heartbeat.ts'
import { ActContext, Approval, PublishRequest, UnpublishRequest } from './payloads.ts'

export const ApproveRequest = zod.strictObject({
  slug: Slug,
  approval: Approval,
  correlationId: ActContext.shape.correlationId,
})
export type ApproveRequest = z.infer<typeof ApproveRequest>

export type Authors = { readonly authors: readonly string[] }

export type EditorialActivities = {
  publishText(request: PublishRequest): Promise<ActOutcome | Refusal>
  unpublishText(request: UnpublishRequest): Promise<ActOutcome | Refusal>
  /** The people who wrote or submitted the draft; none of them may review it. */
  authorsOf(request: PublishRequest): Promise<Authors | Refusal>
  /** null: approved, or approved already by this reviewer. */
  approveText(request: ApproveRequest): Promise<Refusal | null>
}

const isStaff = (name: string): boolean =>
  Actor.safeParse(name).success && name.startsWith('staff:')

const approve = async (
  deps: WriteDeps,
  { slug, approval, correlationId }: ApproveRequest,
): Promise<Refusal | null> => {
  const { reviewer, sha256Hash, time } = approval
  // Whoever can reach the Temporal server could name any person.
  if (!isStaff(reviewer)) return refuse('reviewer-not-staff')
  const context = { actor: reviewer, time, correlationId, causationId: null }
  const approved = await carryOut(deps, slug, { act: 'approve', sha256Hash }, context)
  return isRefusal(approved) ? approved : null
}

const authorsOf = async (deps: WriteDeps, { slug }: PublishRequest): Promise<Authors | Refusal> => {
  const text = await loadText(deps, slug)
  return isRefusal(text) ? text : { authors: text.state.draft?.authors ?? [] }
}

/** The outcome if this revision is published already, by whomever. */
const publishedBefore = async (
  deps: WriteDeps,
  { slug, revision }: PublishRequest,
): Promise<ActOutcome | null> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return null
  const { state, streamId } = text
  const { published, publicStatus, versions, draft } = state
  const isDone = publicStatus === 'published' && draft === null && versions.length >= revision
  if (!isDone) return null
  return {
    slug,
    articleId: articleIdOfStream(streamId),
    status: 'published',
    version: published?.version ?? null,
    tag: null,
    sha256Hash: published?.sha256Hash ?? null,
    position: null,
    changed: false,
  }
}

/** Writes an act into the audit, after the log recorded it. */
export type OnAct = (act: {
  readonly kind: keyof typeof FACTS
  readonly actor: string
  readonly outcome: ActOutcome
  /** An earlier attempt recorded the act, and may have written its line. */
  readonly isRepeated: boolean
}) => Promise<void>

/** What the log says of each act. */
const FACTS = { 'text.published': 'VersionPublished', 'text.unpublished': 'Unpublished' } as const

/** What an earlier attempt recorded before its answer, or its line in the audit, was lost. */
const recordedBefore = async (
  deps: WriteDeps,
  { slug, context }: PublishRequest,
  kind: keyof typeof FACTS,
): Promise<ActOutcome | null> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return null
  const { state, streamId } = text
  const events = (await deps.store.readStreams([streamId])).get(streamId) ?? []
  const own = events.findLast(
    ({ type, actor, correlationId }) =>
      type === FACTS[kind] && actor === context.actor && correlationId === context.correlationId,
  )
  if (own === undefined) return null
  return {
    slug,
    articleId: articleIdOfStream(streamId),
    status: kind === 'text.published' ? 'published' : 'unpublished',
    version: state.published?.version ?? null,
    tag: null,
    sha256Hash: state.published?.sha256Hash ?? null,
    position: own.position,
    changed: true,
  }
}

export const editorialActivities = (deps: WriteDeps, onAct: OnAct): EditorialActivities => {
  /** An attempt after the first looks for what one before it recorded: it has no answer yet. */
  const carryOutOnce = async (
    request: PublishRequest,
    attempt: number,
    kind: keyof typeof FACTS,
    act: EditorialAct,
  ): Promise<ActOutcome | Refusal> => {
    const { slug, context } = request
    const before = attempt > 1 ? await recordedBefore(deps, request, kind) : null
    const outcome = before ?? (await carryOut(deps, slug, act, context))
    if (isRefusal(outcome)) return outcome
    await onAct({ kind, actor: context.actor, outcome, isRepeated: before !== null })
    return outcome
  }
  return {
    publishText: activityOf(PublishRequest, async (request, { info: { attempt } }) => {
      const act = { act: 'publish', reason: null } as const
      const outcome = await carryOutOnce(request, attempt, 'text.published', act)
      if (!isRefusal(outcome) || outcome.refused !== 'already-published') return outcome
      return (await publishedBefore(deps, request)) ?? outcome
    }),
    unpublishText: activityOf(UnpublishRequest, ({ reason, ...request }, { info: { attempt } }) =>
      carryOutOnce(request, attempt, 'text.unpublished', { act: 'unpublish', reason }),
    ),
    authorsOf: activityOf(PublishRequest, (request) => authorsOf(deps, request)),
    approveText: activityOf(ApproveRequest, (request) => approve(deps, request)),
  }
}
