/** Facts as a later version of Pandect would have written them. */
import type { Position, StreamId } from '#contracts/ids.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import { streamOf, timeOf } from '../contract/read-models.fixtures.ts'

const APPEND = 'select last_position as position from append_events($1, $2, $3, $4, 5000)'

const UNKNOWN_KIND = { type: 'NotInventedYet', schemaVersion: 1 }

/** Records a fact that this version does not know, as the next one of a text of the fixtures. */
export const recordUnknown = (
  pool: PostgresPool,
  name: string,
  streamVersion: number,
  kind = UNKNOWN_KIND,
): Promise<Position> => recordUnknownIn(pool, streamOf(name), streamVersion, kind)

export const recordUnknownIn = async (
  pool: PostgresPool,
  streamId: StreamId,
  streamVersion: number,
  { type, schemaVersion } = UNKNOWN_KIND,
): Promise<Position> => {
  const event = {
    id: crypto.randomUUID(),
    streamId,
    streamVersion,
    type,
    schemaVersion,
    payloadHash: '00'.repeat(32),
    data: {},
  }
  const context = {
    actor: 'test',
    time: timeOf(1),
    correlationId: 'test',
    causationId: null,
    appendId: crypto.randomUUID(),
  }
  const { rows } = await pool.query<{ position: Position }>(APPEND, [
    [streamId],
    [streamVersion - 1],
    JSON.stringify([event]),
    JSON.stringify(context),
  ])
  return rows[0]?.position as Position
}
