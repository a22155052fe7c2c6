import { Day } from '#contracts/ids.ts'

const DAY_MS = 86_400_000

export const isDay = (text: string): boolean => Day.safeParse(text).success

/** The day before: publishers often give the first day on which a wording is no longer in force. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
