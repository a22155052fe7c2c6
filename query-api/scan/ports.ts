import type { LogEntry } from '#contracts/events/append.ts'
import type { ArticleId, Position, StreamId } from '#contracts/ids.ts'
import type { Blobs, Generation } from '../ports.ts'
import type { TextState } from '../projections/articles/text-state.ts'
import type { CitationRecogniser } from '../projections/citations/ports.ts'
import type { CitatorSources } from '../projections/surroundings.ts'

/** What a scan reads: states of texts as of now, and the log for what changed since. */
export type ScanSources = {
  live(): Promise<{ readonly generation: Generation; readonly position: Position }>
  /** States of texts with an id above `after` (null: all), ascending, public or not. */
  statesAfter(
    generation: Generation,
    after: ArticleId | null,
    limit: number,
  ): Promise<readonly { readonly articleId: ArticleId; readonly state: TextState }[]>
  /** States of texts as of now, public or not. */
  readonly states: CitatorSources['texts']
  /** Facts of the citator, each with its position. */
  readonly facts: CitatorSources['facts']
  /** The long texts of wordings. */
  readonly blobs: Pick<Blobs, 'get'>
  readonly recognise: CitationRecogniser
  /** Those of the streams that have an event after the position. */
  changedSince(streams: readonly StreamId[], position: Position): Promise<ReadonlySet<StreamId>>
  /** Up to `limit` entries of one stream with a version above `afterVersion`, ascending. */
  readStream(streamId: StreamId, afterVersion: number, limit: number): Promise<readonly LogEntry[]>
}
