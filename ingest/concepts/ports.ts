import type { Position, StreamId } from '#contracts/ids.ts'

/** Where streams begin in the log, by what they are about. */
export type StreamBeginnings = {
  /** At most `limit` streams of a kind that begin after a position, in the order of the log. */
  after(
    kind: 'article' | 'concept',
    position: Position,
    limit: number,
  ): Promise<readonly { readonly streamId: StreamId; readonly position: Position }[]>
}
