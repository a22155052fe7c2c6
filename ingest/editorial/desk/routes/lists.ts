/** The inbox and the list of all texts. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Actor } from '#contracts/audit.ts'
import { staffActor, StaffId } from '#contracts/staff.ts'
import { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import type { WriteDeps } from '../../../command-handler/write-deps.ts'
import { type Board, type BoardFilter, type BoardRow, BoardStatus } from '../../board/ports.ts'
import { type ErasingDeps, listErasures } from '../../erasure/overview.ts'
import type { ErasureProposals } from '../../erasure/proposals.ts'
import type { ImpactInbox } from '../../impact/ports.ts'
import type { Scratches } from '../../scratch/ports.ts'
import type { StaffDirectory } from '../../staff/ports.ts'
import { actorsIn as erasureActors } from '../erasures/parts.ts'
import { INBOX, inboxOf } from '../inbox.ts'
import { namesFor } from '../names.ts'
import { inboxPage } from '../pages/inbox.ts'
import { listPage, NOBODY } from '../pages/list.ts'
import { unsavedWork } from '../unsaved.ts'
import { type DeskWeb, personOf } from '../visit.ts'
import { pageAfter } from './page-after.ts'

export type ListDeps = {
  readonly board: Board
  readonly write: WriteDeps
  readonly impact: ImpactInbox
  readonly staff: StaffDirectory
  readonly scratches: Pick<Scratches, 'list' | 'ofOthers'>
  readonly erasures: ErasureProposals
  readonly erasing: ErasingDeps
}

const PAGE_ROWS = 50
const WORDS_MAX = 200

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
const Query = z.object({
  words: optional(z.string().trim().min(1).max(WORDS_MAX)),
  status: optional(BoardStatus),
  author: optional(Actor),
  to: optional(z.union([StaffId, z.literal(NOBODY)])),
  flag: optional(IntegrityCode),
  after: z.string().min(1).max(WORDS_MAX).nullable().catch(null).default(null),
})

const filterOf = ({ words, status, author, to, flag }: z.infer<typeof Query>): BoardFilter => ({
  ...(words === undefined ? {} : { words }),
  ...(status === undefined ? {} : { status: [status] }),
  ...(author === undefined ? {} : { author }),
  ...(to === undefined ? {} : { assignedTo: to === NOBODY ? null : to }),
  ...(flag === undefined ? {} : { flag }),
})

const actorsIn = (rows: readonly BoardRow[]): string[] =>
  rows.flatMap(({ changedBy, assignedTo }) => [
    changedBy,
    ...(assignedTo === null ? [] : [`staff:${assignedTo}`]),
  ])

/** People who still work here, by name. */
export const teamOf = async ({ staff }: Pick<ListDeps, 'staff'>) =>
  (await staff.list())
    .filter(({ disabledAt }) => disabledAt === null)
    .toSorted((a, b) => a.name.localeCompare(b.name))

export const addLists = (area: FastifyInstance, web: DeskWeb, deps: ListDeps): void => {
  area.get('/', async (request, reply) => {
    const visit = web.visitIn(request)
    const mayErase = personOf(visit).scopes.has('privacy:erase')
    const [inbox, { total }, erasures, requests] = await Promise.all([
      inboxOf(deps, personOf(visit)),
      deps.impact.list({ open: true }, { limit: 1, after: null }),
      mayErase ? deps.erasures.list(INBOX.rowsMax) : [],
      mayErase ? listErasures(deps.erasing, INBOX.rowsMax, { requested: true }) : [],
    ])
    const { waiting, assigned, mine, scheduled, changes } = inbox
    const rows = [
      ...[assigned, mine, scheduled, changes].flatMap((section) => section.rows),
      ...waiting.map(({ row }) => row),
    ]
    const unsaved = await unsavedWork(deps.scratches, personOf(visit), rows)
    const own = staffActor(personOf(visit).id)
    const toConfirm = requests.filter(({ requestedBy }) => requestedBy !== own)
    const names = await namesFor(deps.staff, visit.words, [
      ...erasureActors(toConfirm),
      ...actorsIn(rows),
      ...unsaved.others.map(({ person }) => staffActor(person)),
    ])
    const notices = { impact: total, unsaved, erasures, toConfirm }
    return web.show(request, reply, inboxPage(visit, inbox, names, notices))
  })

  area.get('/texts', async (request, reply) => {
    const visit = web.visitIn(request)
    const query = Query.parse(request.query)
    const filter = filterOf(query)
    const [page, team] = await Promise.all([
      pageAfter((after) => deps.board.list(filter, { limit: PAGE_ROWS, after }), query.after),
      teamOf(deps),
    ])
    const names = await namesFor(deps.staff, visit.words, actorsIn(page.rows))
    return web.show(
      request,
      reply,
      listPage(visit, names, { filter, after: query.after, page, team }),
    )
  })
}
