/** What the commands of the write side share: their engines, who acts and when, and how they say no. */
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { Actor } from '#contracts/audit.ts'
import { Fault, type Refusal } from '#contracts/fault.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import { requireModelOfIndex } from '#infra/embeddings/index-model.ts'
import { openEmbedder } from '#infra/embeddings/main.ts'
import { type Database, truthOf } from '#infra/main.ts'
import type { Settings } from '#infra/settings.ts'
import { EXIT, say } from '#infra/terminal.ts'
import type { PersonOptions } from '../editorial/revise.ts'
import type { WriteContext, WriteDeps } from '../handlers/write-deps.ts'

export type Json = { readonly json?: boolean }

export const withWriteDeps = async <T>(
  settings: Settings,
  database: Database,
  work: (deps: WriteDeps) => Promise<T>,
): Promise<T> => {
  const { store, blobs, vectors, slugs, log } = truthOf(database)
  try {
    const embedder = await openEmbedder(settings)
    await requireModelOfIndex(database.pool, embedder)
    return await work({ store, blobs, vectors, slugs, embedder })
  } finally {
    await log.close()
  }
}

export const now = (): Instant => Instant.parse(new Date().toISOString())

export const parseInstant = (text: string | undefined): Instant => {
  if (text === undefined) return now()
  const parsed = Instant.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Fault('instant-invalid', '--at is not an instant', {
    mend: 'write it like 2026-01-31T00:00:00.000Z',
  })
}

export const contextOf = (actor: string, time: Instant): WriteContext => ({
  actor,
  time,
  correlationId: randomUUID(),
  causationId: null,
})

export const commandActor = (): string => `cli:${userInfo().username}`

/** The actor of a command that names a person; default: the user of this machine. */
export const personActor = (person: string | undefined): Actor => {
  const parsed = Actor.safeParse(person === undefined ? commandActor() : `cli:${person}`)
  if (parsed.success) return parsed.data
  throw new Fault('person-invalid', 'this is no name of a person as the audit keeps it', {
    mend: 'letters, digits, points and hyphens, at most 64: --as j.martin',
  })
}

/** In whose name a command acts, and who approved it, as its options say. Throws Fault for a name that can't be one's. */
export const actingOf = ({
  as,
  approvedBy,
}: PersonOptions): { readonly author: Actor; readonly approver: Actor | null } => ({
  author: personActor(as),
  approver: approvedBy === undefined ? null : personActor(approvedBy),
})

export const refuse = (about: string, { refused, reason, mend }: Refusal): void => {
  say(`${about}: ${refused}: ${reason}`)
  say(`  mend: ${mend}`)
  process.exitCode = EXIT.failed
}

export const slugOf = (text: string): Slug | null => {
  const parsed = Slug.safeParse(text)
  if (parsed.success) return parsed.data
  refuse(text, {
    refused: 'slug-invalid',
    reason: 'this is no slug',
    mend: 'take the slug of a search hit or of an article',
  })
  return null
}
