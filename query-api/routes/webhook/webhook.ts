/**
 * `POST /webhooks/stripe`: events of the provider, outside the API: without a key, but with a
 * signature over the raw body.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Stripe } from 'stripe'
import { ZodError } from 'zod'
import { ProviderEvent } from './provider-event.ts'
import { validationFailed } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { changeOf } from './changes.ts'
import type { ProviderChange, ProviderEvents } from './ports.ts'

export const WEBHOOK_PATH = '/webhooks/stripe'
/** Maximum bytes of an event; the provider's largest events are far smaller. */
export const WEBHOOK_BODY_MAX = 512 * 1024

/** Maximum difference between the time of a signature and ours. */
export const SIGNATURE_TOLERANCE_SECONDS = 300

export type WebhookDeps = {
  readonly secret: string
  readonly events: ProviderEvents
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const WHY = {
  signature_missing: 'the event is not signed',
  signature_invalid: 'the signature is not that of this body',
  signature_expired: 'the event was signed too long ago, or in the future',
  event_invalid: 'the body is not an event of the provider',
} as const

const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: keyof typeof WHY,
): FastifyReply =>
  sendProblem(request, reply, validationFailed([{ path: '', code, message: WHY[code] }]))

const parseEvent = (body: Buffer): ProviderChange | null | 'invalid' => {
  try {
    return changeOf(ProviderEvent.parse(JSON.parse(body.toString('utf8'))))
  } catch (error) {
    if (error instanceof ZodError || error instanceof SyntaxError) return 'invalid'
    throw error
  }
}

const isSigned = (
  { webhooks }: typeof Stripe,
  body: Buffer,
  header: string,
  secret: string,
): boolean => {
  try {
    // Zero turns off Stripe's own check of the time, which accepts signatures from the future.
    return webhooks.signature?.verifyHeader(body, header, secret, 0) ?? false
  } catch {
    return false
  }
}

/** Seconds since 1970, parsed as Stripe does, so that it is the signed time. */
const timeOf = (header: string): number =>
  Number.parseInt(
    header
      .split(',')
      .findLast((part) => part.startsWith('t='))
      ?.slice(2) ?? '',
    10,
  )

const signatureFault = (
  stripe: typeof Stripe,
  header: string | string[] | undefined,
  body: Buffer,
  { secret, clock }: WebhookDeps,
): keyof typeof WHY | null => {
  if (typeof header !== 'string' || header === '') return 'signature_missing'
  if (body.length === 0) return 'event_invalid'
  if (!isSigned(stripe, body, header, secret)) return 'signature_invalid'
  const apart = Math.abs(clock() / 1_000 - timeOf(header))
  return apart <= SIGNATURE_TOLERANCE_SECONDS ? null : 'signature_expired'
}

const NO_BODY = Buffer.alloc(0)

/**
 * Answers 200 for an event that is applied, was applied before, or changes nothing; 400 for one
 * that is not from the provider; 500 if it cannot be stored, so that the provider sends it again.
 */
export const addWebhook = (
  app: FastifyInstance,
  { webhook }: { readonly webhook: WebhookDeps | null },
): void => {
  if (webhook === null) return
  void app.register(async (scope) => {
    // A large package, which only services that bill through Stripe need.
    const { Stripe: stripe } = await import('stripe')
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes, so no body is parsed before the check, whatever its type.
    const asBytes = { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_MAX } as const
    scope.addContentTypeParser('*', asBytes, async (_: FastifyRequest, body: Buffer) => body)
    const options = {
      bodyLimit: WEBHOOK_BODY_MAX,
      config: { unlimited: true },
      schema: { hide: true },
    }
    scope.post(WEBHOOK_PATH, options, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : NO_BODY
      const fault = signatureFault(stripe, request.headers['stripe-signature'], body, webhook)
      if (fault !== null) return refuse(request, reply, fault)
      const change = parseEvent(body)
      if (change === 'invalid') return refuse(request, reply, 'event_invalid')
      if (change !== null) await webhook.events.take(change)
      return reply.header('Cache-Control', 'no-store').send({ received: true })
    })
  })
}
