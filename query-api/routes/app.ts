/** The read API: limit → key → scope → price → serve → headers. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type GateDeps, makeGate, presentedToken, type Admission, type Gate } from '../auth/gate.ts'
import { makeBilling } from '../billing/billing.ts'
import type { CallGates } from '../billing/billing.ts'
import type { NamedOrigins } from '../auth/ports.ts'
import type { Ledger } from '../billing/ports.ts'
import { addCompression } from '#contracts/web/http/compression.ts'
import { addCrossOrigin, isOriginRefused } from '../http/cross-origin.ts'
import { addHelp } from '../http/help.ts'
import { addReceipts, makeReceiptIssuer } from '../receipts/issue.ts'
import type { KeepReceipt } from '../recall/ports.ts'
import type { ReceiptSources } from '../receipts/ports.ts'
import { messageProblem } from '#contracts/web/http/message.ts'
import { swaggerOptions } from '../http/openapi.ts'
import {
  insufficientScope,
  originNotAllowed,
  type Problem,
  rateLimited,
} from '#contracts/web/http/problem.ts'
import { limitHeaders } from '#contracts/web/http/limits.ts'
import type { LogTarget } from '#contracts/web/http/request-log.ts'
import { makeServer, type ServerOptions } from '#contracts/web/http/server.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { type AccountArea, addAccountArea } from '../portal/routes/area.ts'
import { addEndpoint, refuseOthers } from '../http/endpoint.ts'
import { addOAuth } from './oauth/routes.ts'
import { sendMissingPage } from './pages/missing-page.ts'
import { oauthOriginOf, unauthorizedFor } from './oauth/challenge.ts'
import { resourceOf } from '../oauth/metadata.ts'
import { guides } from './description/guides.ts'
import { addPages, ENDPOINTS, type EndpointDeps, type PageDeps } from './list.ts'
import { ApiKeyKind, isOfKind, isWellFormedKey, type Scope } from '#contracts/api-key.ts'
import { makeReceiptSigner } from '#contracts/receipts/signing.ts'
import { API_BASE_PATH, HEADERS } from '#contracts/service.ts'
import { printUsd } from '#contracts/tariff.ts'

const FREE = printUsd(0)

type Headers = Readonly<Record<string, string>>
const sandboxHeader = ({ kind }: Pick<GateDeps, 'kind'>): Headers =>
  kind === 'test' ? { [HEADERS.sandbox]: 'not-charged' } : {}

type Asked = {
  readonly origin: { readonly given: string | undefined; readonly allowed: readonly string[] }
  readonly scope: Scope | undefined
  /** The 401 of the route. */
  readonly unauthorized: Problem
}

const problemOf = (
  admission: Admission,
  { origin, scope, unauthorized }: Asked,
  malformed: Problem | null,
): Problem | null => {
  if (!admission.decision.allowed) return rateLimited(admission)
  if (malformed !== null) return malformed
  if (scope === undefined) return null
  if (admission.key === null) return unauthorized
  if (isOriginRefused(origin.given, admission.key, origin.allowed)) return originNotAllowed
  return admission.key.scopes.includes(scope) ? null : insufficientScope(scope)
}

/**
 * Runs before a body is read: the limit first, then the key, then its scope. Every answer is free
 * until something is charged.
 */
const makeAccessHook =
  (gate: Gate, allowed: readonly string[], hasAccounts: boolean, always: Headers) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.headers({ ...always, [HEADERS.costUsd]: FREE, [HEADERS.requestId]: request.id })
    const malformed = messageProblem(request.raw)
    const { scope, bucket, unlimited, takesAccessTokens } = request.routeOptions.config
    if (unlimited === true)
      return malformed === null ? undefined : sendProblem(request, reply, malformed)
    // Of two keys neither is taken.
    const authorization = malformed === null ? request.headers.authorization : undefined
    const issuer = hasAccounts && takesAccessTokens === true ? oauthOriginOf(request) : null
    const audience = issuer === null ? null : resourceOf(issuer)
    const admission = await gate(authorization, request.ip, bucket, audience)
    request.caller = admission.key
    request.callerNow = admission.keyNow
    reply.headers(limitHeaders(admission))
    const { origin: given } = request.headers
    const unauthorized = unauthorizedFor(issuer, authorization !== undefined)
    const asked = { origin: { given, allowed }, scope, unauthorized }
    const problem = problemOf(admission, asked, malformed)
    return problem === null ? undefined : sendProblem(request, reply, problem)
  }

/** The sandbox answers for its keys; a header that comes twice is refused here. */
const isForSandbox = (request: FastifyRequest): boolean => {
  const key = presentedToken(request.headers.authorization)
  return (
    request.url.startsWith(`${API_BASE_PATH}/`) &&
    key !== null &&
    isWellFormedKey(key) &&
    isOfKind('test', key) &&
    messageProblem(request.raw) === null
  )
}

/** Hands requests with a sandbox key on, before anything of them is read. */
const handOn = (app: FastifyInstance, sandbox: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!isForSandbox(request)) return
    request.isHandedOn = true
    reply.hijack()
    sandbox.routing(request.raw, reply.raw)
  })
  app.addHook('onReady', async () => {
    await sandbox.ready()
  })
}

export type AppDeps = GateDeps &
  Omit<EndpointDeps, 'billing' | 'receiptKey' | 'receiptIssuer'> &
  Omit<PageDeps, 'endpoints' | 'receiptKeys'> & {
    readonly ledger: Ledger
    readonly receipts: ReceiptSources
    /** Keeps receipts of accounts that ask for it; null: none are kept. */
    readonly keepReceipt: KeepReceipt | null
    /** Origins of web pages that keys name. */
    readonly namedOrigins: NamedOrigins
    readonly gates: CallGates
    readonly log: LogTarget
    /** The web application of account holders; null: there is none. */
    readonly account: AccountArea | null
    /**
     * The same API over the demonstration corpus, for sandbox keys; null: there is none. It is an
     * application of its own, so that no route of it reaches another corpus.
     */
    readonly sandbox: FastifyInstance | null
    /** The key that public pages show and search with; null: there is none. */
    readonly demonstrationKey: string | null
    readonly trustProxy: ServerOptions['trustProxy']
  }

/** Large enough for every valid request in UTF-8 without escapes: a text of 20,000 characters. */
export const BODY_BYTES_MAX = 128 * 1024

/**
 * Builds the read API without listening. `close` waits for requests in flight. Throws Fault
 * `settings-invalid`.
 */
export const buildApp = (deps: AppDeps): FastifyInstance => {
  const app = makeServer({
    log: deps.log,
    callerOf: ({ caller }) => ({ keyId: caller?.keyId }),
    trustProxy: deps.trustProxy,
    bodyBytesMax: BODY_BYTES_MAX,
    headers: { [HEADERS.costUsd]: FREE, ...sandboxHeader(deps) },
    sendMissingPage: (request, reply) =>
      sendMissingPage(request, reply, { hasAccounts: deps.account !== null }),
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('callerNow', async () => null)
  if (deps.sandbox !== null) handOn(app, deps.sandbox)
  app.addHook(
    'onRequest',
    makeAccessHook(
      makeGate(deps),
      deps.mcp.allowedOrigins,
      deps.account !== null,
      sandboxHeader(deps),
    ),
  )
  addHelp(app)
  addCrossOrigin(app, { allowed: deps.mcp.allowedOrigins, named: deps.namedOrigins })
  const { pepper, kind = 'live', clock, receipts: sources } = deps
  const signer = makeReceiptSigner(pepper, kind)
  const receiptIssuer = makeReceiptIssuer({
    signer,
    sources,
    charges: kind === 'live',
    keep: deps.keepReceipt,
    clock,
  })
  addReceipts(app, receiptIssuer)
  const made = { billing: makeBilling(deps), receiptKey: signer.publicKey, receiptIssuer }
  const endpoints = ENDPOINTS.map((make) => make({ ...deps, ...made }))
  app.register(swagger, swaggerOptions(endpoints, guides()))
  app.register(async (api) => {
    await addCompression(api)
    for (const endpoint of endpoints) addEndpoint(api, endpoint)
    refuseOthers(api, endpoints)
    const receiptKeys = ApiKeyKind.options.map((one) => makeReceiptSigner(pepper, one).publicKey)
    addPages(api, { ...deps, endpoints, receiptKeys })
  })
  if (deps.account !== null) {
    addAccountArea(app, deps.account)
    addOAuth(app, deps.account)
  }
  return app
}
