/** Registers, changes, tries and deletes endpoints of webhooks, of the user's own account only. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import {
  NewWebhookEndpoint,
  RotateWebhookSecret,
  type WebhookEndpoint,
} from '#contracts/http/webhooks.ts'
import { field, fields } from '#contracts/web/forms.ts'
import type { WebhookAdmin } from '../../webhooks/admin.ts'
import type { EndpointTarget } from '../../webhooks/ports.ts'
import { EMPTY_WEBHOOK, type WebhookForm } from '../pages/webhook-form.ts'
import { webhookPage, type WebhookPageState } from '../pages/webhook.ts'
import {
  deleteWebhookPage,
  newWebhookPage,
  WEBHOOKS_PATH,
  webhookSecretPage,
  webhooksPage,
} from '../pages/webhooks.ts'
import { type Visit, type Web, wrongOf } from '../web.ts'
import { actorOf } from './keys.ts'

export type WebhookRouteDeps = { readonly webhooks: WebhookAdmin }

const MESSAGES_SHOWN = 20

const Before = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})
const DONE = ['changed', 'tested', 'redelivered', 'disabled', 'enabled', 'deleted'] as const

/** The confirmation of an action that redirected here, from a closed list. */
const doneOf = ({ words: { webhooks } }: Visit, request: FastifyRequest): string | null => {
  const { done } = request.query as { readonly done?: unknown }
  const known = DONE.find((one) => one === done)
  return known === undefined ? null : webhooks.done[known]
}

const formIn = (request: FastifyRequest): WebhookForm => ({
  url: field(request, 'url').trim(),
  description: field(request, 'description').trim(),
  types: fields(request, 'types'),
  jurisdictions: fields(request, 'jurisdictions'),
})

const INVALID: Refusal = { refused: 'webhook-target-invalid', reason: '', hint: '' }

/** What a form asks for; its fields offer nothing else, so all that can be wrong is the address. */
const wantedBy = (form: WebhookForm): NewWebhookEndpoint | Refusal => {
  const wanted = NewWebhookEndpoint.safeParse(form)
  return wanted.success ? wanted.data : INVALID
}

const pathOf = ({ endpointId }: EndpointTarget): string => `${WEBHOOKS_PATH}/${endpointId}`

export const addWebhookRoutes = (
  area: FastifyInstance,
  { webhooks }: WebhookRouteDeps,
  web: Web,
): void => {
  const ownerIn = (request: FastifyRequest) => {
    const user = web.personIn(request)
    return { accountId: user.account.accountId, actor: actorOf(user) }
  }
  const targetIn = (request: FastifyRequest): EndpointTarget => {
    const { id } = request.params as { readonly id: string }
    return { ...ownerIn(request), endpointId: id }
  }

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    state: Partial<Pick<WebhookPageState, 'wrong' | 'given'>> = {},
  ): Promise<FastifyReply> => {
    const target = targetIn(request)
    const endpoint = await webhooks.one(target)
    const { before } = Before.catch({}).parse(request.query)
    const page = { state: null, limit: MESSAGES_SHOWN, before: Number(before ?? 0) || null }
    const found = await webhooks.messages(target, page)
    if (isRefusal(endpoint) || isRefusal(found)) return web.problem(request, reply, 'notFound')
    const visit = web.visitIn(request)
    const { messages, next: older } = found
    const about = { messages, older, done: doneOf(visit, request), wrong: null, given: null }
    return web.show(request, reply, webhookPage(visit, endpoint, { ...about, ...state }))
  }
  /** Shows the endpoint with what was wrong, or leads to it with what was done. */
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: object | Refusal,
    done: (typeof DONE)[number],
    given: WebhookForm | null = null,
  ): Promise<FastifyReply> => {
    if (!isRefusal(outcome)) return reply.redirect(`${pathOf(targetIn(request))}?done=${done}`, 303)
    request.failure = { code: outcome.refused }
    const wrong = wrongOf(web.visitIn(request).words, outcome)
    return show(request, reply.code(422), { wrong, given })
  }

  area.get('/webhooks', async (request, reply) => {
    const visit = web.visitIn(request)
    const listed = await webhooks.list(ownerIn(request).accountId)
    return web.show(request, reply, webhooksPage(visit, { listed, done: doneOf(visit, request) }))
  })

  area.get('/webhooks/new', (request, reply) =>
    web.show(request, reply, newWebhookPage(web.visitIn(request), randomUUID(), EMPTY_WEBHOOK)),
  )

  area.post('/webhooks', async (request, reply) => {
    const visit = web.visitIn(request)
    const endpointId = field(request, 'endpointId')
    const id = z.uuid().safeParse(endpointId).success ? endpointId : randomUUID()
    const target = { ...ownerIn(request), endpointId: id }
    const form = formIn(request)
    const wanted = wantedBy(form)
    const outcome = isRefusal(wanted) ? wanted : await webhooks.registerOnce(target, wanted)
    if (isRefusal(outcome)) {
      request.failure = { code: outcome.refused }
      const page = newWebhookPage(visit, id, form, wrongOf(visit.words, outcome))
      return web.show(request, reply.code(422), page)
    }
    const { secret } = outcome
    // A form that was sent twice: the endpoint exists, and its secret was shown.
    if (secret === null) return reply.redirect(pathOf(target), 303)
    const shown = { endpointId: id, secret, after: 'registered' } as const
    return web.show(request, reply, webhookSecretPage(visit, shown))
  })

  area.get('/webhooks/:id', (request, reply) => show(request, reply))

  area.post('/webhooks/:id', async (request, reply) => {
    const form = formIn(request)
    const wanted = wantedBy(form)
    const outcome = isRefusal(wanted) ? wanted : await webhooks.change(targetIn(request), wanted)
    return answer(request, reply, outcome, 'changed', form)
  })

  area.post('/webhooks/:id/test', async (request, reply) =>
    answer(request, reply, await webhooks.test(targetIn(request)), 'tested'),
  )

  area.post('/webhooks/:id/disable', async (request, reply) =>
    answer(
      request,
      reply,
      await webhooks.change(targetIn(request), { enabled: false }),
      'disabled',
    ),
  )

  area.post('/webhooks/:id/enable', async (request, reply) =>
    answer(request, reply, await webhooks.change(targetIn(request), { enabled: true }), 'enabled'),
  )

  area.post('/webhooks/:id/rotate', async (request, reply) => {
    const written = { overlapHours: Number(field(request, 'overlapHours') || 'NaN') }
    const { overlapHours } = RotateWebhookSecret.catch({ overlapHours: 24 }).parse(written)
    const target = targetIn(request)
    const outcome = await webhooks.rotate(target, overlapHours, field(request, 'knownOverlap'))
    if (isRefusal(outcome)) return answer(request, reply, outcome, 'changed')
    const { secret, previousSecretValidUntil: overlapEnds } = outcome
    const shown = { endpointId: target.endpointId, secret, after: { overlapEnds } }
    return web.show(request, reply, webhookSecretPage(web.visitIn(request), shown))
  })

  area.post('/webhooks/:id/messages/:message/redeliver', async (request, reply) => {
    const { message } = request.params as { readonly message: string }
    const outcome = await webhooks.redeliver(targetIn(request), message)
    return answer(request, reply, outcome, 'redelivered')
  })

  area.get('/webhooks/:id/delete', async (request, reply) => {
    const endpoint: WebhookEndpoint | Refusal = await webhooks.one(targetIn(request))
    return isRefusal(endpoint)
      ? web.problem(request, reply, 'notFound')
      : web.show(request, reply, deleteWebhookPage(web.visitIn(request), endpoint))
  })

  area.post('/webhooks/:id/delete', async (request, reply) => {
    const outcome = await webhooks.remove(targetIn(request))
    return isRefusal(outcome)
      ? web.problem(request, reply, 'notFound')
      : reply.redirect(`${WEBHOOKS_PATH}?done=deleted`, 303)
  })
}
