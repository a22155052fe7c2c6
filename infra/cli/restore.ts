import type { Command } from '@commander-js/extra-typings'
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Fault } from '#contracts/fault.ts'
import { fitsSecretCheck, knownPepper } from '../key-check.ts'
import type { SecretCheck } from '../postgres/backup/format.ts'
import {
  type BackupRead,
  type BackupSources,
  checkBackup,
  restoreBackup,
} from '../postgres/backup/restore.ts'
import { recordAct } from '../postgres/platform/audit.ts'
import { withDatabase, withServer } from '../processes/wiring/database.ts'
import { demonstrationMark, type Settings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { writeWhole } from '../whole-file.ts'
import { commandActor } from './actor.ts'
import { keysBeside, STANDARD_STREAM } from './backup.ts'
import { type Json, printResult } from './output.ts'
import { inMebibytes, progressBar } from './progress-bar.ts'
import { jsonOption, type ReadSettings, readText } from './reading.ts'

const PROGRESS_MS = 200

type Options = Json & {
  readonly replace?: boolean | undefined
  readonly otherKeyPepper?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly keys?: string | undefined
  readonly withoutKeys?: boolean | undefined
}

const bytesOf = async (file: string): Promise<number> => {
  const found = await stat(file).catch(() => null)
  if (found?.isFile() === true) return found.size
  throw new Fault('backup-unreadable', `${file} is not a file that can be read`, {
    hint: 'name a file of `pandect backup`; to bring a text back, add --reason',
  })
}

/** The second file: the named one, or the one beside the first. null: there is none. */
const openKeys = async (from: string, options: Options): Promise<Readable | null> => {
  const { keys, withoutKeys = false } = options
  if (withoutKeys) return null
  if (keys !== undefined) {
    await bytesOf(keys)
    return createReadStream(keys)
  }
  const beside = keysBeside(from)
  return from !== STANDARD_STREAM && existsSync(beside) ? createReadStream(beside) : null
}

/** The file, or standard input, with a bar of how much of it was read. */
const openSource = async (from: string): Promise<{ source: Readable; stop: () => void }> => {
  if (from === STANDARD_STREAM) return { source: process.stdin, stop: () => undefined }
  const total = await bytesOf(from)
  const source = createReadStream(from)
  const bar = progressBar('read {bar} {percentage}% | {value}/{total} MiB')
  const timer = setInterval(
    () => bar.update(inMebibytes(source.bytesRead), inMebibytes(total)),
    PROGRESS_MS,
  )
  const stop = (): void => {
    clearInterval(timer)
    bar.stop()
  }
  return { source, stop }
}

const checkPepper =
  (settings: Settings, { otherKeyPepper = false }: Options) =>
  async (check: SecretCheck | null): Promise<void> => {
    if (check === null || otherKeyPepper) return
    const pepper = await knownPepper(settings)
    if (pepper !== null && (await fitsSecretCheck(pepper, check))) return
    throw pepper === null
      ? new Fault(
          'key-pepper-differs',
          'there is no key pepper yet, so no text could be opened and no API key would be known',
        )
      : new Fault('key-pepper-differs')
  }

const recordRestored = (settings: Settings, { position, madeAt }: BackupRead): Promise<void> =>
  withDatabase(settings, 'restore', ({ pool }) =>
    recordAct(pool, {
      kind: 'backup.restored',
      actor: commandActor(),
      subject: null,
      data: { position, madeAt },
    }),
  )

/** The steps after a restore. Kafka and Typesense still hold what the database no longer has. */
const nextSteps = ({ kafkaBrokers, typesenseUrl }: Settings, read: BackupRead): string[] => [
  ...(read.keys?.sameBackup === false
    ? ['next        start the projector: it derives the read models anew from what the keys open']
    : []),
  ...(kafkaBrokers === null
    ? []
    : ['next        delete the topics of Pandect in Kafka (runbook: Back up and restore)']),
  ...(typesenseUrl === null
    ? []
    : ['next        pandect replay --accept, so that Typesense holds the same texts']),
  'next        revoke again what was revoked after the backup: keys, texts, accounts',
  'next        pandect doctor, then pandect digest',
]

const runRestore = async (
  settings: Settings,
  sources: BackupSources,
  options: Options,
): Promise<BackupRead> => {
  if (options.dryRun === true) return checkBackup(sources)
  const signal = stopSignal()
  const read = await withServer(settings, 'restore', async ({ connectionString, embedded }) => {
    const done = await restoreBackup({
      connectionString,
      ...sources,
      replace: options.replace ?? false,
      checkKeyPepper: checkPepper(settings, options),
      signal,
    })
    // The texts of the backup are all that this database shall hold.
    if (embedded) await writeWhole(demonstrationMark(settings.dataDir), '')
    return done
  })
  await recordRestored(settings, read)
  return read
}

/** Options of a backup, which say nothing about texts. */
const isOfFile = ({ dryRun, replace, keys, withoutKeys }: Options): boolean =>
  dryRun === true || replace === true || keys !== undefined || withoutKeys === true

const keysLine = ({ keys, eventsWithoutKey }: BackupRead): string[] => [
  ...(keys === null || keys.sameBackup
    ? []
    : [`keys        of another backup, made at ${keys.madeAt}, position ${keys.position}`]),
  ...(eventsWithoutKey === null || eventsWithoutKey === 0
    ? []
    : [`erased      ${eventsWithoutKey} events read as erased: their keys are not there`]),
]

export const restore = (command: Command, settings: ReadSettings): void =>
  void command
    .argument('<what...>', 'a file of `pandect backup`, or - for standard input; or slugs of texts')
    .option('--reason <text>', 'brings back deleted or withdrawn texts, for this reason', readText)
    .option('--keys <file>', 'the second file of the backup; without it FILE.keys')
    .option('--without-keys', 'restore without keys: all that is sealed reads as erased')
    .option('--dry-run', 'read both files to their ends and compare every checksum; change nothing')
    .option('--replace', 'remove what the database holds now')
    .option(
      '--other-key-pepper',
      'restore under another key pepper: no sealed text opens and no API key is known',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Stop all processes first. The database of DATABASE_URL, or of PANDECT_DATA_DIR, must be empty; its
version of PostgreSQL and of the server that the backup is of may differ. A backup of an older
Pandect is migrated. All of it happens in one transaction: stopped, killed or refused anywhere, the
database is as it was.
A newer FILE.keys of the same database fits an older FILE: what was erased since stays erased, and
the read models are derived anew.
The key pepper is not in a backup: put the file key-pepper of the old data folder into the new one,
or set KEY_PEPPER, before.`,
    )
    .action(async ([file = '', ...others], { reason, ...options }) => {
      if (reason !== undefined) {
        if (isOfFile(options)) throw new Fault('restore-of-both')
        return (await import('./acts.ts')).restoreTexts(
          settings(),
          [file, ...others],
          reason,
          options,
        )
      }
      if (others.length > 0) throw new Fault('restore-of-both')
      const { source, stop } = await openSource(file)
      try {
        const keys = await openKeys(file, options)
        const sources = { source, keys, withoutKeys: options.withoutKeys ?? false }
        const read = await runRestore(settings(), sources, options)
        stop()
        const lines = [
          `${options.dryRun === true ? 'whole     ' : 'restored  '}  made at ${read.madeAt} from PostgreSQL ${read.server}`,
          `position    ${read.position}`,
          `rows        ${read.rows} in ${read.tables} tables`,
          ...keysLine(read),
          ...(options.dryRun === true ? [] : nextSteps(settings(), read)),
        ]
        printResult(options, read, lines)
      } finally {
        stop()
      }
    })
