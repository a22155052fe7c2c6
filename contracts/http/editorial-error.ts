import { z } from 'zod'
import { ErrorBody, HttpErrorCode } from './error.ts'

/** Codes of the editorial API: those of the read API, and those of refused writes. */
export const EditorialErrorCode = z.enum([
  ...HttpErrorCode.options,
  'conflict',
  'forbidden',
  'precondition_required',
  'refused',
])

/**
 * The error body of the editorial API. `reason` is the code of the refusal (contracts/ERRORS.md),
 * `hint` what to do about it.
 */
export const EditorialError = ErrorBody.extend({
  error: EditorialErrorCode,
  hint: z.string().optional(),
  /** The present tag of the text, where another one was sent. */
  currentTag: z.string().optional(),
  /** Members in which the present draft differs from the one that was sent. */
  differs: z.array(z.string()).optional(),
  /** The instants that may be meant, where a local time comes twice or never. */
  choices: z.array(z.string()).optional(),
}).meta({ id: 'EditorialError' })
export type EditorialError = z.infer<typeof EditorialError>
