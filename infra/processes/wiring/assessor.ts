import { Fault } from '#contracts/fault.ts'
import type { ClaimVerifier } from '#contracts/law/claims/judge.ts'
import { type AssessorDeps, makeAssessor } from '#ingest/groundedness/assessor.ts'
import { preparedSources } from '#ingest/groundedness/prepared-sources.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeAssessorMemory, makeLogLines } from '../../postgres/read-models/assessor-memory.ts'
import { makeCitingTexts, makeHeldScopes } from '../../postgres/read-models/cited-texts.ts'
import { makeProcessLog } from '../../process-log.ts'
import type { Settings } from '../../settings.ts'
import { say } from '../../terminal.ts'
import { citedTextsOf } from './cited-texts.ts'
import { contextOf } from './context.ts'
import { type Database, truthOf } from './database.ts'

/** Opens the assessor over a database; it is not started yet. */
export const openAssessor = (
  settings: Settings,
  database: Database,
  verifier: ClaimVerifier,
  events: Pick<AssessorDeps, 'onFault'> = {},
) => {
  const { store, blobs, slugs, log } = truthOf(database)
  const { pool, connectionString } = database
  const processLog = makeProcessLog(settings, 'assessor')
  const assessor = makeAssessor({
    store,
    blobs,
    slugs,
    log,
    cited: citedTextsOf(database),
    verifier,
    prepared: preparedSources(),
    citing: makeCitingTexts(pool),
    scopes: makeHeldScopes(pool),
    lines: makeLogLines(pool),
    memory: makeAssessorMemory(pool),
    lock: makeProjectorLock(connectionString),
    context: () => contextOf('assessor'),
    onStep: ({ position, assessed }) =>
      processLog.info('assessed', { to: position, texts: assessed }),
    onFault: (fault) => {
      say(
        `assessor: ${fault instanceof Fault ? `${fault.code}: ${fault.message}` : 'internal-error'}; trying again`,
      )
      events.onFault?.(fault)
    },
  })
  return { ...assessor, close: () => log.close() }
}
