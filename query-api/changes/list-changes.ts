import type { Change } from '#contracts/changes/change.ts'
import type { ChangesQuery, ChangesResponse } from '#contracts/http/changes.ts'
import { Position, printPosition } from '#contracts/ids.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { ChangesFilter, ChangesPage, ChangesReader } from './ports.ts'

const beyondHead = (head: Position): RequestInvalid =>
  new RequestInvalid([
    {
      path: 'after',
      code: 'cursor_beyond_head',
      message: `no change is known above ${printPosition(head)}: pass next unchanged`,
    },
  ])

/** Whether a change passes a filter, as the reader applies it. */
export const passes = (
  { type, jurisdictions }: Change,
  { types, jurisdictions: wanted }: ChangesFilter,
): boolean =>
  (types === undefined || types.includes(type)) &&
  (wanted === undefined || jurisdictions.some((one) => wanted.includes(one)))

/** A page after a position that was known. Throws RequestInvalid for one above the head. */
export const readAfter = async (
  changes: ChangesReader,
  after: Position,
  limit: number,
  filter: ChangesFilter = {},
): Promise<ChangesPage> => {
  const page = await changes.read({ after, limit, ...filter })
  if (after > page.head) throw beyondHead(page.head)
  return page
}

/** Answers `GET /changes`. */
export const listChanges = async (
  changes: ChangesReader,
  { after, limit, types, jurisdictions }: ChangesQuery,
): Promise<ChangesResponse> => {
  const filter = { types, jurisdictions }
  const page = await readAfter(changes, Position.parse(Number(after)), limit, filter)
  return {
    changes: [...page.changes],
    next: printPosition(page.next),
    head: printPosition(page.head),
  }
}
