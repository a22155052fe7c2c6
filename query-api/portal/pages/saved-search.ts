/** One saved search: what it asks, what was told of it, its feed, and how it ends. */
import { html } from 'ghtml'
import { SAVED_SEARCH_LIMITS, type SavedSearch } from '#contracts/http/saved-searches.ts'
import type { SearchNewsList } from '#contracts/http/saved-searches.ts'
import { textField } from '#contracts/web/fields.ts'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { copiedOnce, errorSummary, hiddenCsrf, message, titleOf } from '#contracts/web/parts.ts'
import type { Page, Visit, Wrong } from '../web.ts'
import { mailPart, type MailState } from './mail.ts'
import { postButton } from './parts.ts'
import {
  addressOf,
  askedText,
  type Cards,
  type ConceptLabels,
  newsTable,
  SAVED_SEARCHES_PATH,
  searchHref,
  searchState,
} from './saved-search-parts.ts'

export type SavedSearchState = {
  readonly news: SearchNewsList
  readonly cards: Cards
  readonly concepts: ConceptLabels
  /** Of this service, as the reader's browser reached it. */
  readonly origin: string
  readonly done: string | null
  readonly wrong: Wrong | null
  /** null: the service sends no mail. */
  readonly mail: MailState | null
  /** A name that was refused; null: none. */
  readonly typedName: string | null
}

const newsOf = (visit: Visit, { id }: SavedSearch, { news, cards }: SavedSearchState): string => {
  const { searches } = visit.words
  if (news.news.length === 0) return html`<p>${searches.noNews}</p>`
  const older =
    news.next === null
      ? ''
      : html`<p>
          <a href="${SAVED_SEARCHES_PATH}/${id}?before=${news.next}">${searches.older}</a>
        </p>`
  return html`!${newsTable(visit, cards, news.news, () => null)} !${older}`
}

const feedOf = (visit: Visit, { id, feed }: SavedSearch, origin: string): string => {
  const { searches, secret } = visit.words
  return html`<h2>${searches.feed}</h2>
    <p>${searches.feedText}</p>
    !${copiedOnce('feed', `${origin}${feed}`, secret)}
    <p class="soft">${searches.feedRenewText}</p>
    !${postButton(visit, `${SAVED_SEARCHES_PATH}/${id}/feed`, searches.feedRenew)}`
}

const nameForm = (visit: Visit, { id, name }: SavedSearch, state: SavedSearchState): string => {
  const { searches } = visit.words
  return html`<h2>${searches.rename}</h2>
    <form method="post" action="${SAVED_SEARCHES_PATH}/${id}">
      !${hiddenCsrf(visit)}
      !${textField({
        name: 'name',
        label: searches.name,
        value: state.typedName ?? name,
        charactersMax: SAVED_SEARCH_LIMITS.nameCharactersMax,
        required: true,
        remembers: false,
        isWrong: state.wrong?.code === 'name',
      })}
      <button type="submit">${searches.renameSubmit}</button>
    </form>`
}

const stateOf = (visit: Visit, search: SavedSearch): string => {
  const { searches } = visit.words
  const text = searches.stateIs(searchState(visit, search))
  if (!search.enabled) return message('note', text)
  const { matches, followsAfter } = search
  return html`<p>${text}. ${searches.matchesNow(visit.print.count(matches), matches)}</p>
    <p class="soft">${searches.followedAfter(String(Number(followsAfter)))}</p>`
}

export const savedSearchPage = (
  visit: Visit,
  search: SavedSearch,
  state: SavedSearchState,
): Page => {
  const { words } = visit
  const { searches } = words
  const path = `${SAVED_SEARCHES_PATH}/${search.id}`
  const { wrong } = state
  return {
    title: titleOf(words, search.name, wrong?.text ?? null),
    place: 'saved-searches',
    once: wrong !== null,
    content: markHidden(
      html`
        <p><a href="${SAVED_SEARCHES_PATH}">${searches.back}</a></p>
        <h1><bdi>${search.name}</bdi></h1>
        !${state.done === null ? '' : message('done', state.done)}
        !${errorSummary(visit, wrong?.text ?? null)}
        <p><bdi>${askedText(visit, state.concepts, search)}</bdi></p>
        !${stateOf(visit, search)}
        !${search.search.text === '' ? '' : html`<p class="soft">${searches.runNote}</p>`}
        <div class="actions">
          <a href="${searchHref(visit, addressOf(search))}">${searches.run}</a>
          !${
            search.enabled
              ? postButton(visit, `${path}/pause`, searches.pause)
              : postButton(visit, `${path}/resume`, searches.resume)
          }
          <a href="${path}/delete">${searches.remove}</a>
        </div>
        <h2>${searches.news}</h2>
        !${newsOf(visit, search, state)}
        !${state.mail === null ? '' : mailPart(visit, path, state.mail)}
        !${feedOf(visit, search, state.origin)} !${nameForm(visit, search, state)}
      `,
      words,
    ),
  }
}

/** Asks for confirmation before a search is deleted with its news. */
export const deleteSavedSearchPage = (visit: Visit, { id, name }: SavedSearch): Page => {
  const { words } = visit
  const { searches, cancel } = words
  return {
    title: searches.deleteTitle,
    place: 'saved-searches',
    content: markHidden(
      html`
        <h1>${searches.deleteTitle}</h1>
        <p>${searches.deleteText(name)}</p>
        <form method="post" action="${SAVED_SEARCHES_PATH}/${id}/delete">
          !${hiddenCsrf(visit)}
          <div class="actions">
            <button class="danger" type="submit">${searches.deleteSubmit}</button>
            <a href="${SAVED_SEARCHES_PATH}/${id}">${cancel}</a>
          </div>
        </form>
      `,
      words,
    ),
  }
}
