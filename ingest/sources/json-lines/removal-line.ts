/**
 * `{"removed": {"id": "lu-legilux:rgd-2001-12-21-n5"}}`: a removal as a line of JSON Lines, for
 * publishers whose own lists have no form that is read (contracts/conventions/deletions.md).
 */
import { z } from 'zod'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { Removal } from '../source-item.ts'

const ID_MAX = 500

const RemovalLine = z.strictObject({
  removed: z.strictObject({
    /** `source.id` of a text, or its part before `#`: all articles of an act. */
    id: z.string().trim().min(1).max(ID_MAX),
    at: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  }),
})

export const isRemovalLine = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'removed')

export const removalOfLine = (value: unknown): Removal | Refusal => {
  const parsed = RemovalLine.safeParse(value)
  if (!parsed.success) return refusalByCode('removal-line-shape')
  const { id, at } = parsed.data.removed
  return { kind: 'work', id, path: null, at: at === undefined ? null : at }
}
