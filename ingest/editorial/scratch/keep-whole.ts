/** Keeps a whole form that was sent, before anything else is done with it. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { Instant, Sha256Hex } from '#contracts/ids.ts'
import { type EditorForm, formHash, printForm } from './form.ts'
import type { ScratchKey } from './ports.ts'
import type { ScratchDeps } from './save-scratch.ts'

export type WholeForm = {
  readonly form: EditorForm
  readonly text: string
  readonly base: Sha256Hex | null
  readonly window: string
  /** Of the scratch that its page showed. */
  readonly sequence: number
  readonly takesOver: boolean
}

/**
 * Answers the tag that the words began from. Refusal `scratch-moved-on`: another window of the same
 * person wrote since.
 */
export const keepWhole = async (
  { scratches, remembered }: Pick<ScratchDeps, 'scratches' | 'remembered'>,
  key: ScratchKey,
  { form, text, base, window, sequence, takesOver }: WholeForm,
  at: Instant,
): Promise<{ readonly base: Sha256Hex | null } | Refusal> => {
  const row = await scratches.read(key)
  const isOver = row === null || row.discardedAt !== null || row.settledAt !== null
  const isOwn = row?.window === window
  if (!isOver && !isOwn && row.sequence !== sequence && !takesOver)
    return refusalByCode('scratch-moved-on')
  const begunFrom = isOwn && row.discardedAt === null ? row.base : base
  const textSha256 = sha256Hex(text)
  const written = {
    base: begunFrom,
    text,
    textSha256,
    members: printForm(form),
    membersSha256: formHash(form),
    window,
    sequence: (row?.sequence ?? 0) + 1,
    changedAt: at,
  }
  if (!(await scratches.put(key, written, isOver ? null : row)))
    return refusalByCode('scratch-moved-on')
  remembered.set(textSha256, text)
  return { base: begunFrom }
}
