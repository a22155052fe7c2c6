/** Enrolling and passing the second factor. */
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type StaffId, staffActor } from '#contracts/staff.ts'
import type { RateLimiter } from '#contracts/web/http/limits.ts'
import { SIGN_IN_LIMITS, throttle, type Throttled } from '#contracts/web/sign-in.ts'
import type { SecondFactors } from './ports.ts'
import { looksLikeRecoveryCode, newRecoveryCodes, recoveryHmac } from './recovery.ts'
import { seal, unseal } from './seal.ts'
import { codeAt, keyUriOf, newTotpSecret, PERIOD_MS, stepOf } from './totp.ts'

export type SecondFactorDeps = {
  readonly factors: SecondFactors
  readonly limiter: RateLimiter
  readonly pepper: string
}

/** A second factor that is not confirmed yet: a form carries it, sealed. */
export type Enrolment = {
  readonly sealed: string
  readonly uri: string
  /** The secret in groups of four, to type. */
  readonly text: string
}

const enrolmentOf = (
  pepper: string,
  id: StaffId,
  label: string,
  secret: Uint8Array,
): Enrolment => ({
  sealed: Buffer.from(seal(pepper, id, secret)).toString('base64url'),
  ...keyUriOf(secret, label),
})

export const beginEnrolment = (pepper: string, id: StaffId, label: string): Enrolment =>
  enrolmentOf(pepper, id, label, newTotpSecret())

/** The same enrolment again, after a wrong code. Throws what `unseal` throws. */
export const sameEnrolment = (
  pepper: string,
  id: StaffId,
  label: string,
  sealed: string,
): Enrolment => enrolmentOf(pepper, id, label, unseal(pepper, id, Buffer.from(sealed, 'base64url')))

const WRONG: Refusal = refusalByCode('second-factor-wrong')

const isThrottled = (limiter: RateLimiter, id: StaffId): Promise<Throttled | null> =>
  throttle(limiter, [[`second-factor:${id}`, SIGN_IN_LIMITS.perDevice]])

/** Stores a secret and answers its recovery codes, which are shown once. */
export const setSecondFactor = async (
  { factors, pepper }: Pick<SecondFactorDeps, 'factors' | 'pepper'>,
  id: StaffId,
  secret: Uint8Array,
  step: number,
): Promise<readonly string[]> => {
  const codes = newRecoveryCodes()
  const recoveryHmacs = codes.map((code) => recoveryHmac(pepper, id, code))
  const factor = { id, sealedSecret: seal(pepper, id, secret), step, recoveryHmacs }
  await factors.set(factor, staffActor(id))
  return codes
}

/**
 * Confirms an enrolment with a code of the app; all sessions end. Answers the recovery codes, which
 * are shown once. Refuses `second-factor-wrong`. Throws what `unseal` throws.
 */
export const enrol = async (
  deps: SecondFactorDeps,
  id: StaffId,
  given: { readonly sealed: string; readonly code: string },
  nowMs: number,
): Promise<readonly string[] | Refusal | Throttled> => {
  const throttled = await isThrottled(deps.limiter, id)
  if (throttled !== null) return throttled
  const secret = unseal(deps.pepper, id, Buffer.from(given.sealed, 'base64url'))
  const step = stepOf(secret, given.code, nowMs)
  return step === null ? WRONG : setSecondFactor(deps, id, secret, step)
}

/** The next code that is accepted, for demonstration people alone. */
export const currentCode = async (
  { factors, pepper }: Pick<SecondFactorDeps, 'factors' | 'pepper'>,
  id: StaffId,
  nowMs: number,
): Promise<string | null> => {
  const factor = await factors.one(id)
  if (factor === null) return null
  // A code that was used is not shown again: the next one is taken early, as the drift allows.
  const atMs = Math.max(nowMs, (factor.lastStep + 1) * PERIOD_MS)
  return codeAt(unseal(pepper, id, factor.sealedSecret), atMs)
}

/**
 * Takes a code of the app, or a recovery code; each is taken once. Refuses `second-factor-wrong`.
 */
export const passSecondFactor = async (
  { factors, limiter, pepper }: SecondFactorDeps,
  id: StaffId,
  code: string,
  nowMs: number,
): Promise<{ readonly outcome: 'passed' } | Refusal | Throttled> => {
  const throttled = await isThrottled(limiter, id)
  if (throttled !== null) return throttled
  const factor = await factors.one(id)
  if (factor === null) return WRONG
  if (looksLikeRecoveryCode(code))
    return (await factors.takeRecoveryCode(id, recoveryHmac(pepper, id, code)))
      ? { outcome: 'passed' }
      : WRONG
  const step = stepOf(unseal(pepper, id, factor.sealedSecret), code, nowMs)
  return step !== null && (await factors.takeStep(id, step)) ? { outcome: 'passed' } : WRONG
}
