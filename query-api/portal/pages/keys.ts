import { html } from 'ghtml'
import type { Visit } from '../guard.ts'
import type { Account, KeyListing } from '../../accounts/ports.ts'
import { ACCOUNT_PATH, type Page } from './layout.ts'
import { capOf, message, nameOf, scrolling, shownKey, stateOf } from './parts.ts'

const row = (visit: Visit, key: KeyListing, now: number): string => {
  const { words, print } = visit
  const { text, live } = stateOf(visit, key, now)
  return html`<tr class="${live ? 'live' : 'ended'}">
    <th scope="row">${nameOf(visit, key)}</th>
    <td class="nowrap"><code>${shownKey(key.last4)}</code></td>
    <td>${text}</td>
    <td>${capOf(visit, key)}</td>
    <td>${key.lastUsedOn === null ? words.list.never : print.date(key.lastUsedOn)}</td>
    <td>
      <a
        href="${ACCOUNT_PATH}/keys/${key.keyId}"
        aria-label="${words.list.manageOne(`${nameOf(visit, key)} …${key.last4}`)}"
        >${words.list.manage}</a
      >
    </td>
  </tr>`
}

const table = (visit: Visit, keys: readonly KeyListing[], now: number): string => {
  const { list } = visit.words
  if (keys.length === 0) return html`<p>${list.none}</p>`
  const content = html`<table>
    <caption>
      ${list.caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${list.name}</th>
        <th scope="col">${list.key}</th>
        <th scope="col">${list.state}</th>
        <th scope="col">${list.cap}</th>
        <th scope="col">${list.lastUse}</th>
        <th scope="col">${list.manage}</th>
      </tr>
    </thead>
    <tbody>
      !${keys.map((key) => row(visit, key, now))}
    </tbody>
  </table>`
  return scrolling(list.caption, content)
}

/** `done` confirms the action that redirected here. */
export const keysPage = (
  visit: Visit,
  account: Account,
  keys: readonly KeyListing[],
  { now, done }: { readonly now: number; readonly done: string | null },
): Page => {
  const { list, plans } = visit.words
  return {
    title: list.title,
    place: 'keys',
    content: html`
      <h1>${list.title}</h1>
      <p class="soft">${list.holder(account.name, plans[account.plan])}</p>
      !${done === null ? '' : message('done', done)}
      !${
        account.paid
          ? html`<p><a class="button" href="${ACCOUNT_PATH}/keys/new">${list.create}</a></p>`
          : message('note', list.unpaid)
      }
      !${table(visit, keys, now)}
    `,
  }
}
