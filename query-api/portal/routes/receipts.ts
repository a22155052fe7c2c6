/** Receipts of the user's own account: keeps, shows and deletes them, with what became of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import { field } from '#contracts/web/forms.ts'
import type { PublicTexts } from '../../public/ports.ts'
import type { RecallAdmin } from '../../recall/admin.ts'
import type { RecallOwner } from '../../recall/ports.ts'
import { deleteReceiptsPage, receiptPage, RECEIPTS_PATH, receiptsPage } from '../pages/receipts.ts'
import { slugsOfRecalls } from '../pages/recall-parts.ts'
import type { Visit, Web } from '../web.ts'
import { actorOf } from './keys.ts'

export type ReceiptRouteDeps = {
  readonly recall: RecallAdmin
  /** Titles of the texts that receipts cite. */
  readonly texts: Pick<PublicTexts, 'cards'>
}

const SHOWN = 20
const Before = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})
const DONE = ['kept', 'keptNoMore', 'deleted', 'allDeleted'] as const

/** The confirmation of an action that redirected here, from a closed list. */
const doneOf = ({ words: { receipts } }: Visit, request: FastifyRequest): string | null => {
  const { done } = request.query as { readonly done?: unknown }
  const known = DONE.find((one) => one === done)
  return known === undefined ? null : receipts.done[known]
}
const doneAt = (done: (typeof DONE)[number]): string => `${RECEIPTS_PATH}?done=${done}`

const idIn = (request: FastifyRequest): string => {
  const { id } = request.params as { readonly id: string }
  return id
}

export const addReceiptRoutes = (
  area: FastifyInstance,
  { recall, texts }: ReceiptRouteDeps,
  web: Web,
): void => {
  const ownerIn = (request: FastifyRequest): RecallOwner => {
    const user = web.personIn(request)
    return { accountId: user.account.accountId, actor: actorOf(user) }
  }

  area.get('/receipts', async (request, reply) => {
    const { accountId } = ownerIn(request)
    const { before } = Before.catch({}).parse(request.query)
    const page = { limit: SHOWN, before: Number(before ?? 0) || null }
    const visit = web.visitIn(request)
    const shown = { limit: SHOWN, before: null, of: 'receipts' } as const
    const told = await recall.recalls(accountId, shown)
    const state = {
      keeping: await recall.keeping(accountId),
      kept: await recall.receipts(accountId, page),
      told,
      cards: await texts.cards(slugsOfRecalls(told.recalls)),
      done: doneOf(visit, request),
    }
    return web.show(request, reply, receiptsPage(visit, state))
  })

  area.post('/receipts/keeping', async (request, reply) => {
    const kept = field(request, 'kept') === 'yes'
    await recall.setKeeping(ownerIn(request), kept)
    return reply.redirect(doneAt(kept ? 'kept' : 'keptNoMore'), 303)
  })

  area.get('/receipts/delete', (request, reply) =>
    web.show(request, reply, deleteReceiptsPage(web.visitIn(request))),
  )

  area.post('/receipts/delete', async (request, reply) => {
    await recall.removeReceipts(ownerIn(request))
    return reply.redirect(doneAt('allDeleted'), 303)
  })

  area.get('/receipts/:id', async (request, reply) => {
    const outcome = await recall.receipt(ownerIn(request).accountId, idIn(request))
    if (isRefusal(outcome)) return web.problem(request, reply, 'notFound')
    const slugs = outcome.citations.flatMap(({ slug }) => slug ?? [])
    const cards = await texts.cards([...new Set(slugs)])
    return web.show(request, reply, receiptPage(web.visitIn(request), outcome, cards))
  })

  area.post('/receipts/:id/delete', async (request, reply) => {
    const outcome = await recall.removeReceipt(ownerIn(request), idIn(request))
    return isRefusal(outcome)
      ? web.problem(request, reply, 'notFound')
      : reply.redirect(doneAt('deleted'), 303)
  })
}
