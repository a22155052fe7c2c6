import type { LogEntry } from '#contracts/events/append.ts'
import type { ArticleId, Position, StreamId } from '#contracts/ids.ts'
import type { Generation } from '../ports.ts'
import type { TextState } from '../projections/articles/text-state.ts'

/** What a scan reads: states of texts as of now, and the log for what changed since. */
export type ScanSources = {
  live(): Promise<{ readonly generation: Generation; readonly position: Position }>
  /** States of texts with an id above `after` (null: all), ascending, public or not. */
  statesAfter(
    generation: Generation,
    after: ArticleId | null,
    limit: number,
  ): Promise<readonly { readonly articleId: ArticleId; readonly state: TextState }[]>
  /** Those of the streams that have an event after the position. */
  changedSince(streams: readonly StreamId[], position: Position): Promise<ReadonlySet<StreamId>>
  /** Up to `limit` entries of one stream with a version above `afterVersion`, ascending. */
  readStream(streamId: StreamId, afterVersion: number, limit: number): Promise<readonly LogEntry[]>
}
