/** The saved searches of the account, and what was told of them. */
import { html } from 'ghtml'
import type { SavedSearch } from '#contracts/http/saved-searches.ts'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { message, stackedTable } from '#contracts/web/parts.ts'
import type { NewsOfSearch } from '../../saved-searches/ports.ts'
import type { Page, Visit } from '../web.ts'
import {
  askedText,
  type Cards,
  type ConceptLabels,
  newsTable,
  SAVED_SEARCHES_PATH,
  searchState,
} from './saved-search-parts.ts'

export type SavedSearchesState = {
  readonly listed: readonly SavedSearch[]
  readonly news: readonly NewsOfSearch[]
  readonly cards: Cards
  readonly concepts: ConceptLabels
  readonly done: string | null
}

const row = (visit: Visit, concepts: ConceptLabels, one: SavedSearch): string => {
  const { searches, list } = visit.words
  return html`<tr role="row">
    <th scope="row" role="rowheader"><bdi>${one.name}</bdi></th>
    <td role="cell" data-label="${searches.asks}"><bdi>${askedText(visit, concepts, one)}</bdi></td>
    <td class="number" role="cell" data-label="${searches.matches}">
      ${visit.print.count(one.matches)}
    </td>
    <td role="cell" data-label="${searches.state}">${searchState(visit, one)}</td>
    <td role="cell">
      <a href="${SAVED_SEARCHES_PATH}/${one.id}" aria-label="${searches.manageOne(one.name)}"
        >${list.manage}</a
      >
    </td>
  </tr>`
}

const actions = ({ language, words: { searches } }: Visit): string => html`
  <p class="actions">
    <a class="button" href="${SAVED_SEARCHES_PATH}/new">${searches.create}</a>
    <a href="/search?lang=${language}">${searches.toSearch}</a>
  </p>
`

const nothing = ({ words: { searches } }: Visit): string => html`
  <div class="empty">
    <h2>${searches.none}</h2>
    <p>${searches.noneNext}</p>
  </div>
`

const newsOf = (visit: Visit, { listed, news, cards }: SavedSearchesState): string => {
  const { searches } = visit.words
  const byId = new Map(listed.map((one) => [one.id, one]))
  const shown = news.filter(({ searchId }) => byId.has(searchId))
  const idOf = new Map(shown.map(({ id, searchId }) => [id, searchId]))
  return html`<h2>${searches.newsOfAll}</h2>
    !${
      shown.length === 0
        ? html`<p>${searches.noNewsOfAll}</p>`
        : newsTable(visit, cards, shown, ({ id }) => byId.get(idOf.get(id) ?? '') ?? null)
    }`
}

const tables = (visit: Visit, state: SavedSearchesState): string => {
  const { searches, list } = visit.words
  const heads = [searches.name, searches.asks, searches.matches, searches.state, list.manage]
  const rows = state.listed.map((one) => row(visit, state.concepts, one))
  return html`!${stackedTable(searches.caption, heads, rows)} !${newsOf(visit, state)}`
}

export const savedSearchesPage = (visit: Visit, state: SavedSearchesState): Page => {
  const { words } = visit
  const { searches } = words
  return {
    title: searches.title,
    place: 'saved-searches',
    content: markHidden(
      html`
        <h1>${searches.title}</h1>
        <p class="soft">${searches.intro}</p>
        !${state.done === null ? '' : message('done', state.done)} !${actions(visit)}
        !${state.listed.length === 0 ? nothing(visit) : tables(visit, state)}
      `,
      words,
    ),
  }
}
