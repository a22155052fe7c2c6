import { isRefusal } from '#contracts/fault.ts'
import type { Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { ArticleRequest } from '../domain/article/commands.ts'
import { wordingOf } from '../domain/article/content-record.ts'
import { type ArticleStatus, statusOf, versionsToEmbed } from '../domain/article/state.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { isNorm } from '../enrich/groundedness.ts'
import { embedStreams } from '../import/embed.ts'
import { assessWording, toAssessment } from '../groundedness/assess-text.ts'
import {
  type DecidedText,
  handleText,
  type TextDecisions,
  type TextDeps,
} from '../command-handler/text-handler.ts'
import type { WriteContext, WriteDeps } from '../command-handler/write-deps.ts'

/** An editor's act on a text, by its slug. */
export type EditorialAct =
  | { readonly act: 'publish' }
  | { readonly act: 'unpublish'; readonly reason: string }
  | { readonly act: 'delete'; readonly reason: string }

/** The result of an act; `position` is that of its last event. */
export type EditorialOutcome = {
  readonly slug: Slug
  readonly status: ArticleStatus
  readonly version: SemVer | null
  readonly position: Position | null
}

/**
 * Publishes an approved draft after comparing it with the texts it cites
 * (contracts/conventions/life-cycle.md).
 */
const publication = async (
  { cited, verifier }: WriteDeps,
  { state: { draft, dismissed } }: DecidedText,
  decisions: TextDecisions,
  { time }: WriteContext,
): Promise<ArticleRequest> => {
  const publish = { type: 'Publish', validity: null } as const
  if (draft?.status !== 'approved' || isNorm(draft.content.contentType))
    return { ...publish, assessment: null }
  const content = await decisions.contentOf(draft.content)
  const publishedAt = content.publishedAt ?? time
  const found = await assessWording({ cited, verifier }, content, {
    dismissed,
    publishedAt,
    time,
  })
  return { ...publish, assessment: toAssessment(found, time) }
}

const requestOf = async (
  deps: WriteDeps,
  act: EditorialAct,
  text: DecidedText,
  decisions: TextDecisions,
  context: WriteContext,
): Promise<ArticleRequest> => {
  switch (act.act) {
    case 'publish':
      return publication(deps, text, decisions, context)
    case 'unpublish':
      return { type: 'Unpublish', reason: act.reason }
    case 'delete':
      return { type: 'Delete', reason: act.reason }
    default:
      return act satisfies never
  }
}

/** Adds the passages of the published wording. */
const withPassages = async (
  deps: WriteDeps,
  text: DecidedText,
  { cache }: TextDecisions,
): Promise<DecidedText> => {
  const toEmbed = versionsToEmbed(text.state, deps.embedder.model)
  const [embedded] = await embedStreams(deps, [{ ...text, toEmbed }], cache.texts)
  return embedded ?? text
}

/** Carries out an editor's act on the text with this slug. Throws Fault `streams-busy`. */
export const carryOut = async (
  deps: WriteDeps,
  slug: Slug,
  act: EditorialAct,
  context: WriteContext,
): Promise<EditorialOutcome | DomainRefusal> => {
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const request = await requestOf(deps, act, text, decisions, context)
    const decided = await decisions.decide(text, request)
    if (isRefusal(decided)) return decided
    const { state } = decided
    const answer = { status: statusOf(state), version: state.published?.version ?? null }
    return { text: await withPassages(deps, decided, decisions), answer }
  })
  return isRefusal(handled) ? handled : { slug, ...handled.answer, position: handled.position }
}

/**
 * Approves the draft with this hash (null: the current one). A second approval by the same reviewer
 * records nothing. Throws Fault `streams-busy`.
 */
export const approveDraft = async (
  deps: TextDeps,
  slug: Slug,
  sha256Hash: Sha256Hex | null,
  context: WriteContext,
): Promise<{ readonly position: Position | null } | DomainRefusal> =>
  handleText(deps, slug, context, async (text, decisions) => {
    const { draft } = text.state
    const isApproved =
      sha256Hash !== null &&
      draft?.approval?.sha256Hash === sha256Hash &&
      draft.approval.by === context.actor
    if (isApproved) return { text, answer: null }
    const hash = sha256Hash ?? (await presentHash(text, decisions))
    if (isRefusal(hash)) return hash
    const decided = await decisions.decide(text, { type: 'Approve', sha256Hash: hash })
    return isRefusal(decided) ? decided : { text: decided, answer: null }
  })

const presentHash = async (
  { state: { draft } }: DecidedText,
  decisions: TextDecisions,
): Promise<Sha256Hex | DomainRefusal> => {
  if (draft === null) return refuse('not-in-review')
  const wording = wordingOf(await decisions.contentOf(draft.content))
  return isRefusal(wording) ? wording : wording.sha256Hash
}
