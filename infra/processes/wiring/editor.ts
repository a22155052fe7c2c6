/** Opens what the editor of the desk needs. */
import { randomUUID } from 'node:crypto'
import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import { SCOPES_OF_ROLE, type SignedPerson, type StaffId } from '#contracts/staff.ts'
import type { WriteDeps } from '#ingest/command-handler/write-deps.ts'
import type { EditorDeps } from '#ingest/editorial/desk/editor/present.ts'
import type { AssessWording } from '#ingest/groundedness/wording-found.ts'
import { followRested } from '#ingest/editorial/scratch/rest.ts'
import { rememberedTexts } from '#ingest/editorial/scratch/save-scratch.ts'
import type { StaffDirectory } from '#ingest/editorial/staff/ports.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeScratches } from '../../postgres/scratch/scratches.ts'
import { openEditing } from '../editing/open.ts'
import { now } from './context.ts'
import type { Database } from './database.ts'

export type Editor = {
  readonly deps: Pick<EditorDeps, 'scratches' | 'remembered' | 'work' | 'concepts'>
  /** On the thread that annotates. */
  readonly assess: AssessWording
  close(): Promise<void>
}

type Opening = {
  readonly write: WriteDeps
  readonly entailment: EntailmentModel | null
  readonly concepts: EditorDeps['concepts']
  readonly staff: Pick<StaffDirectory, 'byId'>
  readonly onFault: (fault: unknown) => void
}

/** Somebody who rested has no session: what they may do is what their roles say today. */
const personWith =
  (staff: Opening['staff']) =>
  async (id: StaffId): Promise<SignedPerson | null> => {
    const found = (await staff.byId([id])).get(id)
    if (found === undefined || found.disabledAt !== null) return null
    const { name, roles } = found
    const scopes = new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role]))
    return { id, name, roles, scopes, secondFactor: false }
  }

/** Until it is closed, what nobody touched for ten minutes becomes a fact. */
export const openEditor = (
  { pool, connectionString }: Database,
  { write, entailment, concepts, staff, onFault }: Opening,
): Editor => {
  const editing = openEditing({ cited: write.cited, entailment })
  const { work } = editing
  const scratches = makeScratches(pool)
  const remembered = rememberedTexts()
  const stop = new AbortController()
  const following = followRested(
    {
      write,
      merge: work.merge,
      scratches,
      remembered,
      personOf: personWith(staff),
      newId: randomUUID,
      lock: makeProjectorLock(connectionString),
      now,
      onFault,
    },
    stop.signal,
  )
  return {
    deps: { scratches, remembered, work, concepts },
    assess: editing.assess,
    close: async () => {
      stop.abort()
      await following
      await editing.close()
    },
  }
}
