import type { ErrorCode } from './errors/codes.ts'

/** Options of a `Fault`. */
export type FaultOptions = {
  readonly cause?: unknown
  /** After how many milliseconds a retry makes sense; absent when a retry cannot help. */
  readonly retryAfterMs?: number
  /** Advice for the person who reads it. */
  readonly hint?: string
}

/**
 * An error with a stable code. `message` is safe to print; the message of an engine stays in
 * `cause`, which only the allow-listed logger reads.
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

/** A record or command that the domain refuses: stable code, reason, and advice. */
export type Refusal = {
  readonly refused: ErrorCode
  readonly reason: string
  readonly hint: string
}

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value
