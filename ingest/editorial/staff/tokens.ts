/** Access tokens of members of staff, for the API and the command line. */
import { randomUUID } from 'node:crypto'
import { isWellFormedStaffToken, type Scope } from '#contracts/api-key.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import { generateKey, lastOf, secretHmacOf } from '#contracts/web/keys.ts'
import type { StaffToken, StaffTokens } from './ports.ts'
import { personOfGrant } from './signed-person.ts'

/** Lifetimes in days, and the length of what its owner calls it. */
export const TOKEN_TERMS = { daysDefault: 30, daysMax: 366, labelCharactersMax: 60 } as const
const DAY_MS = 86_400_000

export type TokenDeps = { readonly tokens: StaffTokens; readonly pepper: string }

/** The person of a token; null if it is not one, unknown, expired or revoked. */
export const personOfToken = async (
  { tokens, pepper }: TokenDeps,
  token: string,
): Promise<SignedPerson | null> => {
  // A wrong checksum costs no read.
  if (!isWellFormedStaffToken(token)) return null
  const found = await tokens.find(secretHmacOf(pepper, token))
  return found === null
    ? null
    : personOfGrant(found.member, found.token.scopes, found.token.secondFactor)
}

export type TokenRequest = {
  readonly label: string
  /** Empty: all that the person has. */
  readonly scopes: readonly string[]
  readonly days: number
}

const labelOf = (text: string): string | Refusal => {
  const label = text.normalize('NFC').trim()
  return label.length <= TOKEN_TERMS.labelCharactersMax && !/\p{Cc}/u.test(label)
    ? label
    : refusalByCode('label-invalid')
}

const scopesOf = (person: SignedPerson, asked: readonly string[]): readonly Scope[] | Refusal => {
  const own = [...person.scopes]
  if (asked.length === 0) return own
  const given = own.filter((scope) => asked.includes(scope))
  return given.length === new Set(asked).size ? given : refusalByCode('token-scope-excess')
}

/**
 * Makes a token and returns it once. It may do at most what the person may, and passed a second
 * factor if they did. Refuses `label-invalid`, `token-scope-excess`, `token-days-invalid`.
 */
export const createToken = async (
  { tokens, pepper }: TokenDeps,
  person: SignedPerson,
  { label: text, scopes: asked, days }: TokenRequest,
  nowMs: number,
): Promise<
  { readonly token: string; readonly stored: Pick<StaffToken, 'id' | 'expiresAt'> } | Refusal
> => {
  const label = labelOf(text)
  if (isRefusal(label)) return label
  const scopes = scopesOf(person, asked)
  if (isRefusal(scopes)) return scopes
  if (!Number.isInteger(days) || days < 1 || days > TOKEN_TERMS.daysMax)
    return refusalByCode('token-days-invalid')
  const token = generateKey('staff')
  const id = randomUUID()
  const expiresAt = Instant.parse(new Date(nowMs + days * DAY_MS).toISOString())
  const { secondFactor } = person
  const secretHmac = secretHmacOf(pepper, token)
  const made = { id, label, scopes, secondFactor, expiresAt, secretHmac, last4: lastOf(token) }
  await tokens.create({ ...made, personId: person.id }, staffActor(person.id))
  return { token, stored: { id, expiresAt } }
}
