import { html } from 'ghtml'
import { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import { type BoardFilter, type BoardPage, BoardStatus } from '../../board/ports.ts'
import type { StaffMember } from '../../staff/ports.ts'
import type { Names } from '../names.ts'
import { printCount } from '../print.ts'
import { DESK_PATH, type DeskPage, type DeskVisit } from '../visit.ts'
import { type Option, selectField, textField } from '#contracts/web/fields.ts'
import { emptyState, linkButton } from './parts.ts'
import { rowsTable } from './rows.ts'

const PATH = `${DESK_PATH}/texts`
const ANY = ''
export const NOBODY = 'nobody'

/** The query of a filter, for links. */
const queryOf = (filter: BoardFilter, after: string | null): string => {
  const query = new URLSearchParams()
  for (const status of filter.status ?? []) query.append('status', status)
  if (filter.author !== undefined) query.set('author', filter.author)
  if (filter.assignedTo !== undefined) query.set('to', filter.assignedTo ?? NOBODY)
  if (filter.flag !== undefined) query.set('flag', filter.flag)
  if (filter.words !== undefined) query.set('words', filter.words)
  if (after !== null) query.set('after', after)
  return query.toString()
}

const isDetailed = ({ author, assignedTo, flag }: BoardFilter): boolean =>
  author !== undefined || assignedTo !== undefined || flag !== undefined

const filterForm = (
  { words }: DeskVisit,
  filter: BoardFilter,
  team: readonly StaffMember[],
): string => {
  const { list } = words
  const people = team.map(({ id, name }): Option => ({ value: id, text: name }))
  return html`<form
    class="filter"
    method="get"
    action="${PATH}"
    role="search"
    aria-label="${list.filter}"
  >
    !${textField({ name: 'words', label: list.words, value: filter.words ?? '' })}
    !${selectField(
      'status',
      list.status,
      [
        { value: ANY, text: list.anyStatus },
        ...BoardStatus.options.map((value) => ({ value, text: words.statuses[value] })),
      ],
      filter.status?.[0] ?? ANY,
    )}
    <details class="more" !${isDetailed(filter) ? 'open' : ''}>
      <summary>${list.moreFilters}</summary>
      <div class="filter-more">
        !${selectField(
          'author',
          list.author,
          [
            { value: ANY, text: list.anyAuthor },
            ...people.map(({ value, text }) => ({ value: `staff:${value}`, text })),
          ],
          filter.author ?? ANY,
        )}
        !${selectField(
          'to',
          list.assigned,
          [{ value: ANY, text: list.anyone }, { value: NOBODY, text: list.nobody }, ...people],
          filter.assignedTo === null ? NOBODY : (filter.assignedTo ?? ANY),
        )}
        !${selectField(
          'flag',
          list.flag,
          [
            { value: ANY, text: list.anyFlag },
            ...IntegrityCode.options.map((value) => ({ value, text: words.flags[value] })),
          ],
          filter.flag ?? ANY,
        )}
      </div>
    </details>
    <div class="actions">
      <button type="submit">${list.apply}</button>
      !${queryOf(filter, null) === '' ? '' : html`<a href="${PATH}">${list.reset}</a>`}
    </div>
  </form>`
}

const nothing = ({ words: { list, places } }: DeskVisit, isFiltered: boolean): string =>
  isFiltered
    ? emptyState(list.none, list.noneNext, [linkButton(PATH, list.reset, 'quiet')])
    : emptyState(list.empty, list.emptyNext, [
        linkButton(`${DESK_PATH}/new`, places.new),
        linkButton(`${DESK_PATH}/import`, places.import, 'quiet'),
      ])

export type ListState = {
  readonly filter: BoardFilter
  readonly after: string | null
  readonly page: BoardPage
  readonly team: readonly StaffMember[]
}

export const listPage = (
  visit: DeskVisit,
  names: Names,
  { filter, after, page, team }: ListState,
): DeskPage => {
  const { list } = visit.words
  const { rows, next, total } = page
  const count = (value: number): string => printCount(visit.language, value)
  const more = [
    after === null ? '' : html`<a href="${PATH}?${queryOf(filter, null)}">${list.first}</a>`,
    next === null
      ? ''
      : html`<a class="button quiet" rel="next" href="${PATH}?${queryOf(filter, next)}"
          >${list.more}</a
        >`,
  ]
  return {
    title: list.title,
    place: 'texts',
    query: queryOf(filter, after),
    content: html`
      <h1>${list.title}</h1>
      !${filterForm(visit, filter, team)}
      !${
        rows.length === 0
          ? nothing(visit, queryOf(filter, null) !== '')
          : html`<p class="soft">${list.count(rows.length, count(total))}</p>
              !${rowsTable(
                visit,
                names,
                list.caption,
                rows.map((row) => ({ row })),
              )}
              <p class="actions">!${more.join(' ')}</p>`
      }
    `,
  }
}
