/** Keeps a whole form that was sent, before anything else is done with it. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { cleanText } from '../../enrich/clean.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { Instant, Sha256Hex } from '#contracts/ids.ts'
import { type EditorForm, formHash, printForm } from './form.ts'
import type { ScratchKey } from './ports.ts'
import type { RecordedWording, ScratchDeps } from './save-scratch.ts'

export type WholeForm = {
  readonly form: EditorForm
  readonly text: string
  readonly base: Sha256Hex | null
  readonly window: string
  /** Of the scratch that its page showed. */
  readonly sequence: number
  readonly takesOver: boolean
}

const oneOrder = (form: EditorForm): EditorForm => ({
  ...form,
  jurisdiction: form.jurisdiction.toSorted(),
  legalDomain: form.legalDomain.toSorted(),
})

/** A page shows the choices in an order of its own, and the slug of a new text alone. */
const isRecorded = (
  { form, text }: Pick<WholeForm, 'form' | 'text'>,
  recorded: RecordedWording,
): boolean => {
  const slug = form.slug === '' ? recorded.form.slug : form.slug
  return (
    cleanText(text) === cleanText(recorded.text) &&
    formHash(oneOrder({ ...form, slug })) === formHash(oneOrder(recorded.form))
  )
}

/**
 * Answers the tag that the words began from. What is recorded already is not kept. Refusal
 * `scratch-moved-on`: another window of the same person wrote since.
 */
export const keepWhole = async (
  { scratches, remembered, recorded }: ScratchDeps,
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
  if (isRecorded({ form, text }, await recorded(key))) {
    if (!isOver) await scratches.remove(key, row.sequence)
    return { base: begunFrom }
  }
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
