import { html } from 'ghtml'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { hiddenCsrf, message, stackedTable } from '#contracts/web/parts.ts'
import type { ApplicationListing } from '../../oauth/ports.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'
import { capOf } from './parts.ts'

const PATH = `${ACCOUNT_PATH}/applications`

const scopesOf = ({ words }: Visit, { scopes }: ApplicationListing): string =>
  scopes.map((scope) => words.scopes[scope] ?? scope).join(', ')

const row = (visit: Visit, one: ApplicationListing): string => {
  const { words, print } = visit
  const { applications, list } = words
  return html`<tr role="row">
    <th scope="row" role="rowheader"><bdi>${one.name}</bdi></th>
    <td role="cell" data-label="${applications.host}">${one.host}</td>
    <td role="cell" data-label="${applications.scopes}">${scopesOf(visit, one)}</td>
    <td role="cell" data-label="${list.cap}">${capOf(visit, one)}</td>
    <td role="cell" data-label="${applications.connected}">
      ${applications.connectedBy(print.date(one.connectedAt), one.email)}
    </td>
    <td role="cell" data-label="${list.lastUse}">
      ${one.lastUsedOn === null ? list.never : print.date(one.lastUsedOn)}
    </td>
    <td role="cell">
      <a
        href="${PATH}/${one.grantId}/disconnect"
        aria-label="${applications.disconnectOne(`${one.name} (${one.host})`)}"
        >${applications.disconnect}</a
      >
    </td>
  </tr>`
}

const nothing = ({ words: { applications } }: Visit): string => html`
  <div class="empty">
    <h2>${applications.none}</h2>
    <p>${applications.noneNext}</p>
    <p><a href="/mcp">${applications.connect}</a></p>
  </div>
`

/** The applications that act for the account. */
export const applicationsPage = (
  visit: Visit,
  state: { readonly listed: readonly ApplicationListing[]; readonly isDone: boolean },
): Page => {
  const { words } = visit
  const { applications, list } = words
  const heads = [
    applications.name,
    applications.host,
    applications.scopes,
    list.cap,
    applications.connected,
    list.lastUse,
    applications.disconnect,
  ]
  const rows = state.listed.map((one) => row(visit, one))
  return {
    title: applications.title,
    place: 'applications',
    content: markHidden(
      html`
        <h1>${applications.title}</h1>
        <p class="soft">${applications.intro}</p>
        !${state.isDone ? message('done', applications.disconnected) : ''}
        !${rows.length === 0 ? nothing(visit) : stackedTable(applications.caption, heads, rows)}
      `,
      words,
    ),
  }
}

/** Asks for confirmation before an application is disconnected. */
export const disconnectPage = (visit: Visit, { grantId, name, host }: ApplicationListing): Page => {
  const { applications, cancel } = visit.words
  return {
    title: applications.disconnectTitle,
    place: 'applications',
    content: html`
      <h1>${applications.disconnectTitle}</h1>
      <p>${applications.disconnectText(`${name} (${host})`)}</p>
      <form method="post" action="${PATH}/${grantId}/disconnect">
        !${hiddenCsrf(visit)}
        <div class="actions">
          <button class="danger" type="submit">${applications.disconnectSubmit}</button>
          <a href="${PATH}">${cancel}</a>
        </div>
      </form>
    `,
  }
}
