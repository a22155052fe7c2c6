/** What REST answers where a name brings no text. */
import type { ValidationDetail } from '#contracts/http/error.ts'
import { articleNotFound, type Problem, validationFailed } from '#contracts/web/http/problem.ts'
import type { Candidate, Missing } from './missing.ts'

const AMBIGUOUS = 300

const notFound = (detail: string, beside: object): Problem => ({
  ...articleNotFound,
  body: { ...articleNotFound.body, detail, ...beside },
})

const ambiguous = (candidates: readonly Candidate[]): Problem => ({
  status: AMBIGUOUS,
  body: {
    error: 'ambiguous',
    message: 'Several texts fit',
    detail: 'Ask again with the slug of one of `candidates`.',
    candidates: [...candidates],
  },
  headers: {},
})

/** What is wrong with a name that nothing can have. `path`: the parameter that holds it. */
export const faultOfMalformed = (
  { code, hint }: Extract<Missing, { reason: 'malformed' }>,
  path: string,
): ValidationDetail => ({
  path,
  code,
  message: hint ?? 'no text can have this reference: check its number',
})

/** `path`: the parameter that holds the name. */
export const problemOfMissing = (missing: Missing, path: string): Problem => {
  switch (missing.reason) {
    case 'not_found':
      return notFound('No decision that is held has this reference.', {
        candidates: [...missing.candidates],
        coverage: missing.coverage,
      })
    case 'ambiguous':
      return ambiguous(missing.candidates)
    case 'malformed':
      return validationFailed([faultOfMalformed(missing, path)])
    case 'no_decision':
      return notFound(
        'This names a text that is no decision: read it as an article, by the slug in `candidates`.',
        { candidates: [missing.candidate] },
      )
    default:
      return missing satisfies never
  }
}
