/** Texts of the board as rows of a list. */
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { html } from 'ghtml'
import { scrolling } from '#contracts/web/parts.ts'
import type { BoardRow } from '../../board/ports.ts'
import type { Names } from '../names.ts'
import type { DeskVisit } from '../visit.ts'
import { badge, doubtsOf, moment, textPath } from './parts.ts'

/** A row of the board, and why it is in this list. */
type ListedRow = { readonly row: BoardRow; readonly why?: string | undefined }

const signsOf = (visit: DeskVisit, row: BoardRow): string => {
  const { list } = visit.words
  return [
    row.pending === null
      ? ''
      : html`<span class="flag flag-red">${list.pending[row.pending]}</span>`,
    doubtsOf(visit, row.flags),
    row.openComments === 0 ? '' : html`<span>${list.comments(row.openComments)}</span>`,
  ]
    .filter((one) => one.trim() !== '')
    .join(' ')
}

const stateOf = (visit: DeskVisit, row: BoardRow): string => {
  const { list } = visit.words
  const isBeside = row.publicStatus === 'published' && row.status !== 'published'
  const notes = [
    row.scheduledAt === null ? '' : moment(visit, row.scheduledAt),
    isBeside && row.version !== null
      ? html`<span class="hint">${list.publicBeside(row.version)}</span>`
      : '',
  ]
  return `${badge(visit, row.status)} ${notes.join(' ')}`
}

/** A cell; an empty one must hold no blank, so that a narrow screen leaves it out. */
const cell = (label: string, content: string): string =>
  content === ''
    ? '<td role="cell"></td>'
    : `<td role="cell" ${html`data-label="${label}"`}><div>${content}</div></td>`

const rowOf = (visit: DeskVisit, names: Names, { row, why }: ListedRow): string => {
  const { words, language } = visit
  const { list } = words
  const { contentTypes } = LABELS[language]
  const version = row.version === null ? '' : ` · ${words.text.version(row.version)}`
  const signs = signsOf(visit, row)
  return html`<tr role="row" class="row">
    <th scope="row" role="rowheader">
      !${why === undefined ? '' : html`<span class="why">${why}</span> `}
      <a class="row-link" href="${textPath(row.slug)}"><bdi>${row.title}</bdi></a>
      <span class="hint"
        >${[contentTypes[row.contentType], ...row.jurisdiction].join(', ')}${version}</span
      >
    </th>
    <td role="cell" data-label="${list.state}"><div>!${stateOf(visit, row)}</div></td>
    !${cell(list.signs, signs)}
    !${cell(list.to, row.assignedTo === null ? '' : html`${names(`staff:${row.assignedTo}`)}`)}
    <td role="cell" data-label="${list.changed}">
      <div>!${moment(visit, row.changedAt)} <span class="hint">${names(row.changedBy)}</span></div>
    </td>
  </tr>`
}

/** A table that becomes a list on a narrow screen. */
export const rowsTable = (
  visit: DeskVisit,
  names: Names,
  caption: string,
  rows: readonly ListedRow[],
): string => {
  const { list } = visit.words
  return scrolling(
    caption,
    html`<table class="stacks texts" role="table">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">${list.text}</th>
          <th scope="col" role="columnheader">${list.state}</th>
          <th scope="col" role="columnheader">${list.signs}</th>
          <th scope="col" role="columnheader">${list.to}</th>
          <th scope="col" role="columnheader">${list.changed}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        !${rows.map((one) => rowOf(visit, names, one))}
      </tbody>
    </table>`,
  )
}
