import { Day } from '#contracts/ids.ts'

const MS_PER_DAY = 86_400_000
const DAY_CHARACTERS = 10

const moved = (day: Day, days: number): Day | null => {
  const time = Date.parse(day) + days * MS_PER_DAY
  const text = new Date(time).toISOString().slice(0, DAY_CHARACTERS)
  return Day.safeParse(text).data ?? null
}
/** null: there is none that can be written. */
export const dayBefore = (day: Day): Day | null => moved(day, -1)
/** null: there is none that can be written. */
export const dayAfter = (day: Day): Day | null => moved(day, 1)

/** The day in the middle of two; null: they are the same or follow each other. */
export const middleDay = (one: string, other: string): Day | null => {
  const [first, second] = [Date.parse(one), Date.parse(other)]
  if (Math.abs(second - first) <= MS_PER_DAY) return null
  const days = Math.round((first + second) / 2 / MS_PER_DAY)
  return Day.parse(new Date(days * MS_PER_DAY).toISOString().slice(0, DAY_CHARACTERS))
}
