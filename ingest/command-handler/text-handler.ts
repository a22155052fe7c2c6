/** Commands on texts: the command handler with slugs and long texts. */
import type { ArticleContent, ContentRecord } from '#contracts/content.ts'
import type { Append, AppendContext } from '#contracts/events/append.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Position, Sha256Hex, Slug, StreamId } from '#contracts/ids.ts'
import {
  type ArticleCommand,
  type ArticleRequest,
  textsNeeded,
} from '../domain/article/commands.ts'
import { contentOf } from '../domain/article/content-record.ts'
import { articleDecider } from '../domain/article/decide.ts'
import type { ArticleState } from '../domain/article/state.ts'
import { decideNext } from '../domain/decider.ts'
import { type DomainRefusal, refuse } from '../domain/refusals.ts'
import {
  type BatchDecision,
  type DecidedStream,
  handleBatch,
  loadStreams,
} from './command-handler.ts'
import { type TextCache, textCache } from './text-cache.ts'
import type { ImportDeps } from './write-deps.ts'

/** A loaded text with the events decided since. */
export type DecidedText = DecidedStream<ArticleState, ArticleEvent>

export type TextDeps = Pick<ImportDeps, 'slugs' | 'store' | 'blobs'>

/** The stream of the text with this slug. Refusal `text-unknown`. */
const streamOf = async (
  { slugs }: Pick<ImportDeps, 'slugs'>,
  slug: Slug,
): Promise<StreamId | DomainRefusal> => (await slugs.ownerOf(slug)) ?? refuse('text-unknown')

/** Loads the text with this slug. Refusal `text-unknown`. */
export const loadText = async (
  { slugs, store }: Pick<ImportDeps, 'slugs' | 'store'>,
  slug: Slug,
): Promise<DecidedText | DomainRefusal> => {
  const streamId = await streamOf({ slugs }, slug)
  if (isRefusal(streamId)) return streamId
  const text = (await loadStreams(store, articleDecider, [streamId])).get(streamId)
  return text === undefined || text.expectedVersion === 0 ? refuse('text-unknown') : text
}

/** Decisions of one actor, with the long texts that they read. */
export type TextDecisions = {
  readonly cache: TextCache
  contentOf(record: ContentRecord): Promise<ArticleContent>
  /** Decides requests in order, each on the state after the one before. */
  decide(
    text: DecidedText,
    ...requests: readonly ArticleRequest[]
  ): Promise<DecidedText | DomainRefusal>
}

export const textDecisions = (
  { blobs }: Pick<ImportDeps, 'blobs'>,
  context: AppendContext,
  cache: TextCache = textCache(blobs),
): TextDecisions => ({
  cache,
  contentOf: async (record) => {
    await cache.fetch([record.contentClean])
    return contentOf(record, cache.texts)
  },
  decide: async (text, ...requests) => {
    const { actor, time } = context
    let decided: DecidedText | DomainRefusal = text
    for (const request of requests) {
      await cache.fetch(textsNeeded(request, decided.state))
      const command: ArticleCommand = { ...request, actor, time, texts: cache.texts }
      decided = decideNext(articleDecider, decided, command, context)
      if (isRefusal(decided)) return decided
    }
    return decided
  },
})

const referredTexts = (events: readonly ArticleEvent[]): Sha256Hex[] =>
  events.flatMap(({ type, data }) =>
    type === 'Drafted' || type === 'Revised' || type === 'VersionPublished'
      ? [data.content.contentClean.sha256]
      : [],
  )

/** Stores the texts that new events refer to, before the events are recorded. */
export const keepTexts = async (
  { blobs }: Pick<ImportDeps, 'blobs'>,
  streams: readonly { readonly events: readonly ArticleEvent[] }[],
  texts: ReadonlyMap<Sha256Hex, string>,
): Promise<void> => {
  const hashes = new Set(streams.flatMap(({ events }) => referredTexts(events)))
  const kept = [...hashes].flatMap((sha256) => {
    const text = texts.get(sha256)
    return text === undefined ? [] : [{ sha256, text }]
  })
  if (kept.length > 0) await blobs.put(kept)
}

type TextDecision<Answer> =
  | {
      readonly text: DecidedText
      readonly answer: Answer
      /** Events of other streams, recorded before those of the text, all or none. */
      readonly others?: readonly Append[]
    }
  | DomainRefusal

/**
 * Handles commands on the text with this slug. Refusals: `text-unknown` and those of `decideText`.
 * Throws Fault `streams-busy`.
 */
export const handleText = async <Answer>(
  deps: TextDeps,
  slug: Slug,
  context: AppendContext,
  decideText: (text: DecidedText, decisions: TextDecisions) => Promise<TextDecision<Answer>>,
): Promise<{ readonly answer: Answer; readonly position: Position | null } | DomainRefusal> => {
  const streamId = await streamOf(deps, slug)
  if (isRefusal(streamId)) return streamId
  const decisions = textDecisions(deps, context)
  const decide = async (
    text: DecidedText | undefined,
  ): Promise<BatchDecision<TextDecision<Answer>>> => {
    const isKnown = text !== undefined && text.expectedVersion > 0
    const answer = isKnown ? await decideText(text, decisions) : refuse('text-unknown')
    if (isRefusal(answer)) return { streams: [], answer }
    await keepTexts(deps, [answer.text], decisions.cache.texts)
    return { streams: [...(answer.others ?? []), answer.text], answer }
  }
  const { answer, position } = await handleBatch(
    deps.store,
    articleDecider,
    [streamId],
    context,
    (streams) => decide(streams.get(streamId)),
  )
  return isRefusal(answer) ? answer : { answer: answer.answer, position }
}
