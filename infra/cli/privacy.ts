/** `pandect privacy`: what is held about a person. */
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { Fault } from '#contracts/fault.ts'
import { StaffId, staffActor } from '#contracts/staff.ts'
import { erasureRefusal } from '#ingest/editorial/erasure/erase.ts'
import { recordAct } from '../postgres/platform/audit.ts'
import { collectHeld, type HeldData, type HeldQuery } from '../processes/privacy/held.ts'
import { now } from '../processes/wiring/context.ts'
import { type Database, truthOf, withDatabase } from '../processes/wiring/database.ts'
import { requireNewFile, writeNewFile } from '../new-file.ts'
import type { Settings } from '../settings.ts'
import { say } from '../terminal.ts'
import { refuse } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { readPersonId, type ReadSettings, readText } from './reading.ts'
import { signedPersonOf } from './staff-token.ts'

/** The one whom an export is about, for the audit: an id, never a name or an address. */
const subjectOf = ({ items, asked }: HeldData): string | null => {
  const staff = items.filter(({ origin }) => origin === 'staff_people')
  const id = StaffId.safeParse(staff[0]?.['id'])
  return asked.person ?? (staff.length === 1 && id.success ? id.data : null)
}

const collect = async (database: Database, asked: HeldQuery): Promise<HeldData> => {
  const { log, blobs } = truthOf(database)
  const head = await log.head()
  const bar = progressBar('log {bar} {percentage}%')
  try {
    return await collectHeld(database.pool, { log, blobs }, asked, now(), (position) =>
      bar.update(position, Math.max(position, head), {}),
    )
  } finally {
    bar.stop()
    await log.close()
  }
}

const exportHeld = async (
  settings: Settings,
  database: Database,
  asked: HeldQuery,
  output: string,
): Promise<void> => {
  const by = await signedPersonOf(settings, database)
  const refused = erasureRefusal(by)
  if (refused !== null) return refuse(refused)
  const file = resolve(output)
  await requireNewFile(file)
  const held = await collect(database, asked)
  await recordAct(database.pool, {
    kind: 'privacy.exported',
    actor: staffActor(by.id),
    subject: subjectOf(held),
    data: { items: held.items.length },
  })
  await writeNewFile(file, `${JSON.stringify(held, null, 2)}\n`)
  say(`${held.items.length} items in ${output}`)
}

const listed = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  readText(text),
]

const defineExport = (command: Command, settings: ReadSettings): void =>
  void command
    .description('write all data held about a person to one file, each item with its origin')
    .option('--name <name>', 'as it is written in texts; may be given several times', listed)
    .option('--email <address>', 'of a member of staff or a user of an account', listed)
    .option('--person <id>', 'a magistrate or lawyer', readPersonId)
    .requiredOption('--output <file>', 'where to write it, as JSON', readText)
    .addHelpText(
      'after',
      `
For people of data protection with a second factor. Reads the whole log, and looks for each name as
words, whatever its accents and case, the last name first or last. The audit says who exported how
many items, without a name.`,
    )
    .action(({ name = [], email = [], person = null, output }) => {
      if (name.length + email.length === 0 && person === null)
        throw new Fault('held-subject-missing')
      const asked = { names: name, emails: email, person }
      return withDatabase(settings(), 'privacy', (database) =>
        exportHeld(settings(), database, asked, output),
      )
    })

export const privacy = (command: Command, settings: ReadSettings): void =>
  defineExport(command.command('export'), settings)
