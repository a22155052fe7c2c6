/** Two persons of data protection erase wordings at the desk (contracts/conventions/erasure.md). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { Instant, Position, Slug } from '#contracts/ids.ts'
import { staffActor } from '#contracts/staff.ts'
import { field } from '#contracts/web/forms.ts'
import type { ErasureWanted } from '../../../domain/article/commands.ts'
import type { Board } from '../../board/ports.ts'
import type { ActStamp } from '../../carry-out.ts'
import {
  cancelErasure,
  type ErasureAct,
  type ErasureOutcome,
  eraseWordings,
} from '../../erasure/erase.ts'
import {
  type ErasureEntry,
  type ErasureView,
  type ErasingDeps,
  findErasure,
  listErasures,
  viewErasures,
} from '../../erasure/overview.ts'
import type { ErasureProposals } from '../../erasure/proposals.ts'
import type { StaffDirectory } from '../../staff/ports.ts'
import { type Names, namesFor } from '../names.ts'
import { orBusy } from '../or-busy.ts'
import { refusalText } from '../pages/parts.ts'
import { ACCOUNT_PATH } from '../sign-in/pages.ts'
import { type DeskVisit, type DeskWeb, personOf } from '../visit.ts'
import { wantedIn, wantedInQuery, wrongFieldOf } from './form.ts'
import { closedPage, erasurePage, erasuresPage } from './pages.ts'
import { actorsIn, ERASURES_PATH, erasurePath } from './parts.ts'
import { formPage, pendingPage, previewPage, wantedOf } from './text-pages.ts'
import { erasureWords } from './words.ts'

export type ErasureDeskDeps = {
  readonly erasing: ErasingDeps
  readonly erasures: ErasureProposals
  readonly staff: StaffDirectory
  readonly board: Pick<Board, 'waitFor'>
  readonly clock: () => number
  readonly newId: () => string
}

/** Rows that a page shows. */
const SHOWN = { erasures: 200, proposals: 50 } as const
/** How long an answer waits for the lists to follow. */
const BOARD_MS = 1_500
const STATUS_REFUSED = 422
const REASON_CHARACTERS = 4_000

const Params = z.object({ slug: Slug })
const OneParams = z.object({ position: z.coerce.number().pipe(Position) })
const Query = z.object({ done: z.enum(['requested', 'cancelled']).optional().catch(undefined) })

type Desk = {
  readonly area: FastifyInstance
  readonly web: DeskWeb
  readonly deps: ErasureDeskDeps
}

const namesIn = (
  { deps }: Desk,
  { words }: DeskVisit,
  entries: readonly ErasureEntry[],
): Promise<Names> => namesFor(deps.staff, words, actorsIn(entries))

const stampOf = ({ clock, newId }: ErasureDeskDeps): ActStamp => ({
  time: Instant.parse(new Date(clock()).toISOString()),
  correlationId: newId(),
})

const erase = (
  { deps }: Desk,
  visit: DeskVisit,
  slug: Slug,
  wanted: ErasureWanted,
  how: { readonly act: ErasureAct; readonly dryRun?: boolean },
): Promise<ErasureOutcome | Refusal> =>
  orBusy(eraseWordings(deps.erasing, personOf(visit), slug, wanted, { ...stampOf(deps), ...how }))

const viewIn = async ({ deps }: Desk, request: FastifyRequest): Promise<ErasureView | null> => {
  const params = Params.safeParse(request.params)
  if (!params.success) return null
  const view = await viewErasures(deps.erasing, params.data.slug)
  return isRefusal(view) ? null : view
}

type Shown = {
  readonly done?: string | null
  readonly refusal?: Refusal | null
  readonly wanted?: ErasureWanted
  readonly reason?: string
}

/** The request that waits, else the form. */
const show = async (
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  view: ErasureView,
  { done = null, refusal = null, wanted, reason = '' }: Shown,
): Promise<FastifyReply> => {
  const { web } = desk
  const visit = web.visitIn(request)
  const names = await namesIn(desk, visit, view.entries)
  const wrong = refusal === null ? null : refusalText(visit, refusal)
  if (refusal !== null) {
    request.failure = { code: refusal.refused }
    reply.code(STATUS_REFUSED)
  }
  const entry = view.entries.find(({ erased }) => erased === null)
  if (entry === undefined) {
    const shown = wanted ?? wantedInQuery(request.query)
    const wrongField = refusal === null ? null : wrongFieldOf(refusal.refused)
    const state = { view, names, wanted: shown, done, wrong, wrongField }
    return web.show(request, reply, formPage(visit, state))
  }
  const isOwn = entry.requestedBy === staffActor(personOf(visit).id)
  const how = { act: 'confirm', dryRun: true } as const
  const plan = isOwn ? null : await erase(desk, visit, view.slug, wantedOf(entry), how)
  return web.show(
    request,
    reply,
    pendingPage(visit, {
      view,
      entry,
      names,
      isOwn,
      plan: plan === null || isRefusal(plan) ? null : plan,
      stopped: plan !== null && isRefusal(plan) ? refusalText(visit, plan) : null,
      done,
      wrong,
      reason,
    }),
  )
}

const addForms = (desk: Desk): void => {
  const { area, web, deps } = desk
  area.get('/texts/:slug/erasure', async (request, reply) => {
    const view = await viewIn(desk, request)
    if (view === null) return web.problem(request, reply, 'notFound')
    const { done } = Query.parse(request.query)
    const said = done === undefined ? null : erasureWords(web.visitIn(request)).done[done]
    return show(desk, request, reply, view, { done: said })
  })

  area.post('/texts/:slug/erasure/preview', async (request, reply) => {
    const view = await viewIn(desk, request)
    if (view === null) return web.problem(request, reply, 'notFound')
    const visit = web.visitIn(request)
    const wanted = wantedIn(request)
    const plan = await erase(desk, visit, view.slug, wanted, { act: 'request', dryRun: true })
    if (isRefusal(plan)) return show(desk, request, reply, view, { refusal: plan, wanted })
    return web.show(request, reply, previewPage(visit, view, wanted, plan))
  })

  area.post('/texts/:slug/erasure/request', async (request, reply) => {
    const view = await viewIn(desk, request)
    if (view === null) return web.problem(request, reply, 'notFound')
    const wanted = wantedIn(request)
    const visit = web.visitIn(request)
    const outcome = await erase(desk, visit, view.slug, wanted, { act: 'request' })
    if (isRefusal(outcome)) {
      const now = (await viewIn(desk, request)) ?? view
      return show(desk, request, reply, now, { refusal: outcome, wanted })
    }
    return reply.redirect(`${erasurePath(view.slug)}?done=requested`, 303)
  })

  area.post('/texts/:slug/erasure/confirm', async (request, reply) => {
    const view = await viewIn(desk, request)
    if (view === null) return web.problem(request, reply, 'notFound')
    const visit = web.visitIn(request)
    const outcome = await erase(desk, visit, view.slug, wantedIn(request), { act: 'confirm' })
    if (isRefusal(outcome)) {
      const now = (await viewIn(desk, request)) ?? view
      return show(desk, request, reply, now, { refusal: outcome })
    }
    const { position } = outcome
    if (position === null) return reply.redirect(ERASURES_PATH, 303)
    await deps.board.waitFor(position, BOARD_MS)
    return reply.redirect(`${ERASURES_PATH}/${position}`, 303)
  })

  area.post('/texts/:slug/erasure/cancel', async (request, reply) => {
    const view = await viewIn(desk, request)
    if (view === null) return web.problem(request, reply, 'notFound')
    const visit = web.visitIn(request)
    const reason = field(request, 'reason', REASON_CHARACTERS)
    const done = await orBusy(
      cancelErasure(deps.erasing, personOf(visit), view.slug, reason, stampOf(deps)),
    )
    if (isRefusal(done)) {
      const now = (await viewIn(desk, request)) ?? view
      return show(desk, request, reply, now, { refusal: done, reason })
    }
    return reply.redirect(`${erasurePath(view.slug)}?done=cancelled`, 303)
  })
}

const addOverview = (desk: Desk): void => {
  const { area, web, deps } = desk
  area.get('/erasures', async (request, reply) => {
    const visit = web.visitIn(request)
    const [entries, proposals] = await Promise.all([
      listErasures(deps.erasing, SHOWN.erasures, { requested: false }),
      deps.erasures.list(SHOWN.proposals),
    ])
    const names = await namesIn(desk, visit, entries)
    return web.show(request, reply, erasuresPage(visit, { entries, proposals, names }))
  })

  area.get('/erasures/:position', async (request, reply) => {
    const params = OneParams.safeParse(request.params)
    const entry = params.success ? await findErasure(deps.erasing, params.data.position) : null
    if (entry === null) return web.problem(request, reply, 'notFound')
    const visit = web.visitIn(request)
    return web.show(request, reply, erasurePage(visit, entry, await namesIn(desk, visit, [entry])))
  })
}

/** Adds the pages about erasures, for persons of data protection with a second factor. */
export const addErasures = (area: FastifyInstance, web: DeskWeb, deps: ErasureDeskDeps): void => {
  area.register(async (closed) => {
    closed.addHook('preHandler', async (request, reply) => {
      const { scopes, secondFactor } = web.personIn(request)
      const visit = web.visitIn(request)
      const words = erasureWords(visit)
      if (!scopes.has('privacy:erase')) {
        request.failure = { code: 'scope-missing' }
        return web.show(request, reply.code(403), closedPage(visit, words.needsRole, null))
      }
      if (secondFactor) return undefined
      request.failure = { code: 'second-factor-missing' }
      return web.show(request, reply.code(403), closedPage(visit, words.needsFactor, ACCOUNT_PATH))
    })
    const desk = { area: closed, web, deps }
    addForms(desk)
    addOverview(desk)
  })
}
