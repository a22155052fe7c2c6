/** A change of a text through the whole life cycle: drafted, submitted, approved, published. */
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import type { WriteContext, WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { type ActOutcome, carryOut } from '#ingest/handlers/editorial.ts'
import { reviseText, type Revision } from '#ingest/handlers/revise-text.ts'

export const reviseReviewed = async (
  deps: WriteDeps,
  revision: Revision,
  /** Null: the draft is left as it is. */
  reviewer: string | null,
): Promise<ActOutcome | Refusal> => {
  const { slug, context } = revision
  const drafted = await reviseText(deps, revision)
  if (isRefusal(drafted) || reviewer === null || drafted.sha256Hash === null) return drafted
  // A machine’s concept is taken away without a draft.
  if (drafted.tag === null) return drafted
  const { sha256Hash } = drafted
  const by: WriteContext = { ...context, actor: reviewer }
  if (drafted.status !== 'in_review') {
    const submitted = await carryOut(deps, slug, { act: 'submit' }, context)
    if (isRefusal(submitted)) return submitted
  }
  const approved = await carryOut(deps, slug, { act: 'approve', sha256Hash }, by)
  return isRefusal(approved) ? approved : carryOut(deps, slug, { act: 'publish', reason: null }, by)
}
