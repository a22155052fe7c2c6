import { Fault } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import type { Board } from '#ingest/editorial/board/ports.ts'
import { makeBoardFollower } from '#ingest/editorial/board/projection.ts'
import { makeImpactFollower } from '#ingest/editorial/impact/follower.ts'
import type { ImpactInbox } from '#ingest/editorial/impact/ports.ts'
import { type DueDeps, makeDuePublications } from '#ingest/editorial/schedule/due-publications.ts'
import { makeRecogniserThread } from '../../citations/recogniser.ts'
import type { MetricSources } from '../../metrics/metrics.ts'
import { makeBoard, makeBoardTable, makeSchedule } from '../../postgres/desk/board.ts'
import { makeDraftCitations, makeImpactInbox, makeImpactTable } from '../../postgres/desk/impact.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeLogLines } from '../../postgres/read-models/assessor-memory.ts'
import { makeCitingTexts } from '../../postgres/read-models/cited-texts.ts'
import { makeRedTexts } from '../../postgres/read-models/red-texts.ts'
import { say } from '../../terminal.ts'
import { citedTextsOf } from './cited-texts.ts'
import { now } from './context.ts'
import { type Database, truthOf } from './database.ts'
import { openPublicationTimers } from './publication-timers.ts'

export type DeskLists = { readonly board: Board; readonly impact: ImpactInbox }

/** The lists of the desk, for those who read them. */
export const deskListsOf = ({ pool }: Pick<Database, 'pool'>): DeskLists => ({
  board: makeBoard(pool),
  impact: makeImpactInbox(pool),
})

const FAR = Instant.parse('9999-12-31T23:59:59.999Z')

/** How far the followers of the desk are, for the metrics. */
export const deskSources = (
  database: Pick<Database, 'pool'>,
): Pick<MetricSources, 'projections' | 'dueSince'> => {
  const { board, impact } = deskListsOf(database)
  const schedule = makeSchedule(database.pool)
  return {
    projections: {
      'desk-board': () => board.position(),
      'desk-impact': () => impact.position(),
    },
    dueSince: async () => {
      const [next] = await schedule.due(FAR, 1)
      return next === undefined ? null : Date.parse(next.at)
    },
  }
}

/**
 * Opens what keeps the lists of the desk current and publishes what is due; nothing runs before
 * `follow`. Several processes may follow: one of them works, the others wait for its locks.
 */
export const openDeskFollowers = (
  database: Database,
  {
    publishDue,
    temporalAddress,
    onFault: reported,
  }: Pick<DueDeps, 'publishDue'> & {
    /** null: due publications are waited for here. */
    readonly temporalAddress: string | null
    readonly onFault?: (fault: unknown) => void
  },
) => {
  const { pool, connectionString } = database
  const { store, blobs, log } = truthOf(database)
  const lists = deskListsOf(database)
  const recogniser = makeRecogniserThread()
  const onFault = (fault: unknown): void => {
    say(
      `desk: ${fault instanceof Fault ? `${fault.code}: ${fault.message}` : 'internal-error'}; trying again`,
    )
    reported?.(fault)
  }
  const shared = {
    store,
    blobs,
    log,
    lines: makeLogLines(pool),
    lock: makeProjectorLock(connectionString),
    board: lists.board,
    onFault,
  }
  const board = makeBoardFollower({ ...shared, table: makeBoardTable(pool) })
  const impact = makeImpactFollower({
    ...shared,
    table: makeImpactTable(pool),
    drafts: makeDraftCitations(pool),
    citing: makeCitingTexts(pool),
    red: makeRedTexts(pool),
    cited: citedTextsOf(database),
    recognise: recogniser.recognise,
  })
  const hours = temporalAddress === null ? null : openPublicationTimers(temporalAddress)
  const due = makeDuePublications({
    ...shared,
    schedule: makeSchedule(pool),
    now,
    publishDue,
    timers: hours?.timers ?? null,
  })
  return {
    ...lists,
    follow: async (signal: AbortSignal): Promise<void> => {
      recogniser.begin()
      await Promise.all([board, impact, due].map((one) => one.follow(signal)))
    },
    close: async (): Promise<void> => {
      await recogniser.close()
      await hours?.close()
      await log.close()
    },
  }
}
