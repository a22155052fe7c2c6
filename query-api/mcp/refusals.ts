import type { Scope } from '#contracts/api-key.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import type { ToolError } from '#contracts/mcp/error.ts'
import type { Candidate, Missing } from '../relations/missing.ts'
import { faultOfMalformed } from '../relations/problems.ts'

const HINT_DETAILS = 3

/** What an agent may write instead. */
const insteadOf = ({ code, closest, allowed = [] }: ValidationDetail): string => {
  if (closest !== undefined) return `; did you mean ${closest}?`
  return code === 'unknown_member' && allowed.length > 0 ? `; known are ${allowed.join(', ')}` : ''
}

const hintOf = (detail: ValidationDetail): string => {
  const { path, message } = detail
  return `${path === '' ? '' : `${path}: `}${message}${insteadOf(detail)}`
}

/** Invalid arguments: each fault with the closest valid value. */
export const invalidArguments = (details: readonly ValidationDetail[]): ToolError => ({
  error: 'validation_failed',
  category: 'validation',
  retryable: false,
  hint: details.slice(0, HINT_DETAILS).map(hintOf).join(' · '),
  details: [...details],
})

export const missingScope = (scope: Scope): ToolError => ({
  error: 'insufficient_scope',
  category: 'auth',
  retryable: false,
  hint: `This tool needs a key with the scope ${scope}: ask the holder of the account for one, or use another tool.`,
})

type Beside = Pick<ToolError, 'candidates' | 'coverage' | 'reason' | 'details' | 'held'>

export const notFound = (hint: string, beside: Beside = {}): ToolError => ({
  error: 'not_found',
  category: 'not_found',
  retryable: false,
  hint,
  ...beside,
})

const ambiguous = (hint: string, candidates: readonly Candidate[]): ToolError => ({
  error: 'ambiguous',
  category: 'validation',
  retryable: false,
  hint,
  candidates: [...candidates],
})

const refusedAs = (missing: Missing, unknown: string): ToolError => {
  switch (missing.reason) {
    case 'not_found':
      return notFound(unknown, {
        candidates: [...missing.candidates],
        coverage: missing.coverage,
      })
    case 'ambiguous':
      return ambiguous(
        'Several decisions fit: call again with the slug of one of `candidates`.',
        missing.candidates,
      )
    case 'malformed':
      return invalidArguments([faultOfMalformed(missing, 'idOrSlug')])
    case 'no_decision':
      return notFound(
        `This names a text that is no decision: read it with service_get_article and idOrSlug "${missing.candidate.slug}".`,
        { candidates: [missing.candidate] },
      )
    default:
      return missing satisfies never
  }
}

export const missingText = (missing: Missing): ToolError =>
  refusedAs(
    missing,
    'No published text has this slug or id. Take a slug from service_search or from `candidates`; for a citation use service_get_decision.',
  )

/** Also for an unknown UUID: any name of a decision is taken. */
export const missingDecision = (missing: Missing): ToolError =>
  refusedAs(
    missing,
    'No decision that is held has this reference. Check court, date and number, or search by the words of the decision.',
  )
