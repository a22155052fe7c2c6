/** Reads a receipt that comes back, and what its answer cited. */
import type { CheckedCitation, CheckedReceipt } from '#contracts/http/receipts.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import { HTTP_DETAILS } from '#contracts/errors/http.ts'
import { Position, printPosition } from '#contracts/ids.ts'
import { hashOfCitations } from '#contracts/receipts/cited-texts.ts'
import { readReceipt, type ReceiptKey } from '#contracts/receipts/format.ts'
import type { CitedText, Receipt } from '#contracts/receipts/receipt.ts'

type OpenedReceipt = {
  readonly receipt: Receipt
  /** All that the answer cites, or as much as the receipt lists. */
  readonly cited: readonly CheckedCitation[]
}

/** What is wrong with a receipt that comes back. */
type ReceiptFault = { readonly fault: ValidationDetail }

const faultAt = (path: string, code: keyof typeof HTTP_DETAILS): ReceiptFault => ({
  fault: { path, code, message: HTTP_DETAILS[code][0] },
})

const START = printPosition(Position.parse(0))

/** A fault: the receipt was altered, or the list is another than the one that it signs. */
export const openReceipt = (
  key: ReceiptKey,
  { receipt: printed, citations }: CheckedReceipt,
  path: string,
): OpenedReceipt | ReceiptFault => {
  const read = readReceipt(printed, [key])
  if ('refused' in read) return faultAt(`${path}.receipt`, read.refused)
  const { receipt } = read
  const { cites } = receipt
  if (citations !== undefined && cites?.sha256 !== hashOfCitations(citations))
    return faultAt(`${path}.citations`, 'receipt_citations_differ')
  const cited: readonly CitedText[] = citations ?? cites?.listed ?? []
  const position = receipt.position ?? START
  return { receipt, cited: cited.map((one) => ({ ...one, position })) }
}
