/** Lists the applications that are connected to the account, and disconnects them. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isRefusal } from '#contracts/fault.ts'
import { isKeyId } from '../../accounts/terms.ts'
import type { Applications } from '../../oauth/ports.ts'
import { applicationsPage, disconnectPage } from '../pages/applications.ts'
import { ACCOUNT_PATH, type Web } from '../web.ts'
import { actorOf } from './keys.ts'

type Named = { readonly Params: { readonly id: string } }

export const addApplicationRoutes = (
  area: FastifyInstance,
  { applications }: { readonly applications: Pick<Applications, 'list' | 'disconnect'> },
  web: Web,
): void => {
  const listOf = (request: FastifyRequest) =>
    applications.list(web.personIn(request).account.accountId)

  area.get('/applications', async (request, reply) => {
    const { done } = request.query as { readonly done?: unknown }
    const state = { listed: await listOf(request), isDone: done === 'disconnected' }
    return web.show(request, reply, applicationsPage(web.visitIn(request), state))
  })

  area.get<Named>('/applications/:id/disconnect', async (request, reply) => {
    const one = (await listOf(request)).find(({ grantId }) => grantId === request.params.id)
    return one === undefined
      ? web.problem(request, reply, 'notFound')
      : web.show(request, reply, disconnectPage(web.visitIn(request), one))
  })

  area.post<Named>('/applications/:id/disconnect', async (request, reply) => {
    const { id: grantId } = request.params
    const user = web.personIn(request)
    const { accountId } = user.account
    const outcome = isKeyId(grantId)
      ? await applications.disconnect({ grantId, accountId, actor: actorOf(user) })
      : null
    if (outcome === null || isRefusal(outcome)) return web.problem(request, reply, 'notFound')
    return reply.redirect(`${ACCOUNT_PATH}/applications?done=disconnected`, 303)
  })
}
