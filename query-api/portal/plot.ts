/**
 * A month of usage as a bar chart, one bar per day, stacked by operation. Positions are attributes,
 * because the page allows no inline styles.
 */
import { html } from 'ghtml'
import { MICRO_PER_USD, OPERATIONS } from '#contracts/tariff.ts'
import type { UsageOfDay } from '../billing/ports.ts'

/** Units of the chart, which the browser scales; the narrow one stays legible on a phone. */
const SIZES = {
  wide: { width: 720, height: 240, left: 64, right: 8, top: 12, bottom: 28 },
  narrow: { width: 350, height: 230, left: 44, right: 4, top: 12, bottom: 28 },
} as const
export type PlotWidth = keyof typeof SIZES
const TICKS = 4
const LABELLED_EVERY_DAYS = 5
const BAR_SHARE = 0.7
const STEPS = [1, 2, 2.5, 5, 10]

/** The smallest step of 1, 2, 2.5 or 5 times a power of ten such that `TICKS` steps reach `max`. */
export const tickStep = (max: number): number => {
  if (max <= 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(max / TICKS))
  const step = STEPS.find((one) => one * magnitude * TICKS >= max * (1 - Number.EPSILON))
  return (step ?? 10) * magnitude
}

const daysIn = (month: string): number => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}
const dayNumber = (day: string): number => Number(day.slice(8))
const round = (value: number): number => Math.round(value * 100) / 100

export type Plot = {
  readonly width: PlotWidth
  readonly month: string
  readonly usage: readonly UsageOfDay[]
  readonly title: string
  readonly description: string
  readonly axis: string
  /** Prints an amount in USD at the axis. */
  readonly printNumber: (usd: number) => string
}

const totals = (usage: readonly UsageOfDay[]): Map<number, number> => {
  const byDay = new Map<number, number>()
  for (const { day, microUsd } of usage)
    byDay.set(dayNumber(day), (byDay.get(dayNumber(day)) ?? 0) + microUsd)
  return byDay
}

export const plot = (drawn: Plot): string => {
  const { month, usage, title, description, axis, printNumber } = drawn
  const size = SIZES[drawn.width]
  const days = daysIn(month)
  const step = tickStep(Math.max(0, ...totals(usage).values()) / MICRO_PER_USD)
  const top = step * TICKS * MICRO_PER_USD
  const { width, height, left, right, bottom } = size
  const base = height - bottom
  const slot = (width - left - right) / days
  const yOf = (microUsd: number): number => round(base - (microUsd / top) * (base - size.top))
  const xOf = (day: number): number => left + (day - 1) * slot

  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => {
    const y = yOf(index * step * MICRO_PER_USD)
    return html`<line
        class="${index === 0 ? 'base' : 'grid'}"
        x1="${left}"
        x2="${width - right}"
        y1="${y}"
        y2="${y}"
      /><text class="end" x="${left - 8}" y="${round(y + 4)}">${printNumber(index * step)}</text>`
  })
  const labels = Array.from({ length: days }, (_, index) => index + 1)
    .filter((day) => day === 1 || day % LABELLED_EVERY_DAYS === 0)
    .map(
      (day) =>
        html`<text class="middle" x="${round(xOf(day) + slot / 2)}" y="${height - 10}"
          >${day}</text
        >`,
    )
  const stacked = new Map<number, number>()
  const ordered = OPERATIONS.flatMap((operation) =>
    usage.filter((one) => one.operation === operation),
  )
  const bars = ordered.map(({ day, operation, microUsd }) => {
    const from = stacked.get(dayNumber(day)) ?? 0
    stacked.set(dayNumber(day), from + microUsd)
    const y = yOf(from + microUsd)
    return html`<rect
      class="op-${operation}"
      x="${round(xOf(dayNumber(day)) + (slot * (1 - BAR_SHARE)) / 2)}"
      y="${y}"
      width="${round(slot * BAR_SHARE)}"
      height="${round(yOf(from) - y)}"
    />`
  })
  return html`<svg
    class="plot ${drawn.width}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-labelledby="plot-title-${drawn.width} plot-text-${drawn.width}"
  >
    <title id="plot-title-${drawn.width}">${title} (${axis})</title>
    <desc id="plot-text-${drawn.width}">${description}</desc>
    <g aria-hidden="true">!${ticks}!${labels}!${bars}</g>
  </svg>`
}
