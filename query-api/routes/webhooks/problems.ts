/** What the webhook operations share: whom they act for, and how they refuse. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import { type Problem, validationFailed } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { callerOf } from '../../http/caller.ts'
import { errorAnswer } from '../../http/endpoint.ts'
import type { EndpointTarget } from '../../webhooks/ports.ts'

/** The account of the key, and an endpoint of it. */
export const targetIn = (request: FastifyRequest, endpointId: string): EndpointTarget => {
  const { accountId } = callerOf(request)
  return { endpointId, accountId, actor: Actor.parse(`account:${accountId}`) }
}

const notFound = (refusal: Refusal): Problem => ({
  status: 404,
  body: {
    error: 'not_found',
    message: 'Not found',
    detail: refusal.reason,
    reason: refusal.refused,
  },
  headers: {},
})

const PATHS: Readonly<Partial<Record<Refusal['refused'], string>>> = {
  'webhook-target-invalid': 'url',
}

/** Answers a refusal: 404 for what the account does not have, else 400. */
export const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply => {
  const { refused, reason, hint } = refusal
  if (refused === 'webhook-unknown' || refused === 'webhook-message-unknown')
    return sendProblem(request, reply, notFound(refusal))
  const detail = { path: PATHS[refused] ?? '', code: refused, message: `${reason}; ${hint}` }
  return sendProblem(request, reply, validationFailed([detail]))
}

export const NO_ENDPOINT = errorAnswer('`not_found`: the account has no such endpoint.')

/** Nothing of an account is kept by a cache on the way. */
export const send = (reply: FastifyReply, answer: object, status = 200): FastifyReply =>
  reply.code(status).header('Cache-Control', 'private, no-store').send(answer)
