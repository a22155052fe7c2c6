import { z } from 'zod'
import { Position } from '#contracts/ids.ts'
import type { RelayCheckpoint } from '#ingest/ports.ts'
import { onlyRow, type PostgresPool } from '../platform/pool.ts'

const Row = z.object({ position: Position })

/** The relay's checkpoint beside the log. It never moves back. */
export const makeRelayCheckpoint = (pool: PostgresPool): RelayCheckpoint => ({
  read: async () =>
    Row.parse(onlyRow(await pool.query('select position from relay_checkpoint'))).position,
  advance: async (position) => {
    await pool.query('update relay_checkpoint set position = greatest(position, $1)', [position])
  },
})
