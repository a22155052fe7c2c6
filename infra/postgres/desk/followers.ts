/** The positions of the desk's followers. */
import { z } from 'zod'
import { Position } from '#contracts/ids.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

type DeskFollower = 'board' | 'impact'

const POSITION = statement('desk-position', {
  sql: 'select position from desk_followers where name = $1',
  values: (name: DeskFollower) => [name],
  row: z.object({ position: Position }),
})
const VERSION = statement('desk-version', {
  sql: 'select version, position, starts_at as "startsAt" from desk_followers where name = $1 for update',
  values: (name: DeskFollower) => [name],
  row: z.object({ version: z.int(), position: Position, startsAt: Position }),
})
const RESTART = statement('desk-restart', {
  sql: 'update desk_followers set version = $2, position = starts_at where name = $1',
  values: (name: DeskFollower, version: number) => [name, version],
})
const ADVANCE = statement('desk-advance', {
  sql: 'update desk_followers set position = greatest(position, $2) where name = $1',
  values: (name: DeskFollower, position: Position) => [name, position],
})

export const positionOf = async (on: Queryable, name: DeskFollower): Promise<Position> =>
  (await POSITION.only(on, name)).position

/**
 * The position to continue from: the beginning after a change of the version, since the rows are
 * outdated.
 */
export const beginAt = async (
  transaction: Queryable,
  name: DeskFollower,
  version: number,
): Promise<{ readonly position: Position; readonly isOutdated: boolean }> => {
  const known = await VERSION.only(transaction, name)
  if (known.version === version) return { position: known.position, isOutdated: false }
  await RESTART.run(transaction, name, version)
  return { position: known.startsAt, isOutdated: true }
}

export const advanceTo = async (
  on: Queryable,
  name: DeskFollower,
  position: Position,
): Promise<void> => void (await ADVANCE.run(on, name, position))
