import type { SearchDocument } from '#contracts/search/document.ts'
import type { Day } from '#contracts/ids.ts'

const MS_PER_DAY = 86_400_000
/** 0000-01-01, in days from 1970-01-01. */
const FIRST_DAY = -719_528
/** 2^22 days: from the year 0 to beyond the year 9999. */
const LEVELS = 22
const DAYS = 2 ** LEVELS

const numberOf = (day: Day): number =>
  Math.floor(Date.parse(`${day}T00:00:00.000Z`) / MS_PER_DAY) - FIRST_DAY

/** Turns a day into an integer in calendar order: 2024-05-02 becomes 20240502. */
export const dateNumber = (day: Day): number => Number(day.replaceAll('-', ''))
/** Means "no date": sorts below every day and is in no range of days. */
export const NO_DATE = -1
export const DATES = { first: 0, last: 99_999_999 } as const

const block = (level: number, index: number): string => `d${level}x${index}`

/**
 * Splits the days from `first` to `last` into the largest blocks of 2^n days, each starting at a
 * multiple of its length.
 */
const blocksOf = (first: number, last: number): string[] => {
  const blocks: string[] = []
  let from = first
  while (from <= last) {
    let level = 0
    while (level < LEVELS && from % 2 ** (level + 1) === 0 && from + 2 ** (level + 1) - 1 <= last)
      level += 1
    blocks.push(block(level, from / 2 ** level))
    from += 2 ** level
  }
  return blocks
}

/**
 * Encodes the days on which a wording is found as tokens: a filter then asks for one of the 23
 * blocks that contain a day, however many intervals a wording has. Pairs of numbers would not work,
 * since the engine can't tell which end belongs to which start.
 */
export const validityTokens = (
  { validity, current }: Pick<SearchDocument, 'validity' | 'current'>,
  textIsDated: boolean,
): string[] => {
  // A text without intervals is found in its current wording on every day.
  if (!textIsDated) return current ? [block(LEVELS, 0)] : []
  const intervals = validity.map(
    ({ from, to }) =>
      [from === null ? 0 : numberOf(from), to === null ? DAYS - 1 : numberOf(to)] as const,
  )
  return [...new Set(intervals.flatMap(([first, last]) => blocksOf(first, last)))]
}

/** The blocks that contain a day. */
export const dayTokens = (day: Day): string[] =>
  Array.from({ length: LEVELS + 1 }, (_, level) =>
    block(level, Math.floor(numberOf(day) / 2 ** level)),
  )
