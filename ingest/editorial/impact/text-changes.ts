/** What events did to a text that others may cite: pure. */
import type { StoredArticleEvent } from '#contracts/events/event.ts'
import type { Position } from '#contracts/ids.ts'
import {
  type ArticleState,
  INITIAL_STATE,
  evolve,
  type PublishedVersion,
} from '../../domain/article/state.ts'
import type { TextEvents } from '../board/text-events.ts'
import type { ImpactCause } from './ports.ts'

/** A change of a text that was public before. */
export type TextChange = {
  readonly event: StoredArticleEvent
  readonly cause: ImpactCause
  readonly old: PublishedVersion
  /** The wording that replaces it; null where it is gone. */
  readonly next: PublishedVersion | null
  readonly detail: string | null
  /** After the event. */
  readonly state: ArticleState
}

const changeOf = (
  before: ArticleState,
  event: StoredArticleEvent,
  state: ArticleState,
): TextChange | null => {
  const old = before.published
  if (old === null) return null
  const gone = { event, old, next: null, state }
  if (event.type === 'VersionPublished') {
    const next = state.published
    // The same wording may come back after it was unpublished: who cites it has nothing to do.
    return next === null || next.sha256Hash === old.sha256Hash
      ? null
      : { event, cause: 'changed', old, next, detail: null, state }
  }
  if (event.type === 'Unpublished')
    return { ...gone, cause: 'unpublished', detail: event.data.reason }
  if (event.type === 'Withdrawn') return { ...gone, cause: 'withdrawn', detail: event.data.cause }
  if (event.type === 'Deleted') return { ...gone, cause: 'deleted', detail: event.data.reason }
  return null
}

/** The changes of a text among the events after a position, up to another one. */
export const changesOfText = (
  events: TextEvents,
  after: Position,
  through: Position,
): TextChange[] => {
  const changes: TextChange[] = []
  let state = INITIAL_STATE
  for (const event of events) {
    if (event.position > through) break
    const next = evolve(state, event)
    const change = event.position > after ? changeOf(state, event, next) : null
    if (change !== null) changes.push(change)
    state = next
  }
  return changes
}
