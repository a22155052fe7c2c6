import type { Day } from '#contracts/ids.ts'

/** Turns a day into an integer in calendar order: 2024-05-02 becomes 20240502. */
export const dayNumber = (day: Day): number => Number(day.replaceAll('-', ''))

/** Lower than every day, and higher than every day. */
export const EARLIEST = 0
export const LATEST = 99_999_999
/** Means "no date" and sorts below every day. */
export const NO_DAY = -1
