/** Lists, creates, caps, rotates and revokes keys, of the user's own account only. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOLDER_SCOPES } from '#contracts/api-key.ts'
import { Actor } from '#contracts/audit.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import {
  createKey,
  type KeyAdminDeps,
  revokeKey,
  rotateKey,
  setCap,
  setOrigins,
} from '../../accounts/admin.ts'
import { closestCap, isKeyId, parseCapTerms, parseOverlap } from '../../accounts/terms.ts'
import { field, fields } from '#contracts/web/forms.ts'
import { keyPage, type KeyPageState, revokePage } from '../pages/key.ts'
import { keysPage } from '../pages/keys.ts'
import { ACCOUNT_PATH, type Visit, type Web, wrongOf } from '../web.ts'
import { emptyForm, newKeyPage, type NewKeyForm } from '../pages/new-key.ts'
import { secretPage, shownBeforePage } from '../pages/secret.ts'
import type { KeyAdmin, KeyTarget, User } from '../../accounts/ports.ts'

export type KeyRouteDeps = {
  readonly keys: KeyAdmin
  readonly pepper: string
  /** Whether keys of the sandbox can be made. */
  readonly hasSandbox: boolean
  readonly clock: () => number
}

export const actorOf = ({ account }: User): Actor => Actor.parse(`account:${account.accountId}`)

const targetOf = ({ personIn }: Web, request: FastifyRequest): KeyTarget => {
  const user = personIn(request)
  const { id } = request.params as { readonly id: string }
  return { keyId: id, accountId: user.account.accountId, actor: actorOf(user) }
}

/** The confirmation of an action that redirected here, from a closed list. */
const doneOf = ({ words }: Visit, request: FastifyRequest): string | null => {
  const { done } = request.query as { readonly done?: unknown }
  if (done === 'cap') return words.key.capSet
  if (done === 'origins') return words.key.originsSet
  if (done === 'password') return words.password.done
  return done === 'revoked' ? words.key.revoked : null
}

const adminOf = ({ keys, pepper, clock }: KeyRouteDeps): KeyAdminDeps => ({
  admin: keys,
  pepper,
  clock,
})

const formIn = (request: FastifyRequest): NewKeyForm => ({
  keyId: field(request, 'keyId'),
  label: field(request, 'label'),
  scopes: fields(request, 'scopes'),
  capUsd: field(request, 'capUsd'),
  capMode: field(request, 'capMode'),
  expires: field(request, 'expires'),
  sandbox: field(request, 'sandbox') === 'yes',
})

const FOREIGN_SCOPE: Refusal = { refused: 'scope-unknown', reason: '', hint: '' }

const created = (deps: KeyRouteDeps, user: User, form: NewKeyForm) => {
  // Account holders cannot get scopes of editors and of the service itself.
  const foreign = form.scopes.some((scope) => !HOLDER_SCOPES.some((one) => one === scope))
  if (foreign) return Promise.resolve(FOREIGN_SCOPE)
  if (form.sandbox && !deps.hasSandbox) return Promise.resolve(refusalByCode('sandbox-absent'))
  const holder = { accountId: user.account.accountId }
  const kind = form.sandbox ? 'test' : 'live'
  return createKey(adminOf(deps), { ...form, kind, holder, actor: actorOf(user) })
}

const addCreation = (area: FastifyInstance, deps: KeyRouteDeps, web: Web): void => {
  area.get('/keys/new', (request, reply) => {
    const { paid } = web.personIn(request).account
    return web.show(
      request,
      reply,
      newKeyPage(
        web.visitIn(request),
        { paid, hasSandbox: deps.hasSandbox },
        emptyForm(randomUUID()),
      ),
    )
  })

  area.post('/keys', async (request, reply) => {
    const visit = web.visitIn(request)
    const user = web.personIn(request)
    const form = formIn(request)
    const outcome = await created(deps, user, form)
    if (isRefusal(outcome)) {
      request.failure = { code: outcome.refused }
      const wrong = wrongOf(visit.words, outcome, closestCap(form.capUsd))
      const paid = user.account.paid && outcome.refused !== 'account-unpaid'
      return web.show(
        request,
        reply.code(422),
        newKeyPage(visit, { paid, hasSandbox: deps.hasSandbox }, form, wrong),
      )
    }
    const { key, keyId } = outcome
    const page =
      key === null
        ? shownBeforePage(visit, keyId)
        : secretPage(visit, { key, keyId, previousValidUntil: null })
    return web.show(request, reply, page)
  })
}

/** Shows a key in its current state, or that it does not exist. */
const makeShowKey =
  (deps: KeyRouteDeps, web: Web) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    state: Omit<KeyPageState, 'now' | 'done'>,
  ): Promise<FastifyReply> => {
    const visit = web.visitIn(request)
    const target = targetOf(web, request)
    const key = isKeyId(target.keyId) ? await deps.keys.one(target) : null
    if (key === null || isRefusal(key)) {
      return web.problem(request, reply, 'notFound')
    }
    const done = doneOf(visit, request)
    return web.show(request, reply, keyPage(visit, key, { ...state, done, now: deps.clock() }))
  }

const pathOf = ({ keyId }: KeyTarget): string => `${ACCOUNT_PATH}/keys/${keyId}`

const addActs = (area: FastifyInstance, deps: KeyRouteDeps, web: Web): void => {
  const showKey = makeShowKey(deps, web)
  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
    state: Partial<KeyPageState> = {},
    closest: string | null = null,
  ): Promise<FastifyReply> => {
    request.failure = { code: refusal.refused }
    const wrong = wrongOf(web.visitIn(request).words, refusal, closest)
    return showKey(request, reply.code(422), { ...state, wrong })
  }

  area.post('/keys/:id/cap', async (request, reply) => {
    const written = { capUsd: field(request, 'capUsd'), capMode: field(request, 'capMode') }
    const cap = parseCapTerms(written)
    const target = targetOf(web, request)
    const outcome = isRefusal(cap) ? cap : await setCap(adminOf(deps), target, cap)
    if (!isRefusal(outcome)) return reply.redirect(`${pathOf(target)}?done=cap`, 303)
    return refuse(request, reply, outcome, { cap: written }, closestCap(written.capUsd))
  })

  area.post('/keys/:id/origins', async (request, reply) => {
    const origins = field(request, 'origins')
    const target = targetOf(web, request)
    const outcome = await setOrigins(adminOf(deps), target, origins)
    if (!isRefusal(outcome)) return reply.redirect(`${pathOf(target)}?done=origins`, 303)
    return refuse(request, reply, outcome, { origins })
  })

  area.post('/keys/:id/rotate', async (request, reply) => {
    const target = targetOf(web, request)
    const overlapSeconds = parseOverlap(field(request, 'overlapHours'))
    if (isRefusal(overlapSeconds)) return refuse(request, reply, overlapSeconds)
    const rotation = { overlapSeconds, replaces: field(request, 'replaces') }
    const outcome = await rotateKey(adminOf(deps), target, rotation)
    if (isRefusal(outcome)) return refuse(request, reply, outcome)
    const page = secretPage(web.visitIn(request), { ...outcome, keyId: target.keyId })
    return web.show(request, reply, page)
  })

  area.get('/keys/:id/revoke', async (request, reply) => {
    const target = targetOf(web, request)
    const key = isKeyId(target.keyId) ? await deps.keys.one(target) : null
    if (key === null || isRefusal(key) || key.revokedAt !== null)
      return showKey(request, reply, { wrong: null })
    return web.show(request, reply, revokePage(web.visitIn(request), key))
  })

  area.post('/keys/:id/revoke', async (request, reply) => {
    const outcome = await revokeKey(adminOf(deps), targetOf(web, request))
    if (isRefusal(outcome)) return refuse(request, reply, outcome)
    return reply.redirect(`${ACCOUNT_PATH}/keys?done=revoked`, 303)
  })

  area.get('/keys/:id', (request, reply) => showKey(request, reply, { wrong: null }))
}

export const addKeyRoutes = (area: FastifyInstance, deps: KeyRouteDeps, web: Web): void => {
  area.get('/keys', async (request, reply) => {
    const visit = web.visitIn(request)
    const { account } = web.personIn(request)
    const listed = await deps.keys.list(account.accountId)
    const state = { now: deps.clock(), done: doneOf(visit, request) }
    return web.show(request, reply, keysPage(visit, account, listed.toReversed(), state))
  })
  addCreation(area, deps, web)
  addActs(area, deps, web)
}
