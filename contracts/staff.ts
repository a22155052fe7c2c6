/**
 * People of the editorial team (contracts/conventions/staff.md). They are kept apart from
 * customers: a customer's account never acts on a text, and a member of staff is never billed.
 */
import { z } from 'zod'
import type { Scope } from './api-key.ts'
import { Actor } from './actor.ts'

export const StaffId = z.uuid().brand<'StaffId'>()
export type StaffId = z.infer<typeof StaffId>

export const StaffRole = z.enum([
  'author',
  'reviewer',
  'publisher',
  'data_protection',
  'administrator',
])
export type StaffRole = z.infer<typeof StaffRole>

/**
 * What each role may do to texts. An administrator manages people and acts on no text: the pages
 * about people ask for the role itself.
 */
export const SCOPES_OF_ROLE: Readonly<Record<StaffRole, readonly Scope[]>> = {
  author: ['editorial:draft'],
  reviewer: ['editorial:review'],
  publisher: ['editorial:publish', 'editorial:withdraw'],
  data_protection: ['privacy:erase'],
  administrator: [],
}

/** Somebody who signed in, or whose access token was checked. */
export type SignedPerson = {
  readonly id: StaffId
  readonly name: string
  readonly roles: readonly StaffRole[]
  /** Of the roles; an access token may have fewer. */
  readonly scopes: ReadonlySet<Scope>
  /** Whether this session, or the one that made the token, passed a second factor. */
  readonly secondFactor: boolean
}

/** How the log and the audit name a member of staff: by id, since names are personal data. */
export const staffActor = (id: StaffId): Actor => Actor.parse(`staff:${id}`)
/** The member of staff behind an actor; null for everybody else. */
export const staffIdOf = (actor: string): StaffId | null =>
  actor.startsWith('staff:') ? StaffId.parse(actor.slice('staff:'.length)) : null
