/**
 * What the world was told: every acknowledgement that somebody received, to be held against the
 * end.
 */
import type { Position } from '#contracts/ids.ts'
import type { Host } from './kernel/simulation.ts'
import { makeWebhookOracle } from './webhook-oracle.ts'
import type { ImportSummary, RecordOutcome } from '#ingest/import/activities.ts'

/** An answer to a command: where its last fact is, or that nothing was recorded. */
export type Acknowledged = {
  readonly correlationId: string
  readonly actor: string
  readonly position: Position | null
}

export type ImportDone = {
  readonly summary: ImportSummary
  readonly outcomes: readonly RecordOutcome[]
  readonly badRecords: number
  readonly records: number
}

/** A charged answer as its client received it. */
export type ReceivedCharge = {
  readonly usageId: string
  readonly microUsd: number
  /** The client's name of the call; repeats have the same one. */
  readonly call: string
  readonly keyId: string
  readonly isIdempotent: boolean
}

export type RefusedCall = { readonly call: string; readonly code: string }

export type Oracle = ReturnType<typeof makeOracle>

export const makeOracle = () => ({
  acknowledged: [] as Acknowledged[],
  imports: [] as ImportDone[],
  charges: [] as ReceivedCharge[],
  /** Repeated calls that ended with another answer than the one they were charged for. */
  endedOtherwise: [] as string[],
  /** Calls that clients made, whatever became of them. */
  calls: 0,
  /** Requests that an API process works on, also when their client has given up. */
  answering: new Map<object, Pick<Host, 'isAlive'>>(),
  refusedCalls: [] as RefusedCall[],
  /** Streams with a planted cause to be parked. */
  poisoned: new Set<string>(),
  poisonedPositions: new Set<number>(),
  webhooks: makeWebhookOracle(),
})
