/** A person changes their password; every other session of theirs ends. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { Actor } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import { field } from '#contracts/web/forms.ts'
import { hashPassword, parsePassword } from '#contracts/web/passwords.ts'
import { LIFETIMES } from '#contracts/web/secrets.ts'
import { SIGN_IN_LIMITS, throttle, verifiedUser } from '#contracts/web/sign-in.ts'
import type { User } from '../../accounts/ports.ts'
import { passwordPage } from '../pages/password.ts'
import { ACCOUNT_PATH, type Visit, type Web } from '../web.ts'
import { openSession, type SessionDeps } from './session.ts'

type Change =
  | { readonly outcome: 'changed'; readonly passwordHash: string }
  | { readonly outcome: 'refused'; readonly status: number; readonly wrong: string }

type Fields = { readonly current: string; readonly next: string; readonly again: string }

const fieldsIn = (request: FastifyRequest): Fields => ({
  current: field(request, 'current'),
  next: field(request, 'next'),
  again: field(request, 'again'),
})

const refused = (wrong: string, status = 422): Change => ({ outcome: 'refused', status, wrong })

const change = async (
  { users, limiter }: SessionDeps,
  { words }: Visit,
  { userId, email, account }: User,
  { current, next, again }: Fields,
): Promise<Change> => {
  const { password: text, signIn } = words
  if (next !== again) return refused(text.different)
  const parsed = parsePassword(next)
  if (isRefusal(parsed))
    return refused(
      text.length(ACCOUNT_LIMITS.passwordCharactersMin, ACCOUNT_LIMITS.passwordCharactersMax),
    )
  // Who finds a browser signed in must not be able to guess on.
  const bucket = [`password-change:${userId}`, SIGN_IN_LIMITS.perDevice] as const
  const throttled = await throttle(limiter, [bucket])
  if (throttled !== null) return refused(signIn.again(throttled.minutes), 429)
  if ((await verifiedUser(users, email, current))?.userId !== userId) return refused(text.wrong)
  const { accountId } = account
  const actor = Actor.parse(`account:${accountId}`)
  const passwordHash = await hashPassword(parsed)
  const outcome = await users.setPassword({ accountId, email, passwordHash, actor })
  return isRefusal(outcome)
    ? refused(words.problems.failedText)
    : { outcome: 'changed', passwordHash }
}

export const addPasswordRoutes = (area: FastifyInstance, deps: SessionDeps, web: Web): void => {
  const { cookies, show, visitIn } = web
  area.get('/password', (request, reply) =>
    show(request, reply, passwordPage(visitIn(request), null)),
  )

  area.post('/password', async (request, reply) => {
    const visit = visitIn(request)
    const user = web.personIn(request)
    const changed = await change(deps, visit, user, fieldsIn(request))
    if (changed.outcome === 'refused') {
      request.failure = { code: 'password_change_refused' }
      const page = { ...passwordPage(visit, changed.wrong), once: true }
      return show(request, reply.code(changed.status), page)
    }
    // All sessions have ended, this one as well.
    const { userId, email } = user
    const { passwordHash } = changed
    const { token, device } = await openSession(deps, web, { userId, passwordHash }, email)
    cookies.set(request, reply, 'session', token)
    cookies.set(request, reply, 'device', device, LIFETIMES.deviceSeconds)
    return reply.redirect(`${ACCOUNT_PATH}/keys?done=password`, 303)
  })
}
