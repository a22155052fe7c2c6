import { type Act, Actor } from '#contracts/audit.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import type { ImportResult } from './texts-imported.ts'
import { STEP_RETRIES } from './retries.ts'

type Run = {
  readonly actor: string
  /** Whether the import published texts; the log has which. */
  readonly published: boolean
}

type Recorded = Pick<ImportResult, 'imported' | 'revised' | 'position' | 'officialSources'>

/**
 * Writes one audit row for a run that recorded something. The log already has its events, so it
 * retries while the database is unavailable. `recordOnce` may be called again with the same act
 * after a lost answer; the position makes the act unique. Throws the Fault of the database.
 */
export const auditImport = async (
  recordOnce: (act: Act) => Promise<void>,
  { imported, revised, position, officialSources }: Recorded,
  { actor, published }: Run,
): Promise<void> => {
  if (position === null) return
  const from = officialSources.length === 0 ? {} : { officialSources: [...officialSources] }
  const data = { imported, revised, published, position, ...from }
  const who = Actor.safeParse(actor).data ?? 'system'
  const act: Act = { kind: 'texts.imported', actor: who, subject: null, data }
  await retry(() => recordOnce(act), STEP_RETRIES)
}
