/** Reads a receipt that comes back, and what its answer cited. */
import type { CheckedCitation, CheckedReceipt } from '#contracts/http/receipts.ts'
import { HTTP_DETAILS } from '#contracts/errors/http.ts'
import { Position, printPosition } from '#contracts/ids.ts'
import { hashOfCitations } from '#contracts/receipts/cited-texts.ts'
import { readReceipt, type ReceiptKey } from '#contracts/receipts/format.ts'
import type { CitedText, Receipt } from '#contracts/receipts/receipt.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'

type OpenedReceipt = {
  readonly receipt: Receipt
  /** All that the answer cites, or as much as the receipt lists. */
  readonly cited: readonly CheckedCitation[]
}

const refuse = (path: string, code: keyof typeof HTTP_DETAILS): RequestInvalid =>
  new RequestInvalid([{ path, code, message: HTTP_DETAILS[code][0] }])

const START = printPosition(Position.parse(0))

/** Throws RequestInvalid for a receipt that was altered, or another list than the one it signs. */
export const openReceipt = (
  key: ReceiptKey,
  { receipt: printed, citations }: CheckedReceipt,
  path: string,
): OpenedReceipt => {
  const read = readReceipt(printed, [key])
  if ('refused' in read) throw refuse(`${path}.receipt`, read.refused)
  const { receipt } = read
  const { cites } = receipt
  if (citations !== undefined && cites?.sha256 !== hashOfCitations(citations))
    throw refuse(`${path}.citations`, 'receipt_citations_differ')
  const cited: readonly CitedText[] = citations ?? cites?.listed ?? []
  const position = receipt.position ?? START
  return { receipt, cited: cited.map((one) => ({ ...one, position })) }
}
