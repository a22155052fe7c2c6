/** One text: its page, its history, and the acts on it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { z } from 'zod'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Instant, Position, SemVer, Slug } from '#contracts/ids.ts'
import { isErrorCode } from '#contracts/errors/codes.ts'
import { staffActor } from '#contracts/staff.ts'
import { versionContents } from '../../../handlers/diff.ts'
import type { Board } from '../../board/ports.ts'
import { carryOutAct } from '../../carry-out.ts'
import type { EditorialAct } from '../../acts.ts'
import type { StaffDirectory } from '../../staff/ports.ts'
import { openActs } from '../../table.ts'
import type { Annotations } from '../../annotate/annotate.ts'
import { type DeskText, viewText } from '../../text-view.ts'
import {
  asAct,
  type Asked,
  type FormAct,
  isAsked,
  NOTHING_TYPED,
  readAct,
  type Typed,
} from '../act-forms.ts'
import { changesBetween } from '../changes.ts'
import { conceptNames, type ConceptsById } from '../code-names.ts'
import { annotationsOf, type DoubtDeps, doubtsNow, isSubmitted } from '../doubts.ts'
import { annotationsPart } from '../editor/panel.ts'
import { editorWords } from '../editor/words/words.ts'
import { type CitingDeps, whoCites } from '../citing.ts'
import { doneBefore } from '../done-before.ts'
import { orBusy } from '../or-busy.ts'
import { type Names, namesFor } from '../names.ts'
import { actPage } from '../pages/act.ts'
import type { TypedComment } from '../pages/comments.ts'
import type { Compared } from '../pages/doubts.ts'
import { type Comparison, historyPage } from '../pages/history.ts'
import {
  doneMessage,
  publicLink,
  type Refused,
  refusalText,
  SAVED_ONLY,
  textPath,
} from '../pages/parts.ts'
import { textPage } from '../pages/text.ts'
import { type DeskVisit, type DeskWeb, personOf } from '../visit.ts'
import { field } from '#contracts/web/forms.ts'
import { message } from '#contracts/web/parts.ts'
import { teamOf } from './lists.ts'

type PublicFrom = Pick<FastifyRequest, 'protocol' | 'hostname'>

export type TextDeps = CitingDeps &
  DoubtDeps & {
    readonly board: Board
    readonly staff: StaffDirectory
    readonly newId: () => string
    /** The address of a text for readers, as this visitor reaches it; null: unknown. */
    readonly publicPage?: (slug: Slug, from: PublicFrom) => string | null
    /** Waits until search knows a position; false if it did not in time. */
    readonly isSearchable: (position: Position, waitMs: number) => Promise<boolean>
    readonly concepts: ConceptsById
  }

/** How long a page waits for lists and search to follow an act. */
const WAITS = { boardMs: 1_500, searchMs: 2_500 } as const
const STATUS_REFUSED = 422

const Params = z.object({ slug: Slug })
const ActParams = Params.extend({ act: z.string() })
const Query = z.object({
  view: z.enum(['draft', 'published']).catch('draft').default('draft'),
  part: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
  done: z.string().max(40).optional().catch(undefined),
  at: z.coerce.number().int().positive().optional().catch(undefined),
  check: z.literal('1').optional().catch(undefined),
  merged: z.literal('1').optional().catch(undefined),
  refused: z.string().max(60).optional().catch(undefined),
})
const HistoryQuery = z.object({
  from: SemVer.optional().catch(undefined),
  to: SemVer.optional().catch(undefined),
})

const actorsIn = (text: DeskText): string[] => [
  ...text.history.map(({ by }) => by),
  ...text.versions.map(({ by }) => by),
  ...text.comments.flatMap(({ by, resolved }) => [by, ...(resolved === null ? [] : [resolved.by])]),
  ...(text.draft?.authors ?? []),
  ...(text.draft?.approval == null ? [] : [text.draft.approval.by]),
  ...(text.pending === null ? [] : [text.pending.by]),
  ...(text.assignedTo === null ? [] : [`staff:${text.assignedTo}`]),
]

type Shown = {
  readonly done?: string | null
  readonly wrong?: string | null
  readonly typed?: TypedComment | null
  readonly view?: 'draft' | 'published'
  readonly part?: number
  /** Whether citations and claims of the draft are shown, for the people who review it. */
  readonly isChecked?: boolean
}

const publicPageOf = (
  { publicPage }: Pick<TextDeps, 'publicPage'>,
  request: PublicFrom,
  { slug, publicStatus }: DeskText,
): string | null => (publicStatus === 'published' ? (publicPage?.(slug, request) ?? null) : null)

/** Markup of what the draft cites and claims. */
const checkedPart = (visit: DeskVisit, found: Annotations | null): string =>
  found === null
    ? html`<p>${editorWords(visit.language).tooLong}</p>`
    : annotationsPart(visit, found)

/** Null: the comparison took too long. */
const comparedIn = (found: Annotations | null): Compared =>
  found !== null && found.isComplete && found.part === null && found.waiting === 0
    ? 'wholly'
    : 'partly'

/** Everything that the page of a text needs. */
const makeShowText =
  (web: DeskWeb, deps: TextDeps) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    text: DeskText,
    { done = null, wrong = null, typed = null, view = 'draft', part = 1, isChecked = false }: Shown,
  ): Promise<FastifyReply> => {
    const visit = web.visitIn(request)
    const { draft, published } = text
    const isToCompare = isChecked || isSubmitted(text)
    const found = draft !== null && isToCompare ? await annotationsOf(deps, visit, draft) : null
    const wordings = [published?.content, draft?.content].flatMap((one) => one ?? [])
    const [names, team, doubts, citing, concepts] = await Promise.all([
      namesFor(deps.staff, visit.words, actorsIn(text)),
      teamOf(deps),
      doubtsNow(deps, visit, text, found),
      whoCites(deps, wordings),
      conceptNames(deps.concepts, visit.language, wordings),
    ])
    return web.show(
      request,
      reply,
      textPage(visit, {
        text,
        names,
        team,
        doubts,
        compared: draft === null ? 'wholly' : isToCompare ? comparedIn(found) : 'not',
        citing,
        done,
        wrong,
        typed,
        part,
        view: draft === null ? 'published' : view,
        publicPage: publicPageOf(deps, request, text),
        checked: isChecked && draft !== null ? checkedPart(visit, found) : null,
        concepts,
        open: openActs(text, personOf(visit)),
        changes: draft === null || published === null ? null : changesBetween(published, draft),
      }),
    )
  }

const makeRefuse =
  (web: DeskWeb, deps: TextDeps, showText: ReturnType<typeof makeShowText>) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    text: DeskText,
    { act, refusal, typed }: { act: FormAct; refusal: Refused; typed: Typed },
  ): Promise<FastifyReply> => {
    request.failure = { code: refusal.refused }
    const visit = web.visitIn(request)
    const wrong = refusalText(visit, refusal)
    const refused = reply.code(STATUS_REFUSED)
    if (isAsked(act)) return showAct(web, deps, request, refused, text, { act, typed, refusal })
    if (act !== 'comment') return showText(request, refused, text, { wrong })
    const comment = {
      inReplyTo: field(request, 'inReplyTo'),
      body: field(request, 'body', 8_000),
      quote: field(request, 'quote', 8_000),
      wrong,
    }
    return showText(request, refused, text, { typed: comment })
  }

const showAct = async (
  web: DeskWeb,
  deps: TextDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  text: DeskText,
  { act, typed, refusal }: { act: Asked; typed: Typed; refusal: Refused | null },
): Promise<FastifyReply> => {
  const visit = web.visitIn(request)
  const [names, citing] = await Promise.all([
    namesFor(deps.staff, visit.words, actorsIn(text)),
    whoCites(deps, text.published === null ? [] : [text.published.content]),
  ])
  const state = { act, text, names, typed, refusal, citing: citing.length }
  return web.show(request, reply, actPage(visit, state))
}

/** Acts after which readers may or may not find a text. */
const PUBLISHES: ReadonlySet<string> = new Set(['publish'])

const savedOnlyText = (visit: DeskVisit, refused: string | undefined): string => {
  const { savedOnly } = visit.words.text
  const isKnown = refused !== undefined && isErrorCode(refused)
  return isKnown ? `${savedOnly} ${refusalText(visit, { refused })}` : savedOnly
}

/** The message about an act, once the lists and search have followed where that takes no time. */
const doneOf = async (
  visit: DeskVisit,
  deps: TextDeps,
  text: DeskText,
  { done, at, merged, refused }: z.infer<typeof Query>,
  publicPage: string | null,
): Promise<string | null> => {
  const { words, language } = visit
  if (done === SAVED_ONLY) return message('wrong', savedOnlyText(visit, refused))
  if (done === 'unchanged') return doneMessage(words.text.unchanged)
  if (done === 'dismiss') return doneMessage(words.doubt.done)
  const act = asAct(done ?? '') ?? (done === 'draft' || done === 'revise' ? done : null)
  if (act === null) return null
  const { done: says } = words.acts[act]
  // The second person's withdrawal is a fact, not a request.
  if (act === 'withdraw' && text.publicStatus === 'withdrawn')
    return doneMessage(words.text.withdrawn)
  if (act === 'delete' && text.publicStatus === 'deleted') return doneMessage(words.text.deleted)
  if (!PUBLISHES.has(act) || text.publicStatus !== 'published' || at === undefined)
    return doneMessage(merged === undefined ? says : `${says} ${editorWords(language).merged}`)
  const isFound = await deps.isSearchable(Position.parse(at), WAITS.searchMs)
  if (isFound)
    return doneMessage(
      `${says} ${words.text.searchable}`,
      publicPage === null ? '' : publicLink(words.text.publicPage, publicPage),
    )
  return doneMessage(
    `${says} ${words.text.searchSoon}`,
    html`<a href="${textPath(text.slug)}?done=publish&at=${at}">${words.text.searchSoonLink}</a>`,
  )
}

const outcomeOf = async (deps: TextDeps, visit: DeskVisit, slug: Slug, act: EditorialAct) => {
  const time = Instant.parse(new Date(deps.clock()).toISOString())
  const stamp = { time, correlationId: deps.newId() }
  return orBusy(carryOutAct(deps.write, personOf(visit), slug, act, stamp))
}

const makeShown = async (
  deps: TextDeps,
  { language }: DeskVisit,
  slug: Slug,
  { from, to }: z.infer<typeof HistoryQuery>,
): Promise<Comparison | Refusal | null> => {
  if (from === undefined || to === undefined) return null
  const contents = await versionContents(deps.write, slug, { from, to })
  if (isRefusal(contents)) return contents
  const wordings = [contents.from.content, contents.to.content]
  return {
    from,
    to,
    changes: changesBetween(contents.from, contents.to),
    concepts: await conceptNames(deps.concepts, language, wordings),
  }
}

export const addTexts = (area: FastifyInstance, web: DeskWeb, deps: TextDeps): void => {
  const showText = makeShowText(web, deps)
  const refuse = makeRefuse(web, deps, showText)
  const textIn = async (request: FastifyRequest): Promise<DeskText | null> => {
    const params = Params.safeParse(request.params)
    if (!params.success) return null
    const text = await viewText(deps.write, params.data.slug)
    return isRefusal(text) ? null : text
  }

  area.get('/texts/:slug', async (request, reply) => {
    const text = await textIn(request)
    if (text === null) return web.problem(request, reply, 'notFound')
    const query = Query.parse(request.query)
    const visit = web.visitIn(request)
    const done = await doneOf(visit, deps, text, query, publicPageOf(deps, request, text))
    const isChecked = query.check !== undefined
    return showText(request, reply, text, { done, isChecked, view: query.view, part: query.part })
  })

  area.get('/texts/:slug/history', async (request, reply) => {
    const text = await textIn(request)
    if (text === null) return web.problem(request, reply, 'notFound')
    const visit = web.visitIn(request)
    const names: Names = await namesFor(deps.staff, visit.words, actorsIn(text))
    const shown = await makeShown(deps, visit, text.slug, HistoryQuery.parse(request.query))
    return web.show(request, reply, historyPage(visit, text, names, shown))
  })

  area.get('/texts/:slug/acts/:act', async (request, reply) => {
    const params = ActParams.safeParse(request.params)
    const act = params.success ? asAct(params.data.act) : null
    const text = await textIn(request)
    if (text === null || act === null) return web.problem(request, reply, 'notFound')
    if (!isAsked(act)) return reply.redirect(textPath(text.slug), 303)
    const visit = web.visitIn(request)
    const open = openActs(text, personOf(visit)).find((one) => one.act === act)
    if (open?.allowed === false)
      return showText(request, reply.code(STATUS_REFUSED), text, {
        wrong: refusalText(visit, refusalByCode(open.refused)),
      })
    return showAct(web, deps, request, reply, text, { act, typed: NOTHING_TYPED, refusal: null })
  })

  area.post('/texts/:slug/acts/:act', async (request, reply) => {
    const params = ActParams.safeParse(request.params)
    const act = params.success ? asAct(params.data.act) : null
    const text = await textIn(request)
    if (text === null || act === null) return web.problem(request, reply, 'notFound')
    const actor = staffActor(personOf(web.visitIn(request)).id)
    const read = readAct(act, request, text, { actor, newId: deps.newId })
    const outcome =
      'refused' in read.act
        ? read.act
        : await outcomeOf(deps, web.visitIn(request), text.slug, read.act)
    if ('refused' in outcome) {
      const now = (await textIn(request)) ?? text
      const before = doneBefore(now.history, act, actor)
      if (before !== null)
        return reply.redirect(`${textPath(now.slug)}?done=${act}&at=${before.position}`, 303)
      return refuse(request, reply, now, { act, refusal: outcome, typed: read.typed })
    }
    const { slug, position } = outcome
    if (position !== null) await deps.board.waitFor(position, WAITS.boardMs)
    const at = position === null ? '' : `&at=${position}`
    const where = act === 'comment' || act === 'resolve-comment' ? '#comments' : ''
    return reply.redirect(`${textPath(slug)}?done=${act}${at}${where}`, 303)
  })
}
