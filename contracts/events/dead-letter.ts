import { z } from 'zod'
import { Position, StreamId } from '../ids.ts'

/**
 * What is told of a stream that stands still: where, and why. Nothing of what it says: whoever acts
 * on it looks the stream up (`pandect dead-letters show`).
 */
export const DeadLetterMessage = z.strictObject({
  streamId: StreamId,
  /** The first event that is not in the read models. */
  streamVersion: z.int().min(1),
  position: Position,
  /** Stable code: of a Fault, or `event-unreadable`. */
  reason: z.string().regex(/^[a-z][a-z0-9-]{1,59}$/),
  /** The build of the read models in which it stands still. */
  generation: z.int().min(1),
})
export type DeadLetterMessage = z.infer<typeof DeadLetterMessage>
