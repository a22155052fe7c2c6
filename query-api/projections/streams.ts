import { isUnreadable, type LogEntry, type UnreadableEvent } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import { ArticleId, type StreamId } from '#contracts/ids.ts'
import type { Generation, ParkedStream, ReadModelStore } from '../ports.ts'
import { fold, NEW_TEXT, STATE_FORMAT, type Stop, type TextState } from './articles/text-state.ts'

const ARTICLE_STREAM = 'article-'

/** The events of one text in a batch, in order, up to the first that can't be read. */
export type TextStream = {
  readonly streamId: StreamId
  readonly articleId: ArticleId
  readonly events: readonly StoredEvent[]
  readonly unreadable: UnreadableEvent | null
}

/** Where a text is parked if it can't be written. */
export type Place = Pick<LogEntry, 'streamId' | 'streamVersion' | 'position'>

/**
 * A text after its events; `first` is the first of them that its stored state had not seen, if
 * there was one.
 */
export type FoldedText = {
  readonly streamId: StreamId
  readonly articleId: ArticleId
  readonly state: TextState
  readonly first: Place
}

const readUntil = (entries: readonly LogEntry[]): Pick<TextStream, 'events' | 'unreadable'> => {
  const events: StoredEvent[] = []
  for (const entry of entries) {
    if (isUnreadable(entry)) return { events, unreadable: entry }
    events.push(entry)
  }
  return { events, unreadable: null }
}

/** Groups the entries of texts by stream; streams of other kinds are none. */
export const streamsOf = (entries: readonly LogEntry[]): TextStream[] => {
  const ofTexts = entries.filter(({ streamId }) => streamId.startsWith(ARTICLE_STREAM))
  const groups = Map.groupBy(ofTexts, ({ streamId }) => streamId)
  return [...groups].map(([streamId, own]) => ({
    streamId,
    articleId: ArticleId.parse(streamId.slice(ARTICLE_STREAM.length)),
    ...readUntil(own),
  }))
}

/** Where a stream stops being read. */
export const parkedAt = (
  { streamId, streamVersion, position }: Place,
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

/** A state comes from this very projection, so its format is all that is looked at. */
export const trusted = (state: unknown): TextState => {
  const known = state as TextState
  if (known.format === STATE_FORMAT) return known
  throw new Fault('generation-outdated', 'the read models were begun by another version', {
    hint: 'rebuild them beside the live ones and swap: pandect replay',
  })
}

/**
 * Brings the stored states of these texts forward. A text whose events were all seen before is
 * among the answers all the same: the run that saw them may have been killed before it wrote the
 * rest. Parked streams are left out. Throws Fault `generation-outdated` where a state has another
 * format than this version writes.
 */
export const foldStreams = async (
  store: Pick<ReadModelStore, 'loadStates' | 'parkedAmong'>,
  generation: Generation,
  streams: readonly TextStream[],
): Promise<{ readonly texts: FoldedText[]; readonly parked: ParkedStream[] }> => {
  const texts: FoldedText[] = []
  const parked: ParkedStream[] = []
  if (streams.length === 0) return { texts, parked }
  const [states, asleep] = await Promise.all([
    store.loadStates(
      generation,
      streams.map(({ articleId }) => articleId),
    ),
    store.parkedAmong(
      generation,
      streams.map(({ streamId }) => streamId),
    ),
  ])
  for (const { streamId, articleId, events, unreadable } of streams) {
    if (asleep.has(streamId)) continue
    const before = trusted(states.get(articleId)?.state ?? NEW_TEXT)
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
