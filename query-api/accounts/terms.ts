/** Parses what people write about keys and accounts; each refusal names the valid values. */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { z } from 'zod'
import { CapMode, DEFAULT_SCOPES, Scope } from '#contracts/api-key.ts'
import { Plan } from '#contracts/account.ts'
import { ACCOUNT_LIMITS, EmailAddress, PaidStatus } from '#contracts/account.ts'
import { closestOf } from '#contracts/toolkit/closest.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { Day, Instant } from '#contracts/ids.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { KeyTerms } from './ports.ts'

const refusal = (refused: ErrorCode, reason: string, hint: string): Refusal => ({
  refused,
  reason,
  hint,
})

const plainText = (text: string): string => text.normalize('NFC').trim()
const CONTROL = /\p{Cc}/u

export const isKeyId = (text: string): boolean => z.uuid().safeParse(text).success

/** Refuses `account-invalid`. */
export const parseAccountName = (text: string): string | Refusal => {
  const name = plainText(text)
  const { nameCharactersMax } = ACCOUNT_LIMITS
  return name !== '' && name.length <= nameCharactersMax && !CONTROL.test(name)
    ? name
    : refusal(
        'account-invalid',
        `an account is named by 1 to ${nameCharactersMax} printable characters`,
        'choose such a name',
      )
}

/** Refuses `label-invalid`. */
export const parseLabel = (text: string): string | Refusal => {
  const label = plainText(text)
  const { labelCharactersMax } = ACCOUNT_LIMITS
  return label.length <= labelCharactersMax && !CONTROL.test(label)
    ? label
    : refusal(
        'label-invalid',
        `a label has at most ${labelCharactersMax} printable characters`,
        'shorten it',
      )
}

/** One of a closed list; refuses `<what>-unknown` with the closest one. */
export const oneOf = <T extends string>(
  what: 'cap-mode' | 'plan' | 'scope' | 'status',
  text: string,
  values: readonly T[],
): T | Refusal => {
  const value = values.find((one) => one === text)
  if (value !== undefined) return value
  const all = values.join(', ')
  const hint = `did you mean ${closestOf(text, values)}? (${all})`
  return refusal(
    `${what}-unknown`,
    `there is no ${what} ${JSON.stringify(text.slice(0, 60))}`,
    hint,
  )
}
export const parsePlan = (text: string): Plan | Refusal => oneOf('plan', text, Plan.options)
export const parseStatus = (text: string): PaidStatus | Refusal =>
  oneOf('status', text, PaidStatus.options)

/** Refuses `scope-unknown`, `scopes-empty`. */
export const parseScopes = (given: readonly string[]): readonly Scope[] | Refusal => {
  const wanted = [...new Set(given.map((one) => one.trim()))].filter((one) => one !== '')
  const scopes = wanted.map((one) => oneOf('scope', one, Scope.options))
  const unknown = scopes.find((one) => isRefusal(one))
  if (unknown !== undefined) return unknown
  return scopes.length > 0
    ? scopes.filter((one): one is Scope => !isRefusal(one))
    : refusal('scopes-empty', 'a key without a scope can do nothing', 'name at least one scope')
}

const AMOUNT = /^([+-]?)(\d{1,40})(?:[.,](\d{1,40}))?$/
/** A thousand to an English reader, one to a French one: a cap must not be guessed. */
const AMBIGUOUS = /^([1-9]\d{0,2}),(\d{3})$/
const MICRO_DIGITS = 6
const CAP_MICRO_MAX = ACCOUNT_LIMITS.capUsdMax * 10 ** MICRO_DIGITS

type Amount = { readonly micro: number; readonly valid: boolean; readonly closest: string }

const amountOf = (text: string): Amount | null => {
  const [, thousands, rest = ''] = AMBIGUOUS.exec(text.trim()) ?? []
  if (thousands !== undefined) {
    const closest = `${thousands}${rest}`
    return { micro: Number(closest) * 10 ** MICRO_DIGITS, valid: false, closest }
  }
  const [, sign = '', whole, fraction = ''] = AMOUNT.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const digits = `${whole}${fraction.slice(0, MICRO_DIGITS).padEnd(MICRO_DIGITS, '0')}`
  const micro = Number(digits)
  const negative = sign === '-' && /[1-9]/.test(`${whole}${fraction}`)
  const valid = !negative && fraction.length <= MICRO_DIGITS && micro <= CAP_MICRO_MAX
  return { micro, valid, closest: printUsd(negative ? 0 : Math.min(micro, CAP_MICRO_MAX)) }
}

/** The valid amount closest to an invalid one; null if the amount is valid or not a number. */
export const closestCap = (text: string): string | null => {
  const amount = amountOf(text)
  return amount === null || amount.valid ? null : amount.closest
}

/**
 * A cap in micro-dollars from USD as people write it (`250`, `12.5`, `12,5`). Refuses `cap-invalid`
 * with the closest amount.
 */
export const parseCap = (text: string): number | Refusal => {
  const amount = amountOf(text)
  if (amount?.valid === true) return amount.micro
  const hint =
    amount === null ? 'write it like 250 or 12.5' : `the closest valid amount is ${amount.closest}`
  const reason = `a cap is an amount of USD from 0 to ${ACCOUNT_LIMITS.capUsdMax}, without a separator of thousands and with at most six decimals`
  return refusal('cap-invalid', reason, hint)
}
export const parseCapMode = (text: string): CapMode | Refusal =>
  oneOf('cap-mode', text, CapMode.options)

const asOrigin = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  // A path, a query or a user would never be compared.
  return protocol === 'https:' && (text === origin || text === `${origin}/`) ? origin : null
}

/**
 * Origins of web pages, separated by blanks or commas; none is a choice, too. Refuses
 * `origin-invalid`.
 */
export const parseOrigins = (text: string): readonly string[] | Refusal => {
  const written = text.split(/[\s,]+/u).filter((one) => one !== '')
  const origins = [...new Set(written.map(asOrigin))]
  const valid = origins.filter((one): one is string => one !== null)
  const { originsMax } = ACCOUNT_LIMITS
  return valid.length === origins.length && valid.length <= originsMax
    ? valid
    : refusal(
        'origin-invalid',
        `a key has at most ${originsMax} origins, each of https with a host and nothing after it`,
        'write it like https://cabinet.example',
      )
}

const DAY_MS = 86_400_000

/**
 * The instant at which a key expires: an instant, or the end of a day (UTC). Refuses
 * `expiry-invalid`.
 */
export const parseExpiry = (text: string, nowMs: number): Instant | Refusal => {
  const day = Day.safeParse(text.trim())
  const written = day.success
    ? new Date(Date.parse(`${day.data}T00:00:00.000Z`) + DAY_MS).toISOString()
    : text.trim()
  const instant = Instant.safeParse(written)
  const latest = new Date(nowMs)
  latest.setUTCFullYear(latest.getUTCFullYear() + ACCOUNT_LIMITS.expiryYearsMax)
  const at = Date.parse(written)
  if (instant.success && at > nowMs && at <= latest.getTime()) return instant.data
  return refusal(
    'expiry-invalid',
    `a key ends on a day between today and ${latest.toISOString().slice(0, 10)}`,
    'write it like 2027-01-31, or leave it out',
  )
}

/** Seconds of overlap from whole hours. Refuses `overlap-invalid` with the closest number. */
export const parseOverlap = (text: string): number | Refusal => {
  const hours = Number(text.trim() || 'NaN')
  const { overlapHoursMax } = ACCOUNT_LIMITS
  if (Number.isInteger(hours) && hours >= 0 && hours <= overlapHoursMax) return hours * 3_600
  const closest = Number.isFinite(hours)
    ? Math.min(Math.max(Math.round(hours), 0), overlapHoursMax)
    : ACCOUNT_LIMITS.overlapHoursDefault
  return refusal(
    'overlap-invalid',
    `the old secret stays valid for 0 to ${overlapHoursMax} whole hours`,
    `the closest valid number is ${closest}`,
  )
}

/** Refuses `email-invalid`. */
export const parseEmail = (text: string): EmailAddress | Refusal => {
  const email = EmailAddress.safeParse(text)
  return email.success
    ? email.data
    : refusal('email-invalid', 'this is not an e-mail address', 'write it like name@example.org')
}

/** A key's terms as a form or a command line writes them. Absent or empty: the default. */
export type WrittenTerms = {
  readonly label?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly capUsd?: string | undefined
  readonly capMode?: string | undefined
  readonly expires?: string | undefined
}

const given = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text

/** Cap and mode; no cap without an amount. Refuses `cap-invalid`, `cap-mode-unknown`. */
export const parseCapTerms = ({
  capUsd,
  capMode,
}: Pick<WrittenTerms, 'capUsd' | 'capMode'>):
  | Pick<KeyTerms, 'capMicroUsd' | 'capMode'>
  | Refusal => {
  const amount = given(capUsd)
  const capMicroUsd = amount === null ? null : parseCap(amount)
  if (isRefusal(capMicroUsd)) return capMicroUsd
  const mode = parseCapMode(given(capMode) ?? 'soft')
  return isRefusal(mode) ? mode : { capMicroUsd, capMode: mode }
}

/** All terms of a key. Refuses what its parts refuse. */
export const parseTerms = (written: WrittenTerms, nowMs: number): KeyTerms | Refusal => {
  const label = parseLabel(written.label ?? '')
  if (isRefusal(label)) return label
  const scopes = written.scopes === undefined ? DEFAULT_SCOPES : parseScopes(written.scopes)
  if (isRefusal(scopes)) return scopes
  const cap = parseCapTerms(written)
  if (isRefusal(cap)) return cap
  const until = given(written.expires)
  const expiresAt = until === null ? null : parseExpiry(until, nowMs)
  return isRefusal(expiresAt) ? expiresAt : { label, scopes, ...cap, expiresAt }
}
