/**
 * What commands of the write side are given, read alike by all of them, and the context of what
 * they record.
 */
import { userInfo } from 'node:os'
import { Actor } from '#contracts/audit.ts'
import { Fault, type Refusal } from '#contracts/fault.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import { EXIT, say } from '../terminal.ts'
import { now } from '../processes/wiring/context.ts'
import type { PersonOptions } from '#ingest/editorial/revise.ts'

/** Now, unless a time is given. Throws Fault `instant-invalid`. */
export const parseInstant = (text: string | undefined): Instant => {
  if (text === undefined) return now()
  const parsed = Instant.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Fault('instant-invalid', '--at is not an instant', {
    hint: 'write it like 2026-01-31T00:00:00.000Z',
  })
}

/** Throws Fault `slug-invalid`. */
export const parseSlug = (text: string): Slug => {
  const parsed = Slug.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Fault('slug-invalid', `${text} is no slug`, {
    hint: 'take the slug of a search hit or of an article',
  })
}

export const commandActor = (): string => `cli:${userInfo().username}`

/**
 * The actor of a command that names a person; default: the user of this machine. Throws Fault
 * `person-invalid`.
 */
export const personActor = (person: string | undefined): Actor => {
  const parsed = Actor.safeParse(person === undefined ? commandActor() : `cli:${person}`)
  if (parsed.success) return parsed.data
  throw new Fault('person-invalid', 'this is no name of a person as the audit keeps it', {
    hint: 'letters, digits, points and hyphens, at most 64: --as j.martin',
  })
}

export type Json = { readonly json?: boolean }

/**
 * In whose name a command acts, and who approved it, as its options say. Throws Fault for a name
 * that can't be one's.
 */
export const actingOf = ({
  as,
  approvedBy,
}: PersonOptions): { readonly author: Actor; readonly approver: Actor | null } => ({
  author: personActor(as),
  approver: approvedBy === undefined ? null : personActor(approvedBy),
})

export const refuse = (about: string, { refused, reason, hint }: Refusal): void => {
  say(`${about}: ${refused}: ${reason}`)
  say(`  hint: ${hint}`)
  process.exitCode = EXIT.failed
}

export const slugOf = (text: string): Slug | null => {
  const parsed = Slug.safeParse(text)
  if (parsed.success) return parsed.data
  refuse(text, {
    refused: 'slug-invalid',
    reason: 'this is no slug',
    hint: 'take the slug of a search hit or of an article',
  })
  return null
}
