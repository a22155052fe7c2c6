import { z } from 'zod'
import type { CopyKind } from '#contracts/erasure/certificate.ts'
import type { Instant, Position, StreamId } from '#contracts/ids.ts'

/** The texts that have a version which is an anonymisation. */
export type AnonymisedTexts = {
  /** The latest first. */
  list(limit: number): Promise<readonly StreamId[]>
}

/**
 * The texts and persons whose erasure somebody asked for; `requested`: of which a request waits.
 */
export type ErasureTexts = {
  /** The latest first. */
  list(limit: number, filter: { readonly requested: boolean }): Promise<readonly StreamId[]>
  /** The text or person of an erasure, by the position of its fact. */
  at(position: Position): Promise<StreamId | null>
}

/** The steps after the destruction of the keys, in this order. */
export const ErasureStep = z.enum([
  'read-models',
  'desk-lists',
  'rollback-generation',
  'rows',
  'tables',
])
export type ErasureStep = z.infer<typeof ErasureStep>

/** The number of finished erasures, and the rows that were removed outside of the log. */
export const FinishedErasures = z.object({
  erasures: z.int(),
  /** How many rows of each table were removed. */
  rows: z.record(z.string(), z.int()),
  /** The generation that was kept for a rollback; null: there was none. */
  generation: z.int().nullable(),
  rewritten: z.object({
    tables: z.array(z.string()),
    /** Whether the write-ahead log before it is gone; false: the user of the database may not. */
    writeAheadLog: z.boolean(),
  }),
})
export type FinishedErasures = z.infer<typeof FinishedErasures>

/** The progress of the steps after an erasure. */
export type ErasureFinishing = {
  /** Whether something is left to do. */
  readonly isOpen: boolean
  /** null: nothing began. */
  readonly step: ErasureStep | null
  /** Parts of the step; 0 of 0 where it has none. */
  readonly done: number
  readonly steps: number
  /** The code of the fault that stopped the last attempt. */
  readonly failed: string | null
  readonly changedAt: Instant | null
  /** null: it is not finished, or nobody noted what was removed. */
  readonly finished: FinishedErasures | null
}

export type ErasureProgress = {
  /** By the positions of the facts. */
  of(positions: readonly Position[]): Promise<ReadonlyMap<Position, ErasureFinishing>>
}

/** How much of erased words is left in a kind of copy; null: it can't be counted. */
export type LeftInCopy = { readonly copy: CopyKind; readonly left: number | null }
