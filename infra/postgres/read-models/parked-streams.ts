import { z } from 'zod'
import { Position, StreamId } from '#contracts/ids.ts'
import type { Generation } from '#query-api/ports.ts'
import type { ParkedStream, ParkedStreams } from '#query-api/projections/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const Parked: z.ZodType<ParkedStream> = z.object({
  streamId: StreamId,
  streamVersion: z.int().min(1),
  position: Position,
  reason: z.string(),
})
const COLUMNS = `stream_id as "streamId", stream_version as "streamVersion", position, reason`
const ofStream = (generation: Generation, streamId: StreamId) => [generation, streamId]

const PARK = statement('parked-park', {
  sql: `insert into parked_streams (generation, stream_id, stream_version, position, reason)
   select $1, * from unnest($2::text[], $3::integer[], $4::bigint[], $5::text[]) on conflict do nothing`,
  values: (generation: Generation, streams: readonly ParkedStream[]) => [
    generation,
    streams.map(({ streamId }) => streamId),
    streams.map(({ streamVersion }) => streamVersion),
    streams.map(({ position }) => position),
    streams.map(({ reason }) => reason),
  ],
})
const AMONG = statement('parked-among', {
  sql: `select ${COLUMNS} from parked_streams where generation = $1 and stream_id = any($2)`,
  values: (generation: Generation, ids: readonly StreamId[]) => [generation, ids],
  row: Parked,
})
const LIST = statement('parked-list', {
  sql: `select ${COLUMNS} from parked_streams where generation = $1 order by position`,
  values: (generation: Generation) => [generation],
  row: Parked,
})
const REQUEST_RETRY = statement('parked-request-retry', {
  sql: 'update parked_streams set retry = true where generation = $1 and stream_id = $2',
  values: ofStream,
})
const RETRIES = statement('parked-retries', {
  sql: `select ${COLUMNS} from parked_streams where generation = $1 and retry order by position`,
  values: (generation: Generation) => [generation],
  row: Parked,
})
const UNPARK = statement('parked-unpark', {
  sql: 'delete from parked_streams where generation = $1 and stream_id = $2',
  values: ofStream,
})
const PARK_ELSEWHERE = statement('parked-elsewhere', {
  sql: `update parked_streams set stream_version = $3, position = $4, reason = $5, retry = false
   where generation = $1 and stream_id = $2`,
  values: (generation: Generation, { streamId, streamVersion, position, reason }: ParkedStream) => [
    generation,
    streamId,
    streamVersion,
    position,
    reason,
  ],
})

/** Stores parked streams on PostgreSQL. Throws the Faults of the pool. */
export const makeParkedStreams = (pool: PostgresPool): ParkedStreams => ({
  among: async (generation, ids) =>
    new Set((await AMONG.rows(pool, generation, ids)).map(({ streamId }) => streamId)),
  park: async (generation, streams) => {
    await PARK.run(pool, generation, streams)
  },
  list: (generation) => LIST.rows(pool, generation),
  requestRetry: async (generation, streamId) =>
    (await REQUEST_RETRY.run(pool, generation, streamId)) > 0,
  retries: (generation) => RETRIES.rows(pool, generation),
  settleRetry: async (generation, streamId, stillParked) => {
    if (stillParked === null) await UNPARK.run(pool, generation, streamId)
    else await PARK_ELSEWHERE.run(pool, generation, stillParked)
  },
})
