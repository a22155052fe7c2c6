/** Wires erasures: who decides on them, and what finishes them outside of the log. */
import { randomUUID } from 'node:crypto'
import { Fault } from '#contracts/fault.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import type { ErasureDeps } from '#ingest/editorial/erasure/erase.ts'
import type { ErasureStep, FinishedErasures } from '#ingest/editorial/erasure/ports.ts'
import { alone, removeGeneration } from '#query-api/replay/turns.ts'
import { makeWriteAudit } from '../../postgres/platform/audit.ts'
import { noteFailure, noteFinished, noteStep } from '../../postgres/erasure/progress.ts'
import { removeErased, rewriteTables } from '../../postgres/erasure/scrub.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeTextDigest } from '../../postgres/erasure/text-digest.ts'
import { makeTreatmentsOf } from '../../postgres/erasure/treatments.ts'
import {
  addHandled,
  finishErasures,
  makePassagesElsewhere,
  setHandled,
  type UnfinishedErasure,
  unfinishedErasures,
} from '../../postgres/erasure/unfinished.ts'
import { strikeErased } from '../../postgres/recall/erased.ts'
import type { Settings } from '../../settings.ts'
import { stopSignal } from '../../stop-signal.ts'
import { certify, isLeftInIndex, requireNoneLeft } from './certificates.ts'
import { now } from './context.ts'
import { withCurrentBoard } from './current-board.ts'
import { type Database, truthOf } from './database.ts'
import { untilSearchable, whileProjecting } from './following.ts'
import { replayDepsOf } from './replay.ts'
import { recallFollowerOf } from './webhooks.ts'

export const erasureDepsOf = (database: Database): ErasureDeps => {
  const { store, blobs, slugs } = truthOf(database)
  return {
    store,
    blobs,
    slugs,
    digestOf: async (streamId) => (await makeTextDigest(database.pool)(streamId)).digest,
    treatmentsOf: makeTreatmentsOf(database.pool),
    passagesElsewhere: makePassagesElsewhere(database.pool),
    audit: makeWriteAudit(database.pool),
  }
}

/**
 * The generation kept for a rollback has the words, and so may one that a killed replay left: they
 * go, and a replay makes another one. Returns the first one. Throws Fault `replay-running`.
 */
const removeOthers = async (
  settings: Settings,
  database: Database,
  held: AbortSignal,
): Promise<number | null> => {
  const { deps, close } = replayDepsOf(settings, database, { outward: () => 0 })
  const { generations } = deps.models
  try {
    return await alone(deps, held, async () => {
      const previous = await generations.previous()
      const live = await generations.live()
      for (const one of await generations.list())
        if (one !== live) await removeGeneration(deps, one)
      return previous
    })
  } finally {
    await close()
  }
}

const SWEPT = { everyMs: 2_000, timeMsMax: 300_000 } as const

/**
 * Waits until the search index has no entry of the erased versions: Typesense keeps what was
 * replaced for some minutes, and the projector sweeps it when it rests.
 */
const untilSwept = async (
  settings: Settings,
  database: Database,
  unfinished: readonly UnfinishedErasure[],
  held: AbortSignal,
): Promise<void> => {
  const isSwept = async (): Promise<boolean> => {
    for (const one of unfinished) if (await isLeftInIndex(settings, database, one)) return false
    return true
  }
  if (await isSwept()) return
  await whileProjecting(settings, database, () => pollUntil(isSwept, { ...SWEPT, signal: held }))
}

/** Who finishes erasures: a running service, or a command. */
const LOCK = 'erasures'
const NO_PARTS = { done: 0, steps: 0 }

type OnStep = (step: string, done: number, all: number) => void

const finishHeld = async (
  settings: Settings,
  database: Database,
  onStep: OnStep,
  held: AbortSignal,
): Promise<FinishedErasures | null> => {
  const { pool, connectionString } = database
  const unfinished = await unfinishedErasures(pool)
  const last = unfinished.at(-1)
  if (last === undefined) return null
  const positions = unfinished.map(({ position }) => position)
  const begin = async (step: ErasureStep, parts = NO_PARTS): Promise<void> => {
    held.throwIfAborted()
    await noteStep(pool, positions, step, parts)
  }
  await begin('read-models')
  onStep('read models', 0, 1)
  await untilSearchable(settings, database, last.position)
  await begin('desk-lists')
  await withCurrentBoard(database, async () => undefined)
  await begin('rollback-generation')
  const generation = await removeOthers(settings, database, held)
  await begin('rows')
  // What nobody has filed is found by nothing.
  await recallFollowerOf(database, () => Date.now()).file()
  for (const one of unfinished)
    await addHandled(pool, one, 'kept-generation', generation === null ? 0 : 1)
  const rows = await removeErased(pool, unfinished, strikeErased)
  await untilSwept(settings, database, unfinished, held)
  // Before tables are written anew: what is left would have them locked again at each attempt.
  for (const one of unfinished) await requireNoneLeft(settings, database, one)
  const rewritten = await rewriteTables(
    connectionString,
    async (table, done, steps) => {
      onStep(table, done, steps)
      await begin('tables', { done, steps })
    },
    held,
  )
  for (const one of unfinished) {
    await setHandled(pool, one, 'table-pages', rewritten.tables.length)
    if (rewritten.writeAheadLog) await setHandled(pool, one, 'write-ahead-log', null)
    await certify(settings, database, one, { time: now(), correlationId: randomUUID() })
  }
  const finished = { erasures: unfinished.length, rows, generation, rewritten }
  await pool.transaction(async (on) => {
    await noteFinished(on, positions, finished)
    await finishErasures(on, unfinished)
  })
  return finished
}

/**
 * Finishes all erasures of which something is left: waits until read models and the desk's lists
 * know of them, removes rows, writes the tables anew, and certifies each. One process does it at a
 * time, the others wait. Null: nothing was left. May be called again after a kill. Throws Faults
 * `projection-behind`, `erasure-incomplete` and those of the engines.
 */
export const finishAllErasures = async (
  settings: Settings,
  database: Database,
  onStep: OnStep = () => undefined,
  signal: AbortSignal = stopSignal(),
): Promise<FinishedErasures | null> => {
  // Most often nothing is left, and nobody has to wait.
  if ((await unfinishedErasures(database.pool)).length === 0) return null
  return makeProjectorLock(database.connectionString).hold(LOCK, signal, (held) =>
    finishHeld(settings, database, onStep, held),
  )
}

/** How often a running service looks for erasures that have to be finished. */
const LOOK = { everyMs: 2_000, backoff: { firstPauseMs: 1_000, pauseMsMax: 60_000 } } as const

/**
 * Finishes erasures in a running service until aborted, whoever carried them out: the desk, the
 * editorial API, or a command that was killed. What fails is noted and tried again, with pauses.
 */
export const followErasures = (
  settings: Settings,
  database: Database,
  onFault: (fault: unknown) => void,
  signal: AbortSignal,
): Promise<void> =>
  follow<null>(
    {
      // The lock is held while there is work: a command may finish erasures, too.
      hold: (ended, work) => work(null, ended),
      step: async (_, held) => {
        try {
          await finishAllErasures(settings, database, () => undefined, held)
        } catch (error) {
          const code = error instanceof Fault ? error.code : 'internal-error'
          if (!held.aborted) await noteFailure(database.pool, code).catch(() => undefined)
          throw error
        }
        return { place: null, isCaughtUp: true }
      },
      wait: (_, held) => pauseFor(LOOK.everyMs, held),
      backoff: LOOK.backoff,
      onFault,
    },
    signal,
  )
