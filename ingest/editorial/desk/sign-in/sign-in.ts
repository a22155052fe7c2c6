/** Signing in to the desk: password, second factor, and the way on. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalSentences } from '#contracts/errors/in-language.ts'
import { isRefusal } from '#contracts/fault.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffId } from '#contracts/staff.ts'
import type { RateLimiter } from '#contracts/web/http/limits.ts'
import { field } from '#contracts/web/forms.ts'
import { onwardIn as pathIn } from '#contracts/web/onward.ts'
import { LIFETIMES, tokenHashOf } from '#contracts/web/secrets.ts'
import { signIn } from '#contracts/web/sign-in.ts'
import type { StaffMember, StaffStore } from '../../staff/ports.ts'
import { passSecondFactor } from '../../staff/second-factor.ts'
import { openStaffSession, staffSession } from '../../staff/session.ts'
import { personOfSession } from '../../staff/signed-person.ts'
import { DESK_PATH, type DeskVisit, type DeskWeb } from '../visit.ts'
import {
  endSession,
  formToKeep,
  keptFormIn,
  type KeptForm,
  rebound,
  rememberFormer,
} from './kept-form.ts'
import {
  ENROL_PATH,
  keptPage,
  type Onward,
  SECOND_FACTOR_PATH,
  secondFactorPage,
  SIGN_IN_PATH,
  signInPage,
} from './pages.ts'
import { signInWords } from './words.ts'

export type SignInDeps = {
  readonly team: StaffStore
  readonly limiter: RateLimiter
  readonly pepper: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The code of a demonstration person; null for everybody else. */
  readonly demonstrationCode: (member: StaffMember) => Promise<string | null>
}

const INVITATION_PATH = `${DESK_PATH}/invitation/`

/** What the area of the desk leaves to the sign-in. */
export const signInArea = ({ team }: Pick<SignInDeps, 'team'>) => ({
  signInPath: SIGN_IN_PATH,
  comesBack: true,
  isPublic: (path: string): boolean =>
    path === SECOND_FACTOR_PATH || path.startsWith(INVITATION_PATH),
  findSession: async (tokenHash: Uint8Array, idleSeconds: number): Promise<SignedPerson | null> => {
    const session = await team.sessions.find(tokenHash, idleSeconds)
    return session === null ? null : personOfSession(session)
  },
  /** Scripts learn from the status that the session has ended; people sign in and go on. */
  keepForm: (request: FastifyRequest, reply: FastifyReply, web: DeskWeb): FastifyReply => {
    request.failure = { code: 'session_ended' }
    if (request.headers['x-csrf'] !== undefined) return reply.code(401).type('text/plain').send('')
    const onward = { kept: formToKeep(request), next: null }
    return web.show(request, reply.code(401), signInPage(web.visitIn(request), onward))
  },
  /** Somebody signed in again in another window: what they typed in this one is sent again. */
  renewForm: (request: FastifyRequest, reply: FastifyReply, web: DeskWeb): FastifyReply | null => {
    const visit = web.visitIn(request)
    const form = isPlainForm(request) ? formToKeep(request) : null
    if (form === null || visit.person === null) return null
    const renewed = rebound(web, request, visit.person.id, form, visit.token)
    if (renewed === null) return null
    request.failure = { code: 'session_ended' }
    return web.show(request, reply.code(403), keptPage(visit, renewed))
  },
})

/** Not of a script, and without files, which no page can send again. */
const isPlainForm = ({ headers }: FastifyRequest): boolean =>
  headers['x-csrf'] === undefined &&
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true

const onwardIn = (request: FastifyRequest): Onward => {
  const { next } = request.query as { readonly next?: unknown }
  const written = field(request, 'next')
  return { kept: keptFormIn(request), next: pathIn(DESK_PATH, written === '' ? next : written) }
}

/** Whose acts need a second factor: they are asked to set it up when they sign in. */
const needsSecondFactor = ({ roles }: Pick<StaffMember, 'roles'>): boolean =>
  roles.some(
    (role) =>
      role === 'administrator' ||
      SCOPES_OF_ROLE[role].some((scope) =>
        ['editorial:publish', 'editorial:withdraw', 'privacy:erase'].includes(scope),
      ),
  )

/**
 * Opens the session and leads on. The session that the browser had before ends. `passwordHash` is
 * that of the password that was given just now.
 */
export const begin = async (
  { team }: Pick<SignInDeps, 'team'>,
  web: DeskWeb,
  request: FastifyRequest,
  reply: FastifyReply,
  member: StaffMember,
  secondFactor: 'none' | 'passed',
  onward: Onward,
  passwordHash: string | null = null,
): Promise<FastifyReply> => {
  const { cookies, secrets } = web
  const token = await openStaffSession(team, member, secondFactor, passwordHash)
  const kept = onward.kept === null ? null : rebound(web, request, member.id, onward.kept, token)
  const before = web.sessionToken(request)
  if (before !== null) await team.sessions.close(tokenHashOf(before))
  cookies.clear(request, reply, 'visit')
  cookies.set(request, reply, 'session', token)
  cookies.set(request, reply, 'device', secrets.newDevice(member.email), LIFETIMES.deviceSeconds)
  if (onward.kept !== null) {
    const person = personOfSession({ member, secondFactor })
    if (person === null) throw new Error('a session without a person was begun')
    return web.show(request, reply, keptPage(web.renew(request, reply, person, token), kept))
  }
  const enrols = secondFactor === 'none' && needsSecondFactor(member)
  return reply.redirect(onward.next ?? (enrols ? ENROL_PATH : DESK_PATH), 303)
}

/** The password was right; the code is still to come. */
const awaitCode = async (
  { team, demonstrationCode }: SignInDeps,
  web: DeskWeb,
  request: FastifyRequest,
  reply: FastifyReply,
  member: StaffMember,
  onward: Onward,
  passwordHash: string,
): Promise<FastifyReply> => {
  const token = await openStaffSession(team, member, 'awaited', passwordHash)
  const kept: KeptForm | null =
    onward.kept === null ? null : rebound(web, request, member.id, onward.kept, token)
  const before = web.sessionToken(request)
  if (before !== null) await team.sessions.close(tokenHashOf(before))
  web.cookies.set(request, reply, 'session', token)
  if (onward.kept === null) {
    const query = onward.next === null ? '' : `?next=${encodeURIComponent(onward.next)}`
    return reply.redirect(`${SECOND_FACTOR_PATH}${query}`, 303)
  }
  const page = secondFactorPage(
    web.visitIn(request),
    // A form of somebody else goes no further; the next page says so.
    { kept: kept ?? { ...onward.kept, csrf: '', fields: [] }, next: null },
    await demonstrationCode(member),
  )
  return web.show(request, reply, page)
}

const addPassword = (area: FastifyInstance, deps: SignInDeps, web: DeskWeb): void => {
  const { team, limiter } = deps
  const { cookies, secrets, show, visitIn } = web
  area.get('/sign-in', async (request, reply) => {
    const visit = visitIn(request)
    if (visit.person !== null) return reply.redirect(DESK_PATH, 303)
    return show(request, reply, signInPage(visit, onwardIn(request)))
  })

  area.post('/sign-in', async (request, reply) => {
    const visit = visitIn(request)
    const onward = onwardIn(request)
    const email = field(request, 'email')
    const attempt = { email, password: field(request, 'password'), address: request.ip }
    const signing = { credentials: team.people, limiter, secrets }
    const device = cookies.read(request, 'device')
    const outcome = await signIn(signing, { ...attempt, device })
    if (outcome.outcome === 'throttled') {
      request.failure = { code: 'sign_in_throttled' }
      const limited = reply.code(429).header('Retry-After', outcome.seconds)
      const text = visit.words.signIn.again(outcome.minutes)
      return show(request, limited, signInPage(visit, onward, email, text))
    }
    const id = outcome.outcome === 'right' ? StaffId.parse(outcome.userId) : null
    const member = id === null ? undefined : (await team.people.byId([id])).get(id)
    if (member === undefined || outcome.outcome !== 'right') {
      request.failure = { code: 'sign_in_wrong' }
      const text = visit.words.signIn.wrong
      return show(request, reply.code(401), signInPage(visit, onward, email, text))
    }
    rememberFormer(web, request, reply)
    const { passwordHash } = outcome
    return member.hasSecondFactor
      ? awaitCode(deps, web, request, reply, member, onward, passwordHash)
      : begin(deps, web, request, reply, member, 'none', onward, passwordHash)
  })
}

const throttledText = (visit: DeskVisit, minutes: number): string =>
  visit.words.signIn.again(minutes)

const addCode = (area: FastifyInstance, deps: SignInDeps, web: DeskWeb): void => {
  const { team, clock, demonstrationCode } = deps
  const { show, visitIn } = web
  const awaiting = async (request: FastifyRequest): Promise<StaffMember | null> => {
    const session = await staffSession(team, request)
    return session?.secondFactor === 'awaited' ? session.member : null
  }

  area.get('/second-factor', async (request, reply) => {
    const visit = visitIn(request)
    const member = await awaiting(request)
    if (member === null)
      return reply.redirect(visit.person === null ? SIGN_IN_PATH : DESK_PATH, 303)
    const code = await demonstrationCode(member)
    return show(request, reply, secondFactorPage(visit, onwardIn(request), code))
  })

  area.post('/second-factor', async (request, reply) => {
    const visit = visitIn(request)
    const onward = onwardIn(request)
    const member = await awaiting(request)
    if (member === null) return show(request, reply.code(401), signInPage(visit, onward))
    const given = { ...deps, factors: team.factors }
    const outcome = await passSecondFactor(given, member.id, field(request, 'code'), clock())
    if (!isRefusal(outcome) && outcome.outcome === 'passed')
      return begin(deps, web, request, reply, member, 'passed', onward)
    const isLimited = !isRefusal(outcome)
    request.failure = { code: isLimited ? 'sign_in_throttled' : 'sign_in_wrong' }
    const text = isLimited
      ? throttledText(visit, outcome.minutes)
      : (signInWords(visit).refusals[outcome.refused] ?? refusalSentences(visit.language, outcome))
    const code = await demonstrationCode(member)
    return show(
      request,
      reply.code(isLimited ? 429 : 401),
      secondFactorPage(visit, onward, code, text),
    )
  })
}

const addSignOut = (area: FastifyInstance, { team }: SignInDeps, web: DeskWeb): void => {
  area.post('/sign-out', async (request, reply) => {
    const token = web.sessionToken(request)
    if (token !== null) await team.sessions.close(tokenHashOf(token))
    endSession(web, request, reply)
    return reply.redirect(SIGN_IN_PATH, 303)
  })

  area.post('/sign-out-everywhere', async (request, reply) => {
    await team.sessions.closeAll(web.personIn(request).id)
    endSession(web, request, reply)
    return reply.redirect(SIGN_IN_PATH, 303)
  })
}

/** Adds the pages of signing in and out to the desk. */
export const addSessions = (area: FastifyInstance, deps: SignInDeps, web: DeskWeb): void => {
  addPassword(area, deps, web)
  addCode(area, deps, web)
  addSignOut(area, deps, web)
}
