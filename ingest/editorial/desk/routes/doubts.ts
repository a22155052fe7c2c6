/** A person who did not write a text dismisses a doubt about it, with a reason. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import { staffActor } from '#contracts/staff.ts'
import { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import { field, fields } from '#contracts/web/forms.ts'
import type { DescribedDoubt } from '../../../groundedness/describe-doubt.ts'
import { dismissDoubt } from '../../../groundedness/dismiss.ts'
import type { Board } from '../../board/ports.ts'
import { type DeskText, viewText } from '../../text-view.ts'
import {
  annotationsOf,
  dismissalRefusal,
  dismissibleIn,
  type DoubtDeps,
  doubtsNow,
  isSubmitted,
} from '../doubts.ts'
import { dismissedOf } from '../editor/present.ts'
import { orBusy } from '../or-busy.ts'
import { dismissPage, type DismissState } from '../pages/dismiss.ts'
import { type Refused, refusalText, textPath } from '../pages/parts.ts'
import { type DeskVisit, type DeskWeb, personOf } from '../visit.ts'

export type DismissDeps = DoubtDeps & {
  readonly board: Board
  readonly newId: () => string
}

const WAIT_MS = 1_500
const REASON_CHARACTERS_MAX = 8_000
const ITEMS_MAX = 1_000
const STATUS_REFUSED = 422

const Params = z.object({ slug: Slug, code: IntegrityCode })

type Asked = {
  readonly text: DeskText
  readonly code: IntegrityCode
  readonly doubt: DescribedDoubt | null
}

const askedIn = async (
  deps: DismissDeps,
  visit: DeskVisit,
  request: FastifyRequest,
): Promise<Asked | null> => {
  const params = Params.safeParse(request.params)
  if (!params.success) return null
  const { slug, code } = params.data
  const text = await viewText(deps.write, slug)
  if (isRefusal(text)) return null
  const found =
    text.draft !== null && isSubmitted(text) ? await annotationsOf(deps, visit, text.draft) : null
  const doubts = await doubtsNow(deps, visit, text, found)
  return { text, code, doubt: doubts.find((one) => one.code === code) ?? null }
}

const refusalOf = (visit: DeskVisit, { text, doubt }: Asked): Refused | null => {
  const refused = dismissalRefusal(text, personOf(visit))
  if (refused !== null) return { refused }
  if (doubt === null) return { refused: 'doubt-unknown' }
  return dismissibleIn(doubt).length === 0 ? { refused: 'doubt-not-dismissible' } : null
}

const dismiss = async (
  deps: DismissDeps,
  visit: DeskVisit,
  { text, code }: Asked,
  { reason, items }: { readonly reason: string; readonly items: readonly string[] },
) => {
  const time = Instant.parse(new Date(deps.clock()).toISOString())
  const context = {
    actor: staffActor(personOf(visit).id),
    time,
    correlationId: deps.newId(),
    causationId: null,
  }
  return orBusy(dismissDoubt(deps.write, text.slug, { code, reason, items }, context))
}

export const addDoubts = (area: FastifyInstance, web: DeskWeb, deps: DismissDeps): void => {
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Asked,
    state: Pick<DismissState, 'reason' | 'chosen'>,
    refusal: Refused | null,
  ): FastifyReply => {
    const visit = web.visitIn(request)
    if (refusal !== null) request.failure = { code: refusal.refused }
    const { text, doubt } = asked
    const isOpen = refusalOf(visit, asked) === null
    const wrong = refusal && refusalText(visit, refusal)
    const answer = refusal === null ? reply : reply.code(STATUS_REFUSED)
    return web.show(request, answer, dismissPage(visit, { text, doubt, ...state, wrong, isOpen }))
  }

  area.get('/texts/:slug/doubts/:code', async (request, reply) => {
    const visit = web.visitIn(request)
    const asked = await askedIn(deps, visit, request)
    if (asked === null) return web.problem(request, reply, 'notFound')
    const chosen = asked.doubt === null ? [] : dismissibleIn(asked.doubt)
    return show(request, reply, asked, { reason: '', chosen }, refusalOf(visit, asked))
  })

  area.post('/texts/:slug/doubts/:code', async (request, reply) => {
    const visit = web.visitIn(request)
    const asked = await askedIn(deps, visit, request)
    if (asked === null) return web.problem(request, reply, 'notFound')
    const reason = field(request, 'reason', REASON_CHARACTERS_MAX)
    const items = fields(request, 'items', ITEMS_MAX)
    const done = (at = ''): FastifyReply =>
      reply.redirect(`${textPath(asked.text.slug)}?done=dismiss${at}`, 303)
    // The form was sent twice.
    const content = (asked.text.draft ?? asked.text.published)?.content ?? null
    const before = new Set(await dismissedOf(deps, content))
    if (items.length > 0 && items.every((one) => before.has(one))) return done()
    const refused = refusalOf(visit, asked)
    const typed = { reason, chosen: items }
    if (refused !== null) return show(request, reply, asked, typed, refused)
    if (items.length === 0)
      return show(request, reply, asked, typed, { refused: 'nothing-dismissed' })
    const outcome = await dismiss(deps, visit, asked, { reason, items })
    if (isRefusal(outcome)) return show(request, reply, asked, typed, outcome)
    if (outcome.position !== null) await deps.board.waitFor(outcome.position, WAIT_MS)
    return done()
  })
}
