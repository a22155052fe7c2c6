/** The followers of the desk on a database of their own, beside the write side and read models. */
import { isRefusal } from '#contracts/fault.ts'
import { Day } from '#contracts/ids.ts'
import { makeRecogniserThread } from '#infra/citations/recogniser.ts'
import { makeBoard, makeBoardTable, makeSchedule } from '#infra/postgres/desk/board.ts'
import {
  makeDraftCitations,
  makeImpactInbox,
  makeImpactTable,
} from '#infra/postgres/desk/impact.ts'
import { makeLogLines } from '#infra/postgres/read-models/assessor-memory.ts'
import { makeRedTexts } from '#infra/postgres/read-models/red-texts.ts'
import type { BoardFilter, BoardRow } from '#ingest/editorial/board/ports.ts'
import { makeBoardFollower } from '#ingest/editorial/board/projection.ts'
import { makeImpactFollower } from '#ingest/editorial/impact/follower.ts'
import type { ImpactFilter, ImpactNotice } from '#ingest/editorial/impact/ports.ts'
import { recordTreatmentOf } from '#ingest/handlers/treatments.ts'
import { as, comment, openWorld, slugOf } from '../groundedness/world.ts'

export type DeskWorld = Awaited<ReturnType<typeof openDeskWorld>>

type Over = Parameters<typeof slugOf>[0]

/** A decision of the Cour de cassation, as an official source states it. */
export const decision = (id: string, docket: string, text: string): Over =>
  comment(id, text, {
    title: `Décision ${id}`,
    contentType: 'jurisprudence',
    source: { licence: 'Licence Ouverte 2.0' },
    judicialDecision: {
      jurisdiction: 'FR',
      courtCode: 'fr.ccass',
      chamber: 'civ1',
      formation: 'fs',
      decisionDate: '2020-11-25',
      identifiers: [{ scheme: 'docket', value: docket }],
    },
  })

const PAGE = { limit: 200, after: null }

export const openDeskWorld = async () => {
  const world = await openWorld()
  const { pool, deps, log, lock, cited, citing } = world
  const recogniser = makeRecogniserThread()
  recogniser.begin()
  const board = makeBoard(pool)
  const inbox = makeImpactInbox(pool)
  const shared = { store: deps.store, blobs: deps.blobs, lines: makeLogLines(pool), lock, log }
  const faults: unknown[] = []
  const onFault = (fault: unknown): void => void faults.push(fault)
  const boardFollower = makeBoardFollower({ ...shared, table: makeBoardTable(pool), onFault })
  const impactOf = (over: Partial<Parameters<typeof makeImpactFollower>[0]> = {}) =>
    makeImpactFollower({
      ...shared,
      board,
      table: makeImpactTable(pool),
      drafts: makeDraftCitations(pool),
      citing,
      red: makeRedTexts(pool),
      cited,
      recognise: recogniser.recognise,
      onFault,
      ...over,
    })
  const impactFollower = impactOf()
  const signal = new AbortController().signal
  return {
    ...world,
    board,
    inbox,
    faults,
    boardFollower,
    impactFollower,
    impactOf,
    schedule: makeSchedule(pool),
    /** Projects everything, and lets both followers read it. */
    catchUp: async (): Promise<void> => {
      await world.project()
      await boardFollower.runOnce(signal)
      await impactFollower.runOnce(signal)
    },
    /** Runs projector and followers while `work` does. */
    live: async <T>(work: () => Promise<T>): Promise<T> => {
      const ended = new AbortController()
      const running = [world.projector, boardFollower, impactFollower].map((one) =>
        one.follow(ended.signal),
      )
      try {
        return await work()
      } finally {
        ended.abort()
        await Promise.all(running)
      }
    },
    rows: async (filter: BoardFilter = {}): Promise<readonly BoardRow[]> =>
      (await board.list(filter, PAGE)).rows,
    notices: async (filter: ImpactFilter = {}): Promise<readonly ImpactNotice[]> =>
      (await inbox.list(filter, PAGE)).notices,
    /** Records that a later decision overruled one, into the log alone. */
    overrule: async (ruling: Over, later: Over): Promise<void> => {
      const outcome = await recordTreatmentOf(
        { ...deps, head: () => log.head() },
        {
          type: 'overruled',
          target: { slug: slugOf(ruling), sequence: null },
          sourceSlug: slugOf(later),
          ecli: null,
          courtCode: null,
          formation: null,
          pinpoint: null,
          quote: null,
          effectiveDate: Day.parse('2025-01-01'),
          confidencePercent: null,
        },
        as('person:editor'),
      )
      if (isRefusal(outcome)) throw new Error(outcome.refused)
    },
    /** The next run of a follower writes everything anew, as after a change of its version. */
    outdate: async (name: 'board' | 'impact'): Promise<void> =>
      void (await pool.query('update desk_followers set version = 0 where name = $1', [name])),
    close: async (): Promise<void> => {
      await recogniser.close()
      await world.close()
    },
  }
}
