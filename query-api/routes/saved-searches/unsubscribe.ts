/**
 * Where mail programs stop the mail of an address with one click (RFC 8058): they post without a
 * session. A browser that follows the address is led to a page that asks.
 */
import type { FastifyInstance } from 'fastify'
import { routeNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { AccountArea } from '../../portal/routes/area.ts'
import { mailPagePath, UNSUBSCRIBE_PATH } from '../../mail/links.ts'

type Params = { readonly id: string; readonly secret: string }
const BODY_BYTES_MAX = 4_096

export const addUnsubscribe = (
  app: FastifyInstance,
  { account }: { readonly account: AccountArea | null },
): void => {
  const mail = account?.mail ?? null
  if (mail === null) return
  app.register(async (own) => {
    // Only the address says what is meant: forms of mail programs come in several types.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_, __, done) =>
      done(null, null),
    )
    own.get<{ Params: Params }>(`${UNSUBSCRIBE_PATH}/:id/:secret`, (request, reply) => {
      const { id, secret } = request.params
      return mail.isUnsubscribe(id, secret)
        ? reply
            .header('Referrer-Policy', 'no-referrer')
            .redirect(mailPagePath('unsubscribe', id, secret), 303)
        : sendProblem(request, reply, routeNotFound)
    })
    own.post<{ Params: Params }>(`${UNSUBSCRIBE_PATH}/:id/:secret`, async (request, reply) => {
      const { id, secret } = request.params
      return (await mail.unsubscribe(id, secret))
        ? reply.code(204).send()
        : sendProblem(request, reply, routeNotFound)
    })
  })
}
