/** What commands that act on texts share: who acts, with what, and on which texts. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '#contracts/api-key.ts'
import type { Actor } from '#contracts/audit.ts'
import { Fault, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Slug } from '#contracts/ids.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import type { WriteContext, WriteDeps } from '#ingest/command-handler/write-deps.ts'
import type { ActStamp } from '#ingest/editorial/carry-out.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { contextOf, now } from '../processes/wiring/context.ts'
import { withWriteDeps } from '../processes/wiring/write-deps.ts'
import type { Settings } from '../settings.ts'
import { commandActor } from './actor.ts'
import { refuse } from './output.ts'
import { signedPersonOf } from './staff-token.ts'

export type Acting = {
  readonly person: SignedPerson
  readonly deps: WriteDeps
  readonly database: Database
}

/** Work of the signed-in person on the write side. Throws Fault `not-signed-in`. */
export const withPerson = <T>(
  settings: Settings,
  process: string,
  work: (acting: Acting) => Promise<T>,
): Promise<T> =>
  withDatabase(settings, process, async (database) => {
    const person = await signedPersonOf(settings, database)
    return withWriteDeps(settings, database, (deps) => work({ person, deps, database }))
  })

export const stampOf = (): ActStamp => ({ time: now(), correlationId: randomUUID() })

/** The log names the person by id. */
export const personContext = ({ id }: SignedPerson): WriteContext => contextOf(staffActor(id))

/** Refuses somebody whose roles do not include the scope. */
export const scopeRefusal = ({ scopes }: SignedPerson, scope: Scope): Refusal | null =>
  scopes.has(scope) ? null : refusalByCode('scope-missing')

/**
 * Who imports: the signed-in person, who then cannot approve what they imported; else the user of
 * this machine. A sign-in that ended stops no nightly import.
 */
export const importingActor = async (settings: Settings, database: Database): Promise<Actor> => {
  try {
    return staffActor((await signedPersonOf(settings, database)).id)
  } catch (error) {
    const isStranger = error instanceof Fault && error.code === 'not-signed-in'
    if (isStranger && settings.staffToken === null) return commandActor()
    throw error
  }
}

const NO_SLUG: Refusal = {
  refused: 'slug-invalid',
  reason: 'this is not a slug',
  hint: 'take the slug of a search hit or of an article',
}

/** The slugs among the names; every other name is refused, and does not stop the rest. */
export const namedSlugs = (names: readonly string[]): Slug[] => {
  if (names.length === 0) throw new Fault('texts-missing')
  return names.flatMap((name) => {
    const slug = Slug.safeParse(name)
    if (slug.success) return [slug.data]
    refuse(NO_SLUG, name)
    return []
  })
}
