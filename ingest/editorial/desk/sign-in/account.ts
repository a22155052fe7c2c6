/** What a member of staff manages for themselves: password, second factor, access tokens. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalSentences } from '#contracts/errors/in-language.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { staffActor } from '#contracts/staff.ts'
import { field } from '#contracts/web/forms.ts'
import { passwordHint } from '#contracts/web/parts.ts'
import { hashPassword, parsePassword } from '#contracts/web/passwords.ts'
import { LIFETIMES } from '#contracts/web/secrets.ts'
import { SIGN_IN_LIMITS, throttle, type Throttled, verifiedUser } from '#contracts/web/sign-in.ts'
import type { StaffMember } from '../../staff/ports.ts'
import { beginEnrolment, enrol, sameEnrolment } from '../../staff/second-factor.ts'
import { openStaffSession } from '../../staff/session.ts'
import { personOfSession } from '../../staff/signed-person.ts'
import { createToken, TOKEN_TERMS } from '../../staff/tokens.ts'
import type { DeskVisit, DeskWeb } from '../visit.ts'
import {
  ACCOUNT_PATH,
  accountPage,
  type AccountState,
  enrolPage,
  newTokenPage,
  passwordPage,
  recoveryPage,
} from './pages.ts'
import type { SignInDeps } from './sign-in.ts'
import { signInWords } from './words.ts'

const textOf = (visit: DeskVisit, outcome: Refusal | Throttled): string =>
  isRefusal(outcome)
    ? (signInWords(visit).refusals[outcome.refused] ?? refusalSentences(visit.language, outcome))
    : visit.words.signIn.again(outcome.minutes)

const codeOf = (outcome: Refusal | Throttled): string =>
  isRefusal(outcome) ? outcome.refused : 'sign_in_throttled'

const statusOf = (outcome: Refusal | Throttled): number => (isRefusal(outcome) ? 422 : 429)

type Routes = {
  readonly area: FastifyInstance
  readonly deps: SignInDeps
  readonly web: DeskWeb
  /** The member who is signed in. */
  readonly memberIn: (request: FastifyRequest) => Promise<StaffMember>
}

/** Asks for the password again; whoever finds a browser signed in must not be able to guess on. */
const checkPassword = async (
  { team, limiter }: SignInDeps,
  visit: DeskVisit,
  { id, email }: StaffMember,
  given: string,
): Promise<{ readonly status: number; readonly wrong: string } | null> => {
  const bucket = [`staff-password:${id}`, SIGN_IN_LIMITS.perDevice] as const
  const throttled = await throttle(limiter, [bucket])
  if (throttled !== null) return { status: 429, wrong: textOf(visit, throttled) }
  return (await verifiedUser(team.people, email, given))?.userId === id
    ? null
    : { status: 422, wrong: visit.words.password.wrong }
}

/** All sessions of a person ended, this one too: a new one takes its place. */
const renew = async (
  { deps, web }: Routes,
  request: FastifyRequest,
  reply: FastifyReply,
  member: StaffMember,
  secondFactor: 'none' | 'passed',
): Promise<DeskVisit> => {
  const token = await openStaffSession(deps.team, member, secondFactor)
  web.cookies.set(request, reply, 'session', token)
  web.cookies.set(
    request,
    reply,
    'device',
    web.secrets.newDevice(member.email),
    LIFETIMES.deviceSeconds,
  )
  const person = personOfSession({ member, secondFactor })
  return person === null ? web.visitIn(request) : web.renew(request, reply, person, token)
}

const addPassword = (routes: Routes): void => {
  const { area, deps, web, memberIn } = routes
  area.get('/password', async (request, reply) => {
    const { email } = await memberIn(request)
    return web.show(request, reply, passwordPage(web.visitIn(request), email, null))
  })

  area.post('/password', async (request, reply) => {
    const visit = web.visitIn(request)
    const { password } = visit.words
    const member = await memberIn(request)
    const refuse = (wrong: string, status = 422): FastifyReply => {
      request.failure = { code: 'password_change_refused' }
      return web.show(request, reply.code(status), passwordPage(visit, member.email, wrong))
    }
    const next = field(request, 'next')
    if (next !== field(request, 'again')) return refuse(password.different)
    const parsed = parsePassword(next)
    if (isRefusal(parsed)) return refuse(passwordHint(visit.words))
    const wrong = await checkPassword(deps, visit, member, field(request, 'current'))
    if (wrong !== null) return refuse(wrong.wrong, wrong.status)
    const { people } = deps.team
    const set = await people.setPassword(
      member.id,
      await hashPassword(parsed),
      staffActor(member.id),
    )
    if (isRefusal(set)) return refuse(set.reason)
    const secondFactor = visit.person?.secondFactor === true ? 'passed' : 'none'
    await renew(routes, request, reply, member, secondFactor)
    return reply.redirect(`${ACCOUNT_PATH}?done=password`, 303)
  })
}

const addEnrolment = (routes: Routes): void => {
  const { area, deps, web, memberIn } = routes
  area.get('/second-factor/new', async (request, reply) => {
    const { id, email, hasSecondFactor } = await memberIn(request)
    const given = { replaces: hasSecondFactor, wrong: null, email }
    const enrolment = beginEnrolment(deps.pepper, id, email)
    return web.show(request, reply, enrolPage(web.visitIn(request), enrolment, given))
  })

  area.post('/second-factor/new', async (request, reply) => {
    const visit = web.visitIn(request)
    const member = await memberIn(request)
    const { id, email, hasSecondFactor: replaces } = member
    const sealed = field(request, 'sealed')
    const refuse = (wrong: string, status: number, code: string): FastifyReply => {
      request.failure = { code }
      const again = sameEnrolment(deps.pepper, id, email, sealed)
      const page = enrolPage(visit, again, { replaces, wrong, email })
      return web.show(request, reply.code(status), page)
    }
    const wrong = replaces
      ? await checkPassword(deps, visit, member, field(request, 'current'))
      : null
    if (wrong !== null) return refuse(wrong.wrong, wrong.status, 'sign_in_wrong')
    const given = { sealed, code: field(request, 'code') }
    const outcome = await enrol({ ...deps, factors: deps.team.factors }, id, given, deps.clock())
    if (isRefusal(outcome) || 'outcome' in outcome)
      return refuse(textOf(visit, outcome), statusOf(outcome), codeOf(outcome))
    const enrolled = { ...member, hasSecondFactor: true }
    const renewed = await renew(routes, request, reply, enrolled, 'passed')
    return web.show(request, reply, recoveryPage(renewed, outcome))
  })
}

/** The confirmation of an act that redirected here, from a closed list. */
const doneOf = (visit: DeskVisit, request: FastifyRequest): string | null => {
  const { done } = request.query as { readonly done?: unknown }
  if (done === 'password') return visit.words.password.done
  return done === 'revoked' ? signInWords(visit).tokens.revokedDone : null
}

const addTokens = ({ area, deps, web, memberIn }: Routes): void => {
  const { tokens, factors } = deps.team
  const showAccount = async (
    request: FastifyRequest,
    reply: FastifyReply,
    given: Pick<AccountState, 'wrong' | 'form'>,
  ): Promise<FastifyReply> => {
    const visit = web.visitIn(request)
    const member = await memberIn(request)
    const page = accountPage(visit, {
      member,
      recoveryCodesLeft: (await factors.one(member.id))?.recoveryCodesLeft ?? 0,
      tokens: await tokens.list(member.id),
      nowMs: deps.clock(),
      done: doneOf(visit, request),
      ...given,
    })
    return web.show(request, reply, page)
  }
  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Refusal,
    form: AccountState['form'],
  ): Promise<FastifyReply> => {
    request.failure = { code: outcome.refused }
    const wrong = textOf(web.visitIn(request), outcome)
    return showAccount(request, reply.code(422), { wrong, form })
  }
  const empty = { label: '', days: String(TOKEN_TERMS.daysDefault) }

  area.get('/account', (request, reply) =>
    showAccount(request, reply, { wrong: null, form: empty }),
  )

  area.post('/account/tokens', async (request, reply) => {
    const form = { label: field(request, 'label'), days: field(request, 'days') }
    const asked = { label: form.label, scopes: [], days: Number(form.days.trim() || 'NaN') }
    const person = web.personIn(request)
    const made = await createToken({ ...deps, tokens }, person, asked, deps.clock())
    if (isRefusal(made)) return refuse(request, reply, made, form)
    return web.show(request, reply, newTokenPage(web.visitIn(request), made.token))
  })

  area.post<{ Params: { id: string } }>('/account/tokens/:id/revoke', async (request, reply) => {
    const { id: personId } = web.personIn(request)
    const outcome = await tokens.revoke(request.params.id, personId, staffActor(personId))
    if (isRefusal(outcome)) return refuse(request, reply, outcome, empty)
    return reply.redirect(`${ACCOUNT_PATH}?done=revoked`, 303)
  })
}

/** Adds the pages of one's own account to the desk. */
export const addAccount = (area: FastifyInstance, deps: SignInDeps, web: DeskWeb): void => {
  const memberIn = async (request: FastifyRequest): Promise<StaffMember> => {
    const { id } = web.personIn(request)
    const member = (await deps.team.people.byId([id])).get(id)
    if (member !== undefined) return member
    throw new Error('a session names somebody who does not exist')
  }
  const routes = { area, deps, web, memberIn }
  addPassword(routes)
  addEnrolment(routes)
  addTokens(routes)
}
