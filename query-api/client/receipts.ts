/** What a client does with the receipt of an answer (contracts/conventions/receipts.md). */
import { RECEIPT_KEYS_PATH } from '#contracts/http/receipts.ts'
import type { ReceiptKey } from '#contracts/receipts/format.ts'

export { citedTextsIn, hashOfCitations } from '#contracts/receipts/cited-texts.ts'
export { isReceiptOfAnswer, isReceiptOfRequest, readReceipt } from '#contracts/receipts/format.ts'

/**
 * Fetches the public keys of a service; keep them with the receipts. Throws an Error where the
 * service does not give them.
 */
export const fetchReceiptKeys = async (baseUrl: string): Promise<readonly ReceiptKey[]> => {
  const answer = await fetch(new URL(RECEIPT_KEYS_PATH, baseUrl))
  if (!answer.ok) throw new Error(`the keys of receipts were not given: ${answer.status}`)
  const { keys } = (await answer.json()) as { readonly keys: readonly ReceiptKey[] }
  return keys
}
