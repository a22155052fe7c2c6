/** Sign-in: throttled, and with the same answer and delay for an unknown address. */
import type { EmailAddress } from '#contracts/account.ts'
import { isRefusal } from '#contracts/fault.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import { parseEmail } from '../accounts/terms.ts'
import { blinded, deviceOf, LIFETIMES, newDevice, newToken, tokenHashOf } from './cookies.ts'
import { hashPassword, isPassword, needsRehash, NOBODY } from './passwords.ts'
import type { Sessions } from './ports.ts'
import type { RateLimiter } from '#contracts/web/http/limits.ts'
import type { Users } from '../accounts/ports.ts'

/**
 * Attempts per quarter of an hour. What counts is an e-mail address together with a network: behind
 * one network there may be a whole firm, so the count of a network alone only bounds a flood. The
 * limit per e-mail address applies to browsers that never signed in with it; a known browser
 * (OWASP, device cookies) has its own count, so that guessing cannot lock out the account holder.
 */
export const SIGN_IN_LIMITS = {
  windowSeconds: 900,
  perNetwork: 300,
  perAddressAndNetwork: 10,
  perAddress: 100,
  perDevice: 10,
} as const
export const SESSIONS_MAX = 10
const PASSWORD_CHARACTERS_READ = 1_024
const SECONDS_PER_MINUTE = 60

export type SignInDeps = {
  readonly users: Users
  readonly sessions: Sessions
  readonly limiter: RateLimiter
  readonly pepper: string
}
export type Attempt = {
  readonly email: string
  readonly password: string
  readonly address: string | undefined
  readonly device: string | undefined
}
export type SignInOutcome =
  | { readonly outcome: 'signed-in'; readonly token: string; readonly device: string }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'throttled'; readonly minutes: number; readonly seconds: number }

type Bucket = readonly [name: string, quota: number]

const bucketsOf = (
  pepper: string,
  email: string,
  network: string,
  device: string | null,
): readonly Bucket[] => {
  const bucket = (kind: string, text: string, quota: number): Bucket => [
    `sign-in-${kind}:${blinded(pepper, text)}`,
    quota,
  ]
  const limits = SIGN_IN_LIMITS
  if (device !== null) return [bucket('device', device, limits.perDevice)]
  return [
    bucket('network', network, limits.perNetwork),
    bucket('both', `${email}\n${network}`, limits.perAddressAndNetwork),
    bucket('address', email, limits.perAddress),
  ]
}

/** Seconds to wait, or null. A refusal by one bucket is not counted in the next. */
const throttle = async (
  limiter: RateLimiter,
  buckets: readonly Bucket[],
): Promise<number | null> => {
  for (const [name, quota] of buckets) {
    const decision = await limiter.take(name, quota, SIGN_IN_LIMITS.windowSeconds)
    if (!decision.allowed) return decision.resetSeconds
  }
  return null
}

/** The user whose password this is, or null; takes as long for an unknown address. */
export const verifiedUser = async (
  users: Users,
  email: string,
  password: string,
): Promise<string | null> => {
  const address = parseEmail(email)
  const user = isRefusal(address) ? null : await users.byEmail(address)
  const right = await isPassword(password, user?.passwordHash ?? NOBODY)
  if (user === null || !right) return null
  if (needsRehash(user.passwordHash))
    await users.rehash(user.userId, user.passwordHash, await hashPassword(password))
  return user.userId
}

/** Opens a session for a person who gave the right password. */
export const openSession = async (
  { sessions, pepper }: Pick<SignInDeps, 'sessions' | 'pepper'>,
  userId: string,
  email: EmailAddress,
): Promise<{ readonly token: string; readonly device: string }> => {
  const token = newToken()
  await sessions.open({
    tokenHash: tokenHashOf(token),
    userId,
    lifetimeSeconds: LIFETIMES.sessionSeconds,
    sessionsMax: SESSIONS_MAX,
  })
  return { token, device: newDevice(pepper, email) }
}

/** Makes one attempt to sign in. Always opens a new session. Throws what the ports throw. */
export const signIn = async (deps: SignInDeps, attempt: Attempt): Promise<SignInOutcome> => {
  const { users, limiter, pepper } = deps
  const parsed = parseEmail(attempt.email)
  const email = isRefusal(parsed) ? attempt.email.slice(0, PASSWORD_CHARACTERS_READ) : parsed
  const known = isRefusal(parsed) ? null : deviceOf(pepper, parsed, attempt.device)
  const buckets = bucketsOf(pepper, email, networkOf(attempt.address), known)
  const seconds = await throttle(limiter, buckets)
  if (seconds !== null)
    return { outcome: 'throttled', seconds, minutes: Math.ceil(seconds / SECONDS_PER_MINUTE) }
  const password = attempt.password.slice(0, PASSWORD_CHARACTERS_READ)
  const userId = await verifiedUser(users, email, password)
  if (userId === null || isRefusal(parsed)) return { outcome: 'wrong' }
  return { outcome: 'signed-in', ...(await openSession(deps, userId, parsed)) }
}
