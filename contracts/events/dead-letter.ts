import { z } from 'zod'
import { Position, StreamId } from '../ids.ts'

/**
 * Announces a stream that a projector could not continue, with position and reason. It has no
 * content; `pandect dead-letters show` prints the stream.
 */
export const DeadLetterMessage = z.strictObject({
  streamId: StreamId,
  /** The first event that is not in the read models. */
  streamVersion: z.int().min(1),
  position: Position,
  /** Stable code: of a Fault, or `event-unreadable`. */
  reason: z.string().regex(/^[a-z][a-z0-9-]{1,59}$/),
  /** The build of the read models that lacks the rest of the stream. */
  generation: z.int().min(1),
})
export type DeadLetterMessage = z.infer<typeof DeadLetterMessage>
