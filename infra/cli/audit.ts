/** Composition root of `pandect audit`. */
import { closestOf } from '#contracts/toolkit/closest.ts'
import { ACT_KINDS, type ActKind, type AuditRow } from '#contracts/audit.ts'
import { Fault } from '#contracts/fault.ts'
import { Day, Instant } from '#contracts/ids.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { makeAuditTrail } from '../postgres/accounts/audit.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'

export type AuditRequest = {
  readonly since?: string
  readonly kind?: string
  readonly json?: boolean
}

const parseSince = (text: string | undefined): number | null => {
  if (text === undefined) return null
  if (Day.safeParse(text).success || Instant.safeParse(text).success) return Date.parse(text)
  throw new Fault('instant-invalid', '--since is neither a day nor an instant', {
    hint: 'write it like 2026-01-31 or 2026-01-31T12:00:00.000Z',
  })
}

const parseKind = (text: string | undefined): ActKind | null => {
  if (text === undefined) return null
  const kind = ACT_KINDS.find((one) => one === text)
  if (kind !== undefined) return kind
  throw new Fault('kind-unknown', '--kind is not a kind of act', {
    hint: `did you mean ${closestOf(text, ACT_KINDS)}? (${ACT_KINDS.join(', ')})`,
  })
}

const lineOf = ({ at, kind, actor, subject, data }: AuditRow): string => {
  const members = Object.entries(data).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [at, kind.padEnd(20), actor, subject ?? '-', ...members].join('  ')
}

/**
 * `pandect audit list`: with --json one array, else one line an act. Throws Faults
 * `instant-invalid` and `kind-unknown`.
 */
export const listAudit = async (
  settings: Settings,
  { since, kind, json = false }: AuditRequest,
): Promise<void> => {
  const query = { sinceMs: parseSince(since), kind: parseKind(kind) }
  await withDatabase(settings, 'audit', async ({ pool }) => {
    const rows: AuditRow[] = []
    for await (const row of makeAuditTrail(pool).list(query)) {
      if (json) rows.push(row)
      else print(lineOf(row))
    }
    if (json) return print(JSON.stringify(rows))
    say('the audit table only grows: nothing in it can be changed or removed')
  })
}
