import { CATALOGUE, type ErrorCode } from './errors/codes.ts'

/** Options of a `Fault`. */
export type FaultOptions = {
  readonly cause?: unknown
  /** After how many milliseconds a retry makes sense; absent when a retry cannot help. */
  readonly retryAfterMs?: number
  /** Advice for the person who reads it. */
  readonly hint?: string
}

/**
 * An error with a stable code. Its message and hint are those of the catalogue unless the raiser
 * knows more. `message` is safe to print; the message of an engine stays in `cause`, which only the
 * allow-listed logger reads.
 */
export class Fault extends Error {
  readonly code: ErrorCode
  readonly retryAfterMs: number | undefined
  readonly hint: string | undefined

  constructor(code: ErrorCode, options?: FaultOptions)
  constructor(code: ErrorCode, message: string, options?: FaultOptions)
  constructor(code: ErrorCode, first: string | FaultOptions = {}, second: FaultOptions = {}) {
    const isDetailed = typeof first === 'string'
    const options = isDetailed ? second : first
    // A process of another version may name a code that this one does not know.
    const known: Partial<typeof CATALOGUE> = CATALOGUE
    const [message, hint] = known[code] ?? [code, null]
    super(
      isDetailed ? first : message,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.name = 'Fault'
    this.code = code
    this.retryAfterMs = options.retryAfterMs
    this.hint = options.hint ?? hint ?? undefined
  }
}

/** What a refusal names of its case, for a sentence in another language than English. */
export type RefusalFacts = {
  /** Path of the member that is wrong: `headnotes.0.summary`. */
  readonly member?: string
  /** What was given, or what the refusal found, as it is printed. */
  readonly value?: string
  readonly allowed?: readonly string[]
  readonly closest?: string | undefined
  /** The bound that was passed. */
  readonly limit?: string
}

/** A record or command that the domain refuses: stable code, reason, and advice. */
export type Refusal = {
  readonly refused: ErrorCode
  readonly reason: string
  readonly hint: string
  readonly about?: RefusalFacts
}

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value

/** The refusal of a code in the words of the catalogue. */
export const refusalByCode = (code: ErrorCode): Refusal => {
  const [reason, hint] = CATALOGUE[code]
  return { refused: code, reason, hint: hint ?? '' }
}
