/** Names of the people behind the actors of the log. */
import { staffIdOf } from '#contracts/staff.ts'
import type { StaffDirectory } from '#ingest/editorial/staff/ports.ts'

/** The name of an actor; the actor itself where no member of staff is behind it. */
export type NameOf = (actor: string) => string

export const namesOf = async (
  directory: Pick<StaffDirectory, 'byId'>,
  actors: readonly string[],
): Promise<NameOf> => {
  const ids = [...new Set(actors.flatMap((actor) => staffIdOf(actor) ?? []))]
  const members = await directory.byId(ids)
  return (actor) => {
    const id = staffIdOf(actor)
    return (id === null ? undefined : members.get(id)?.name) ?? actor
  }
}
