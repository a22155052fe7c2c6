import type { StoredArticleEvent } from '#contracts/events/event.ts'
import type { TextReference } from '#contracts/content.ts'
import type { Slug, StreamId } from '#contracts/ids.ts'
import { textsNeeded } from '../domain/article/commands.ts'
import { stateOf } from '../domain/article/state.ts'
import { textReferenceOf } from '../domain/article/content-record.ts'
import {
  type CleanBatch,
  type DecidedBatch,
  isStatement,
  type Outcome,
  type Statement,
} from '../import/activities.ts'
import { loadFacts, versionsToEmbed } from './article-facts.ts'
import { decideFacts, type TakenStatement } from './decide-facts.ts'
import {
  type DecidedText,
  type DecideOptions,
  decideText,
  importCommand,
} from './decide-statements.ts'
import { type TextCache, textCache } from './text-cache.ts'
import type { WriteDeps } from './write-deps.ts'

type Facts = ReadonlyMap<StreamId, readonly StoredArticleEvent[]>
type ByStream = ReadonlyMap<StreamId, readonly Statement[]>

/** In the order in which their first statement was read. */
const byStream = (statements: readonly Statement[]): ByStream =>
  Map.groupBy(statements, ({ streamId }) => streamId)

/** What the first decisions will ask for, so that one read fetches it for the whole batch. */
const textsForeseen = (facts: Facts, texts: ByStream, options: DecideOptions): TextReference[] =>
  [...texts].flatMap(([streamId, statements]) => {
    const state = stateOf(facts.get(streamId) ?? [])
    return statements.flatMap((one) => textsNeeded(importCommand(one, options, true), state))
  })

type Round = {
  readonly facts: Facts
  readonly cache: TextCache
  readonly options: DecideOptions
  /** Who holds a slug that was asked for and not got. */
  readonly holders: Map<Slug, StreamId>
}

const decideOne = (
  streamId: StreamId,
  statements: readonly Statement[],
  { facts, cache, options, holders }: Round,
): Promise<DecidedText> =>
  decideText(facts.get(streamId) ?? [], statements, cache, {
    ...options,
    streamId,
    slugIsFree: ({ content }) => (holders.get(content.slug) ?? streamId) === streamId,
  })

/** Claims the slugs of new texts that will be recorded; gives the texts that did not get theirs. */
const claimSlugs = async (
  { slugs }: WriteDeps,
  decided: Iterable<DecidedText>,
  holders: Map<Slug, StreamId>,
): Promise<StreamId[]> => {
  const claims = [...decided].flatMap(({ streamId, before, after }) =>
    before.slug === null && after.slug !== null ? [{ slug: after.slug, streamId }] : [],
  )
  if (claims.length === 0) return []
  const owners = await slugs.claim(claims)
  const lost = claims.filter(({ slug, streamId }) => owners.get(slug) !== streamId)
  for (const { slug } of lost) {
    const owner = owners.get(slug)
    if (owner !== undefined) holders.set(slug, owner)
  }
  return lost.map(({ streamId }) => streamId)
}

/**
 * Decides every text, then claims the slugs of the new ones; a text that does not get its slug is
 * decided again without it. So a record that is refused for another reason takes no slug from
 * anybody. Each round takes one slug at least off the ones asked for, so the statements bound the
 * rounds.
 */
const decideAll = async (
  deps: WriteDeps,
  texts: ByStream,
  round: Round,
): Promise<ReadonlyMap<StreamId, DecidedText>> => {
  const decided = new Map<StreamId, DecidedText>()
  let open = [...texts.keys()]
  while (open.length > 0) {
    for (const streamId of open) {
      decided.set(streamId, await decideOne(streamId, texts.get(streamId) ?? [], round))
    }
    open = await claimSlugs(deps, decided.values(), round.holders)
  }
  return decided
}

const outcomesOf = (
  { items }: CleanBatch,
  decided: ReadonlyMap<StreamId, DecidedText>,
): Outcome[] =>
  items.flatMap((item): Outcome[] => {
    if (!isStatement(item)) return [{ classification: 'refused', refusal: item }]
    const outcome = decided.get(item.streamId)?.outcomes.get(item)
    return outcome === undefined ? [] : [outcome]
  })

/** The statements that were not refused, in the order of the sources. */
const takenOf = (
  statements: readonly Statement[],
  decided: ReadonlyMap<StreamId, DecidedText>,
): TakenStatement[] =>
  statements.flatMap((statement) => {
    const text = decided.get(statement.streamId)
    const outcome = text?.outcomes.get(statement)
    if (text === undefined || outcome === undefined || outcome.classification === 'refused')
      return []
    return [{ statement, slug: text.after.slug ?? statement.content.slug }]
  })

/**
 * Decides a batch on the facts of its texts, read at once. Nothing is recorded yet but the slugs of
 * new texts, which are claimed for good.
 */
export const decideBatch = async (
  deps: WriteDeps,
  batch: CleanBatch,
  options: DecideOptions,
): Promise<DecidedBatch> => {
  const statements = batch.items.filter(isStatement)
  const texts = byStream(statements)
  const facts = await loadFacts(deps.store, [...texts.keys()])
  const cache = textCache(deps.blobs)
  for (const { content } of statements) {
    cache.add(textReferenceOf(content.contentClean).sha256, content.contentClean)
  }
  await cache.fetch(textsForeseen(facts, texts, options))
  const round = { facts, cache, options, holders: new Map() }
  const decided = await decideAll(deps, texts, round)
  return {
    streams: [...decided.values()].map(({ streamId, before, events }) => ({
      streamId,
      expectedVersion: before.streamVersion,
      events,
      toEmbed: versionsToEmbed([...(facts.get(streamId) ?? []), ...events], deps.embedder.model),
    })),
    others: await decideFacts(deps.store, takenOf(statements, decided), options.context),
    outcomes: outcomesOf(batch, decided),
    notes: [...decided.values()].flatMap(({ notes }) => notes),
    texts: cache.texts,
  }
}
