/** Ports of the publications that are due at an hour (contracts/conventions/desk.md). */
import type { ArticleId, Instant, Slug } from '#contracts/ids.ts'

export type DuePublication = {
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly at: Instant
}

/** The scheduled publications of the board. */
export type Schedule = {
  /** Those whose hour has come, earliest first. */
  due(now: Instant, limit: number): Promise<readonly DuePublication[]>
  /** The first hour after `now`; null if nothing is scheduled. */
  nextAfter(now: Instant): Promise<Instant | null>
}
