/**
 * Asks a person whether an application may act for their account (OAuth 2.1, 4.1;
 * contracts/conventions/oauth.md). Everything that an application sent is read again when the form
 * comes back, so nothing is stored before a person agrees.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal } from '#contracts/fault.ts'
import { field } from '#contracts/web/forms.ts'
import { policyLeadingTo } from '#contracts/web/guard.ts'
import { generateKey, secretHmacOf } from '#contracts/web/keys.ts'
import { closestCap, parseCapTerms } from '../../accounts/terms.ts'
import {
  type AuthorizationRequest,
  readAuthorization,
  type ReadAuthorization,
} from '../../oauth/authorization.ts'
import { clientHashOf } from '../../oauth/client.ts'
import { OAUTH_PATHS, resourceOf } from '../../oauth/metadata.ts'
import type { Applications } from '../../oauth/ports.ts'
import type { OAuthRefusal } from '../../oauth/problem.ts'
import { hostOf, withAnswer } from '../../oauth/redirects.ts'
import { consentPage, refusedPage, unsafePage } from '../pages/consent.ts'
import { originOf } from '../../routes/pages/origin.ts'
import { ACCOUNT_PATH, type Web, type Wrong, wrongOf } from '../web.ts'

export type AuthorizeDeps = {
  readonly applications: Applications
  readonly pepper: string
}

const PATH = OAUTH_PATHS.authorize.slice(ACCOUNT_PATH.length)
const NO_CAP = { capUsd: '', capMode: 'hard' } as const

/** An answer to the application (RFC 6749, 4.1.2; RFC 9207). */
const answerTo = (
  issuer: string,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  answer: Readonly<Record<string, string>>,
): string =>
  withAnswer(redirectUri, { ...answer, ...(state === null ? {} : { state }), iss: issuer })

const errorOf = ({ error, description }: OAuthRefusal) => ({
  error,
  error_description: description,
})

/** Shows why nothing can be asked. */
const showProblem = (
  web: Web,
  request: FastifyRequest,
  reply: FastifyReply,
  read: Exclude<ReadAuthorization, { readonly kind: 'request' }>,
): FastifyReply => {
  request.failure = { code: 'oauth_refused' }
  const visit = web.visitIn(request)
  if (read.kind === 'unsafe')
    return web.show(request, reply.code(400), unsafePage(visit, read.because))
  // Anyone can register an address; a person decides whether to follow it (RFC 9700, 4.11.2).
  const back = answerTo(originOf(request), read, errorOf(read.refusal))
  const about = { name: read.client.name, host: hostOf(read.redirectUri), refusal: read.refusal }
  return web.show(request, reply.code(400), refusedPage(visit, { ...about, back }))
}

export const addAuthorizeRoutes = (
  area: FastifyInstance,
  { applications, pepper }: AuthorizeDeps,
  web: Web,
): void => {
  const read = (request: FastifyRequest, parameters: unknown): ReadAuthorization =>
    readAuthorization({ pepper, resource: resourceOf(originOf(request)) }, parameters)

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: AuthorizationRequest,
    state: { readonly cap: { capUsd: string; capMode: string }; readonly wrong: Wrong | null },
  ): FastifyReply => {
    const visit = web.visitIn(request)
    const user = web.personIn(request)
    reply.header('Content-Security-Policy', policyLeadingTo(new URL(asked.redirectUri)))
    const host = hostOf(asked.redirectUri)
    return web.show(request, reply, consentPage(visit, user, { asked, host, ...state }))
  }

  area.get(PATH, async (request, reply) => {
    const asked = read(request, request.query)
    if (asked.kind !== 'request') return showProblem(web, request, reply, asked)
    return show(request, reply, asked.request, { cap: NO_CAP, wrong: null })
  })

  area.post(PATH, async (request, reply) => {
    const asked = read(request, request.body)
    if (asked.kind !== 'request') return showProblem(web, request, reply, asked)
    const issuer = originOf(request)
    const { client, redirectUri, scopes, challenge, resource } = asked.request
    if (field(request, 'decision') !== 'allow') {
      const denied = { error: 'access_denied' }
      return reply.redirect(answerTo(issuer, asked.request, denied), 303)
    }
    const { words } = web.visitIn(request)
    const written = { capUsd: field(request, 'capUsd'), capMode: field(request, 'capMode') }
    const cap = parseCapTerms(written)
    const { userId, account } = web.personIn(request)
    const code = generateKey('code')
    const outcome = isRefusal(cap)
      ? cap
      : await applications.allow(secretHmacOf(pepper, code), {
          grantId: randomUUID(),
          accountId: account.accountId,
          userId,
          clientHash: clientHashOf(client.clientId),
          clientName: client.name,
          redirectUri,
          redirectHost: hostOf(redirectUri),
          resource,
          challenge,
          scopes,
          ...cap,
        })
    if (!isRefusal(outcome)) return reply.redirect(answerTo(issuer, asked.request, { code }), 303)
    request.failure = { code: outcome.refused }
    const wrong = wrongOf(words, outcome, closestCap(written.capUsd))
    return show(request, reply.code(422), asked.request, { cap: written, wrong })
  })
}
