/** Looks magistrates and lawyers up by name, and records that somebody did. */
import type { z } from 'zod'
import type { MagistrateResult } from '#contracts/mcp/vocabularies.ts'
import type { AuditedRead } from '../accounts/ports.ts'
import type { PersonSource } from './ports.ts'

const NOBODY = {
  persons: 'Nobody of this name is held; that says nothing of whether there is one.',
}

/**
 * Persons of a name. The look-up is recorded with the key that made it and whom it found, never
 * with the name, in the transaction that reads. Throws the Faults of the reader.
 */
export const personsNamed = async (
  { persons }: { readonly persons: AuditedRead<PersonSource> },
  name: string,
  keyId: string,
): Promise<Omit<z.infer<typeof MagistrateResult>, 'corpusPosition'>> => {
  const found = await persons(
    (source) => source.named(name),
    (known) => {
      const kind = 'magistrate.looked-up' as const
      const actor = `key:${keyId}`
      return known.length === 0
        ? [{ kind, actor, subject: null, data: {} }]
        : known.map(({ id }) => ({ kind, actor, subject: id, data: {} }))
    },
  )
  return {
    persons: [...found],
    audited: true,
    coverage: found.length === 0 ? NOBODY : null,
  }
}
