/** The links of mails: an address is confirmed, or its mail is stopped, without a session. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { field } from '#contracts/web/forms.ts'
import type { MailAdmin } from '../../mail/admin.ts'
import { MAIL_PAGES_PATH } from '../../mail/links.ts'
import { mailDonePage, mailLinkPage } from '../pages/mail.ts'
import type { Web } from '../web.ts'

export type MailRouteDeps = {
  /** null: the service sends no mail. */
  readonly mail: MailAdmin | null
}

const GONE = 410

/** Whether a page of the area is reached by a link of a mail. */
export const isMailPage = (path: string): boolean => path.startsWith(`${MAIL_PAGES_PATH}/`)

const linkIn = ({ query }: FastifyRequest) => {
  const { address, secret } = query as Readonly<Record<string, unknown>>
  return {
    address: typeof address === 'string' ? address : '',
    secret: typeof secret === 'string' ? secret : '',
  }
}
const sentLink = (request: FastifyRequest) => ({
  address: field(request, 'address'),
  secret: field(request, 'secret'),
})

export const addMailRoutes = (area: FastifyInstance, { mail }: MailRouteDeps, web: Web): void => {
  if (mail === null) return
  area.get('/mail/confirm', async (request, reply) => {
    const visit = web.visitIn(request)
    const link = linkIn(request)
    return (await mail.canConfirm(link.address, link.secret))
      ? web.show(request, reply, mailLinkPage(visit, 'confirm', link))
      : web.show(request, reply.code(GONE), mailDonePage(visit, 'expired'))
  })
  area.post('/mail/confirm', async (request, reply) => {
    const visit = web.visitIn(request)
    const { address, secret } = sentLink(request)
    return (await mail.confirm(address, secret))
      ? web.show(request, reply, mailDonePage(visit, 'confirmed'))
      : web.show(request, reply.code(GONE), mailDonePage(visit, 'expired'))
  })
  area.get('/mail/unsubscribe', (request, reply) => {
    const link = linkIn(request)
    return mail.isUnsubscribe(link.address, link.secret)
      ? web.show(request, reply, mailLinkPage(web.visitIn(request), 'unsubscribe', link))
      : web.problem(request, reply, 'notFound')
  })
  area.post('/mail/unsubscribe', async (request, reply) => {
    const { address, secret } = sentLink(request)
    return (await mail.unsubscribe(address, secret))
      ? web.show(request, reply, mailDonePage(web.visitIn(request), 'unsubscribed'))
      : web.problem(request, reply, 'notFound')
  })
}
