/**
 * The endpoints of OAuth that applications call: metadata, registration, tokens
 * (contracts/conventions/oauth.md). People are asked in the account area.
 */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES_PER_MINUTE } from '#contracts/web/guard.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import { failureOf } from '#contracts/web/http/errors.ts'
import { limitHeaders, type RateLimiter } from '#contracts/web/http/limits.ts'
import { refuseOtherMethods } from '#contracts/web/http/methods.ts'
import { RETRY_AFTER_FAULT_SECONDS } from '#contracts/web/http/problem.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { registerClient, registrationOf } from '../../oauth/client.ts'
import {
  METADATA_PATHS,
  OAUTH_PATHS,
  resourceMetadataOf,
  resourceOf,
  serverMetadataOf,
} from '../../oauth/metadata.ts'
import type { Applications } from '../../oauth/ports.ts'
import { isOAuthRefusal, type OAuthCode, type OAuthRefusal, refuse } from '../../oauth/problem.ts'
import { endToken, exchange } from '../../oauth/tokens.ts'
import { originOf } from '../pages/origin.ts'

export type OAuthDeps = {
  readonly applications: Applications
  readonly limiter: RateLimiter
  readonly pepper: string
  readonly clock: () => number
}

const BODY_BYTES_MAX = 16 * 1024
const WINDOW_SECONDS = 60
/**
 * A hosted client calls for all of its people from a few addresses, so a network may do as much as
 * it may read pages. No call costs more than a few rows, and a registration none.
 */
const PER_MINUTE = PAGES_PER_MINUTE.strangers
const POLICY = { name: 'oauth', quota: PER_MINUTE, windowSeconds: WINDOW_SECONDS } as const

const STATUS: Partial<Readonly<Record<OAuthCode, number>>> = {
  invalid_client: 401,
  server_error: 500,
  temporarily_unavailable: 429,
}
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
  created = false,
): FastifyReply => {
  reply.headers(NO_STORE)
  if (!isOAuthRefusal(answer)) return reply.code(created ? 201 : 200).send(answer)
  const { error, description } = answer
  request.failure ??= { code: 'oauth_refused' }
  return reply.code(STATUS[error] ?? 400).send({ error, error_description: description })
}

const SERVER_ERROR = refuse('server_error', 'something failed on our side; try again')

const refusalOf = (error: unknown, request: FastifyRequest): OAuthRefusal => {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (error instanceof RequestInvalid)
    return refuse('invalid_request', error.details[0]?.message ?? 'the request cannot be read')
  if (code.startsWith('FST_ERR_CTP_') || request.raw.readableAborted)
    return refuse('invalid_request', 'send a whole body of the media type of the endpoint')
  request.failure = failureOf(error, 'oauth_failed')
  return SERVER_ERROR
}

const withOrigin =
  (make: (origin: string) => object) =>
  (request: FastifyRequest): object =>
    make(originOf(request))

/** The area counts its requests itself: keys have no part in them. */
const addLimit = (scope: FastifyInstance, limiter: RateLimiter): void => {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') return undefined
    const decision = await limiter.take(
      `oauth:${networkOf(request.ip)}`,
      PER_MINUTE,
      WINDOW_SECONDS,
    )
    reply.headers(limitHeaders({ policy: POLICY, decision }))
    if (decision.allowed) return undefined
    request.failure = { code: 'rate_limit' }
    reply.header('Retry-After', String(decision.resetSeconds))
    const seconds = decision.resetSeconds
    return send(request, reply, refuse('temporarily_unavailable', `try again in ${seconds} s`))
  })
}

const addMetadata = (scope: FastifyInstance): void => {
  const resource = withOrigin(resourceMetadataOf)
  const server = withOrigin(serverMetadataOf)
  for (const [paths, make] of [
    [METADATA_PATHS.resource, resource],
    [METADATA_PATHS.server, server],
  ] as const)
    for (const path of paths) {
      scope.get(path, async (request, reply) => send(request, reply, make(request)))
      refuseOtherMethods(scope, path, ['GET', 'HEAD'])
    }
}

const addRegistration = (scope: FastifyInstance, { pepper, clock }: OAuthDeps): void => {
  scope.post(OAUTH_PATHS.register, async (request, reply) => {
    const client = registerClient(pepper, request.body, clock())
    return send(request, reply, isOAuthRefusal(client) ? client : registrationOf(client), true)
  })
}

const addTokens = (scope: FastifyInstance, { applications, pepper }: OAuthDeps): void => {
  scope.post(OAUTH_PATHS.token, async (request, reply) => {
    const resource = resourceOf(originOf(request))
    const { body } = request
    return send(request, reply, await exchange({ applications, pepper, resource }, body))
  })
  scope.post(OAUTH_PATHS.revoke, async (request, reply) => {
    const refused = await endToken({ applications, pepper }, request.body)
    return send(request, reply, refused ?? {})
  })
}

/** Adds the endpoints to a server. */
export const addOAuth = (app: FastifyInstance, deps: OAuthDeps): void => {
  const add = (addRoutes: (scope: FastifyInstance) => void | Promise<void>): void => {
    app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = BODY_BYTES_MAX
        route.config = { ...route.config, unlimited: true }
        route.schema = { ...route.schema, hide: true }
      })
      scope.setErrorHandler((error, request, reply) => {
        const refusal = refusalOf(error, request)
        if (refusal === SERVER_ERROR) reply.header('Retry-After', String(RETRY_AFTER_FAULT_SECONDS))
        return send(request, reply, refusal)
      })
      addLimit(scope, deps.limiter)
      await addRoutes(scope)
    })
  }
  add((scope) => {
    addMetadata(scope)
    addRegistration(scope, deps)
    refuseOtherMethods(scope, OAUTH_PATHS.register, ['POST'])
  })
  add(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit: BODY_BYTES_MAX })
    addTokens(scope, deps)
    refuseOtherMethods(scope, OAUTH_PATHS.token, ['POST'])
    refuseOtherMethods(scope, OAUTH_PATHS.revoke, ['POST'])
  })
}
