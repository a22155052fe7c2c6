/** Signing in and out. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EmailAddress } from '#contracts/account.ts'
import { field } from '#contracts/web/forms.ts'
import { onwardIn } from '#contracts/web/onward.ts'
import type { RateLimiter } from '#contracts/web/http/limits.ts'
import { LIFETIMES, newToken, tokenHashOf } from '#contracts/web/secrets.ts'
import { SESSIONS_MAX, signIn, type Verified } from '#contracts/web/sign-in.ts'
import type { Users } from '../../accounts/ports.ts'
import { signInPage } from '../pages/sign-in.ts'
import type { Sessions } from '../ports.ts'
import { PAGES_OF_READERS } from '../../public/addresses.ts'
import { ACCOUNT_PATH, type Web } from '../web.ts'

const HOME = `${ACCOUNT_PATH}/keys`

export type SessionDeps = {
  readonly users: Users
  readonly sessions: Sessions
  readonly limiter: RateLimiter
}

/** Opens a session for a person who gave the right password. */
export const openSession = async (
  { sessions }: Pick<SessionDeps, 'sessions'>,
  { secrets }: Web,
  { userId, passwordHash }: Verified,
  email: EmailAddress,
): Promise<{ readonly token: string; readonly device: string }> => {
  const token = newToken()
  await sessions.open({
    tokenHash: tokenHashOf(token),
    userId,
    passwordHash,
    lifetimeSeconds: LIFETIMES.sessionSeconds,
    sessionsMax: SESSIONS_MAX,
  })
  return { token, device: secrets.newDevice(email) }
}

/** A request of an application is long. */
const ONWARD_CHARACTERS_MAX = 12_000
const onwardOf = (request: FastifyRequest): string | null => {
  const { next } = request.query as { readonly next?: unknown }
  const written = field(request, 'next', ONWARD_CHARACTERS_MAX)
  return onwardIn(ACCOUNT_PATH, written === '' ? next : written, PAGES_OF_READERS)
}

export const addSessionRoutes = (area: FastifyInstance, deps: SessionDeps, web: Web): void => {
  const { cookies, secrets, sessionToken, show, visitIn } = web
  area.get('/sign-in', async (request, reply) => {
    const visit = visitIn(request)
    const onward = onwardOf(request)
    if (visit.person !== null) return reply.redirect(onward ?? HOME, 303)
    return show(request, reply, signInPage(visit, '', null, onward))
  })

  area.post('/sign-in', async (request, reply) => {
    const visit = visitIn(request)
    const email = field(request, 'email')
    const onward = onwardOf(request)
    const attempt = { email, password: field(request, 'password'), address: request.ip }
    const signing = { credentials: deps.users, limiter: deps.limiter, secrets }
    const device = cookies.read(request, 'device')
    const outcome = await signIn(signing, { ...attempt, device })
    switch (outcome.outcome) {
      case 'right': {
        const opened = await openSession(deps, web, outcome, outcome.email)
        const before = sessionToken(request)
        if (before !== null) await deps.sessions.close(tokenHashOf(before))
        cookies.clear(request, reply, 'visit')
        cookies.set(request, reply, 'session', opened.token)
        cookies.set(request, reply, 'device', opened.device, LIFETIMES.deviceSeconds)
        return reply.redirect(onward ?? HOME, 303)
      }
      case 'throttled': {
        request.failure = { code: 'sign_in_throttled' }
        const text = visit.words.signIn.again(outcome.minutes)
        const limited = reply.code(429).header('Retry-After', outcome.seconds)
        return show(request, limited, { ...signInPage(visit, email, text, onward), once: true })
      }
      case 'wrong': {
        request.failure = { code: 'sign_in_wrong' }
        const { wrong } = visit.words.signIn
        const page = { ...signInPage(visit, email, wrong, onward), once: true }
        return show(request, reply.code(401), page)
      }
      default:
        return outcome satisfies never
    }
  })

  area.post('/sign-out', async (request, reply) => {
    const token = sessionToken(request)
    if (token !== null) await deps.sessions.close(tokenHashOf(token))
    cookies.clear(request, reply, 'session')
    return reply.redirect(`${ACCOUNT_PATH}/sign-in`, 303)
  })
}
