import { Fault, isRefusal } from '#contracts/fault.ts'
import type { Position, Slug } from '#contracts/ids.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import { contentOf, NO_TEXTS } from '../domain/article/content-record.ts'
import { decide } from '../domain/article/decide.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { isNorm } from '../enrich/groundedness.ts'
import { itemsOfFlag } from '../enrich/groundedness-flags.ts'
import { assessText, assessWording, type GroundednessDeps } from '../handlers/groundedness.ts'
import { type LoadedText, loadText } from '../handlers/load-text.ts'
import { textCache } from '../handlers/text-cache.ts'
import type { WriteContext } from '../handlers/write-deps.ts'

const DECISIONS_MAX = 5

export type Dismissal = {
  readonly code: IntegrityCode
  readonly reason: string
  /** Ids of the items that were looked at; null: all that the flag names. */
  readonly items: readonly string[] | null
}
export type Dismissed = {
  readonly slug: Slug
  readonly code: IntegrityCode
  readonly items: readonly string[]
  readonly position: Position
}

/** The doubt as it stands against the draft, where there is one, else against what is public. */
const lookedAt = async (
  deps: GroundednessDeps,
  { state }: LoadedText,
  { code, items }: Dismissal,
  { time }: WriteContext,
) => {
  const wording = state.draft ?? state.published
  if (wording === null || isNorm(wording.content.contentType)) return refuse('doubt-unknown')
  const cache = textCache(deps.blobs)
  await cache.fetch([wording.content.contentClean])
  const content = contentOf(wording.content, cache.texts)
  const publishedAt = state.draft === null ? (state.published?.publishedAt ?? null) : time
  const { dismissed } = state
  const found = await assessWording(deps, content, { dismissed, publishedAt, time })
  const flag = found.flags.find((one) => one.code === code)
  if (flag === undefined) return refuse('doubt-unknown')
  const named = itemsOfFlag(flag)
  if (named.length === 0) return refuse('doubt-not-dismissible')
  return {
    sha256Hash: found.assessedHash,
    items: items === null ? named : named.filter((item) => items.includes(item)),
  }
}

/**
 * Records that a person looked at a doubt of the assessment and found none, with the reason; the
 * same doubt about the same sentences and sources is not raised again, while a change of either
 * raises it anew. Refusals `text-unknown`, `doubt-unknown`, `doubt-not-dismissible`,
 * `author-dismisses`, `reasons-missing`. Throws Fault `streams-busy`.
 */
export const dismissDoubt = async (
  deps: GroundednessDeps,
  slug: Slug,
  dismissal: Dismissal,
  context: WriteContext,
): Promise<Dismissed | DomainRefusal> => {
  for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
    const text = await loadText(deps, slug)
    if (isRefusal(text)) return text
    const looked = await lookedAt(deps, text, dismissal, context)
    if (isRefusal(looked)) return looked
    const { code, reason } = dismissal
    const { streamId, state } = text
    const { actor, time } = context
    const command = {
      type: 'Dismiss',
      actor,
      time,
      texts: NO_TEXTS,
      code,
      reason,
      ...looked,
    } as const
    const events = decide(command, state)
    if (isRefusal(events)) return events
    const append = { streamId, expectedVersion: state.streamVersion, events }
    const answer = await deps.store.append([append], context)
    if ('conflict' in answer) continue
    // What is shown of the public wording follows at once.
    const isShown = state.standing === 'published' && state.assessedHash !== null
    if (isShown) await assessText(deps, slug, context)
    return { slug, code, items: looked.items, position: answer.lastPosition }
  }
  throw new Fault('streams-busy', 'others keep writing to this text', {
    retryAfterMs: 1_000,
    hint: 'try again',
  })
}
