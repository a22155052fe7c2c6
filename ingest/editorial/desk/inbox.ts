/** What waits for a person, and what they work on, from the lists of the board. */
import { isRefusal } from '#contracts/fault.ts'
import type { Slug } from '#contracts/ids.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import { loadText } from '../../command-handler/text-handler.ts'
import type { WriteDeps } from '../../command-handler/write-deps.ts'
import type { Board, BoardRow } from '../board/ports.ts'

/** Rows of one section of the inbox. */
export const INBOX = { rowsMax: 12 } as const

export type WaitingReason = 'review' | 'publish' | 'changes' | 'confirm' | 'failed'
export type Waiting = { readonly row: BoardRow; readonly reason: WaitingReason }

export type Section = { readonly rows: readonly BoardRow[]; readonly total: number }
export type Inbox = {
  readonly waiting: readonly Waiting[]
  /** Whether older texts may wait, too. */
  readonly mayMoreWait: boolean
  readonly assigned: Section
  readonly mine: Section
  readonly scheduled: Section
  readonly changes: Section
  readonly counts: Awaited<ReturnType<Board['counts']>>
}

const OPEN = ['draft', 'in_review', 'changes_requested', 'approved', 'scheduled'] as const

/**
 * Why a text waits for this person; null if it does not. `askedBy`: who asked for what waits for a
 * second person, who need not be the last one to act on the text.
 */
export const reasonFor = (
  person: SignedPerson,
  row: BoardRow,
  askedBy: string | null,
): WaitingReason | null => {
  const isAuthor = row.authors.includes(staffActor(person.id))
  const isFree = row.assignedTo === null || row.assignedTo === person.id
  const { scopes } = person
  if (row.pending !== null)
    return scopes.has('editorial:withdraw') && askedBy !== null && askedBy !== staffActor(person.id)
      ? 'confirm'
      : null
  if (row.stopped !== null && scopes.has('editorial:publish')) return 'failed'
  if (row.status === 'changes_requested')
    return isAuthor || row.assignedTo === person.id ? 'changes' : null
  if (!isFree) return null
  if (row.status === 'in_review')
    return scopes.has('editorial:review') && !isAuthor ? 'review' : null
  return row.status === 'approved' && scopes.has('editorial:publish') ? 'publish' : null
}

const ORDER: readonly WaitingReason[] = ['failed', 'confirm', 'changes', 'review', 'publish']

/** Rows that may wait for somebody; the board has the newest change first. */
const CANDIDATES_MAX = 100

const candidates = async (board: Board) => {
  const page = { limit: CANDIDATES_MAX, after: null }
  const lists = await Promise.all([
    board.list({ status: ['in_review', 'approved', 'changes_requested'] }, page),
    board.list({ pending: 'withdrawal' }, page),
    board.list({ pending: 'deletion' }, page),
  ])
  const rows = lists.flatMap((list) => list.rows)
  return {
    rows: [...new Map(rows.map((row) => [row.articleId, row])).values()],
    areAll: lists.every(({ next }) => next === null),
  }
}

type InboxDeps = { readonly board: Board; readonly write: Pick<WriteDeps, 'slugs' | 'store'> }

/** Who asked for what waits for a second person; null: nothing waits any more. */
const askedBy = async (write: InboxDeps['write'], slug: Slug): Promise<string | null> => {
  const text = await loadText(write, slug)
  return isRefusal(text) ? null : (text.state.pending?.by ?? null)
}

/** Everything that the inbox of a person shows. */
export const inboxOf = async (
  { board, write }: InboxDeps,
  person: SignedPerson,
): Promise<Inbox> => {
  const page = { limit: INBOX.rowsMax, after: null }
  const [found, assigned, mine, scheduled, changes, counts] = await Promise.all([
    candidates(board),
    board.list({ assignedTo: person.id, status: OPEN }, page),
    board.list({ author: staffActor(person.id), status: OPEN }, page),
    board.list({ status: ['scheduled'] }, page),
    board.list({ status: ['changes_requested'] }, page),
    board.counts(),
  ])
  const askers = new Map(
    await Promise.all(
      found.rows
        .filter(({ pending }) => pending !== null)
        .map(async ({ slug }) => [slug, await askedBy(write, slug)] as const),
    ),
  )
  const waiting = found.rows
    .flatMap((row) => {
      const reason = reasonFor(person, row, askers.get(row.slug) ?? null)
      return reason === null ? [] : [{ row, reason }]
    })
    .toSorted((a, b) => ORDER.indexOf(a.reason) - ORDER.indexOf(b.reason))
  return { waiting, mayMoreWait: !found.areAll, assigned, mine, scheduled, changes, counts }
}
