import { z } from 'zod'
import { Change, ChangeType } from '../changes/change.ts'
import { Jurisdiction } from '../vocabulary/texts.ts'
import { integerParameter, listParameter } from './query.ts'

export const CHANGES_LIMITS = { limitMin: 10, limitMax: 500, limitDefault: 100 } as const

/** A position, with or without leading zeros. */
const POSITION = /^[0-9]{1,15}$/

export const ChangesQuery = z.strictObject({
  after: z
    .string()
    .refine((text) => POSITION.test(text), {
      error: 'not a position of the log: leave it out, or pass next unchanged',
      params: { code: 'invalid_cursor' },
    })
    .default('0')
    .meta({
      default: '0',
      pattern: POSITION.source,
      description: '`next` of the page before, or a position; default: from the first change.',
    }),
  limit: integerParameter(z.int().min(CHANGES_LIMITS.limitMin).max(CHANGES_LIMITS.limitMax))
    .default(CHANGES_LIMITS.limitDefault)
    .meta({
      default: CHANGES_LIMITS.limitDefault,
      description: 'Changes at most; a fact that made more comes whole.',
    }),
  types: listParameter(z.array(ChangeType).min(1).max(ChangeType.options.length))
    .optional()
    .describe('Types of changes. Commas between.'),
  jurisdictions: listParameter(z.array(Jurisdiction).min(1).max(Jurisdiction.options.length))
    .optional()
    .describe('Jurisdictions of the texts; changes of concepts have none. Commas between.'),
})
export type ChangesQuery = z.infer<typeof ChangesQuery>

export const ChangesResponse = z
  .object({
    changes: z.array(Change).describe('In the order of the log.'),
    next: z.string().describe('`after` of the next page, also where there is no more yet.'),
    head: z.string().describe('Position up to which changes are known.'),
  })
  .meta({ id: 'ChangesResponse' })
export type ChangesResponse = z.infer<typeof ChangesResponse>
