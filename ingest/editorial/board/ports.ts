/** Ports of the board: the texts that people work on, as lists (contracts/conventions/desk.md). */
import { z } from 'zod'
import type { ArticleId, Instant, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { StaffId } from '#contracts/staff.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import type { ContentType } from '#contracts/vocabulary/texts.ts'

/** The states by which the desk sorts texts; a public text with an open draft has the draft's. */
export const BoardStatus = z.enum([
  'draft',
  'in_review',
  'changes_requested',
  'approved',
  'scheduled',
  'published',
  'unpublished',
  'withdrawn',
  'deleted',
])
export type BoardStatus = z.infer<typeof BoardStatus>

export const BoardPublicStatus = z.enum([
  'never-published',
  'published',
  'unpublished',
  'withdrawn',
  'deleted',
])
export type BoardPublicStatus = z.infer<typeof BoardPublicStatus>

/** A text that somebody works on, or worked on. */
export type BoardRow = {
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly title: string
  readonly contentType: ContentType
  readonly language: string
  readonly jurisdiction: readonly string[]
  readonly status: BoardStatus
  readonly publicStatus: BoardPublicStatus
  /** The newest version, live or not. */
  readonly version: SemVer | null
  /** Of the draft. */
  readonly sha256Hash: Sha256Hex | null
  /** The authors of the draft; of a text without a draft, all that it ever had. */
  readonly authors: readonly string[]
  readonly assignedTo: StaffId | null
  readonly pending: 'withdrawal' | 'deletion' | null
  readonly scheduledAt: Instant | null
  /** Why the last publication that was due did not happen; null once somebody acted on it. */
  readonly stopped: { readonly code: string; readonly at: Instant } | null
  readonly flags: readonly Pick<IntegrityFlag, 'code' | 'severity'>[]
  readonly openComments: number
  /** The last act of a person or of a source; findings of machines do not count. */
  readonly changedAt: Instant
  readonly changedBy: string
  /** Of the last event of the text. */
  readonly position: Position
}

/** Every condition that is given must hold. */
export type BoardFilter = {
  readonly status?: readonly BoardStatus[]
  readonly author?: string
  /** null: assigned to nobody. */
  readonly assignedTo?: StaffId | null
  readonly flag?: IntegrityCode
  readonly pending?: 'withdrawal' | 'deletion'
  /** Beginnings of words of the title or slug; accents and case do not matter. */
  readonly words?: string
}

/** `after`: the `next` of the page before; a cursor that was not given here is no page. */
export type PageAsked = { readonly limit: number; readonly after: string | null }

/** Beyond it, the rows that match a filter by author, flag or words are not counted. */
export const BOARD_TOTAL_MAX = 10_000

/** The largest page of the board and of the impact inbox. */
export const PAGE_MAX = 200

export type BoardPage = {
  readonly rows: readonly BoardRow[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
  /** Rows that match the filter, on all pages; at most `BOARD_TOTAL_MAX` unless it is by state. */
  readonly total: number
}

/** Reads the board, newest change first. Throws Fault `cursor-unknown` for a foreign cursor. */
export type Board = {
  list(filter: BoardFilter, page: PageAsked): Promise<BoardPage>
  counts(): Promise<Readonly<Partial<Record<BoardStatus, number>>>>
  /** The position of the log that the board includes. */
  position(): Promise<Position>
  /** Waits until the board includes a position; false if it did not in time. */
  waitFor(position: Position, waitMs: number): Promise<boolean>
}

/** Writes the rows of the board. One holder of the board's lock writes at a time. */
export type BoardTable = {
  /**
   * Where to go on. Rows of another version of the projection are outdated: then it is the start of
   * the log, and the rows are replaced one after the other.
   */
  begin(version: number): Promise<Position>
  /** Those of these texts that have a row. */
  knownAmong(ids: readonly ArticleId[]): Promise<ReadonlySet<ArticleId>>
  /** Replaces and removes rows, refuses older ones, and moves the position, in one transaction. */
  write(step: {
    readonly through: Position
    readonly rows: readonly BoardRow[]
    readonly removed: readonly ArticleId[]
  }): Promise<void>
}
