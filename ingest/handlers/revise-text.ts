/** Changes the content of a text in a draft, which goes through review like any other. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleContent } from '#contracts/content.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Slug } from '#contracts/ids.ts'
import type { ArticleRequest } from '../domain/article/commands.ts'
import type { ArticleState } from '../domain/article/state.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { integrityOfContent } from '../enrich/integrity.ts'
import { type ActOutcome, answerOf } from './editorial.ts'
import {
  type DecidedText,
  handleText,
  type TextDecisions,
  type TextDeps,
} from '../command-handler/text-handler.ts'
import type { WriteContext } from '../command-handler/write-deps.ts'

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
}

const isSame = (a: ArticleContent, b: ArticleContent): boolean =>
  canonicalJson(a) === canonicalJson(b)

const revise = (content: ArticleContent, { time }: WriteContext): ArticleRequest => ({
  type: 'Revise',
  content,
  slugIsFree: true,
  integrity: integrityOfContent(content, time),
})

const draftChange = async (
  text: DecidedText,
  decisions: TextDecisions,
  { change, context }: Revision,
): Promise<DecidedText | DomainRefusal> => {
  const record = text.state.draft?.content ?? text.state.published?.content
  if (record === undefined) return refuse('text-unknown')
  const content = await decisions.contentOf(record)
  const changed = change(content, text.state)
  if (isRefusal(changed)) return changed
  const revision = isSame(content, changed.content) ? [] : [revise(changed.content, context)]
  return decisions.decide(text, ...changed.requests, ...revision)
}

/**
 * Drafts a change of a text: an author submits it, another person approves it
 * (contracts/conventions/life-cycle.md). Throws Fault `streams-busy`.
 */
export const reviseText = async (
  deps: TextDeps,
  revision: Revision,
): Promise<ActOutcome | DomainRefusal> => {
  const { slug, context } = revision
  const handled = await handleText(deps, slug, context, async (text, decisions) => {
    const drafted = await draftChange(text, decisions, revision)
    if (isRefusal(drafted)) return drafted
    const answer = await answerOf(drafted, decisions)
    return isRefusal(answer) ? answer : { text: drafted, answer }
  })
  if (isRefusal(handled)) return handled
  const { answer, position } = handled
  return { ...answer, position, changed: position !== null }
}
