import { html } from 'ghtml'
import type { Account, KeyListing } from '../../accounts/ports.ts'
import { message, scrolling } from '#contracts/web/parts.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'
import { capOf, nameOf, shownKey, stateOf } from './parts.ts'

const row = (visit: Visit, key: KeyListing, now: number): string => {
  const { words, print } = visit
  const { text, live } = stateOf(visit, key, now)
  return html`<tr role="row" class="${live ? 'live' : 'ended'}">
    <th scope="row" role="rowheader">${nameOf(visit, key)}</th>
    <td class="nowrap" role="cell" data-label="${words.list.key}">
      <code>${shownKey(key)}</code>
    </td>
    <td role="cell" data-label="${words.list.state}">${text}</td>
    <td role="cell" data-label="${words.list.cap}">${capOf(visit, key)}</td>
    <td role="cell" data-label="${words.list.lastUse}">
      ${key.lastUsedOn === null ? words.list.never : print.date(key.lastUsedOn)}
    </td>
    <td role="cell">
      <a
        href="${ACCOUNT_PATH}/keys/${key.keyId}"
        aria-label="${words.list.manageOne(`${nameOf(visit, key)} …${key.last4}`)}"
        >${words.list.manage}</a
      >
    </td>
  </tr>`
}

const nothing = ({ list }: Visit['words'], paid: boolean): string => html`
  <div class="empty">
    <h2>${list.none}</h2>
    <p>${paid ? list.noneNext : list.noneUnpaid}</p>
    <p><a href="/docs/">${list.documentation}</a></p>
  </div>
`

const table = (visit: Visit, keys: readonly KeyListing[], now: number): string => {
  const { list } = visit.words
  const content = html`<table class="stacks" role="table">
    <caption>
      ${list.caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">${list.name}</th>
        <th scope="col" role="columnheader">${list.key}</th>
        <th scope="col" role="columnheader">${list.state}</th>
        <th scope="col" role="columnheader">${list.cap}</th>
        <th scope="col" role="columnheader">${list.lastUse}</th>
        <th scope="col" role="columnheader">${list.manage}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
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
      !${keys.length === 0 ? nothing(visit.words, account.paid) : table(visit, keys, now)}
    `,
  }
}
