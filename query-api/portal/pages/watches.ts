/** What the account watches under names of its own, and what became of it. */
import { html } from 'ghtml'
import {
  RECALL_LIMITS,
  type RecallList,
  type Watch,
  type WatchList,
} from '#contracts/http/recall.ts'
import { SLUG_MAX } from '#contracts/ids.ts'
import { textField } from '#contracts/web/fields.ts'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { errorSummary, hiddenCsrf, message, stackedTable, titleOf } from '#contracts/web/parts.ts'
import { ACCOUNT_PATH, type Page, type Visit, type Wrong } from '../web.ts'
import { recallsTable } from './recall-parts.ts'
import type { Cards } from './saved-search-parts.ts'

export const WATCHES_PATH = `${ACCOUNT_PATH}/watches`

export type WatchesState = {
  readonly watched: WatchList
  readonly told: RecallList
  readonly cards: Cards
  readonly done: string | null
}

/** Handles have dots, which a browser would read as folders in a path. */
const withHandle = (path: string, name: 'handle' | 'after', handle: string): string =>
  `${path}?${new URLSearchParams({ [name]: handle }).toString()}`

const row = (visit: Visit, { handle, createdAt, recalls }: Watch): string => {
  const { watches } = visit.words
  const path = withHandle(`${WATCHES_PATH}/delete`, 'handle', handle)
  return html`<tr role="row">
    <th scope="row" role="rowheader"><bdi>${handle}</bdi></th>
    <td role="cell" data-label="${watches.since}">${visit.print.time(createdAt)}</td>
    <td class="number" role="cell" data-label="${watches.recalls}">
      ${visit.print.count(recalls)}
    </td>
    <td role="cell">
      <a href="${path}" aria-label="${watches.removeOne(handle)}">${watches.remove}</a>
    </td>
  </tr>`
}

const tables = (visit: Visit, { watched, told, cards }: WatchesState): string => {
  const { watches, receipts } = visit.words
  const heads = [watches.handle, watches.since, watches.recalls, watches.remove]
  const { next } = watched
  return html`
    <h2>${receipts.recallsTitle}</h2>
    !${
      told.recalls.length === 0
        ? html`<p>${watches.noRecalls}</p>`
        : recallsTable(visit, cards, told.recalls, 'watch')
    }
    <h2>${watches.list}</h2>
    !${stackedTable(
      watches.caption,
      heads,
      watched.watches.map((one) => row(visit, one)),
    )}
    <p class="actions">
      !${next === null ? '' : html`<a href="${withHandle(WATCHES_PATH, 'after', next)}">${watches.more}</a>`}
      <a href="${WATCHES_PATH}/delete-all">${watches.removeAll}</a>
    </p>
  `
}

const nothing = ({ words: { watches } }: Visit): string => html`
  <div class="empty">
    <h2>${watches.none}</h2>
    <p>${watches.noneNext}</p>
  </div>
`

export const watchesPage = (visit: Visit, state: WatchesState): Page => {
  const { words } = visit
  const { watches } = words
  const { watched, told, done } = state
  const isEmpty = watched.watches.length === 0 && told.recalls.length === 0
  return {
    title: watches.title,
    place: 'watches',
    content: markHidden(
      html`
        <h1>${watches.title}</h1>
        <p class="soft">${watches.intro}</p>
        !${done === null ? '' : message('done', done)}
        <p class="actions">
          <a class="button" href="${WATCHES_PATH}/new">${watches.create}</a>
        </p>
        !${isEmpty ? nothing(visit) : tables(visit, state)}
      `,
      words,
    ),
  }
}

const POINT_DIGITS_MAX = 6
/** The address of a page may stand before the slug, and its language after it. */
const ORIGIN_CHARACTERS_MAX = 300

/** Values of the form, submitted or initial. */
export type WatchForm = { readonly text: string; readonly point: string; readonly handle: string }

export const newWatchPage = (visit: Visit, given: WatchForm, wrong: Wrong | null): Page => {
  const { words } = visit
  const { watches } = words
  const text = wrong?.text ?? null
  const isWrong = (...codes: string[]): boolean => wrong !== null && codes.includes(wrong.code)
  return {
    title: titleOf(words, watches.create, text),
    place: 'watches',
    once: wrong !== null,
    content: html`
      <p><a href="${WATCHES_PATH}">${watches.back}</a></p>
      <h1>${watches.create}</h1>
      !${errorSummary(visit, text)}
      <form method="post" action="${WATCHES_PATH}">
        !${hiddenCsrf(visit)}
        !${textField({
          name: 'text',
          label: watches.text,
          hint: watches.textHint,
          value: given.text,
          charactersMax: SLUG_MAX + ORIGIN_CHARACTERS_MAX,
          required: true,
          remembers: false,
          isWrong: isWrong('text', 'watch-text-unknown'),
        })}
        !${textField({
          name: 'point',
          label: watches.point,
          hint: watches.pointHint,
          value: given.point,
          charactersMax: POINT_DIGITS_MAX,
          remembers: false,
          isWrong: isWrong('point'),
        })}
        !${textField({
          name: 'handle',
          label: watches.handle,
          hint: watches.handleHint,
          value: given.handle,
          charactersMax: RECALL_LIMITS.handleCharactersMax,
          required: true,
          remembers: false,
          isWrong: isWrong('handle', 'taken'),
        })}
        <button type="submit">${watches.submit}</button>
      </form>
    `,
  }
}

/** Asks for confirmation before one watch is deleted; null: before all are. */
export const deleteWatchPage = (visit: Visit, handle: string | null): Page => {
  const { words } = visit
  const { watches, cancel } = words
  const title = handle === null ? watches.deleteAllTitle : watches.deleteTitle
  const action = handle === null ? `${WATCHES_PATH}/delete-all` : `${WATCHES_PATH}/delete`
  return {
    title,
    place: 'watches',
    content: html`
      <h1>${title}</h1>
      <p>${handle === null ? watches.deleteAllText : watches.deleteText(handle)}</p>
      <form method="post" action="${action}">
        !${hiddenCsrf(visit)}
        !${handle === null ? '' : html`<input type="hidden" name="handle" value="${handle}" />`}
        <div class="actions">
          <button class="danger" type="submit">
            ${handle === null ? watches.removeAll : watches.remove}
          </button>
          <a href="${WATCHES_PATH}">${cancel}</a>
        </div>
      </form>
    `,
  }
}
