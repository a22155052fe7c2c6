import type { Command } from '@commander-js/extra-typings'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { Fault } from '#contracts/fault.ts'
import { knownPepper, makeSecretCheck } from '../key-check.ts'
import { type BackupMade, writeBackup } from '../postgres/backup/backup.ts'
import { recordAct } from '../postgres/platform/audit.ts'
import { makePool } from '../postgres/platform/pool.ts'
import { now } from '../processes/wiring/context.ts'
import { withServer } from '../processes/wiring/database.ts'
import { pepperFile, type Settings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { say } from '../terminal.ts'
import { streamWhole } from '../whole-file.ts'
import { commandActor } from './actor.ts'
import { type Json, printResult } from './output.ts'
import { inMebibytes, progressBar } from './progress-bar.ts'
import { jsonOption, type ReadSettings } from './reading.ts'

export const STANDARD_STREAM = '-'
const KEYS_SUFFIX = '.keys'

/** The second file of a backup, beside the first. */
export const keysBeside = (file: string): string => `${file}${KEYS_SUFFIX}`

type Options = Json & { readonly keys?: string | undefined }

const unwritable = (file: string, cause: unknown): Fault =>
  new Fault('backup-unwritable', `${file} cannot be written; nothing of it was kept`, { cause })

const nameIn = async (target: string, madeAt: string): Promise<string> => {
  const isFolder = (await stat(target).catch(() => null))?.isDirectory() ?? false
  if (!isFolder) return target
  return join(target, `pandect-${madeAt.replaceAll(/[-:]|\.\d+/g, '')}.tar`)
}

const writeFileOf = async <T>(file: string, write: (sink: Writable) => Promise<T>): Promise<T> => {
  if (existsSync(file)) throw new Fault('backup-exists', `there is a file ${file} already`)
  try {
    return await streamWhole(file, write)
  } catch (error) {
    throw error instanceof Fault ? error : unwritable(file, error)
  }
}

/** null: standard output. */
type Target = { readonly file: string | null; readonly keysFile: string }

const targetOf = async (target: string, { keys }: Options, madeAt: string): Promise<Target> => {
  const file = target === STANDARD_STREAM ? null : resolve(await nameIn(target, madeAt))
  const keysFile = keys ?? (file === null ? null : keysBeside(file))
  if (keysFile === null || keysFile === STANDARD_STREAM) throw new Fault('backup-keys-unnamed')
  const resolved = resolve(keysFile)
  if (resolved === file)
    throw new Fault('backup-exists', 'the keys need a file of their own', {
      hint: 'name another file with --keys',
    })
  return { file, keysFile: resolved }
}

const recordMade = async (connectionString: string, made: BackupMade): Promise<void> => {
  const { position, bytes, sha256 } = made
  const pool = makePool(connectionString, { applicationName: 'pandect backup', max: 1 })
  try {
    const data = { position, bytes, sha256 }
    await recordAct(pool, { kind: 'backup.made', actor: commandActor(), subject: null, data })
  } catch {
    // The database user may only read, or the schema is older: the backup is complete all the same.
    say('pandect: the backup is whole, but the database could not note it (pandect doctor)')
  } finally {
    await pool.close()
  }
}

const keptApart = (settings: Settings): string =>
  settings.databaseUrl === null && settings.keyPepper === null
    ? `the file ${pepperFile(settings.dataDir)}`
    : 'KEY_PEPPER'

const runBackup = async (settings: Settings, target: string, options: Options) => {
  const embedded = settings.databaseUrl === null
  if (embedded && !existsSync(join(settings.dataDir, 'postgres')))
    throw new Fault('backup-empty', `there is no database in ${settings.dataDir}`)
  const madeAt = now()
  const { file, keysFile } = await targetOf(target, options, madeAt)
  const pepper = await knownPepper(settings)
  const signal = stopSignal()
  const bar = progressBar('backup {bar} {percentage}% | {value}/{total} MiB')
  return withServer(settings, 'backup', async ({ connectionString }) => {
    const writeBoth = async (sink: Writable, keysSink: Writable): Promise<BackupMade> =>
      writeBackup({
        connectionString,
        sink,
        keysSink,
        madeAt,
        keyPepperCheck: pepper === null ? null : await makeSecretCheck(pepper),
        onProgress: (done, total) => bar.update(inMebibytes(done), inMebibytes(total)),
        signal,
      })
    // The keys get their name first: a log under its name has them beside it.
    const write = (sink: Writable): Promise<BackupMade> =>
      writeFileOf(keysFile, (keysSink) => writeBoth(sink, keysSink))
    try {
      const made = await (file === null ? write(process.stdout) : writeFileOf(file, write))
      bar.stop()
      await recordMade(connectionString, made)
      return { file, madeAt, ...made, keys: { file: keysFile, ...made.keys } }
    } finally {
      bar.stop()
    }
  })
}

export const backup = (command: Command, settings: ReadSettings): void =>
  void command
    .argument(
      '<target>',
      'a new file, a folder (the name then has the time in it), or - for stdout',
    )
    .option('--keys <file>', 'the second file; without it FILE.keys, beside the first')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
One consistent state of the whole database, while others go on writing, in two files. FILE holds the
sealed log, accounts, hashes of API keys, charges and the audit; it may be kept for years. FILE.keys
holds the keys that open the log, and every table with words in clear: keep the newest one alone,
since what was erased is gone for good only when no older one is left. Works on the embedded server
and on PostgreSQL 15 to 18, without pg_dump, and can be restored into any of them.
Not in it: the key pepper and all settings (keep them apart, and secret), and sessions of people who
are signed in. FILE holds addresses and password hashes: keep it secret, too.
Every part has a SHA-256. A file gets its name when it is whole.`,
    )
    .action(async (target, options) => {
      const made = await runBackup(settings(), target, options)
      const lines = [
        `backup      ${made.file ?? 'standard output'}`,
        `position    ${made.position}`,
        `rows        ${made.rows} in ${made.tables} tables`,
        `bytes       ${made.bytes}`,
        `sha256      ${made.sha256}`,
        `keys        ${made.keys.file}`,
        `            ${made.keys.bytes} bytes, sha256 ${made.keys.sha256}`,
        'delete      older files .keys: what was erased since can be read with them',
        `keep apart  ${keptApart(settings())}: without it no text of this backup can be opened`,
      ]
      // The archive itself is what stdout carries.
      if (made.file === null) for (const line of lines) say(line)
      else printResult(options, made, lines)
    })
