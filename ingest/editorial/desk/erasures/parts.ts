/** Parts that the pages about erasures share. */
import { html } from 'ghtml'
import { scrolling } from '#contracts/web/parts.ts'
import type { RequestedErasure } from '../../../domain/article/state.ts'
import type { ErasureEntry } from '../../erasure/overview.ts'
import type { Names } from '../names.ts'
import { textPath } from '../pages/parts.ts'
import { longTime, shortTime } from '../print.ts'
import { DESK_PATH, type DeskVisit } from '../visit.ts'
import { erasureWords } from './words.ts'

export const ERASURES_PATH = `${DESK_PATH}/erasures`
export const erasurePath = (slug: string): string => `${textPath(slug)}/erasure`

/**
 * Where an erasure is read: the request on its text, the fact by its position; null: the request is
 * about a person, who has no page.
 */
const pathOf = ({ slug, personId, erased }: ErasureEntry): string | null => {
  if (erased !== null) return `${ERASURES_PATH}/${erased.position}`
  return personId === null ? erasurePath(slug ?? '') : null
}

/** What an erasure is about. */
export const subjectText = (visit: DeskVisit, { slug, personId }: ErasureEntry): string => {
  const words = erasureWords(visit)
  if (personId !== null) return html`${words.person} <code>${personId}</code>`
  return slug === null ? html`${words.gone}` : html`<bdi>${slug}</bdi>`
}

export const wantedText = (
  visit: DeskVisit,
  {
    versions,
    whole,
    thread,
    personId = null,
  }: Pick<RequestedErasure, 'whole' | 'thread'> & {
    readonly versions: readonly string[]
    readonly personId?: string | null
  },
): string => {
  const words = erasureWords(visit)
  if (personId !== null) return words.personShort
  if (thread !== null) return words.thread
  return whole ? words.wholeShort : words.ofVersions(versions)
}

/** Versions, ground and reference, and more rows of name and markup. */
export const wantedFacts = (
  visit: DeskVisit,
  wanted: RequestedErasure,
  more: readonly (readonly [name: string, markup: string])[] = [],
): string => {
  const words = erasureWords(visit)
  const rows: (readonly [string, string])[] = [
    [words.goes, html`${wantedText(visit, wanted)}`],
    [words.ground, html`${words.grounds[wanted.ground]}`],
    [words.request, html`<bdi>${wanted.request}</bdi>`],
    ...more,
  ]
  return html`<dl class="facts">
    !${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>!${value}</dd>`,
    )}
  </dl>`
}

export const askedFact = (
  visit: DeskVisit,
  names: Names,
  { requestedBy, requestedAt }: ErasureEntry,
): readonly [string, string] => {
  const words = erasureWords(visit)
  return [
    words.asked,
    html`${words.askedBy(names(requestedBy), longTime(visit.language, requestedAt))}`,
  ]
}

export type ErasureState = 'requested' | 'open' | 'stopped' | 'erased'
export const stateOf = ({ erased }: ErasureEntry): ErasureState => {
  if (erased === null) return 'requested'
  if (erased.finishing?.isOpen !== true) return 'erased'
  return erased.finishing.failed === null ? 'open' : 'stopped'
}

const BADGES: Readonly<Record<ErasureState, string>> = {
  requested: 'changes_requested',
  open: 'in_review',
  stopped: 'withdrawn',
  erased: 'published',
}
export const stateBadge = (visit: DeskVisit, entry: ErasureEntry): string => {
  const state = stateOf(entry)
  return html`<span class="badge badge-${BADGES[state]}"
    >${erasureWords(visit).states[state]}</span
  >`
}

/** A table under a heading that names it; it becomes a list on a phone. */
export const headedTable = (
  name: string,
  heads: readonly string[],
  rows: readonly string[],
): string =>
  scrolling(
    name,
    html`<table class="stacks" role="table">
      <caption class="unseen">
        ${name}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          !${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        !${rows}
      </tbody>
    </table>`,
  )

const entryRow = (visit: DeskVisit, names: Names, entry: ErasureEntry): string => {
  const words = erasureWords(visit)
  const { personId, request, ground, requestedBy, requestedAt, erased } = entry
  const asked = `${names(requestedBy)}, ${shortTime(visit.language, requestedAt)}`
  const what = subjectText(visit, entry)
  const path = pathOf(entry)
  return html`<tr role="row" class="row">
    <th scope="row" role="rowheader">
      !${path === null ? what : html`<a class="row-link" href="${path}">!${what}</a>`}
      <span class="hint"
        >${wantedText(visit, entry)}${path === null && personId !== null ? words.personHow : ''}</span
      >
    </th>
    <td role="cell" data-label="${words.reference}">
      <div><bdi>${request}</bdi> <span class="hint">${words.grounds[ground]}</span></div>
    </td>
    <td role="cell" data-label="${words.asked}"><div>${asked}</div></td>
    <td role="cell" data-label="${words.state}">
      <div>
        !${stateBadge(visit, entry)}
        !${
          erased === null
            ? ''
            : html`<span class="hint"
                >${names(erased.by)}, ${shortTime(visit.language, erased.at)}</span
              >`
        }
      </div>
    </td>
  </tr>`
}

/** Erasures as rows that lead to them. */
export const entriesTable = (
  visit: DeskVisit,
  names: Names,
  caption: string,
  entries: readonly ErasureEntry[],
): string => {
  const { text, reference, asked, state } = erasureWords(visit)
  return headedTable(
    caption,
    [text, reference, asked, state],
    entries.map((entry) => entryRow(visit, names, entry)),
  )
}

/** Everybody whom erasures name. */
export const actorsIn = (entries: readonly ErasureEntry[]): string[] =>
  entries.flatMap(({ requestedBy, erased }) => [
    requestedBy,
    ...(erased === null ? [] : [erased.by]),
  ])
