/** Sign-in: throttled, and with the same answer and delay for an unknown address. */
import { EmailAddress } from '../account.ts'
import { networkOf } from './http/address.ts'
import type { RateLimiter } from './http/limits.ts'
import { hashPassword, isPassword, needsRehash, NOBODY } from './passwords.ts'
import type { Secrets } from './secrets.ts'

/**
 * Attempts per quarter of an hour. What counts is an e-mail address together with a network: behind
 * one network there may be a whole firm, so the count of a network alone only bounds a flood. The
 * limit per e-mail address applies to browsers that never signed in with it; a known browser
 * (OWASP, device cookies) has its own count, so that guessing cannot lock out its owner.
 */
export const SIGN_IN_LIMITS = {
  windowSeconds: 900,
  perNetwork: 300,
  perAddressAndNetwork: 10,
  perAddress: 100,
  perDevice: 10,
} as const
/** Open sessions of one person; the oldest ends. */
export const SESSIONS_MAX = 10
const CHARACTERS_READ = 1_024
const SECONDS_PER_MINUTE = 60

/** People with a password. */
export type Credentials = {
  /** The person with the hash that a password is checked against; null: nobody who may sign in. */
  byEmail(email: EmailAddress): Promise<{ userId: string; passwordHash: string } | null>
  /**
   * Stores the same password under newer parameters and keeps sessions. Does nothing if the
   * password was changed meanwhile.
   */
  rehash(userId: string, from: string, to: string): Promise<void>
}

export type SignInDeps = {
  readonly credentials: Credentials
  readonly limiter: RateLimiter
  readonly secrets: Secrets
}
export type Attempt = {
  readonly email: string
  readonly password: string
  readonly address: string | undefined
  readonly device: string | undefined
}
export type Throttled = {
  readonly outcome: 'throttled'
  readonly minutes: number
  readonly seconds: number
}
/** Who gave the right password, and its hash as it is stored by now. */
export type Verified = { readonly userId: string; readonly passwordHash: string }
export type SignInOutcome =
  | (Verified & { readonly outcome: 'right'; readonly email: EmailAddress })
  | { readonly outcome: 'wrong' }
  | Throttled

type Bucket = readonly [name: string, quota: number]

const bucketsOf = (
  secrets: Secrets,
  email: string,
  network: string,
  device: string | null,
): readonly Bucket[] => {
  const bucket = (kind: string, text: string, quota: number): Bucket => [
    `sign-in-${kind}:${secrets.blinded(text)}`,
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

/** How long to wait, or null. A refusal by one bucket is not counted in the next. */
export const throttle = async (
  limiter: RateLimiter,
  buckets: readonly Bucket[],
): Promise<Throttled | null> => {
  for (const [name, quota] of buckets) {
    const decision = await limiter.take(name, quota, SIGN_IN_LIMITS.windowSeconds)
    const seconds = decision.resetSeconds
    if (!decision.allowed)
      return { outcome: 'throttled', seconds, minutes: Math.ceil(seconds / SECONDS_PER_MINUTE) }
  }
  return null
}

/** The person whose password this is, or null; takes as long for an unknown address. */
export const verifiedUser = async (
  credentials: Credentials,
  email: string,
  password: string,
): Promise<Verified | null> => {
  const address = EmailAddress.safeParse(email)
  const user = address.success ? await credentials.byEmail(address.data) : null
  const right = await isPassword(password.slice(0, CHARACTERS_READ), user?.passwordHash ?? NOBODY)
  if (user === null || !right) return null
  const { userId, passwordHash } = user
  if (!needsRehash(passwordHash)) return { userId, passwordHash }
  const newer = await hashPassword(password)
  await credentials.rehash(userId, passwordHash, newer)
  return { userId, passwordHash: newer }
}

/** Makes one attempt to sign in. Throws what the ports throw. */
export const signIn = async (
  { credentials, limiter, secrets }: SignInDeps,
  attempt: Attempt,
): Promise<SignInOutcome> => {
  const parsed = EmailAddress.safeParse(attempt.email)
  const email = parsed.success ? parsed.data : attempt.email.slice(0, CHARACTERS_READ)
  const known = parsed.success ? secrets.deviceOf(parsed.data, attempt.device) : null
  const throttled = await throttle(
    limiter,
    bucketsOf(secrets, email, networkOf(attempt.address), known),
  )
  if (throttled !== null) return throttled
  const verified = await verifiedUser(credentials, email, attempt.password)
  if (verified === null || !parsed.success) return { outcome: 'wrong' }
  return { outcome: 'right', ...verified, email: parsed.data }
}
