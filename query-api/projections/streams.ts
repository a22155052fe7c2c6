import { isUnreadable, type LogEntry, type UnreadableEvent } from '#contracts/events/append.ts'
import type { EventLog } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { ArticleId, type StreamId } from '#contracts/ids.ts'
import type { Generation } from '../ports.ts'
import { readWhole } from './read-whole.ts'
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

/** The place in the log at which a stream is parked if it cannot be written. */
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
 * The stream up to a version, read anew: where a key was destroyed, facts that were folded before
 * read otherwise now.
 */
const wholeStream = async (
  log: Pick<EventLog, 'readStream'>,
  { streamId, articleId }: TextStream,
  through: number,
): Promise<TextStream> => {
  const entries = await readWhole(log, streamId)
  return {
    streamId,
    articleId,
    ...readUntil(entries.filter(({ streamVersion }) => streamVersion <= through)),
  }
}

const isErased = ({ events }: TextStream): boolean =>
  events.some(({ type }) => type === 'WordingErased')

/** Rows of an older revision are refused, so a state that was folded anew has a newer one. */
const afterRevision = (state: TextState, before: TextState): TextState => ({
  ...state,
  revision: Math.max(state.revision, before.revision + 1),
  citator: before.citator,
  concepts: before.concepts,
  doublings: before.doublings,
})

/**
 * Folds the events of texts onto their stored states; those of a text with an erased wording from
 * the beginning, as a rebuild does. Also returns texts without new events,
 * because the run that folded them may have been killed before it wrote the rest. Throws Fault
 * `generation-outdated`.
 */
export const foldStreams = async (
  { texts: states }: Pick<ReadModels, 'texts'>,
  log: Pick<EventLog, 'readStream'>,
  generation: Generation,
  streams: readonly TextStream[],
): Promise<{ readonly texts: FoldedText[]; readonly parked: ParkedStream[] }> => {
  const texts: FoldedText[] = []
  const parked: ParkedStream[] = []
  if (streams.length === 0) return { texts, parked }
  const ids = streams.map(({ articleId }) => articleId)
  const stored = await states.load(generation, ids)
  for (const stream of streams) {
    const { streamId, articleId, events } = stream
    const before = stored.get(articleId) ?? NEW_TEXT
    const anew = isErased(stream)
    const through = Math.max(events.at(-1)?.streamVersion ?? 0, before.streamVersion)
    const { events: all, unreadable } = anew ? await wholeStream(log, stream, through) : stream
    const folded = fold(anew ? NEW_TEXT : before, all)
    const { stop } = folded
    const state = anew ? afterRevision(folded.state, before) : folded.state
    const end = stopOf(state, stop, unreadable)
    if (end !== null) parked.push(end)
    const first = events.find(({ streamVersion }) => streamVersion > before.streamVersion)
    const anchor = first ?? events.at(-1)
    if (anchor !== undefined && state.streamVersion > 0)
      texts.push({ streamId, articleId, state, first: anchor })
  }
  return { texts, parked }
}
