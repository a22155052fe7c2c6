import type { ErrorCode } from '#contracts/errors/codes.ts'
import { Fault, type FaultOptions } from '#contracts/fault.ts'

type Kind = { readonly code: ErrorCode; readonly message: string } & Pick<
  FaultOptions,
  'hint' | 'retryAfterMs'
>

const UNAVAILABLE: Kind = {
  code: 'store-unavailable',
  message: 'The database does not answer.',
  hint: 'Start it again, or check DATABASE_URL and `pandect doctor`.',
  retryAfterMs: 1_000,
}
const FULL: Kind = {
  code: 'store-full',
  message: 'The database has no room left to write.',
  hint: 'Free some disk space; nothing of this step was recorded.',
  retryAfterMs: 10_000,
}
const DENIED: Kind = {
  code: 'store-access-denied',
  message: 'The database refuses this user or lacks this database.',
  hint: 'Check user, password and database name in DATABASE_URL.',
}
const TIMEOUT: Kind = {
  code: 'store-timeout',
  message: 'The database took too long and the statement was cancelled.',
  hint: 'Try again; if it stays, look for long statements and a slow disk.',
  retryAfterMs: 1_000,
}
const LOCKED: Kind = {
  code: 'store-locked',
  message: 'Another transaction holds what this one needs.',
  hint: 'Try again; if it stays, look for a session that is idle in transaction.',
  retryAfterMs: 500,
}
const CONTENDED: Kind = {
  code: 'store-contended',
  message: 'Two transactions were in each other’s way and this one gave in.',
  hint: 'Try again.',
  retryAfterMs: 50,
}
const DUPLICATE: Kind = {
  code: 'store-duplicate',
  message: 'A row with this key is there already.',
}
const IMMUTABLE: Kind = {
  code: 'store-immutable',
  message: 'Recorded facts are never changed or removed.',
  hint: 'Record a new fact instead.',
}
const INVALID: Kind = {
  code: 'store-invalid',
  message: 'The database cannot hold one of the values.',
  hint: 'Look for NUL characters in texts and for numbers out of range.',
}
const FAILED: Kind = { code: 'store-failed', message: 'The database refused a statement.' }

/** Kinds by SQLSTATE or its class, the first two characters (PostgreSQL manual, appendix A). */
const BY_STATE: Readonly<Record<string, Kind>> = {
  '08': UNAVAILABLE,
  '28': DENIED,
  '3D': DENIED,
  '42501': DENIED,
  '53': UNAVAILABLE,
  '53100': FULL,
  '53200': FULL,
  '57': UNAVAILABLE,
  '57014': TIMEOUT,
  '58': FULL,
  '22': INVALID,
  '25006': UNAVAILABLE,
  '25P03': TIMEOUT,
  '55P03': LOCKED,
  '40': CONTENDED,
  '23505': DUPLICATE,
  PD001: IMMUTABLE,
}
// A file size limit has no SQLSTATE of its own.
const INTERNAL_ERROR = 'XX000'
const NO_ROOM = /File too large|No space left on device|Disk quota exceeded/
const SQLSTATE = /^[0-9A-Z]{5}$/

/** The SQLSTATE of an engine's error, or of a fault that it caused; `null` for other errors. */
export const sqlStateOf = (error: unknown): string | null => {
  const origin = error instanceof Fault ? error.cause : error
  const code = (origin as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' && SQLSTATE.test(code) ? code : null
}

const kindOf = (error: unknown): Kind => {
  const state = sqlStateOf(error)
  if (state === INTERNAL_ERROR && NO_ROOM.test(String(error))) return FULL
  if (state !== null) return BY_STATE[state] ?? BY_STATE[state.slice(0, 2)] ?? FAILED
  // Not from the server, so the connection failed: sockets, names, the client's own time limits.
  const isOurs = error instanceof TypeError || error instanceof RangeError
  return error instanceof Error && !isOurs ? UNAVAILABLE : FAILED
}

/**
 * Turns an error of the engine or its client into a Fault of ours; the original stays in `cause`.
 */
export const storeFault = (error: unknown): Fault => {
  if (error instanceof Fault) return error
  const { code, message, ...options } = kindOf(error)
  return new Fault(code, message, { ...options, cause: error })
}
