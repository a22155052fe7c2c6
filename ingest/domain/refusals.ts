import { DOMAIN_REFUSALS } from '#contracts/errors/refusals.ts'
import type { Refusal } from '#contracts/fault.ts'

export type RefusalCode = keyof typeof DOMAIN_REFUSALS
export type DomainRefusal = Refusal & { readonly refused: RefusalCode }

/** The refusal of a code, in the words of the catalogue; `detail` is added to its reason. */
export const refuse = (code: RefusalCode, detail?: string): DomainRefusal => {
  const [reason, hint] = DOMAIN_REFUSALS[code]
  if (detail === undefined) return { refused: code, reason, hint }
  return { refused: code, reason: `${reason}: ${detail}`, hint, about: { value: detail } }
}
