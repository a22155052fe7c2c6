/** Keeps the timers of an orchestrator equal to what is scheduled. */
import { Instant } from '#contracts/ids.ts'
import type { PublicationTimers, Schedule, ScheduledHour } from './ports.ts'

/** The most timers at once; later publications get theirs when earlier ones are done. */
const TIMERS_MAX = 1_000
const LAST = Instant.parse('9999-12-31T23:59:59.999Z')

const keyOf = ({ articleId, at }: ScheduledHour): string => `${articleId} ${at}`

/**
 * For one holder at a time. The timers that an earlier holder set are asked for once, so that those
 * of schedules which ended meanwhile are cancelled.
 */
export const keepTimers = (timers: PublicationTimers, schedule: Pick<Schedule, 'due'>) => {
  let known: Map<string, ScheduledHour> | null = null
  return {
    /** Throws the Faults of its ports; what was done stays done. */
    keep: async (): Promise<void> => {
      known ??= new Map((await timers.list()).map((one) => [keyOf(one), one]))
      const scheduled = await schedule.due(LAST, TIMERS_MAX)
      for (const due of scheduled) {
        if (known.has(keyOf(due))) continue
        await timers.set(due)
        known.set(keyOf(due), due)
      }
      const wanted = new Set(scheduled.map(keyOf))
      for (const [key, hour] of known) {
        if (wanted.has(key)) continue
        await timers.cancel(hour)
        known.delete(key)
      }
    },
    /** Another holder may have changed them. */
    forget: (): void => {
      known = null
    },
  }
}
