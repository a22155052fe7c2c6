/** A revision of a text with its line of the audit, for commands and for what follows them. */
import type { Act } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { ArticleId } from '#contracts/ids.ts'
import type { TextDeps } from '../command-handler/text-handler.ts'
import type { DomainRefusal } from '../domain/refusals.ts'
import type { ActOutcome } from '../handlers/editorial.ts'
import { type Revision, reviseText } from '../handlers/revise-text.ts'

export type AuditedRevision = Revision & {
  /** The audit row of the act. */
  readonly actOn: (subject: ArticleId) => Act
}

/** Revises a text and writes the audit row if anything was recorded. */
export const reviseAudited = async (
  deps: TextDeps,
  record: (act: Act) => Promise<void>,
  { actOn, ...revision }: AuditedRevision,
): Promise<ActOutcome | DomainRefusal> => {
  const outcome = await reviseText(deps, revision)
  if (!isRefusal(outcome) && outcome.changed) await record(actOn(outcome.articleId))
  return outcome
}
