import { ReceiptCheckRequest, ReceiptCheckResponse } from '#contracts/http/receipts.ts'
import type { ReceiptKey } from '#contracts/receipts/format.ts'
import { HEADERS } from '#contracts/service.ts'
import { checkReceipt } from '../../receipts/check.ts'
import type { TextHistories } from '../../receipts/ports.ts'
import { defineEndpoint, errorAnswer, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly histories: TextHistories; readonly receiptKey: ReceiptKey }

/** 1,000 citations with the longest slugs, or the longest receipts with as many. */
const BODY_BYTES_MAX = 1024 * 1024

/** Free, and it stores nothing: nobody learns from it what anybody relies on. */
export const receiptCheckEndpoint = ({ histories, receiptKey }: Deps) =>
  defineEndpoint({
    operationId: 'checkReceipt',
    method: 'POST',
    path: '/receipts/check',
    scope: 'changes:read',
    price: null,
    summary: 'What became of what was cited',
    description:
      'For up to 1,000 citations with version, hash and the position of the answer that gave them, and for what up to 100 receipts cite: whether each is current, was superseded, withdrawn, deleted or erased, or changed its colour since, with position, reason and replacement. A receipt is read and its signature is checked: where some were altered, the request is refused and `details` names each of them. Stores nothing and costs nothing.',
    tag: 'Changes',
    note: ' with {"citations": [...]} or {"receipts": [{"receipt": "..."}]}: what became of what was cited (free)',
    body: ReceiptCheckRequest,
    options: { bodyLimit: BODY_BYTES_MAX },
    answers: {
      200: jsonAnswer('What became of each citation.', ReceiptCheckResponse),
      400: errorAnswer(
        '`validation_failed`: the body is invalid, or a receipt was altered (`receipt_altered`), was signed with another key (`receipt_other_key`) or is none (`receipt_malformed`), or `citations` is not its list (`receipt_citations_differ`).',
      ),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const checked = await checkReceipt(histories, receiptKey, request.body)
      return reply
        .header(HEADERS.corpusPosition, checked.head)
        .header('Cache-Control', 'private, no-store')
        .send(checked)
    },
  })
