/**
 * Activities of an editor's acts: each is decided on the facts of its moment, and recorded in one
 * append.
 */
import type { z } from 'zod'
import { z as zod } from 'zod'
import { Fault, isRefusal, type Refusal } from '#contracts/fault.ts'
import { Slug } from '#contracts/ids.ts'
import { textsNeeded } from '#ingest/domain/article/commands.ts'
import { decide } from '#ingest/domain/article/decide.ts'
import { NO_TEXTS } from '#ingest/domain/article/content-record.ts'
import { carryOut, type EditorialOutcome } from '#ingest/handlers/editorial.ts'
import { loadText } from '#ingest/handlers/load-text.ts'
import { recordBatch } from '#ingest/handlers/record-batch.ts'
import { textCache } from '#ingest/handlers/text-cache.ts'
import type { WriteDeps } from '#ingest/handlers/write-deps.ts'
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
  publishText(request: PublishRequest): Promise<EditorialOutcome | Refusal>
  unpublishText(request: UnpublishRequest): Promise<EditorialOutcome | Refusal>
  /** Who wrote or submitted the draft: none of them may review it. */
  authorsOf(request: PublishRequest): Promise<Authors | Refusal>
  /** null: approved, or approved already by this reviewer. */
  approveText(request: ApproveRequest): Promise<Refusal | null>
}

const DECISIONS_MAX = 5

const approve = async (
  deps: WriteDeps,
  { slug, approval, correlationId }: ApproveRequest,
): Promise<Refusal | null> => {
  const { reviewer, sha256Hash, time } = approval
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const text = await loadText(deps, slug)
    if (isRefusal(text)) return text
    const standing = text.state.draft?.approval
    // Tried again after its answer was lost: recorded once.
    if (standing?.sha256Hash === sha256Hash && standing.by === reviewer) return null
    const command = { type: 'Approve', actor: reviewer, time, sha256Hash, texts: NO_TEXTS } as const
    const cache = textCache(deps.blobs)
    await cache.fetch(textsNeeded(command, text.state))
    const events = decide({ ...command, texts: cache.texts }, text.state)
    if (isRefusal(events)) return events
    const { streamId, state } = text
    const stream = { streamId, expectedVersion: state.streamVersion, events, toEmbed: [] }
    const batch = { streams: [stream], outcomes: [], notes: [], texts: cache.texts }
    const context = { actor: reviewer, time, correlationId, causationId: null }
    if ((await recordBatch(deps, batch, context)) !== 'moved-on') return null
  }
  throw new Fault('streams-busy', 'others keep writing to this text', { retryAfterMs: 1_000 })
}

const authorsOf = async (deps: WriteDeps, { slug }: PublishRequest): Promise<Authors | Refusal> => {
  const text = await loadText(deps, slug)
  return isRefusal(text) ? text : { authors: text.state.draft?.authors ?? [] }
}

/** Published already, at the version that was asked for: the answer to the first try was lost. */
const publishedBefore = async (
  deps: WriteDeps,
  { slug, revision }: PublishRequest,
): Promise<EditorialOutcome | null> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return null
  const { published, standing, versions, draft } = text.state
  const isDone = standing === 'published' && draft === null && versions.length >= revision
  if (!isDone) return null
  return { slug, status: 'published', version: published?.version ?? null, position: null }
}

/** Told of an act after it was recorded in the log, for its line among all other acts. */
export type OnAct = (act: {
  readonly kind: 'text.published' | 'text.unpublished'
  readonly actor: string
  readonly outcome: EditorialOutcome
}) => Promise<void>

export const editorialActivities = (
  deps: WriteDeps,
  onAct: OnAct = () => Promise.resolve(),
): EditorialActivities => ({
  publishText: activityOf(PublishRequest, async (request) => {
    const { slug, context } = request
    const outcome = await carryOut(deps, slug, { act: 'publish' }, context)
    if (!isRefusal(outcome)) {
      await onAct({ kind: 'text.published', actor: context.actor, outcome })
      return outcome
    }
    if (outcome.refused !== 'already-published') return outcome
    return (await publishedBefore(deps, request)) ?? outcome
  }),
  unpublishText: activityOf(UnpublishRequest, async ({ slug, reason, context }) => {
    const outcome = await carryOut(deps, slug, { act: 'unpublish', reason }, context)
    if (!isRefusal(outcome))
      await onAct({ kind: 'text.unpublished', actor: context.actor, outcome })
    return outcome
  }),
  authorsOf: activityOf(PublishRequest, (request) => authorsOf(deps, request)),
  approveText: activityOf(ApproveRequest, (request) => approve(deps, request)),
})
