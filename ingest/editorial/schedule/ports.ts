/** Ports of the publications that are due at an hour (contracts/conventions/desk.md). */
import type { ArticleId, Instant, Slug } from '#contracts/ids.ts'

export type DuePublication = {
  readonly articleId: ArticleId
  readonly slug: Slug
  readonly at: Instant
}

/** One publication at one hour; another hour is another one. */
export type ScheduledHour = Pick<DuePublication, 'articleId' | 'at'>

/**
 * Timers of an orchestrator. Each asks for its publication at its hour, also after its process was
 * started again; whether there is one to be made, the domain decides.
 */
export type PublicationTimers = {
  /** Those that have not fired. */
  list(): Promise<readonly ScheduledHour[]>
  /** Idempotent. */
  set(due: DuePublication): Promise<void>
  /** Idempotent; one that fired stays so. */
  cancel(hour: ScheduledHour): Promise<void>
}

/** The scheduled publications of the board. */
export type Schedule = {
  /** Those whose hour has come, earliest first. */
  due(now: Instant, limit: number): Promise<readonly DuePublication[]>
  /** The first hour after `now`; null if nothing is scheduled. */
  nextAfter(now: Instant): Promise<Instant | null>
}
