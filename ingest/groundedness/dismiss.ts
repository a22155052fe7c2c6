import { isRefusal } from '#contracts/fault.ts'
import type { Position, Slug } from '#contracts/ids.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import type { ArticleRequest } from '../domain/article/commands.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { isNorm } from '../enrich/groundedness.ts'
import { itemsOfFlag } from '../enrich/groundedness-flags.ts'
import { assessElsewhere, assessText, type GroundednessDeps } from './assess-text.ts'
import {
  type DecidedText,
  handleText,
  type TextDecisions,
} from '../command-handler/text-handler.ts'
import type { WriteContext } from '../command-handler/write-deps.ts'

export type Dismissal = {
  readonly code: IntegrityCode
  readonly reason: string
  /** Ids of the dismissed items; null: all items of the flag. */
  readonly items: readonly string[] | null
}
export type Dismissed = {
  readonly slug: Slug
  readonly code: IntegrityCode
  readonly items: readonly string[]
  readonly position: Position | null
}

type DismissRequest = Extract<ArticleRequest, { type: 'Dismiss' }>

/** Looks up the doubt in the draft, or else in the published wording. */
const dismissalOf = async (
  deps: GroundednessDeps,
  { state }: DecidedText,
  { code, reason, items }: Dismissal,
  decisions: TextDecisions,
  { time }: WriteContext,
): Promise<DismissRequest | DomainRefusal> => {
  const wording = state.draft ?? state.published
  if (wording === null || isNorm(wording.content.contentType)) return refuse('doubt-unknown')
  const content = await decisions.contentOf(wording.content)
  const publishedAt = state.draft === null ? (state.published?.publishedAt ?? null) : time
  const { dismissed } = state
  const found = await assessElsewhere(deps, content, { dismissed, publishedAt, time })
  const flag = found.flags.find((one) => one.code === code)
  if (flag === undefined) return refuse('doubt-unknown')
  const named = itemsOfFlag(flag)
  if (named.length === 0) return refuse('doubt-not-dismissible')
  return {
    type: 'Dismiss',
    code,
    reason,
    sha256Hash: found.assessedHash,
    items: items === null ? named : named.filter((item) => items.includes(item)),
  }
}

/**
 * Records that a person dismisses a doubt, with the reason. It is not raised again for the same
 * sentences and sources. Refusals `text-unknown`, `doubt-unknown`, `doubt-not-dismissible`,
 * `author-dismisses`, `reasons-missing`. Throws Fault `streams-busy`.
 */
export const dismissDoubt = async (
  deps: GroundednessDeps,
  slug: Slug,
  dismissal: Dismissal,
  context: WriteContext,
): Promise<Dismissed | DomainRefusal> => {
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const request = await dismissalOf(deps, text, dismissal, decisions, context)
    if (isRefusal(request)) return request
    const decided = await decisions.decide(text, request)
    if (isRefusal(decided)) return decided
    const { publicStatus, assessed } = text.state
    const isShown = publicStatus === 'published' && assessed !== null
    return { text: decided, answer: { items: request.items, isShown } }
  })
  if (isRefusal(handled)) return handled
  const { answer, position } = handled
  // Updates the assessment that readers see.
  if (answer.isShown) await assessText(deps, slug, context)
  return { slug, code: dismissal.code, items: answer.items, position }
}
