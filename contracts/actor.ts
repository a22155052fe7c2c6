/** Who acts, as the log and the audit name them. */
import { z } from 'zod'

/**
 * The actor: `cli:<user>`, `staff:<id>`, `key:<id>`, `account:<id>`, `stripe` or `system`. Never an
 * address, a name or a secret.
 */
export const Actor = z
  .string()
  .regex(/^(?:cli:[\w.-]{1,64}|(?:staff|key|account):[0-9a-f-]{36}|stripe|system)$/, {
    error: 'not an actor',
  })
export type Actor = z.infer<typeof Actor>
