/** Who calls the editorial API: the access token, the limit of its person, their scopes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { KEY_PREFIXES, type Scope } from '#contracts/api-key.ts'
import { Fault } from '#contracts/fault.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import { limitHeaders, type RateLimiter } from '#contracts/web/http/limits.ts'
import { rateLimited } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { customersKey, scopeMissing, unauthorized } from './problem.ts'

declare module 'fastify' {
  // The names are those of the framework.
  interface FastifyContextConfig {
    /** The caller needs one of these scopes; absent: everybody may read it. */
    anyScope?: readonly Scope[]
  }
  interface FastifyRequest {
    /** The member of staff behind the access token. */
    signedPerson: SignedPerson | null
  }
}

export type AccessDeps = {
  readonly limiter: RateLimiter
  /** The person of an access token that is in force. */
  readonly personOfToken: (token: string) => Promise<SignedPerson | null>
  /** Counts a request of a stranger, and answers it if there are too many. */
  readonly countStranger: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply | undefined>
}

/** Requests a minute of one person, over all of their tokens. */
const PERSON = { name: 'editorial', quota: 300, windowSeconds: 60 } as const

const BEARER = /^bearer +(\S+)$/i
const tokenIn = ({ headers }: FastifyRequest): string | null =>
  BEARER.exec(headers.authorization?.trim() ?? '')?.[1] ?? null

const { live, test } = KEY_PREFIXES
const isCustomersKey = (token: string): boolean => token.startsWith(live) || token.startsWith(test)

const countPerson = async (
  limiter: RateLimiter,
  { id }: SignedPerson,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> => {
  const { name, quota, windowSeconds } = PERSON
  const limited = {
    policy: PERSON,
    decision: await limiter.take(`${name}:${id}`, quota, windowSeconds),
  }
  reply.headers(limitHeaders(limited))
  return limited.decision.allowed ? undefined : sendProblem(request, reply, rateLimited(limited))
}

/** Runs before a body is read: the token, the limit of its person, their scopes. */
export const makeAccessHook =
  ({ limiter, personOfToken, countStranger }: AccessDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { anyScope } = request.routeOptions.config
    const token = anyScope === undefined ? null : tokenIn(request)
    const isKey = token !== null && isCustomersKey(token)
    const person = token === null || isKey ? null : await personOfToken(token)
    if (person === null) {
      const limited = await countStranger(request, reply)
      if (limited !== undefined || anyScope === undefined) return limited
      return sendProblem(request, reply, isKey ? customersKey : unauthorized)
    }
    request.signedPerson = person
    const limited = await countPerson(limiter, person, request, reply)
    if (limited !== undefined) return limited
    if (anyScope?.some((scope) => person.scopes.has(scope)) !== true)
      return sendProblem(request, reply, scopeMissing(anyScope ?? []))
    return undefined
  }

/** The caller of a route with scopes. */
export const personIn = ({ signedPerson: person }: FastifyRequest): SignedPerson => {
  if (person !== null) return person
  throw new Fault('route-unprotected')
}
