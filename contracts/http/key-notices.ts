/** What the endpoints of an account are told of its keys: no secret, and no name of a key. */
import { z } from 'zod'
import { Instant } from '../ids.ts'

const members = {
  id: z.uuid().describe('The same in each delivery.'),
  keyId: z.uuid().describe('The key, as in the account area.'),
}

export const CapNotice = z
  .object({
    ...members,
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe('The calendar month (UTC).'),
    capUsd: z.string().nullable().describe('The cap; null: it was lifted since.'),
    capMode: z
      .enum(['soft', 'hard'])
      .describe('`soft`: calls are answered with a warning; `hard`: they are refused.'),
    spentUsd: z.string().describe('What the key spent in the month until then.'),
  })
  .meta({ id: 'CapNotice' })
export type CapNotice = z.infer<typeof CapNotice>

export const ExpiryNotice = z
  .object({ ...members, expiresAt: Instant.describe('When the key ends.') })
  .meta({ id: 'ExpiryNotice' })
export type ExpiryNotice = z.infer<typeof ExpiryNotice>
