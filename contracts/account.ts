/** Accounts and the people who manage them. */
import { z } from 'zod'

/** What an account has subscribed to. */
export const Plan = z.enum(['practitioner', 'firm'])
export type Plan = z.infer<typeof Plan>

/** Whether an account pays: set by the command line or by the billing provider. */
export const PaidStatus = z.enum(['paid', 'unpaid'])
export type PaidStatus = z.infer<typeof PaidStatus>

/** Limits of the properties of accounts and keys. */
export const ACCOUNT_LIMITS = {
  nameCharactersMax: 200,
  labelCharactersMax: 60,
  /** RFC 5321, 4.5.3.1.3: a path has 256 octets, two of them brackets. */
  emailCharactersMax: 254,
  passwordCharactersMin: 12,
  passwordCharactersMax: 128,
  capUsdMax: 1_000_000_000,
  /** How long the old secret of a rotated key stays valid. */
  overlapHoursDefault: 24,
  overlapHoursMax: 720,
  /** Keys in force that one account may have. */
  liveKeysMax: 100,
  /** Applications that one account may have connected. */
  applicationsMax: 100,
  /** Origins of web pages of one key. */
  originsMax: 20,
  expiryYearsMax: 10,
} as const

const EMAIL =
  /^[^\s\p{Cc}@<>"(),:;[\]\\]+@[^\s\p{Cc}@<>"(),:;[\]\\]+\.[^\s\p{Cc}@<>"(),:;[\]\\.]+$/u

/** An e-mail address in lower case. Addresses are compared without case. */
export const EmailAddress = z
  .string()
  .transform((text) => text.normalize('NFC').trim().toLowerCase())
  .pipe(z.string().max(ACCOUNT_LIMITS.emailCharactersMax).regex(EMAIL).brand<'EmailAddress'>())
export type EmailAddress = z.infer<typeof EmailAddress>
