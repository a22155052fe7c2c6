/** Somebody joins the team with the link that an administrator handed on. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalSentences } from '#contracts/errors/in-language.ts'
import { isRefusal } from '#contracts/fault.ts'
import { field } from '#contracts/web/forms.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import { passwordHint } from '#contracts/web/parts.ts'
import { SIGN_IN_LIMITS, throttle } from '#contracts/web/sign-in.ts'
import { acceptInvitation, findInvitation } from '../../staff/invitations.ts'
import type { DeskVisit, DeskWeb } from '../visit.ts'
import { invitationEndedPage, invitationPage } from './pages.ts'
import { begin, type SignInDeps } from './sign-in.ts'
import { signInWords } from './words.ts'

type Given = { readonly Params: { readonly token: string } }

const NOWHERE = { kept: null, next: null } as const

/** Adds the page of an invitation to the desk. */
export const addInvitation = (area: FastifyInstance, deps: SignInDeps, web: DeskWeb): void => {
  const { team, limiter } = deps
  const ended = (request: FastifyRequest, reply: FastifyReply, visit: DeskVisit): FastifyReply => {
    request.failure = { code: 'invitation-unknown' }
    return web.show(request, reply.code(404), invitationEndedPage(visit))
  }
  /** Every look at an invitation counts, since its token is a secret. */
  const isOverLimit = async ({ ip }: FastifyRequest): Promise<boolean> => {
    const bucket = `staff-invitation:${web.secrets.blinded(networkOf(ip))}`
    return (await throttle(limiter, [[bucket, SIGN_IN_LIMITS.perNetwork]])) !== null
  }

  area.get<Given>('/invitation/:token', async (request, reply) => {
    const visit = web.visitIn(request)
    if (await isOverLimit(request)) return ended(request, reply, visit)
    const invitation = await findInvitation(team, request.params.token)
    if (invitation === null) return ended(request, reply, visit)
    const given = { action: visit.path, name: '', wrong: null }
    return web.show(request, reply, invitationPage(visit, invitation, given))
  })

  area.post<Given>('/invitation/:token', async (request, reply) => {
    const visit = web.visitIn(request)
    const { token } = request.params
    if (await isOverLimit(request)) return ended(request, reply, visit)
    const invitation = await findInvitation(team, token)
    if (invitation === null) return ended(request, reply, visit)
    const name = field(request, 'name')
    const refuse = (wrong: string, code: string): FastifyReply => {
      request.failure = { code }
      const page = invitationPage(visit, invitation, { action: visit.path, name, wrong })
      return web.show(request, reply.code(422), page)
    }
    const password = field(request, 'next')
    if (password !== field(request, 'again'))
      return refuse(visit.words.password.different, 'password_change_refused')
    const outcome = await acceptInvitation(team, token, { name, password })
    if (!isRefusal(outcome)) return begin(deps, web, request, reply, outcome, 'none', NOWHERE)
    if (outcome.refused === 'invitation-unknown') return ended(request, reply, visit)
    const text =
      outcome.refused === 'password-invalid'
        ? passwordHint(visit.words)
        : (signInWords(visit).refusals[outcome.refused] ??
          refusalSentences(visit.language, outcome))
    return refuse(text, outcome.refused)
  })
}
