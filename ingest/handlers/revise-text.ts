/** Changes the content of a text in a draft, which is published if another person approves it. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { SemVer, Slug } from '#contracts/ids.ts'
import type { ArticleRequest } from '../domain/article/commands.ts'
import { type ArticleState, type ArticleStatus, statusOf } from '../domain/article/state.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { HEADNOTE_SOURCE, headnoteDoubts } from '../enrich/integrity.ts'
import { approveDraft, carryOut } from './editorial.ts'
import {
  type DecidedText,
  handleText,
  type TextDecisions,
} from '../command-handler/text-handler.ts'
import type { WriteContext, WriteDeps } from '../command-handler/write-deps.ts'

/** The changed content and the commands before its revision. */
export type Changed = {
  readonly content: ArticleContent
  readonly requests: readonly ArticleRequest[]
}
export type Change = (content: ArticleContent, state: ArticleState) => Changed | DomainRefusal

export type Revision = {
  readonly slug: Slug
  readonly change: Change
  readonly context: WriteContext
  /** Another person who approves and publishes; null: the draft waits for approval. */
  readonly approver: string | null
}
export type RevisionOutcome = {
  readonly slug: Slug
  readonly status: ArticleStatus
  readonly version: SemVer | null
  /** Whether anything was recorded. */
  readonly changed: boolean
}

const isSame = (a: ArticleContent, b: ArticleContent): boolean =>
  canonicalJson(a) === canonicalJson(b)

const revise = (content: ArticleContent, { time }: WriteContext): ArticleRequest => ({
  type: 'Revise',
  content,
  slugIsFree: true,
  integrity: { detectors: [HEADNOTE_SOURCE], flags: headnoteDoubts(content, time) },
})

/** The change, and its submission if there is an approver. */
const draftChange = async (
  text: DecidedText,
  decisions: TextDecisions,
  { change, context, approver }: Revision,
): Promise<DecidedText | DomainRefusal> => {
  const record = text.state.draft?.content ?? text.state.published?.content
  if (record === undefined) return refuse('text-unknown')
  const content = await decisions.contentOf(record)
  const changed = change(content, text.state)
  if (isRefusal(changed)) return changed
  const revision = isSame(content, changed.content) ? [] : [revise(changed.content, context)]
  const drafted = await decisions.decide(text, ...changed.requests, ...revision)
  if (isRefusal(drafted)) return drafted
  const status = drafted.state.draft?.status
  const waits = status === 'draft' || status === 'changes_requested'
  return approver !== null && waits ? decisions.decide(drafted, { type: 'Submit' }) : drafted
}

/**
 * Carries out an editor's change (contracts/conventions/life-cycle.md). With an approver, who must
 * not be the author, it is published; else the draft waits. Throws Fault `streams-busy`.
 */
export const reviseText = async (
  deps: WriteDeps,
  revision: Revision,
): Promise<RevisionOutcome | DomainRefusal> => {
  const { slug, context, approver } = revision
  if (approver === context.actor) return refuse('reviewer-is-author')
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const drafted = await draftChange(text, decisions, revision)
    return isRefusal(drafted) ? drafted : { text: drafted, answer: drafted.state }
  })
  if (isRefusal(handled)) return handled
  const { answer: state, position } = handled
  if (approver === null || state.draft?.status !== 'in_review') {
    const version = state.published?.version ?? null
    return { slug, status: statusOf(state), version, changed: position !== null }
  }
  const reviewer = { ...context, actor: approver }
  const approved = await approveDraft(deps, slug, null, reviewer)
  if (isRefusal(approved)) return approved
  const published = await carryOut(deps, slug, { act: 'publish' }, reviewer)
  return isRefusal(published) ? published : { ...published, changed: true }
}
