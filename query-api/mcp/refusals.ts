import type { Scope } from '#contracts/api-key.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import type { ToolError } from '#contracts/mcp/error.ts'

const HINT_DETAILS = 3

const hintOf = ({ path, message, closest }: ValidationDetail): string =>
  `${path === '' ? '' : `${path}: `}${message}${closest === undefined ? '' : `; did you mean ${closest}?`}`

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

type Beside = Pick<ToolError, 'candidates' | 'coverage'>

export const notFound = (hint: string, beside: Beside = {}): ToolError => ({
  error: 'not_found',
  category: 'not_found',
  retryable: false,
  hint,
  ...beside,
})

export const ambiguous = (hint: string, candidates: ToolError['candidates']): ToolError => ({
  error: 'ambiguous',
  category: 'validation',
  retryable: false,
  hint,
  candidates,
})
