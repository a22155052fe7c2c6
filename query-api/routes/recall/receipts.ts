/** Receipts that an account keeps, and what it was told of them. */
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import {
  KeptReceiptList,
  RECALL_LIMITS,
  RecallList,
  RecallPageQuery,
  ReceiptKeeping,
  ReceiptKeepingChange,
  ReceiptParams,
  ShownReceipt,
} from '#contracts/http/recall.ts'
import { defineEndpoint, INVALID_BODY, jsonAnswer } from '../../http/endpoint.ts'
import type { RecallAdmin } from '../../recall/admin.ts'
import { send } from '../webhooks/problems.ts'
import { BAD_HEADER, COMMON, NO_RECEIPT, ownerIn, pageIn, refuse } from './problems.ts'

type Deps = { readonly recall: RecallAdmin }

export const receiptKeepingEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'getReceiptKeeping',
    method: 'GET',
    path: '/receipts/keeping',
    summary: 'Read whether receipts are kept',
    description: 'They are not, unless the account asks for it. Free.',
    note: ': whether the account keeps its receipts (free)',
    answers: { 200: jsonAnswer('Whether receipts are kept.', ReceiptKeeping) },
    handle: async (request, reply) => send(reply, await recall.keeping(ownerIn(request).accountId)),
  })

export const changeReceiptKeepingEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'changeReceiptKeeping',
    method: 'PATCH',
    path: '/receipts/keeping',
    summary: 'Keep receipts, or keep no more',
    description: `From then on the receipt of each charged answer is kept, sealed with a key of the account, and \`receipt.recalled\` tells when a text that it cites is overruled, withdrawn, replaced or erased. Each receipt is deleted after ${RECALL_LIMITS.keptDays} days. Keeping no more deletes none: \`DELETE /receipts\` does. Free.`,
    note: ': keep receipts of charged answers, to be told when what they cite changes (free)',
    body: ReceiptKeepingChange,
    answers: {
      200: jsonAnswer('Whether receipts are kept now.', ReceiptKeeping),
      400: INVALID_BODY,
    },
    handle: async (request, reply) =>
      send(reply, await recall.setKeeping(ownerIn(request), request.body.kept)),
  })

export const listReceiptsEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'listReceipts',
    method: 'GET',
    path: '/receipts',
    summary: 'List kept receipts',
    description: 'Newest first, each with how often it was recalled. Free.',
    note: ': receipts that the account keeps (free)',
    querystring: RecallPageQuery,
    answers: { 200: jsonAnswer('A page of receipts.', KeptReceiptList) },
    handle: async (request, reply) =>
      send(reply, await recall.receipts(ownerIn(request).accountId, pageIn(request.query))),
  })

export const keptReceiptEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'getReceipt',
    method: 'GET',
    path: '/receipts/:id',
    summary: 'Read a kept receipt',
    description:
      'The signed receipt without its salt, and all that the answer cites. Of an erased wording neither slug nor hash is left, and no signed receipt that names it. Free.',
    note: ': a kept receipt with what it cites (free)',
    params: ReceiptParams,
    answers: { 200: jsonAnswer('The receipt.', ShownReceipt), 404: NO_RECEIPT },
    handle: async (request, reply) => {
      const outcome = await recall.receipt(ownerIn(request).accountId, request.params.id)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

const Deleted = z
  .object({ id: z.uuid(), deleted: z.literal(true).describe('It is gone.') })
  .meta({ id: 'DeletedReceipt' })

export const deleteReceiptEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'deleteReceipt',
    method: 'DELETE',
    path: '/receipts/:id',
    summary: 'Delete a kept receipt',
    description: 'What was told of it is deleted, too, and what is still to be sent. Free.',
    note: ': delete a kept receipt (free)',
    params: ReceiptParams,
    answers: { 200: jsonAnswer('It is deleted.', Deleted), 400: BAD_HEADER, 404: NO_RECEIPT },
    handle: async (request, reply) => {
      const outcome = await recall.removeReceipt(ownerIn(request), request.params.id)
      return isRefusal(outcome)
        ? refuse(request, reply, outcome)
        : send(reply, { ...outcome, deleted: true })
    },
  })

const AllDeleted = z
  .object({ deleted: z.literal(true).describe('All of them are gone.') })
  .meta({ id: 'DeletedReceipts' })

export const deleteReceiptsEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'deleteReceipts',
    method: 'DELETE',
    path: '/receipts',
    summary: 'Delete all kept receipts',
    description:
      'Destroys the key that they are sealed with. Whether receipts are kept from now on stays as it is. Free.',
    note: ': delete all kept receipts, with their key (free)',
    answers: { 200: jsonAnswer('They are deleted.', AllDeleted), 400: BAD_HEADER },
    handle: async (request, reply) => {
      await recall.removeReceipts(ownerIn(request))
      return send(reply, { deleted: true })
    },
  })

export const listRecallsEndpoint = ({ recall }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'listRecalls',
    method: 'GET',
    path: '/receipts/recalls',
    summary: 'List what became of receipts and watches',
    description:
      'What `receipt.recalled` told of kept receipts and of watches, newest first, without words of any text. Free.',
    note: ': what became of what kept receipts cite, and of what is watched (free)',
    querystring: RecallPageQuery,
    answers: { 200: jsonAnswer('A page of recalls.', RecallList) },
    handle: async (request, reply) =>
      send(reply, await recall.recalls(ownerIn(request).accountId, pageIn(request.query))),
  })
