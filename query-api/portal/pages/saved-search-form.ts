/** The form that saves a search: words with the filters of a search, or a text that others cite. */
import { html } from 'ghtml'
import { SAVED_SEARCH_LIMITS } from '#contracts/http/saved-searches.ts'
import { SEARCH_LIMITS } from '#contracts/http/search.ts'
import { choiceFields, textField } from '#contracts/web/fields.ts'
import { errorSummary, hiddenCsrf, message, titleOf } from '#contracts/web/parts.ts'
import type { SearchAddress } from '../../public/search-address.ts'
import type { Page, Visit, Wrong } from '../web.ts'
import {
  type ConceptLabels,
  filterLabels,
  SAVED_SEARCHES_PATH,
  searchHref,
} from './saved-search-parts.ts'

/** Values of the form, submitted or initial. */
export type SavedSearchForm = {
  /** Makes a form that is sent twice save one search. */
  readonly searchId: string
  readonly name: string
  /** Words and filters. */
  readonly address: SearchAddress
  readonly cites: string
  readonly words: string
}

/** Filters as the query of an address, which the form carries along. */
const queryOf = ({ filters }: SearchAddress): string => {
  const query = new URLSearchParams()
  for (const [name, values] of filters) for (const value of values) query.append(name, value)
  return query.toString()
}

const OF_TEXT: ReadonlySet<string> = new Set([
  'search_or_cites',
  'saved-search-matches-everything',
  'saved-search-too-broad',
  'saved-search-without-words',
])

const filtersOf = (visit: Visit, concepts: ConceptLabels, address: SearchAddress): string => {
  const { searches } = visit.words
  const labels = filterLabels(visit, concepts, address.filters)
  return html`<div class="field">
    <h2>${searches.filters}</h2>
    <ul>
      !${labels.map((label) => html`<li><bdi>${label}</bdi></li>`)}
    </ul>
    <p>
      ${searches.filtersHint}
      <a href="${searchHref(visit, address)}">${searches.changeFilters}</a>
    </p>
    <input type="hidden" name="filters" value="${queryOf(address)}" />
  </div>`
}

const citesField = (visit: Visit, { cites }: SavedSearchForm, wrong: Wrong | null): string => {
  const { searches } = visit.words
  return textField({
    name: 'cites',
    label: searches.cites,
    hint: searches.citesHint,
    value: cites,
    charactersMax: SAVED_SEARCH_LIMITS.citesCharactersMax,
    remembers: false,
    isWrong: wrong?.code === 'saved-search-citation-unknown',
  })
}

type FormState = {
  readonly given: SavedSearchForm
  readonly concepts: ConceptLabels
  /** What the reader has to know of the filters; null: nothing. */
  readonly notice: string | null
  readonly wrong: Wrong | null
}

const fieldsOf = (visit: Visit, { given, concepts, wrong }: FormState): string => {
  const { searches } = visit.words
  const { address } = given
  const isFiltered = address.filters.size > 0
  return html`
    !${textField({
      name: 'name',
      label: searches.name,
      hint: searches.nameHint,
      value: given.name,
      charactersMax: SAVED_SEARCH_LIMITS.nameCharactersMax,
      required: true,
      remembers: false,
      isWrong: wrong?.code === 'name',
    })}
    !${textField({
      name: 'text',
      label: searches.text,
      hint: searches.textHint,
      value: address.words,
      charactersMax: SEARCH_LIMITS.textCodePointsMax,
      remembers: false,
      isWrong: wrong !== null && OF_TEXT.has(wrong.code),
    })}
    !${choiceFields({
      name: 'words',
      legend: searches.words,
      type: 'radio',
      options: [
        { value: 'all', text: searches.all },
        { value: 'any', text: searches.any },
      ],
      chosen: [given.words],
    })}
    !${
      isFiltered
        ? filtersOf(visit, concepts, address)
        : html`!${citesField(visit, given, wrong)}
            <p class="soft">${searches.fromResults}</p>`
    }
  `
}

export const newSavedSearchPage = (visit: Visit, state: FormState): Page => {
  const { words } = visit
  const { searches } = words
  const { given, notice, wrong } = state
  return {
    title: titleOf(words, searches.create, wrong?.text ?? null),
    place: 'saved-searches',
    once: wrong !== null,
    content: html`
      <h1>${searches.create}</h1>
      !${errorSummary(visit, wrong?.text ?? null)}
      !${notice === null ? '' : message('note', notice)}
      <form method="post" action="${SAVED_SEARCHES_PATH}">
        !${hiddenCsrf(visit)}
        <input type="hidden" name="searchId" value="${given.searchId}" />
        !${fieldsOf(visit, state)}
        <div class="actions">
          <button type="submit">${searches.submit}</button>
          <a href="${SAVED_SEARCHES_PATH}">${words.cancel}</a>
        </div>
      </form>
    `,
  }
}
