/** The first start on embedded engines gives a new user some texts and a key. */
import { existsSync } from 'node:fs'
import { Fault, isRefusal } from '#contracts/fault.ts'
import { DEMONSTRATION_FOLDER } from '#ingest/sources/demonstration/folder.ts'
import * as admin from '#query-api/accounts/admin.ts'
import { DEMONSTRATION_KEY, deriveKey } from '#contracts/web/keys.ts'
import { demonstrationMark, type Settings } from '../settings.ts'
import { say } from '../terminal.ts'
import { writeWhole } from '../whole-file.ts'
import type { Database } from './wiring/database.ts'
import { keyAdminOf } from './wiring/key-admin.ts'

const ACTOR = 'npm start'

/**
 * Imports the demonstration corpus and what is known about its texts on the first start; one that
 * was killed continues. A mark in the data folder records that it is done, so that a deleted text
 * stays deleted. Needs a running projector.
 */
export const importDemonstration = async (
  settings: Settings,
  database: Database,
  stop: AbortSignal,
): Promise<void> => {
  const mark = demonstrationMark(settings.dataDir)
  if (!settings.demonstration || !database.embedded || existsSync(mark)) return
  say('importing the demonstration corpus …')
  // Later starts import nothing, so they need not load this.
  const { importInto } = await import('./wiring/import.ts')
  const { recordKnowledge } = await import('./demonstration-knowledge.ts')
  // In this process, since no worker runs yet.
  const summary = await importInto({ ...settings, temporalAddress: null }, database, {
    paths: [DEMONSTRATION_FOLDER],
    publish: true,
    actor: ACTOR,
    stop,
  })
  if (stop.aborted) return
  say(`demonstration corpus: ${summary.imported} texts, ${summary.revised} revisions`)
  await recordKnowledge(settings, database, ACTOR)
  await writeWhole(mark, '')
}

const HOLDER = { name: 'Demonstration', plan: 'firm' } as const

/**
 * The key that `npm start` prints: derived from the pepper, so it is the same at each start and
 * stored nowhere. null: an operator gave it another secret, or revoked it.
 */
export const demonstrationKey = async (
  settings: Settings,
  database: Database,
): Promise<string | null> => {
  const deps = await keyAdminOf(settings, database)
  const key = deriveKey(deps.pepper, DEMONSTRATION_KEY)
  const request = { holder: HOLDER, actor: 'system', label: HOLDER.name } as const
  const made = await admin.ensureKey(deps, request, key)
  if (isRefusal(made)) throw new Fault(made.refused, made.reason, { hint: made.hint })
  return made.isInForce ? key : null
}
