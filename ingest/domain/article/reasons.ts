import { REASON_MAX } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isVisible } from '#contracts/toolkit/visible.ts'
import { type DomainRefusal, refuse, type RefusalCode } from '../refusals.ts'
import type { ArticleState } from './state.ts'

/** The reason that a person gives, without blanks around it. */
export const statedReason = (text: string): string | DomainRefusal => {
  const reason = text.trim()
  if (!isVisible(reason)) return refuse('reasons-missing')
  return reason.length > REASON_MAX ? refuse('reason-too-long') : reason
}

/** The same for a reason that may be left out. */
export const optionalReason = (text: string | null | undefined): string | DomainRefusal | null =>
  (text ?? '').trim() === '' ? null : statedReason(text ?? '')

/**
 * A schedule ends with what it rests on, and the log says so: a follower of due publications need
 * not know every rule of the life cycle.
 */
export const scheduleEnded = (
  { draft }: ArticleState,
  code: RefusalCode,
  reason: string,
): ArticleEvent[] =>
  draft?.status === 'scheduled' ? [{ type: 'ScheduleCancelled', data: { reason, code } }] : []
