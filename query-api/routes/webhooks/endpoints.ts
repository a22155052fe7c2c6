/** Endpoints of webhooks: list, register, read, change, delete. */
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import {
  NewWebhookEndpoint,
  RegisteredWebhook,
  WEBHOOK_LIMITS,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointList,
  WebhookParams,
} from '#contracts/http/webhooks.ts'
import { defineEndpoint, errorAnswer, INVALID_BODY, jsonAnswer } from '../../http/endpoint.ts'
import type { WebhookAdmin } from '../../webhooks/admin.ts'
import { NO_ENDPOINT, refuse, send, targetIn } from './problems.ts'

type Deps = { readonly webhooks: WebhookAdmin }

const COMMON = {
  scope: 'webhooks:manage',
  price: null,
  tag: 'Webhooks',
  answerHeaders: {},
} as const

export const listWebhookEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    summary: 'List the endpoints of the account',
    description:
      'Where the account is told of changes, with what is wrong where an endpoint is disabled or fails. Free.',
    note: ': where the account is told of changes (free)',
    answers: { 200: jsonAnswer('The endpoints.', WebhookEndpointList) },
    handle: async (request, reply) =>
      send(reply, { endpoints: await webhooks.list(targetIn(request, '').accountId) }),
  })

export const registerWebhookEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'registerWebhook',
    method: 'POST',
    path: '/webhooks',
    summary: 'Register an endpoint',
    description: `From now on each change is posted there, signed by Standard Webhooks 1.0.0. Nothing is sent to addresses outside the public internet, and no redirect is followed. An account has ${WEBHOOK_LIMITS.endpointsMax} endpoints at most. Free.`,
    note: ': register an endpoint; its secret is shown once (free)',
    body: NewWebhookEndpoint,
    answers: {
      201: jsonAnswer('The endpoint and its secret, which is shown once.', RegisteredWebhook),
      400: INVALID_BODY,
    },
    handle: async (request, reply) => {
      const { accountId, actor } = targetIn(request, '')
      const outcome = await webhooks.register({ accountId, actor }, request.body)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome, 201)
    },
  })

export const webhookEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'getWebhook',
    method: 'GET',
    path: '/webhooks/:id',
    summary: 'Read an endpoint',
    description: 'One endpoint of the account. Free.',
    note: ': one endpoint (free)',
    params: WebhookParams,
    answers: { 200: jsonAnswer('The endpoint.', WebhookEndpoint), 404: NO_ENDPOINT },
    handle: async (request, reply) => {
      const outcome = await webhooks.one(targetIn(request, request.params.id))
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

export const changeWebhookEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'changeWebhook',
    method: 'PATCH',
    path: '/webhooks/:id',
    summary: 'Change, disable or enable an endpoint',
    description:
      'Members that are absent stay as they are. A disabled endpoint is sent nothing, and nothing is queued for it; enabling it begins with the changes to come and sends at once what had been waiting. Read what lies between from `GET /changes`, after the position that you know. Free.',
    note: ': change, disable or enable an endpoint (free)',
    params: WebhookParams,
    body: WebhookEndpointChange,
    answers: {
      200: jsonAnswer('The endpoint as it is now.', WebhookEndpoint),
      400: INVALID_BODY,
      404: NO_ENDPOINT,
    },
    handle: async (request, reply) => {
      const outcome = await webhooks.change(targetIn(request, request.params.id), request.body)
      return isRefusal(outcome) ? refuse(request, reply, outcome) : send(reply, outcome)
    },
  })

const Deleted = z
  .object({ id: z.uuid(), deleted: z.literal(true).describe('It is gone.') })
  .meta({ id: 'DeletedWebhook' })

export const deleteWebhookEndpoint = ({ webhooks }: Deps) =>
  defineEndpoint({
    ...COMMON,
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete an endpoint',
    description: 'Its messages and their attempts are deleted with it. Free.',
    note: ': delete an endpoint with its messages (free)',
    params: WebhookParams,
    answers: {
      200: jsonAnswer('It is deleted.', Deleted),
      400: errorAnswer('`validation_failed`: a header is malformed or sent twice.'),
      404: NO_ENDPOINT,
    },
    handle: async (request, reply) => {
      const outcome = await webhooks.remove(targetIn(request, request.params.id))
      return isRefusal(outcome)
        ? refuse(request, reply, outcome)
        : send(reply, { id: outcome.endpointId, deleted: true })
    },
  })
