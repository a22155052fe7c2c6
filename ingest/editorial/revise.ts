/** A revision of a text with its lines of the audit, for commands and for what follows them. */
import type { Act, Actor } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import { type ArticleId, articleIdOfStream, type Slug, StreamId } from '#contracts/ids.ts'
import type { DomainRefusal } from '../domain/refusals.ts'
import { type Revision, reviseText, type RevisionOutcome } from '../handlers/revise-text.ts'
import type { WriteDeps } from '../command-handler/write-deps.ts'
import type { SlugRegistry } from '../ports.ts'

const subjectOf = async (slugs: SlugRegistry, slug: Slug): Promise<ArticleId> =>
  articleIdOfStream(StreamId.parse(await slugs.ownerOf(slug)))

export type AuditedRevision = Revision & {
  /** The audit row of the author's act. */
  readonly actOn: (subject: ArticleId) => Act
  /** Another person who approved it. */
  readonly approver: Actor | null
}

/**
 * Revises a text and writes the audit rows of the author's act and of the approver's publication.
 */
export const reviseAudited = async (
  deps: WriteDeps,
  record: (act: Act) => Promise<void>,
  { actOn, ...revision }: AuditedRevision,
): Promise<RevisionOutcome | DomainRefusal> => {
  const { slug, approver } = revision
  const outcome = await reviseText(deps, revision)
  if (isRefusal(outcome)) return outcome
  const subject = await subjectOf(deps.slugs, slug)
  if (outcome.changed) await record(actOn(subject))
  if (approver !== null && outcome.status === 'published') {
    const { version } = outcome
    await record({ kind: 'text.published', actor: approver, subject, data: { version } })
  }
  return outcome
}

/** The outcome on one line; a draft waits for a reviewer. */
export const revisionLine = ({ slug, status, version, changed }: RevisionOutcome): string => {
  if (!changed) return `${slug} unchanged`
  const waits = status === 'published' || status === 'approved' ? '' : ', waits for a reviewer'
  return `${slug} ${status}${version === null ? '' : ` ${version}`}${waits}`
}
