/** Composition root of the key commands. */
import { userInfo } from 'node:os'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { Actor } from '#contracts/audit.ts'
import { Fault, isRefusal, type Refusal } from '#contracts/fault.ts'
import { printUsd } from '#contracts/tariff.ts'
import { type Database, withDatabase } from '#infra/main.ts'
import { makeKeyAdmin } from '#infra/postgres/accounts/key-store-admin.ts'
import { keyPepper } from '#infra/secrets.ts'
import type { Settings } from '#infra/settings.ts'
import { EXIT, print, say } from '#infra/terminal.ts'
import type { KeyListing } from '../accounts/ports.ts'
import * as admin from '../accounts/admin.ts'
import { parseCapTerms, parseOverlap, type WrittenTerms } from '../accounts/terms.ts'
import { deriveKey } from './keys.ts'

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

const DEMONSTRATION = { name: 'Demonstration', plan: 'firm', purpose: 'demonstration' } as const

/** Who types the command; `system` where the name can't stand in an audit line. */
export const commandActor = (): Actor =>
  Actor.safeParse(`cli:${userInfo().username}`).data ?? 'system'

/** Says a refusal and makes the command fail. */
export const refuse = ({ refused, reason, hint }: Refusal): void => {
  say(`pandect: ${refused}: ${reason}`)
  say(`  hint: ${hint}`)
  process.exitCode = EXIT.failed
}

const depsOf = async (settings: Settings, { pool }: Database): Promise<admin.KeyAdminDeps> => ({
  admin: makeKeyAdmin(pool),
  pepper: await keyPepper(settings),
  clock: () => Date.now(),
})

/**
 * The key that `npm start` prints: derived from the pepper, so it is the same at each start and
 * stored nowhere.
 */
export const demonstrationKey = async (settings: Settings, database: Database): Promise<string> => {
  const deps = await depsOf(settings, database)
  const { name, plan, purpose } = DEMONSTRATION
  const key = deriveKey(deps.pepper, purpose)
  const request = { holder: { name, plan }, actor: 'system', label: name } as const
  const made = await admin.ensureKey(deps, request, key)
  if (isRefusal(made)) throw new Fault(made.refused, made.reason, { hint: made.hint })
  return key
}

export const createKey = (
  settings: Settings,
  { account, plan, scopes, ...terms }: NewKeyOptions,
): Promise<void> =>
  withDatabase(settings, 'keys', async (database) => {
    const created = await admin.createKey(await depsOf(settings, database), {
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
    const deps = await depsOf(settings, database)
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
