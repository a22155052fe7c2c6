import type { Day } from '#contracts/ids.ts'

/** A day as an integer in calendar order: 2024-05-02 is 20240502. */
export const dayNumber = (day: Day): number => Number(day.replaceAll('-', ''))

/** Before every day, and after every day. */
export const EARLIEST = 0
export const LATEST = 99_999_999
/** Stands for "no date" and sorts below every day. */
export const NO_DAY = -1
