/** The impact inbox. */
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { z } from 'zod'
import { Instant, Slug } from '#contracts/ids.ts'
import { hiddenCsrf } from '#contracts/web/parts.ts'
import type { CitedTexts } from '../../../ports.ts'
import type { ImpactInbox, ImpactNotice } from '../../impact/ports.ts'
import type { StaffDirectory } from '../../staff/ports.ts'
import { namesFor } from '../names.ts'
import { IMPACT_VIEWS, impactPage, treatmentIn } from '../pages/impact.ts'
import { doneMessage } from '../pages/parts.ts'
import { DESK_PATH, type DeskVisit, type DeskWeb, personOf } from '../visit.ts'
import { pageAfter } from './page-after.ts'

export type ImpactDeps = {
  readonly impact: ImpactInbox
  readonly staff: StaffDirectory
  readonly cited: Pick<CitedTexts, 'read'>
  readonly clock: () => number
}

/** Titles of the texts that ended the authority of others. */
const titlesOf = async (
  { cited }: ImpactDeps,
  notices: readonly ImpactNotice[],
): Promise<ReadonlyMap<string, string>> => {
  const slugs = notices.flatMap((one) => Slug.safeParse(treatmentIn(one)?.by).data ?? [])
  const texts = slugs.length === 0 ? [] : await cited.read([...new Set(slugs)])
  return new Map(texts.map(({ slug, title }) => [slug, title]))
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
    const titles = await titlesOf(deps, page.notices)
    const state = { view: query.show, page, names, titles, done: doneOf(visit, query) }
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
