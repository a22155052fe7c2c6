/**
 * An editor's change of a text's content by command: recorded as a draft, and published where
 * another person approves it.
 */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleContent } from '#contracts/content.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { Instant, SemVer, Slug } from '#contracts/ids.ts'
import { type ArticleCommand, textsNeeded } from '../domain/article/commands.ts'
import { type ArticleState, type ArticleStatus, evolve, statusOf } from '../domain/article/state.ts'
import { contentOf, NO_TEXTS, wordingOf } from '../domain/article/content-record.ts'
import { decide } from '../domain/article/decide.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import { HEADNOTE_SOURCE, headnoteDoubts } from '../enrich/integrity.ts'
import { carryOut } from './editorial.ts'
import { type LoadedText, loadText } from './load-text.ts'
import { recordBatch } from './record-batch.ts'
import { type TextCache, textCache } from './text-cache.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

const DECISIONS_MAX = 5

/** What a change makes of a text: its content, and facts of its stream besides. */
export type Changed = { readonly content: ArticleContent; readonly facts: readonly ArticleEvent[] }
export type Change = (content: ArticleContent, text: LoadedText) => Changed | DomainRefusal

export type Revision = {
  readonly slug: Slug
  readonly change: Change
  readonly context: WriteContext
  /** Another person, who approves and publishes; null: the draft waits for one. */
  readonly approver: string | null
}
export type RevisionOutcome = {
  readonly slug: Slug
  readonly status: ArticleStatus
  readonly version: SemVer | null
  /** Whether anything was recorded. */
  readonly changed: boolean
}

type Acting = Pick<WriteContext, 'actor' | 'time'>
const after = (state: ArticleState, events: readonly ArticleEvent[], { actor, time }: Acting) =>
  events.map((event) => ({ ...event, actor, time })).reduce(evolve, state)

/** Decides with the texts that the decision needs. */
const decideWith = async (
  command: ArticleCommand,
  state: ArticleState,
  cache: TextCache,
): Promise<ArticleEvent[] | DomainRefusal> => {
  await cache.fetch(textsNeeded(command, state))
  return decide({ ...command, texts: cache.texts }, state)
}

/** A headnote whose source text does not stand in the text is a doubt that bars publication. */
const lookedAt = (content: ArticleContent, time: Instant) => ({
  detectors: [HEADNOTE_SOURCE],
  flags: headnoteDoubts(content, time),
})

const isSame = (a: ArticleContent, b: ArticleContent): boolean =>
  canonicalJson(a) === canonicalJson(b)

type Draft = { readonly state: ArticleState; readonly events: readonly ArticleEvent[] }

/** The author's part: the change, and its submission where somebody is to approve it. */
const drafted = async (
  text: LoadedText,
  { change, context, approver }: Revision,
  cache: TextCache,
): Promise<Draft | DomainRefusal> => {
  const { actor, time } = context
  const record = text.state.draft?.content ?? text.state.published?.content
  if (record === undefined) return refuse('text-unknown')
  await cache.fetch([record.contentClean])
  const content = contentOf(record, cache.texts)
  const changed = change(content, text)
  if (isRefusal(changed)) return changed
  const common = { actor, time, texts: NO_TEXTS }
  const revised = isSame(content, changed.content)
    ? []
    : decide(
        {
          ...common,
          type: 'Revise',
          content: changed.content,
          slugIsFree: true,
          integrity: lookedAt(changed.content, time),
        },
        text.state,
      )
  if (isRefusal(revised)) return revised
  const own = [...changed.facts, ...revised]
  const state = after(text.state, own, context)
  const waits = state.draft?.status === 'draft' || state.draft?.status === 'changes_requested'
  if (approver === null || !waits) return { state, events: own }
  const submitted = await decideWith({ ...common, type: 'Submit' }, state, cache)
  if (isRefusal(submitted)) return submitted
  return { state: after(state, submitted, context), events: [...own, ...submitted] }
}

const append = (
  deps: WriteDeps,
  { streamId, state }: LoadedText,
  events: readonly ArticleEvent[],
  cache: TextCache,
  context: WriteContext,
) => {
  const stream = { streamId, expectedVersion: state.streamVersion, events, toEmbed: [] }
  const batch = { streams: [stream], outcomes: [], notes: [], texts: cache.texts }
  return recordBatch(deps, batch, context)
}

const busy = (): Fault =>
  new Fault('streams-busy', 'others keep writing to this text', {
    retryAfterMs: 1_000,
    hint: 'try again',
  })

/**
 * The reviewer's part: what was submitted is approved as it stands, and goes public through the
 * same gate as any other.
 */
const approved = async (
  deps: WriteDeps,
  slug: Slug,
  context: WriteContext,
): Promise<RevisionOutcome | DomainRefusal> => {
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const text = await loadText(deps, slug)
    if (isRefusal(text)) return text
    const { draft } = text.state
    if (draft === null) return refuse('not-in-review')
    const cache = textCache(deps.blobs)
    await cache.fetch([draft.content.contentClean])
    const wording = wordingOf(contentOf(draft.content, cache.texts))
    if (isRefusal(wording)) return wording
    const { actor, time } = context
    const { sha256Hash } = wording
    const command = { type: 'Approve', actor, time, texts: NO_TEXTS, sha256Hash } as const
    const events = await decideWith(command, text.state, cache)
    if (isRefusal(events)) return events
    if ((await append(deps, text, events, cache, context)) === 'moved-on') continue
    const outcome = await carryOut(deps, slug, { act: 'publish' }, context)
    return isRefusal(outcome) ? outcome : { ...outcome, changed: true }
  }
  throw busy()
}

/**
 * Carries out an editor's change (contracts/conventions/life-cycle.md). Without an approver a draft
 * waits; with one, who must be another person than the author, it is approved and published.
 * Refusals are the domain's. Throws Fault `streams-busy`.
 */
export const reviseText = async (
  deps: WriteDeps,
  revision: Revision,
): Promise<RevisionOutcome | DomainRefusal> => {
  const { slug, context, approver } = revision
  if (approver === context.actor) return refuse('reviewer-is-author')
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const text = await loadText(deps, slug)
    if (isRefusal(text)) return text
    const cache = textCache(deps.blobs)
    const draft = await drafted(text, revision, cache)
    if (isRefusal(draft)) return draft
    const { state, events } = draft
    if (events.length > 0 && (await append(deps, text, events, cache, context)) === 'moved-on')
      continue
    if (approver !== null && state.draft?.status === 'in_review')
      return approved(deps, slug, { ...context, actor: approver })
    const version = state.published?.version ?? null
    return { slug, status: statusOf(state), version, changed: events.length > 0 }
  }
  throw busy()
}
