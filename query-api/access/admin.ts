/** Making, listing and revoking keys, as the command line asks for it. */
import { z } from 'zod'
import { closestOf } from '#contracts/closest.ts'
import { DEFAULT_SCOPES, Plan, CapMode, Scope } from '#contracts/access.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import type { KeyAdmin } from '../ports.ts'
import { generateKey, lastOf, secretHmacOf } from './keys.ts'

/** Limits of what a key is made with. */
export const KEY_REQUEST_LIMITS = {
  accountCharactersMax: 200,
  capUsdMax: 1_000_000_000,
} as const

/** As the command line gives it: scopes as a list with commas, the cap as a decimal. Absent: default scopes, no cap. */
export type KeyRequest = {
  readonly account: string
  readonly plan: string
  readonly scopes?: string | undefined
  readonly capUsd?: string | undefined
  readonly capMode?: string | undefined
}

export type KeyAdminDeps = { readonly admin: KeyAdmin; readonly pepper: string }

/** The key is here and nowhere else: show it once. */
export type CreatedKey = { readonly key: string; readonly keyId: string }

const refusal = (refused: string, reason: string, mend: string): Refusal => ({
  refused,
  reason,
  mend,
})

const parseAccount = (text: string): string | Refusal => {
  const name = text.normalize('NFC').trim()
  const { accountCharactersMax } = KEY_REQUEST_LIMITS
  return name !== '' && name.length <= accountCharactersMax && !/\p{Cc}/u.test(name)
    ? name
    : refusal(
        'account-invalid',
        `an account is named by 1 to ${accountCharactersMax} printable characters`,
        'choose such a name',
      )
}

const oneOf = <T extends string>(what: string, text: string, values: readonly T[]): T | Refusal => {
  const value = values.find((one) => one === text)
  if (value !== undefined) return value
  return refusal(`${what}-unknown`, `there is no such ${what}`, `use one of ${values.join(', ')}`)
}

const parseScopes = (text: string | undefined): readonly Scope[] | Refusal => {
  if (text === undefined) return DEFAULT_SCOPES
  const given = [...new Set(text.split(',').map((one) => one.trim()))].filter((one) => one !== '')
  const unknown = given.find((one) => !Scope.safeParse(one).success)
  if (unknown !== undefined)
    return refusal(
      'scope-unknown',
      `there is no scope ${JSON.stringify(unknown)}`,
      `did you mean ${closestOf(unknown, Scope.options)}? (${Scope.options.join(', ')})`,
    )
  return given.length > 0
    ? given.map((one) => Scope.parse(one))
    : refusal('scopes-empty', 'a key without a scope can do nothing', 'name at least one scope')
}

const DECIMAL = /^(\d{1,10})(?:\.(\d{1,6}))?$/
const MICRO_DIGITS = 6

const parseCap = (text: string | undefined): number | null | Refusal => {
  if (text === undefined) return null
  const [, whole, fraction = ''] = DECIMAL.exec(text.trim()) ?? []
  if (whole === undefined || Number(whole) > KEY_REQUEST_LIMITS.capUsdMax)
    return refusal(
      'cap-invalid',
      `a cap is an amount of USD from 0 to ${KEY_REQUEST_LIMITS.capUsdMax} with at most six decimals`,
      'write it like 250 or 12.5',
    )
  return Number(`${whole}${fraction.padEnd(MICRO_DIGITS, '0')}`)
}

/**
 * Makes a key and gives it back once; only its HMAC and last four characters are kept. A new account name makes a paid
 * account. Refuses `account-invalid`, `plan-unknown`, `scope-unknown`, `scopes-empty`, `cap-invalid`, `cap-mode-unknown`
 * and `plan-conflict`. `key` is given where a key must be derived (demonstration); else one is drawn.
 */
export const createKey = async (
  { admin, pepper }: KeyAdminDeps,
  request: KeyRequest,
  key: string = generateKey(),
): Promise<CreatedKey | Refusal> => {
  const account = parseAccount(request.account)
  if (isRefusal(account)) return account
  const plan = oneOf('plan', request.plan, Plan.options)
  if (isRefusal(plan)) return plan
  const scopes = parseScopes(request.scopes)
  if (isRefusal(scopes)) return scopes
  const capMicroUsd = parseCap(request.capUsd)
  if (isRefusal(capMicroUsd)) return capMicroUsd
  const capMode = oneOf('cap-mode', request.capMode ?? 'soft', CapMode.options)
  if (isRefusal(capMode)) return capMode
  const terms = { account, plan, scopes, capMicroUsd, capMode, expiresAt: null }
  const created = await admin.create({
    ...terms,
    secretHmac: secretHmacOf(pepper, key),
    last4: lastOf(key),
  })
  return isRefusal(created) ? created : { key, keyId: created.keyId }
}

/** Revokes a key by its id; effective on every node within one second. Refuses `key-unknown`. */
export const revokeKey = (
  { admin }: Pick<KeyAdminDeps, 'admin'>,
  keyId: string,
): ReturnType<KeyAdmin['revoke']> =>
  z.uuid().safeParse(keyId).success
    ? admin.revoke(keyId)
    : Promise.resolve(
        refusal('key-unknown', 'there is no key with this id', 'see `pandect keys list`'),
      )
