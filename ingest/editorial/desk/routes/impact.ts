/** The impact inbox. */
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { z } from 'zod'
import { Instant } from '#contracts/ids.ts'
import { hiddenCsrf } from '#contracts/web/parts.ts'
import type { ImpactInbox } from '../../impact/ports.ts'
import type { StaffDirectory } from '../../staff/ports.ts'
import { namesFor } from '../names.ts'
import { IMPACT_VIEWS, impactPage } from '../pages/impact.ts'
import { doneMessage } from '../pages/parts.ts'
import { DESK_PATH, type DeskVisit, type DeskWeb, personOf } from '../visit.ts'
import { pageAfter } from './page-after.ts'

export type ImpactDeps = {
  readonly impact: ImpactInbox
  readonly staff: StaffDirectory
  readonly clock: () => number
}

const PATH = `${DESK_PATH}/impact`
const PAGE_NOTICES = 40
const CURSOR_MAX = 200
const Query = z.object({
  show: z.enum(IMPACT_VIEWS).catch('open').default('open'),
  after: z.string().min(1).max(CURSOR_MAX).nullable().catch(null).default(null),
  settled: z.uuid().optional().catch(undefined),
  reopened: z.string().optional().catch(undefined),
})
const Params = z.object({ id: z.uuid() })

const OPEN = { open: { open: true }, settled: { open: false }, all: {} } as const

/** What was just done, with its undo. */
const doneOf = (visit: DeskVisit, { settled, reopened }: z.infer<typeof Query>): string | null => {
  const { impact, undo } = visit.words
  if (settled !== undefined)
    return doneMessage(
      impact.done,
      html`<form class="undo" method="post" action="${PATH}/${settled}/reopen">
        !${hiddenCsrf(visit)}<button class="quiet small" type="submit">${undo}</button>
      </form>`,
    )
  return reopened === undefined ? null : doneMessage(impact.undone)
}

export const addImpact = (area: FastifyInstance, web: DeskWeb, deps: ImpactDeps): void => {
  area.get('/impact', async (request, reply) => {
    const visit = web.visitIn(request)
    const query = Query.parse(request.query)
    const page = await pageAfter(
      (after) => deps.impact.list(OPEN[query.show], { limit: PAGE_NOTICES, after }),
      query.after,
    )
    const names = await namesFor(
      deps.staff,
      visit.words,
      page.notices.flatMap(({ settled }) => (settled === null ? [] : [`staff:${settled.by}`])),
    )
    const state = { view: query.show, page, names, done: doneOf(visit, query) }
    return web.show(request, reply, impactPage(visit, state))
  })

  area.post('/impact/:id/settle', async (request, reply) => {
    const params = Params.safeParse(request.params)
    if (!params.success) return web.problem(request, reply, 'notFound')
    const { id } = params.data
    const at = Instant.parse(new Date(deps.clock()).toISOString())
    const isKnown = await deps.impact.settle(id, personOf(web.visitIn(request)).id, at)
    return isKnown
      ? reply.redirect(`${PATH}?settled=${id}`, 303)
      : web.problem(request, reply, 'notFound')
  })

  area.post('/impact/:id/reopen', async (request, reply) => {
    const params = Params.safeParse(request.params)
    if (!params.success) return web.problem(request, reply, 'notFound')
    await deps.impact.reopen(params.data.id)
    return reply.redirect(`${PATH}?reopened=1`, 303)
  })
}
