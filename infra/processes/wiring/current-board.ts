import { Fault } from '#contracts/fault.ts'
import type { Board } from '#ingest/editorial/board/ports.ts'
import { makeBoardFollower } from '#ingest/editorial/board/projection.ts'
import { makeBoardTable } from '../../postgres/desk/board.ts'
import { makeProjectorLock } from '../../postgres/platform/lock.ts'
import { makeLogLines } from '../../postgres/read-models/assessor-memory.ts'
import { type Database, truthOf } from './database.ts'
import { deskListsOf } from './desk-followers.ts'

const CATCH_UP_MS = 60_000

/** Work on a board that knows the whole log: the desk follows, else this process does. */
export const withCurrentBoard = async <T>(
  database: Database,
  work: (board: Board) => Promise<T>,
): Promise<T> => {
  const { store, blobs, log } = truthOf(database)
  const { board } = deskListsOf(database)
  const ended = new AbortController()
  const follower = makeBoardFollower({
    store,
    blobs,
    log,
    lines: makeLogLines(database.pool),
    table: makeBoardTable(database.pool),
    lock: makeProjectorLock(database.connectionString),
  })
  const following = follower.follow(ended.signal)
  try {
    if (!(await board.waitFor(await log.head(), CATCH_UP_MS))) throw new Fault('projection-behind')
    return await work(board)
  } finally {
    ended.abort()
    await following
    await log.close()
  }
}
