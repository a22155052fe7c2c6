import { Fault, isRefusal } from '#contracts/fault.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Position, SemVer, Slug } from '#contracts/ids.ts'
import {
  type ArticleCommand,
  type ImportText,
  type Publish,
  textsNeeded,
} from '../domain/article/commands.ts'
import { type ArticleState, type ArticleStatus, evolve, statusOf } from '../domain/article/state.ts'
import { contentOf, NO_TEXTS } from '../domain/article/content-record.ts'
import { decide } from '../domain/article/decide.ts'
import type { DomainRefusal } from '../domain/refusals.ts'
import { importPolicyOf } from '../import/official-sources.ts'
import { isNorm } from '../enrich/groundedness.ts'
import { versionsToEmbed } from './article-facts.ts'
import { assessedAs, assessWording } from './groundedness.ts'
import { type LoadedText, loadText } from './load-text.ts'
import { embedBatch, recordBatch } from './record-batch.ts'
import { type TextCache, textCache } from './text-cache.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

/** How often an act is decided anew because others wrote to the text meanwhile. */
const DECISIONS_MAX = 5

/** An editor's act on a text, by its slug. */
export type EditorialAct =
  | { readonly act: 'publish' }
  | { readonly act: 'unpublish'; readonly reason: string }
  | { readonly act: 'delete'; readonly reason: string }

/**
 * What an act led to. `position` is that of its last fact: once a read model knows it, the act can
 * be seen.
 */
export type EditorialOutcome = {
  readonly slug: Slug
  readonly status: ArticleStatus
  readonly version: SemVer | null
  readonly position: Position | null
}

/**
 * A draft that an import wrote of an official text: the policy that would have published it then
 * does so now.
 */
const officialDraft = async (
  state: ArticleState,
  cache: TextCache,
  { actor, time }: WriteContext,
): Promise<ImportText | null> => {
  const { draft } = state
  if (draft?.imported == null || draft.status !== 'draft') return null
  const { source, licence } = draft.content
  const policy = importPolicyOf({ ...source, licence })
  if (policy === null) return null
  await cache.fetch([draft.content.contentClean])
  return {
    type: 'ImportText',
    actor,
    time,
    texts: NO_TEXTS,
    content: contentOf(draft.content, cache.texts),
    slugIsFree: true,
    sourceState: draft.imported.state,
    validity: draft.validity ?? { validFrom: null, validTo: null },
    publish: true,
    policy,
    officialSource: true,
  }
}

/**
 * How an approved draft stands against what it cites: the gate before the public asks
 * (contracts/conventions/life-cycle.md).
 */
const draftAssessed = async (
  { cited }: WriteDeps,
  { draft, dismissed }: ArticleState,
  cache: TextCache,
  { time }: WriteContext,
): Promise<Pick<Publish, 'assessment'>> => {
  if (cited === undefined || draft?.status !== 'approved' || isNorm(draft.content.contentType))
    return {}
  await cache.fetch([draft.content.contentClean])
  const content = contentOf(draft.content, cache.texts)
  const publishedAt = content.publishedAt ?? time
  const found = await assessWording({ cited }, content, { dismissed, publishedAt, time })
  return { assessment: assessedAs(found, time) }
}

const commandOf = async (
  deps: WriteDeps,
  act: EditorialAct,
  state: ArticleState,
  cache: TextCache,
  context: WriteContext,
): Promise<ArticleCommand> => {
  const common = { actor: context.actor, time: context.time, texts: NO_TEXTS }
  switch (act.act) {
    case 'publish':
      return (
        (await officialDraft(state, cache, context)) ?? {
          ...common,
          type: 'Publish',
          validity: null,
          ...(await draftAssessed(deps, state, cache, context)),
        }
      )
    case 'unpublish':
      return { ...common, type: 'Unpublish', reason: act.reason }
    case 'delete':
      return { ...common, type: 'Delete', reason: act.reason }
    default:
      return act satisfies never
  }
}

type Decided = { readonly events: readonly ArticleEvent[]; readonly cache: TextCache }

const decideAct = async (
  deps: WriteDeps,
  act: EditorialAct,
  state: ArticleState,
  context: WriteContext,
): Promise<Decided | DomainRefusal> => {
  const cache = textCache(deps.blobs)
  const command = await commandOf(deps, act, state, cache, context)
  await cache.fetch(textsNeeded(command, state))
  const events = decide({ ...command, texts: cache.texts }, state)
  return isRefusal(events) ? events : { events, cache }
}

const recordAct = async (
  deps: WriteDeps,
  { streamId, state, facts }: LoadedText,
  { events, cache }: Decided,
  context: WriteContext,
): Promise<Position | null | 'moved-on'> => {
  const stream = {
    streamId,
    expectedVersion: state.streamVersion,
    events,
    toEmbed: versionsToEmbed([...facts, ...events], deps.embedder.model),
  }
  const batch = { streams: [stream], outcomes: [], notes: [], texts: cache.texts }
  const recorded = await recordBatch(deps, await embedBatch(deps, batch), context)
  return recorded === 'moved-on' ? recorded : recorded.position
}

/**
 * Carries out an editor's act on the text that holds `slug`. Refusals are the domain's
 * (`refusals.ts`). Throws Fault `streams-busy` if others keep writing to the text.
 */
export const carryOut = async (
  deps: WriteDeps,
  slug: Slug,
  act: EditorialAct,
  context: WriteContext,
): Promise<EditorialOutcome | DomainRefusal> => {
  for (let decision = 1; decision <= DECISIONS_MAX; decision += 1) {
    const text = await loadText(deps, slug)
    if (isRefusal(text)) return text
    const decided = await decideAct(deps, act, text.state, context)
    if (isRefusal(decided)) return decided
    const position = await recordAct(deps, text, decided, context)
    if (position === 'moved-on') continue
    const { actor, time } = context
    const after = decided.events
      .map((event) => ({ ...event, actor, time }))
      .reduce(evolve, text.state)
    const version = after.published?.version ?? null
    return { slug, status: statusOf(after), version, position }
  }
  throw new Fault('streams-busy', 'others keep writing to this text', {
    retryAfterMs: 1_000,
    hint: 'try again',
  })
}
