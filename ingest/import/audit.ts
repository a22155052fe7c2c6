import { type Act, Actor } from '#contracts/audit.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import type { ImportSummary } from './activities.ts'
import { STEP_RETRIES } from './retries.ts'

type Run = {
  readonly actor: string
  /** Whether texts came public under the policy of their source; which ones, the log says. */
  readonly published: boolean
}

/**
 * One line for a run that recorded something. What the run recorded is in the log by then, so a
 * database that goes away just now is waited for, as in the steps before. `recordOnce` may be asked
 * again with the same act, because an answer was lost; no two runs end at the same position, so it
 * knows that act by its data. Throws the Fault of a database that stays away.
 */
export const auditImport = async (
  recordOnce: (act: Act) => Promise<void>,
  { imported, revised, position }: ImportSummary,
  { actor, published }: Run,
): Promise<void> => {
  if (position === null) return
  const data = { imported, revised, published, position }
  const who = Actor.safeParse(actor).data ?? 'system'
  const act: Act = { kind: 'texts.imported', actor: who, subject: null, data }
  await retry(() => recordOnce(act), STEP_RETRIES)
}
