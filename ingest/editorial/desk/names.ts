/** How pages name whoever did something: the log has ids, the staff directory has names. */
import { staffIdOf, type StaffId } from '#contracts/staff.ts'
import type { StaffDirectory, StaffMember } from '../staff/ports.ts'
import type { Words } from './words/words.ts'

export type Names = (actor: string) => string

/** Names everybody among these actors, in the reader's language. */
export const namesFor = async (
  staff: Pick<StaffDirectory, 'byId'>,
  words: Words,
  actors: Iterable<string>,
): Promise<Names> => {
  const ids = [...new Set(actors)].map(staffIdOf).filter((id) => id !== null)
  const members: ReadonlyMap<StaffId, StaffMember> =
    ids.length === 0 ? new Map() : await staff.byId(ids)
  return (actor) => {
    const id = staffIdOf(actor)
    if (id !== null) return members.get(id)?.name ?? words.formerPerson
    if (actor.startsWith('cli:')) return words.command(actor.slice('cli:'.length))
    return words.machine
  }
}
