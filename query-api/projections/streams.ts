import { isUnreadable, type LogEntry, type UnreadableEvent } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { ArticleId, type StreamId } from '#contracts/ids.ts'
import type { Generation } from '../ports.ts'
import { fold, NEW_TEXT, type Stop, type TextState } from './articles/text-state.ts'
import type { ParkedStream } from './ports.ts'
import type { ReadModels } from './projection.ts'

const ARTICLE_STREAM = 'article-'

/** The events of one text in a batch, in order, up to the first unreadable one. */
export type TextStream = {
  readonly streamId: StreamId
  readonly articleId: ArticleId
  readonly events: readonly StoredEvent[]
  readonly unreadable: UnreadableEvent | null
}

/** Where a stream is parked if it cannot be written. */
export type LogPlace = Pick<LogEntry, 'streamId' | 'streamVersion' | 'position'>

/** A text after its events; `first` is the first new one for its stored state, if any. */
export type FoldedText = {
  readonly streamId: StreamId
  readonly articleId: ArticleId
  readonly state: TextState
  readonly first: LogPlace
}

const readUntil = (entries: readonly LogEntry[]): Pick<TextStream, 'events' | 'unreadable'> => {
  const events: StoredEvent[] = []
  for (const entry of entries) {
    if (isUnreadable(entry)) return { events, unreadable: entry }
    events.push(entry)
  }
  return { events, unreadable: null }
}

/** Groups the entries of texts by stream; entries of other streams are left out. */
export const streamsOf = (entries: readonly LogEntry[]): TextStream[] => {
  const ofTexts = entries.filter(({ streamId }) => streamId.startsWith(ARTICLE_STREAM))
  const groups = Map.groupBy(ofTexts, ({ streamId }) => streamId)
  return [...groups].map(([streamId, own]) => ({
    streamId,
    articleId: ArticleId.parse(streamId.slice(ARTICLE_STREAM.length)),
    ...readUntil(own),
  }))
}

/** A stream that is parked at this place. */
export const parkedAt = (
  { streamId, streamVersion, position }: LogPlace,
  reason: string,
): ParkedStream => ({ streamId, streamVersion, position, reason })

/** Where a fold ended before its stream did. */
const stopOf = (
  state: TextState,
  stop: Stop | null,
  unreadable: UnreadableEvent | null,
): ParkedStream | null => {
  if (stop !== null) return parkedAt(stop.event, stop.reason)
  if (unreadable === null || unreadable.streamVersion <= state.streamVersion) return null
  return parkedAt(unreadable, unreadable.reason)
}

/**
 * Folds the events of texts onto their stored states. Also returns texts without new events,
 * because the run that folded them may have been killed before it wrote the rest. Throws Fault
 * `generation-outdated`.
 */
export const foldStreams = async (
  { texts: states }: Pick<ReadModels, 'texts'>,
  generation: Generation,
  streams: readonly TextStream[],
): Promise<{ readonly texts: FoldedText[]; readonly parked: ParkedStream[] }> => {
  const texts: FoldedText[] = []
  const parked: ParkedStream[] = []
  if (streams.length === 0) return { texts, parked }
  const ids = streams.map(({ articleId }) => articleId)
  const stored = await states.load(generation, ids)
  for (const { streamId, articleId, events, unreadable } of streams) {
    const before = stored.get(articleId) ?? NEW_TEXT
    const { state, stop } = fold(before, events)
    const end = stopOf(state, stop, unreadable)
    if (end !== null) parked.push(end)
    const first = events.find(({ streamVersion }) => streamVersion > before.streamVersion)
    const anchor = first ?? events.at(-1)
    if (anchor !== undefined && state.streamVersion > 0)
      texts.push({ streamId, articleId, state, first: anchor })
  }
  return { texts, parked }
}
