/** Signing in and out. */
import type { FastifyInstance } from 'fastify'
import { LIFETIMES, tokenHashOf } from '../cookies.ts'
import { field } from './forms.ts'
import { clearCookie, deviceCookie, sessionToken, setCookie, visitIn } from '../guard.ts'
import { ACCOUNT_PATH } from '../pages/layout.ts'
import { signInPage } from '../pages/sign-in.ts'
import { signIn, type SignInDeps } from '../sign-in.ts'
import type { Show } from './show.ts'

const HOME = `${ACCOUNT_PATH}/keys`

export const addSessionRoutes = (area: FastifyInstance, deps: SignInDeps, show: Show): void => {
  area.get('/sign-in', async (request, reply) => {
    const visit = visitIn(request)
    if (visit.user !== null) return reply.redirect(HOME, 303)
    return show(request, reply, signInPage(visit, '', null))
  })

  area.post('/sign-in', async (request, reply) => {
    const visit = visitIn(request)
    const email = field(request, 'email')
    const attempt = { email, password: field(request, 'password'), address: request.ip }
    const outcome = await signIn(deps, { ...attempt, device: deviceCookie(request) })
    switch (outcome.outcome) {
      case 'signed-in': {
        const before = sessionToken(request)
        if (before !== null) await deps.sessions.close(tokenHashOf(before))
        clearCookie(request, reply, 'visit')
        setCookie(request, reply, 'session', outcome.token)
        setCookie(request, reply, 'device', outcome.device, LIFETIMES.deviceSeconds)
        return reply.redirect(HOME, 303)
      }
      case 'throttled': {
        request.failure = { code: 'sign_in_throttled' }
        const text = visit.words.signIn.again(outcome.minutes)
        const limited = reply.code(429).header('Retry-After', outcome.seconds)
        return show(request, limited, { ...signInPage(visit, email, text), once: true })
      }
      case 'wrong': {
        request.failure = { code: 'sign_in_wrong' }
        const { wrong } = visit.words.signIn
        const page = { ...signInPage(visit, email, wrong), once: true }
        return show(request, reply.code(401), page)
      }
      default:
        return outcome satisfies never
    }
  })

  area.post('/sign-out', async (request, reply) => {
    const token = sessionToken(request)
    if (token !== null) await deps.sessions.close(tokenHashOf(token))
    clearCookie(request, reply, 'session')
    return reply.redirect(`${ACCOUNT_PATH}/sign-in`, 303)
  })
}
