import type { Command } from '@commander-js/extra-typings'
import type { AuditRow } from '#contracts/audit.ts'
import { makeAuditTrail } from '../postgres/platform/audit.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { print, say } from '../terminal.ts'
import { jsonOption, readActKind, readDayOrInstant, type ReadSettings } from './reading.ts'

const lineOf = ({ at, kind, actor, subject, data }: AuditRow): string => {
  const members = Object.entries(data).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [at, kind.padEnd(20), actor, subject ?? '-', ...members].join('  ')
}

const defineList = (command: Command, settings: ReadSettings): void =>
  void command
    .description('the audit table, oldest first')
    .option(
      '--since <instant>',
      'from then on, e.g. 2026-01-31 or 2026-01-31T12:00:00.000Z',
      readDayOrInstant,
    )
    .option('--kind <kind>', 'one kind of act, e.g. key.revoked', readActKind)
    .addOption(jsonOption())
    .action(({ since = null, kind = null, json = false }) =>
      withDatabase(settings(), 'audit', async ({ pool }) => {
        const rows: AuditRow[] = []
        for await (const row of makeAuditTrail(pool).list({ sinceMs: since, kind })) {
          if (json) rows.push(row)
          else print(lineOf(row))
        }
        if (json) return print(JSON.stringify(rows))
        say('the audit table only grows: nothing in it can be changed or removed')
      }),
    )

export const audit = (command: Command, settings: ReadSettings): void =>
  defineList(command.command('list'), settings)
