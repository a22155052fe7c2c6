/**
 * What the commands of the write side share: their engines, in whose name they act, and how they
 * say no.
 */
import type { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import { Slug } from '#contracts/ids.ts'
import { requireModelOfIndex } from '#infra/embeddings/index-model.ts'
import { openEmbedder } from '#infra/embeddings/main.ts'
import { type Database, truthOf } from '#infra/main.ts'
import type { Settings } from '#infra/settings.ts'
import { EXIT, say } from '#infra/terminal.ts'
import type { PersonOptions } from '../editorial/revise.ts'
import type { WriteDeps } from '../handlers/write-deps.ts'
import { personActor } from './arguments.ts'

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
