/** Composition root of the key commands. */
import { Fault, isRefusal } from '#contracts/fault.ts'
import { printUsd } from '#contracts/tariff.ts'
import { type Database, withDatabase } from '#infra/main.ts'
import { makeKeyAdmin } from '#infra/postgres/key-store.ts'
import { keyPepper } from '#infra/secrets.ts'
import type { Settings } from '#infra/settings.ts'
import { EXIT, print, say } from '#infra/terminal.ts'
import { createKey as makeKey, type KeyRequest, revokeKey as endKey } from './admin.ts'
import { deriveKey } from './keys.ts'

type Json = { readonly json?: boolean }
const DEMONSTRATION = { account: 'Demonstration', plan: 'firm', purpose: 'demonstration' } as const

/** The key that `npm start` prints: derived from the pepper, so it is the same at each start and stored nowhere. */
export const demonstrationKey = async (settings: Settings, database: Database): Promise<string> => {
  const pepper = await keyPepper(settings)
  const { account, plan, purpose } = DEMONSTRATION
  const admin = makeKeyAdmin(database.pool)
  const created = await makeKey({ admin, pepper }, { account, plan }, deriveKey(pepper, purpose))
  if (isRefusal(created)) throw new Fault(created.refused, created.reason, { mend: created.mend })
  return created.key
}

const refuse = (outcome: { refused: string; reason: string; mend: string }): void => {
  say(`pandect: ${outcome.refused}: ${outcome.reason}`)
  say(`  mend: ${outcome.mend}`)
  process.exitCode = EXIT.failed
}

export const createKey = (settings: Settings, request: KeyRequest): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    const pepper = await keyPepper(settings)
    const created = await makeKey({ admin: makeKeyAdmin(pool), pepper }, request)
    if (isRefusal(created)) return refuse(created)
    print(created.key)
    say(`key ${created.keyId} is shown once: keep it now`)
  })

export const listKeys = (settings: Settings, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    const listed = await makeKeyAdmin(pool).list()
    if (json) return print(JSON.stringify(listed))
    for (const key of listed) {
      const state = key.revokedAt === null ? 'live' : `revoked ${key.revokedAt}`
      const cap =
        key.capMicroUsd === null ? 'no cap' : `cap ${printUsd(key.capMicroUsd)} USD ${key.capMode}`
      print(
        `${key.keyId}  …${key.last4}  ${key.account} (${key.plan})  ${cap}  ${state}  ${key.scopes.join(' ')}`,
      )
    }
  })

export const revokeKey = (settings: Settings, keyId: string): Promise<void> =>
  withDatabase(settings, 'keys', async ({ pool }) => {
    const outcome = await endKey({ admin: makeKeyAdmin(pool) }, keyId)
    if (isRefusal(outcome)) return refuse(outcome)
    say(`key ${keyId} is revoked since ${outcome.revokedAt}`)
  })
