import { z } from 'zod'
import { Validity } from '../content.ts'
import { SemVer } from '../ids.ts'

/**
 * Codes of the error body (contracts/conventions/errors.md; contracts/conventions/billing.md adds
 * the idempotency ones).
 */
export const HttpErrorCode = z.enum([
  'validation_failed',
  'unauthorized',
  'insufficient_scope',
  'not_acceptable',
  'not_found',
  'method_not_allowed',
  'rate_limit',
  'idempotency_conflict',
  'request_in_progress',
  'internal_error',
  'overloaded',
  'search_unavailable',
  'ambiguous',
  'origin_not_allowed',
  'precondition_failed',
])
export type HttpErrorCode = z.infer<typeof HttpErrorCode>

/** One fault of a request: its place, the rule, the allowed values and the closest valid one. */
export const ValidationDetail = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  allowed: z.array(z.string()).optional(),
  closest: z.string().optional(),
})
export type ValidationDetail = z.infer<typeof ValidationDetail>

/** Days on which a held wording is in force, both inclusive; `null` is open. */
export const HeldInterval = Validity.extend({ version: SemVer }).meta({ id: 'HeldInterval' })
export type HeldInterval = z.infer<typeof HeldInterval>

/**
 * `detail` is one human sentence; `details` is present on `validation_failed`
 * (contracts/conventions/conflicts.md).
 */
export const ErrorBody = z
  .object({
    error: HttpErrorCode,
    message: z.string(),
    detail: z.string().optional(),
    reason: z.string().optional(),
    details: z.array(ValidationDetail).optional(),
    candidates: z
      .array(z.object({ slug: z.string(), label: z.string().describe('Its title.') }))
      .optional()
      .describe('Texts that may be meant.'),
    coverage: z
      .unknown()
      .optional()
      .describe('What is held, so that not found and not held differ.'),
    held: z
      .array(HeldInterval)
      .optional()
      .describe('Where no wording was in force on the day asked for: the days that are held.'),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
