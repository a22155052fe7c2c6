/** `pandect serve` (= `npm start`): all processes in one, on embedded engines unless settings name real ones. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOG_START } from '#contracts/ids.ts'
import { PRODUCT } from '#contracts/service.ts'
import { type Database, openDatabase, truthOf } from '#infra/main.ts'
import type { Settings } from '#infra/settings.ts'
import { aborted, stopSignal } from '#infra/stop-signal.ts'
import { print, say } from '#infra/terminal.ts'
import { importInto } from '#ingest/main.ts'
import { demonstrationKey, listen, openQueryApi, type QueryApi } from '#query-api/main.ts'

const DEMONSTRATION_FOLDER = join(import.meta.dirname, 'ingest/sources/demonstration/corpus')
const SEARCHABLE_WITHIN_MS = 60_000

/**
 * The first start on an embedded engine imports the demonstration corpus; one that was killed in the middle goes on. A
 * mark in the data folder says that it is done, so that a text that was deleted later stays deleted.
 */
const importDemonstration = async (settings: Settings, database: Database): Promise<void> => {
  const mark = join(settings.dataDir, 'demonstration-imported')
  if (!settings.demonstration || !database.embedded || existsSync(mark)) return
  say('importing the demonstration corpus …')
  const summary = await importInto(settings, database, {
    paths: [DEMONSTRATION_FOLDER],
    publish: true,
    actor: 'npm start',
  })
  await writeFile(mark, '')
  say(`demonstration corpus: ${summary.imported} texts, ${summary.revised} revisions`)
}

/** Nobody finds the API ready before it knows what the log held at its start. */
const catchUp = async (database: Database, { index }: QueryApi): Promise<void> => {
  const { log } = truthOf(database)
  const head = await log.head()
  await log.close()
  if (head > LOG_START) await index.waitFor(head, SEARCHABLE_WITHIN_MS)
}

export const serve = async (settings: Settings): Promise<void> => {
  const stop = stopSignal()
  const database = await openDatabase(settings, 'serve')
  const api = await openQueryApi(settings, database).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const ended = new AbortController()
  const projecting = api.projector.follow(AbortSignal.any([stop, ended.signal]))
  try {
    await importDemonstration(settings, database)
    await catchUp(database, api)
    const address = await listen(api.app, settings)
    print(`${PRODUCT} is ready: ${address}`)
    print(`demonstration key: ${await demonstrationKey(settings, database)}`)
    await aborted(stop)
    say('stopping …')
  } finally {
    ended.abort()
    await api.close()
    await projecting
    await database.close()
  }
}
