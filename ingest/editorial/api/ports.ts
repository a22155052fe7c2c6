/** Ports of the editorial API (contracts/conventions/editorial-api.md). */
import { z } from 'zod'
import { ArticleId, Position, SemVer, Sha256Hex } from '#contracts/ids.ts'
import type { StaffId } from '#contracts/staff.ts'

/** How long a key is kept, and how long a request may take before another one goes on with it. */
export const WRITES_KEPT = { keptSeconds: 24 * 60 * 60, heldSeconds: 120 } as const

/** The kept part of the answer to a write: ids and hashes, nothing that a person wrote. */
export const StoredAnswer = z.strictObject({
  httpStatus: z.union([z.literal(200), z.literal(201)]),
  articleId: ArticleId.nullable(),
  status: z.string().nullable(),
  version: SemVer.nullable(),
  tag: Sha256Hex.nullable(),
  sha256Hash: Sha256Hex.nullable(),
  position: Position.nullable(),
  changed: z.boolean(),
  /** Of the comment, treatment or notice that the write was about. */
  id: z.string().max(100).nullable(),
})
export type StoredAnswer = z.infer<typeof StoredAnswer>

/** A write of a person under a key. HMACs under the pepper, 32 bytes each. */
export type Claim = {
  readonly person: StaffId
  readonly keyHmac: Uint8Array
  readonly fingerprint: Uint8Array
}

export type Claimed =
  | { readonly state: 'taken' }
  /** The first request ended without an answer, such as in a crash; it may have been recorded. */
  | { readonly state: 'resumed' }
  | { readonly state: 'in-progress' }
  /** The key came with another request. */
  | { readonly state: 'conflict' }
  | { readonly state: 'answered'; readonly answer: StoredAnswer }

export type IdempotentWrites = {
  /** Of two at once, one takes the key. */
  claim(claim: Claim): Promise<Claimed>
  answer(claim: Claim, answer: StoredAnswer): Promise<void>
  /** Nothing was recorded, so the key may be used again. */
  release(claim: Claim): Promise<void>
  /** Ends the hold: the next request with the key runs. */
  endHold(claim: Claim): Promise<void>
  /** Removes old keys; whether there may be more. */
  sweep(): Promise<boolean>
}

/** How far readers know the log. */
export type Reach = {
  readonly position: Position
  /** `search-index`: the index of the read API in this process; `read-models`: the tables. */
  readonly knownBy: 'search-index' | 'read-models'
}

export type Readers = {
  head(): Promise<Position>
  reach(): Promise<Reach>
  /** Returns when readers may know the position, after the time, or when aborted. */
  wait(position: Position, waitMs: number, signal: AbortSignal): Promise<void>
}
