/**
 * Commands that change the content of a text: a draft, which goes through review like any other.
 */
import type { Act } from '#contracts/audit.ts'
import { isRefusal, refusalByCode } from '#contracts/fault.ts'
import type { ArticleId, Slug } from '#contracts/ids.ts'
import { writeLine } from '#ingest/editorial/audit-line.ts'
import { reviseAudited } from '#ingest/editorial/revise.ts'
import { personRefusal } from '#ingest/editorial/table.ts'
import { type DeskText, viewText } from '#ingest/editorial/text-view.ts'
import type { Change } from '#ingest/handlers/revise-text.ts'
import { type Acting, personContext } from './acting.ts'
import { printOutcome } from './outcome.ts'
import { type Json, refuse } from './output.ts'

type Revising = {
  readonly change: Change
  readonly actOn: (subject: ArticleId) => Act
  /** Further members of the JSON. */
  readonly data?: object
}

const APPROVED: ReadonlySet<DeskText['status']> = new Set(['approved', 'scheduled'])

/** Revises a text as the signed-in person, and says what became of an approval. */
export const reviseBy = async (
  acting: Acting,
  slug: Slug,
  { change, actOn, data = {} }: Revising,
  options: Json,
): Promise<void> => {
  const { person, deps } = acting
  const closed = personRefusal('revise', person)
  if (closed !== null) return refuse(refusalByCode(closed), slug)
  const before = await viewText(deps, slug)
  if (isRefusal(before)) return refuse(before, slug)
  const outcome = await reviseAudited(deps, (act) => writeLine(deps.audit, act), {
    slug,
    change,
    context: personContext(person),
    actOn,
  })
  if (isRefusal(outcome)) return refuse(outcome, slug)
  const isVoid = APPROVED.has(before.status) && !APPROVED.has(outcome.status)
  const remarks = isVoid ? ['the approval no longer counts: the draft is in review again'] : []
  await printOutcome(acting, outcome, options, { act: 'revise', data, remarks })
}
