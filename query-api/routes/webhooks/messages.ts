/** Messages of an endpoint: see them with their attempts, try one, send one again; a new secret. */
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import {
  RotatedWebhookSecret,
  RotateWebhookSecret,
  WebhookMessageList,
  WebhookMessageParams,
  WebhookMessagesQuery,
  WebhookParams,
} from '#contracts/http/webhooks.ts'
import { defineEndpoint, errorAnswer, INVALID_BODY, jsonAnswer } from '../../http/endpoint.ts'
import type { WebhookAdmin } from '../../webhooks/admin.ts'
import { DELIVERY } from '../../webhooks/ports.ts'
import { NO_ENDPOINT, refuse, send, targetIn } from './problems.ts'

type Deps = { readonly webhooks: WebhookAdmin }

const COMMON = {
  scope: 'webhooks:manage',
  price: null,
  tag: 'Webhooks',
  answerHeaders: {},
} as const

const Queued = z
  .object({ id: z.string().describe('The `webhook-id` that it has.') })
  .meta({ id: 'QueuedWebhookMessage' })

const DISABLED = errorAnswer(
  '`validation_failed`: the endpoint is disabled (`webhook-disabled`), or a header is malformed or sent twice.',
)

export const rotateWebhookEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/:id/secret',
    summary: 'Give an endpoint a new secret',
    description:
      'Until the overlap ends, each message carries two signatures: one of the new secret, one of the old. A library of Standard Webhooks takes either. Free.',
    note: ': a new secret, with an overlap (free)',
    params: WebhookParams,
    body: RotateWebhookSecret,
    answers: {
      200: jsonAnswer('The new secret, which is shown once.', RotatedWebhookSecret),
      400: INVALID_BODY,
      404: NO_ENDPOINT,
    },
    handle: async (request, reply) => {
      const target = targetIn(request, request.params.id)
      const outcome = await webhooks.rotate(target, request.body.overlapHours)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

export const testWebhookEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'testWebhook',
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send an endpoint a test',
    description:
      'Queues a message of type `test`, whatever the endpoint asked for. Its attempts are in the list of messages. Free.',
    note: ': send a message of type `test` (free)',
    params: WebhookParams,
    answers: { 200: jsonAnswer('It is queued.', Queued), 400: DISABLED, 404: NO_ENDPOINT },
    handle: async (request, reply) => {
      const outcome = await webhooks.test(targetIn(request, request.params.id))
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

export const webhookMessagesEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'listWebhookMessages',
    method: 'GET',
    path: '/webhooks/:id/messages',
    summary: 'List the messages of an endpoint',
    description: `Each message with its attempts: when, how long, and the status or the fault. Of an answer nothing else is kept. Messages that ended are kept for ${DELIVERY.keptDays} days. Free.`,
    note: ': messages with their attempts (free)',
    params: WebhookParams,
    querystring: WebhookMessagesQuery,
    answers: { 200: jsonAnswer('A page of messages.', WebhookMessageList), 404: NO_ENDPOINT },
    handle: async (request, reply) => {
      const { state = null, limit, before = null } = request.query
      const page = { state, limit, before: before === null ? null : Number(before) }
      const outcome = await webhooks.messages(targetIn(request, request.params.id), page)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

export const redeliverWebhookEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'redeliverWebhookMessage',
    method: 'POST',
    path: '/webhooks/:id/messages/:message/redeliver',
    summary: 'Send a message again',
    description: 'The same `webhook-id` and the same body, at once and with all retries. Free.',
    note: ': send a message again (free)',
    params: WebhookMessageParams,
    answers: {
      200: jsonAnswer('It is queued.', Queued),
      400: DISABLED,
      404: errorAnswer('`not_found`: the account has no such endpoint, or that no such message.'),
    },
    handle: async (request, reply) => {
      const { id, message } = request.params
      const outcome = await webhooks.redeliver(targetIn(request, id), message)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })
