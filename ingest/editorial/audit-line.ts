/**
 * The line of the audit table for an editor's act. The log holds the act with its actor already;
 * this is its line among all other acts.
 */
import type { Act, Actor } from '#contracts/audit.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import type { WriteAudit } from '../ports.ts'
import type { ActOutcome } from '../handlers/editorial.ts'
import type { EditorialAct } from './acts.ts'

const KINDS = {
  'discard-draft': 'text.draft-discarded',
  approve: 'text.approved',
  schedule: 'text.scheduled',
  publish: 'text.published',
  unpublish: 'text.unpublished',
  withdraw: 'text.withdrawn',
  delete: 'text.deleted',
  restore: 'text.restored',
} as const
type Audited = keyof typeof KINDS
const isAudited = (act: EditorialAct['act']): act is Audited => Object.hasOwn(KINDS, act)

/** While the database is away, for some seconds: somebody waits for the answer. */
const RETRIES = { attemptsMax: 5, firstPauseMs: 250, pauseMsMax: 2_000 } as const

/** Writes the line of an act that the log has, so that only a longer outage loses it. */
export const writeLine = async (audit: WriteAudit | undefined, line: Act): Promise<void> => {
  if (audit !== undefined) await retry((attempt) => audit(line, attempt > 1), RETRIES)
}

/** Null: the act changed nothing that the public or its approval depends on. */
export const auditLineOf = (
  act: EditorialAct['act'],
  actor: Actor,
  { articleId: subject, status, version, changed }: ActOutcome,
): Act | null => {
  if (!changed || !isAudited(act)) return null
  // The first of two people only asked.
  if (act === 'withdraw' && status !== 'withdrawn') return null
  if (act === 'delete' && status !== 'deleted') return null
  return { kind: KINDS[act], actor, subject, data: { version } }
}
