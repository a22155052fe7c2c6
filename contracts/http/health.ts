import { z } from 'zod'
import { Position } from '../ids.ts'

/** Answer of `/health/ready`: whether reads can be served, and how far they are behind the log. */
export const Health = z
  .object({
    ready: z.boolean(),
    /** Up to which event the read models know the corpus; null while it is unknown. */
    position: Position.nullable(),
    /** Events in the log that the read models don't know yet. */
    lagEvents: z.int().nonnegative().nullable(),
  })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>
