import { html } from 'ghtml'
import { type Operation, OPERATIONS } from '#contracts/tariff.ts'
import { plot } from '../plot.ts'
import type { Month } from '../ports.ts'
import type { UsageOfDay } from '../../billing/ports.ts'
import { scrolling } from '#contracts/web/parts.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'

export type UsageState = {
  readonly month: Month
  /** Null if there is no earlier month. */
  readonly before: Month | null
  readonly next: Month | null
  readonly usage: readonly UsageOfDay[]
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

const highest = (usage: readonly UsageOfDay[]): { day: string; microUsd: number } => {
  const days = [...new Set(usage.map(({ day }) => day))].map((day) => ({
    day,
    microUsd: sum(usage.filter((one) => one.day === day).map(({ microUsd }) => microUsd)),
  }))
  return days.reduce((best, next) => (next.microUsd > best.microUsd ? next : best), {
    day: '',
    microUsd: -1,
  })
}

const legend = ({ words }: Visit, operations: readonly Operation[]): string => html`
  <ul class="legend">
    !${operations.map(
      (operation) =>
        html`<li>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect class="op-${operation}" width="10" height="10" /></svg
          >${words.operations[operation]}
        </li>`,
    )}
  </ul>
`

const cell = ({ words, print }: Visit, label: string, used: readonly UsageOfDay[]): string => {
  if (used.length === 0) return html`<td role="cell"></td>`
  const calls = sum(used.map((one) => one.calls))
  return html`<td class="number" role="cell" data-label="${label}">
    ${print.usd(sum(used.map(({ microUsd }) => microUsd)))}
    <span class="hint">${words.use.calls(print.count(calls), calls)}</span>
  </td>`
}

/** The cells of a row: usage by operation and in total. */
const cells = (
  visit: Visit,
  operations: readonly Operation[],
  used: readonly UsageOfDay[],
): string =>
  html`!${operations.map((one) =>
    cell(
      visit,
      visit.words.operations[one],
      used.filter(({ operation }) => operation === one),
    ),
  )}!${cell(visit, visit.words.use.all, used)}`

const table = (
  visit: Visit,
  operations: readonly Operation[],
  usage: readonly UsageOfDay[],
): string => {
  const { words, print } = visit
  const days = [...new Set(usage.map(({ day }) => day))]
  return html`<table class="stacks" role="table">
    <caption>
      ${words.use.caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">${words.use.day}</th>
        !${operations.map(
          (operation) =>
            html`<th scope="col" role="columnheader" class="number">
              ${words.operations[operation]}
            </th>`,
        )}
        <th scope="col" role="columnheader" class="number">${words.use.all}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      !${days.map(
        (day) =>
          html`<tr role="row">
            <th scope="row" role="rowheader" class="nowrap">${print.day(day)}</th>
            !${cells(
              visit,
              operations,
              usage.filter((one) => one.day === day),
            )}
          </tr>`,
      )}
    </tbody>
    <tfoot role="rowgroup">
      <tr role="row">
        <th scope="row" role="rowheader">${words.use.all}</th>
        !${cells(visit, operations, usage)}
      </tr>
    </tfoot>
  </table>`
}

const nothing = ({ use }: Visit['words']): string => html`
  <div class="empty">
    <h2>${use.none}</h2>
    <p>${use.noneNext}</p>
    <p class="actions">
      <a href="/docs/">${use.noneDocumentation}</a>
      <a href="${ACCOUNT_PATH}/keys">${use.noneKeys}</a>
    </p>
  </div>
`

const figures = (visit: Visit, { month, usage }: UsageState): string => {
  const { words, print } = visit
  if (usage.length === 0) return nothing(words)
  const total = print.usd(sum(usage.map(({ microUsd }) => microUsd)))
  const count = sum(usage.map((one) => one.calls))
  const calls = words.use.calls(print.count(count), count)
  const best = highest(usage)
  const description = words.use.plotText(print.usd(best.microUsd), print.date(best.day))
  const drawn = {
    month,
    usage,
    title: words.use.plot,
    description,
    axis: words.use.axis,
    printNumber: print.count,
  }
  // A phone shows the narrow one, in which the last day is not out of sight.
  const drawing = `${plot({ ...drawn, width: 'wide' })}${plot({ ...drawn, width: 'narrow' })}`
  const used = OPERATIONS.filter((operation) => usage.some((one) => one.operation === operation))
  return html`<p><strong>${words.use.total(total, calls)}</strong></p>
    <h2>${words.use.plot}</h2>
    <p class="soft">${words.use.axis}</p>
    !${legend(visit, used)} !${drawing} !${scrolling(words.use.caption, table(visit, used, usage))}
    <p><a href="${ACCOUNT_PATH}/usage.csv?month=${month}">${words.use.download}</a></p>`
}

const link = (month: Month | null, text: string): string =>
  month === null ? '' : html`<a href="${ACCOUNT_PATH}/usage?month=${month}">${text}</a>`

/** A month of usage as a chart and a table. */
export const usagePage = (visit: Visit, state: UsageState): Page => {
  const { words, print } = visit
  const title = words.use.month(print.month(state.month))
  return {
    title,
    place: 'usage',
    query: `month=${state.month}`,
    content: html`
      <h1>${title}</h1>
      <nav class="actions" aria-label="${words.use.months}">
        !${link(state.before, words.use.before)} !${link(state.next, words.use.next)}
      </nav>
      !${figures(visit, state)}
    `,
  }
}
