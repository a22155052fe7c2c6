/** Composition root of the key commands. */
import { userInfo } from 'node:os'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { Actor } from '#contracts/audit.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { printUsd } from '#contracts/tariff.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { makeKeyAdmin } from '../postgres/accounts/key-store-admin.ts'
import type { Settings } from '../settings.ts'
import { EXIT, print, say } from '../terminal.ts'
import * as admin from '#query-api/accounts/admin.ts'
import { keyAdminOf } from '../processes/wiring/key-admin.ts'
import { parseCapTerms, parseOverlap, type WrittenTerms } from '#query-api/accounts/terms.ts'
import type { KeyListing } from '#query-api/accounts/ports.ts'

type Json = { readonly json?: boolean }
type NewKeyOptions = Omit<WrittenTerms, 'scopes'> & {
  readonly account: string
  readonly plan: string
  readonly scopes?: string
}
type CapOptions = {
  readonly capUsd?: string
  readonly capMode?: string
  /** false: `--no-cap`. */
  readonly cap: boolean
}

/** Who types the command; `system` where the name can't stand in an audit line. */
export const commandActor = (): Actor =>
  Actor.safeParse(`cli:${userInfo().username}`).data ?? 'system'

/** Says a refusal and makes the command fail. */
export const refuse = ({ refused, reason, hint }: Refusal): void => {
  say(`pandect: ${refused}: ${reason}`)
  say(`  hint: ${hint}`)
  process.exitCode = EXIT.failed
}

export const createKey = (
  settings: Settings,
  { account, plan, scopes, ...terms }: NewKeyOptions,
): Promise<void> =>
  withDatabase(settings, 'keys', async (database) => {
    const created = await admin.createKey(await keyAdminOf(settings, database), {
      ...terms,
      scopes: scopes?.split(','),
      holder: { name: account, plan },
      actor: commandActor(),
    })
    if (isRefusal(created)) return refuse(created)
    print(created.key ?? '')
    say(`key ${created.keyId} is shown once: keep it now`)
  })

const stateOf = ({ revokedAt, expiresAt, paid }: KeyListing, now: number): string => {
  if (revokedAt !== null) return `revoked ${revokedAt}`
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return `expired ${expiresAt}`
  if (!paid) return 'account unpaid'
  return expiresAt === null ? 'live' : `live until ${expiresAt}`
}

const lineOf = (key: KeyListing, now: number): string =>
  [
    key.keyId,
    `…${key.last4}`,
    `${key.account} (${key.plan})`,
    ...(key.label === '' ? [] : [key.label]),
    key.capMicroUsd === null ? 'no cap' : `cap ${printUsd(key.capMicroUsd)} USD ${key.capMode}`,
    stateOf(key, now),
    ...(key.previous === null
      ? []
      : [`old secret …${key.previous.last4} until ${key.previous.validUntil}`]),
    key.lastUsedOn === null ? 'never used' : `used ${key.lastUsedOn}`,
    key.scopes.join(' '),
  ].join('  ')

export const listKeys = (settings: Settings, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    const listed = await makeKeyAdmin(pool).list(null)
    if (json) return print(JSON.stringify(listed))
    for (const key of listed) print(lineOf(key, Date.now()))
  })

const targetOf = (keyId: string) => ({ keyId, accountId: null, actor: commandActor() })

export const rotateKey = (
  settings: Settings,
  keyId: string,
  { overlapHours = String(ACCOUNT_LIMITS.overlapHoursDefault) }: { overlapHours?: string },
): Promise<void> =>
  withDatabase(settings, 'keys', async (database) => {
    const overlapSeconds = parseOverlap(overlapHours)
    if (isRefusal(overlapSeconds)) return refuse(overlapSeconds)
    const deps = await keyAdminOf(settings, database)
    const rotation = { overlapSeconds, replaces: null }
    const rotated = await admin.rotateKey(deps, targetOf(keyId), rotation)
    if (isRefusal(rotated)) return refuse(rotated)
    print(rotated.key)
    say(`key ${keyId}: this new secret is shown once: keep it now`)
    say(`the old one is valid until ${rotated.previousValidUntil}`)
  })

export const revokeKey = (settings: Settings, keyId: string): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    const outcome = await admin.revokeKey({ admin: makeKeyAdmin(pool) }, targetOf(keyId))
    if (isRefusal(outcome)) return refuse(outcome)
    say(`key ${keyId} is revoked since ${outcome.revokedAt}`)
  })

const NO_AMOUNT: Refusal = {
  refused: 'cap-missing',
  reason: 'no cap was named',
  hint: 'say --cap-usd AMOUNT, or --no-cap',
}

export const setCap = (settings: Settings, keyId: string, options: CapOptions): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    if (options.cap && options.capUsd === undefined) return refuse(NO_AMOUNT)
    const keys = makeKeyAdmin(pool)
    const written = options.cap ? options : { capMode: options.capMode }
    const cap = parseCapTerms(written)
    if (isRefusal(cap)) return refuse(cap)
    const outcome = await admin.setCap({ admin: keys }, targetOf(keyId), cap)
    if (isRefusal(outcome)) return refuse(outcome)
    const amount =
      cap.capMicroUsd === null
        ? 'no cap'
        : `a ${cap.capMode} cap of ${printUsd(cap.capMicroUsd)} USD`
    say(`key ${keyId} has ${amount}`)
  })
