/**
 * What a person types before it is a fact: one scratch per person and text. A change of a long text
 * is stored as a change, so that typing in 2 MB writes some bytes.
 */
import { z } from 'zod'
import type { ErrorCode } from '#contracts/errors/codes.ts'
import type { Instant, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { StaffId } from '#contracts/staff.ts'

/** `text/<slug>`, or `new/<uuid>` for a text that was never saved. */
export const ScratchSubject = z
  .string()
  .max(605)
  .regex(/^(?:text\/[a-z0-9]+(?:-[a-z0-9]+)*|new\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
  .brand<'ScratchSubject'>()
export type ScratchSubject = z.infer<typeof ScratchSubject>

export const scratchOfText = (slug: Slug): ScratchSubject => ScratchSubject.parse(`text/${slug}`)
export const scratchOfNew = (id: string): ScratchSubject => ScratchSubject.parse(`new/${id}`)

export type ScratchKey = { readonly person: StaffId; readonly subject: ScratchSubject }

/** Replaces `removed` UTF-16 units at `start` by `inserted`. */
export type Splice = {
  readonly start: number
  readonly removed: number
  readonly inserted: string
}

/** A scratch as it is stored, without its text. */
export type ScratchRow = {
  /** Tag of the draft that it began from; null: of no draft. */
  readonly base: Sha256Hex | null
  /** Of the text after the changes. */
  readonly textSha256: Sha256Hex
  /** Changes since the text was stored whole, and UTF-16 units that they inserted. */
  readonly changes: number
  readonly changedUnits: number
  /** The other members of the form, as JSON. */
  readonly members: string
  readonly membersSha256: Sha256Hex
  /** The browser window that wrote last, and the number of its request. */
  readonly window: string
  readonly sequence: number
  readonly changedAt: Instant
  readonly discardedAt: Instant | null
  /** When its words became a fact; until its window goes on typing there is nothing to keep. */
  readonly settledAt: Instant | null
  /** Why it did not become a fact when its person rested. */
  readonly notice: ErrorCode | null
}

/** The text before the changes, and the changes in order. */
export type ScratchText = { readonly origin: string; readonly changes: readonly Splice[] }

/** A scratch in a list. */
export type ScratchListed = Pick<ScratchRow, 'members' | 'changedAt' | 'notice'> & ScratchKey

export type Scratches = {
  read(key: ScratchKey): Promise<ScratchRow | null>
  /** The text with the hash of the row that was read; null: it changed meanwhile. */
  readText(key: ScratchKey, textSha256: Sha256Hex): Promise<ScratchText | null>
  /**
   * Stores the whole scratch in place of one with the sequence and base `over` (null: of none, or
   * of one that was discarded or settled). False: another request, or its settlement, was faster.
   */
  put(
    key: ScratchKey,
    row: Omit<ScratchRow, 'changes' | 'changedUnits' | 'discardedAt' | 'settledAt' | 'notice'> & {
      readonly text: string
    },
    over: Pick<ScratchRow, 'sequence' | 'base'> | null,
  ): Promise<boolean>
  /** Adds a change to the scratch with the sequence `over`. False: another request was faster. */
  append(
    key: ScratchKey,
    change: Pick<
      ScratchRow,
      'textSha256' | 'members' | 'membersSha256' | 'window' | 'sequence' | 'changedAt'
    > & {
      /** null: only other members changed. */
      readonly splice: Splice | null
    },
    over: number,
  ): Promise<boolean>
  /** Removes what became a fact, unless something was typed since. */
  remove(key: ScratchKey, sequence: number): Promise<boolean>
  /**
   * Its words became the draft with this tag, from which the window goes on. What was typed
   * meanwhile is a change of that draft, too, and is not settled.
   */
  settle(
    key: ScratchKey,
    was: Pick<ScratchRow, 'sequence' | 'base'>,
    base: Sha256Hex,
    at: Instant,
  ): Promise<boolean>
  setNotice(key: ScratchKey, sequence: number, notice: ErrorCode): Promise<void>
  /** Takes it out of sight; `bringBack` undoes it until it is purged. */
  discard(key: ScratchKey, at: Instant): Promise<boolean>
  bringBack(key: ScratchKey): Promise<boolean>
  /** Those of a person, newest first. */
  list(person: StaffId, limit: number): Promise<readonly ScratchListed[]>
  /** Those of everybody else on these texts, newest first. */
  ofOthers(
    person: StaffId,
    subjects: readonly ScratchSubject[],
    limit: number,
  ): Promise<readonly ScratchListed[]>
  /** Those without a change since `before` and without a notice, oldest first. */
  rested(before: Instant, limit: number): Promise<readonly ScratchKey[]>
  /** Removes those that were discarded or settled before; `limit` at most. */
  purge(before: Instant, limit: number): Promise<number>
}
