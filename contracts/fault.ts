import type { ErrorCode } from './errors/codes.ts'

/** Broken machinery, as opposed to a refusal of the domain. */
export type FaultOptions = {
  readonly cause?: unknown
  /** After how many milliseconds a retry makes sense; absent when a retry cannot help. */
  readonly retryAfterMs?: number
  /** What the person in front of it can do. */
  readonly hint?: string
}

/**
 * An error with a stable code. `message` is ours and safe to print: an engine's words stay in
 * `cause`, which only the allow-listed logger may look at.
 */
export class Fault extends Error {
  readonly code: ErrorCode
  readonly retryAfterMs: number | undefined
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.retryAfterMs = options.retryAfterMs
    this.hint = options.hint
  }
}

/**
 * A record or command that the domain says no to: stable code, reason, and a hint that says what to
 * do.
 */
export type Refusal = {
  readonly refused: ErrorCode
  readonly reason: string
  readonly hint: string
}

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value
