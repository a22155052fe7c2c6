/** Administrators manage the people of the team. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusalSentences } from '#contracts/errors/in-language.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { staffActor, StaffId } from '#contracts/staff.ts'
import { field, fields } from '#contracts/web/forms.ts'
import { invite } from '../../staff/invitations.ts'
import type { StaffMember, StaffStore } from '../../staff/ports.ts'
import { parseRoles, parseStaffEmail } from '../../staff/terms.ts'
import { ACCOUNT_PATH } from '../sign-in/pages.ts'
import { DESK_PATH, type DeskVisit, type DeskWeb } from '../visit.ts'
import {
  closedPage,
  type InviteForm,
  invitedPage,
  PEOPLE_PATH,
  peoplePage,
  personPage,
} from './pages.ts'
import { peopleWords } from './words.ts'

export type PeopleDeps = { readonly team: StaffStore }

type OfPerson = { readonly Params: { readonly id: string } }

const EMPTY: InviteForm = { email: '', roles: ['author'] }

/** The confirmation of an act that redirected here, from a closed list. */
const doneOf = (visit: DeskVisit, { query }: FastifyRequest): string | null => {
  const { done } = query as { readonly done?: unknown }
  const words: Readonly<Record<string, string>> = peopleWords(visit).done
  return typeof done === 'string' && Object.hasOwn(words, done) ? (words[done] ?? null) : null
}

const textOf = (visit: DeskVisit, refusal: Refusal): string =>
  peopleWords(visit).refusals[refusal.refused] ?? refusalSentences(visit.language, refusal)

type People = {
  readonly area: FastifyInstance
  readonly staff: StaffStore
  readonly web: DeskWeb
}

const showPeople = async (
  { staff, web }: People,
  request: FastifyRequest,
  reply: FastifyReply,
  given: { readonly form: InviteForm; readonly wrong: string | null },
): Promise<FastifyReply> => {
  const visit = web.visitIn(request)
  const members = await staff.people.list()
  const invitations = await staff.invitations.open()
  const state = { members, invitations, done: doneOf(visit, request), ...given }
  return web.show(request, reply, peoplePage(visit, state))
}

const addInvitations = (people: People): void => {
  const { area, staff, web } = people
  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
    form: InviteForm,
  ): Promise<FastifyReply> => {
    request.failure = { code: refusal.refused }
    const wrong = textOf(web.visitIn(request), refusal)
    return showPeople(people, request, reply.code(422), { form, wrong })
  }

  area.post('/people/invite', async (request, reply) => {
    const form = { email: field(request, 'email'), roles: fields(request, 'roles') }
    const email = parseStaffEmail(form.email)
    if (isRefusal(email)) return refuse(request, reply, email, form)
    const roles = parseRoles(form.roles)
    if (isRefusal(roles)) return refuse(request, reply, roles, form)
    const actor = staffActor(web.personIn(request).id)
    const made = await invite(staff, { ...email, ...roles }, actor)
    if (isRefusal(made)) return refuse(request, reply, made, form)
    const link = `${request.protocol}://${request.host}${DESK_PATH}/invitation/${made.token}`
    return web.show(request, reply, invitedPage(web.visitIn(request), made.invitation, link))
  })

  area.post<OfPerson>('/people/invitations/:id/revoke', async (request, reply) => {
    const actor = staffActor(web.personIn(request).id)
    const outcome = await staff.invitations.revoke(request.params.id, actor)
    if (isRefusal(outcome)) return refuse(request, reply, outcome, EMPTY)
    return reply.redirect(`${PEOPLE_PATH}?done=revoked`, 303)
  })
}

const addPersons = ({ area, staff, web }: People): void => {
  const memberIn = async (request: FastifyRequest): Promise<StaffMember | null> => {
    const { id } = request.params as { readonly id: string }
    const parsed = StaffId.safeParse(id)
    if (!parsed.success) return null
    return (await staff.people.byId([parsed.data])).get(parsed.data) ?? null
  }
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    member: StaffMember,
    wrong: string | null,
  ): FastifyReply => {
    const visit = web.visitIn(request)
    return web.show(
      request,
      reply,
      personPage(visit, member, { wrong, done: doneOf(visit, request) }),
    )
  }
  /** A form that does something to one person. */
  const addAct = (
    name: string,
    done: string,
    run: (request: FastifyRequest, member: StaffMember) => Promise<object | Refusal>,
  ): void => {
    area.post(`/people/:id/${name}`, async (request, reply) => {
      const member = await memberIn(request)
      if (member === null) return web.problem(request, reply, 'notFound')
      const outcome = await run(request, member)
      if (!isRefusal(outcome))
        return reply.redirect(`${PEOPLE_PATH}/${member.id}?done=${done}`, 303)
      request.failure = { code: outcome.refused }
      return show(request, reply.code(422), member, textOf(web.visitIn(request), outcome))
    })
  }
  const actorOf = (request: FastifyRequest) => staffActor(web.personIn(request).id)

  area.get('/people/:id', async (request, reply) => {
    const member = await memberIn(request)
    if (member === null) return web.problem(request, reply, 'notFound')
    return show(request, reply, member, null)
  })
  addAct('roles', 'roles', async (request, { id }) => {
    const roles = parseRoles(fields(request, 'roles'))
    return isRefusal(roles) ? roles : staff.people.setRoles(id, roles.roles, actorOf(request))
  })
  addAct('disable', 'disabled', (request, { id }) => staff.people.disable(id, actorOf(request)))
  addAct('enable', 'enabled', (request, { id }) => staff.people.enable(id, actorOf(request)))
  addAct('reset-second-factor', 'reset', (request, { id }) =>
    staff.factors.remove(id, actorOf(request)),
  )
}

/**
 * Adds the pages about people to the desk. They ask for the role of an administrator and for the
 * second factor, since whoever gives roles could publish through somebody else.
 */
export const addPeople = (
  area: FastifyInstance,
  { team: staff }: PeopleDeps,
  web: DeskWeb,
): void => {
  area.register(async (closed) => {
    closed.addHook('preHandler', async (request, reply) => {
      const { roles, secondFactor } = web.personIn(request)
      const visit = web.visitIn(request)
      const words = peopleWords(visit)
      if (!roles.includes('administrator')) {
        request.failure = { code: 'scope-missing' }
        return web.show(request, reply.code(403), closedPage(visit, words.needsRole, null))
      }
      if (secondFactor) return undefined
      request.failure = { code: 'second-factor-missing' }
      return web.show(request, reply.code(403), closedPage(visit, words.needsFactor, ACCOUNT_PATH))
    })
    const people = { area: closed, staff, web }
    closed.get('/people', (request, reply) =>
      showPeople(people, request, reply, { form: EMPTY, wrong: null }),
    )
    addInvitations(people)
    addPersons(people)
  })
}
