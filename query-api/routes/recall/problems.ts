/** What operations of kept receipts and watches share: whom they act for, how they refuse. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import { validationFailed } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { callerOf } from '../../http/caller.ts'
import { errorAnswer } from '../../http/endpoint.ts'
import type { KeptPage, RecallOwner } from '../../recall/ports.ts'

/** The account of the key. */
export const ownerIn = (request: FastifyRequest): RecallOwner => {
  const { accountId } = callerOf(request)
  return { accountId, actor: Actor.parse(`account:${accountId}`) }
}

export const pageIn = ({
  limit,
  before,
}: {
  readonly limit: number
  readonly before?: string | undefined
}): KeptPage => ({ limit, before: before === undefined ? null : Number(before) })

/** Answers a refusal: 404 for what the account does not have, else 400. */
export const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  { refused, reason, hint }: Refusal,
): FastifyReply => {
  if (refused === 'receipt-unknown' || refused === 'watch-unknown') {
    const body = {
      error: 'not_found',
      message: 'Not found',
      detail: reason,
      reason: refused,
    } as const
    return sendProblem(request, reply, { status: 404, body, headers: {} })
  }
  const path = refused === 'watch-citation-unknown' ? 'citation' : ''
  return sendProblem(
    request,
    reply,
    validationFailed([{ path, code: refused, message: `${reason}; ${hint}` }]),
  )
}

export const NO_RECEIPT = errorAnswer('`not_found`: the account keeps no such receipt.')
export const NO_WATCH = errorAnswer('`not_found`: nothing is watched under this handle.')
export const BAD_HEADER = errorAnswer('`validation_failed`: a header is malformed or sent twice.')

export const COMMON = {
  scope: 'webhooks:manage',
  price: null,
  tag: 'Recall',
  answerHeaders: {},
} as const
