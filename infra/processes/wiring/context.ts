import { randomUUID } from 'node:crypto'
import { Instant } from '#contracts/ids.ts'
import type { WriteContext } from '#ingest/command-handler/write-deps.ts'

export const now = (): Instant => Instant.parse(new Date().toISOString())

/** Starts a chain of causes: one command, or one run of a process. */
export const contextOf = (actor: string, time = now()): WriteContext => ({
  actor,
  time,
  correlationId: randomUUID(),
  causationId: null,
})
