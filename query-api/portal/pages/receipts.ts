/** Receipts that the account keeps, and what became of the texts that they cite. */
import { html } from 'ghtml'
import type {
  KeptReceipt,
  KeptReceiptList,
  RecallList,
  ReceiptKeeping,
  ShownReceipt,
} from '#contracts/http/recall.ts'
import { hiddenCsrf, message, stackedTable } from '#contracts/web/parts.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'
import { recallsTable, textLink } from './recall-parts.ts'
import type { Cards } from './saved-search-parts.ts'

export const RECEIPTS_PATH = `${ACCOUNT_PATH}/receipts`

const DAYS_OF_A_YEAR = 365

export type ReceiptsState = {
  readonly keeping: ReceiptKeeping
  readonly kept: KeptReceiptList
  readonly told: RecallList
  readonly cards: Cards
  readonly done: string | null
}

const receiptRow = (visit: Visit, one: KeptReceipt): string => {
  const { receipts, operations } = visit.words
  return html`<tr role="row">
    <th scope="row" role="rowheader">
      <a href="${RECEIPTS_PATH}/${one.id}">${visit.print.time(one.keptAt)}</a>
    </th>
    <td role="cell" data-label="${receipts.operation}">${operations[one.operation]}</td>
    <td class="number" role="cell" data-label="${receipts.citations}">
      ${visit.print.count(one.citationCount)}
    </td>
    <td class="number" role="cell" data-label="${receipts.recalls}">
      ${visit.print.count(one.recalls)}
    </td>
  </tr>`
}

const keepingForm = (visit: Visit, { kept, since }: ReceiptKeeping): string => {
  const { receipts } = visit.words
  const state = kept && since !== null ? receipts.keptSince(visit.print.time(since)) : receipts.off
  return html`
    <p>${state}</p>
    <form method="post" action="${RECEIPTS_PATH}/keeping">
      !${hiddenCsrf(visit)}
      <input type="hidden" name="kept" value="${kept ? 'no' : 'yes'}" />
      <div class="actions">
        <button type="submit" class="${kept ? 'quiet' : ''}">
          ${kept ? receipts.keepNoMore : receipts.keep}
        </button>
      </div>
    </form>
  `
}

export const receiptsPage = (visit: Visit, state: ReceiptsState): Page => {
  const { receipts } = visit.words
  const { keeping, kept, told, cards, done } = state
  const rows = kept.receipts.map((one) => receiptRow(visit, one))
  const older =
    kept.next === null
      ? ''
      : html`<p class="actions">
          <a href="${RECEIPTS_PATH}?before=${kept.next}">${receipts.older}</a>
        </p>`
  return {
    title: receipts.title,
    place: 'receipts',
    content: html`
      <h1>${receipts.title}</h1>
      <p class="soft">
        ${receipts.intro(visit.print.count(Math.floor(keeping.keptDays / DAYS_OF_A_YEAR)))}
      </p>
      !${done === null ? '' : message('done', done)} !${keepingForm(visit, keeping)}
      <h2>${receipts.recallsTitle}</h2>
      !${
        told.recalls.length === 0
          ? html`<p>${receipts.noRecalls}</p>`
          : recallsTable(visit, cards, told.recalls, 'receipts')
      }
      <h2>${receipts.listTitle}</h2>
      !${
        rows.length === 0
          ? html`<p>${receipts.none}</p>`
          : stackedTable(
              receipts.listTitle,
              [receipts.when, receipts.operation, receipts.citations, receipts.recalls],
              rows,
            )
      }
      !${older}
      !${
        keeping.receipts === 0
          ? ''
          : html`<p class="actions">
              <a href="${RECEIPTS_PATH}/delete">${receipts.deleteAll}</a>
            </p>`
      }
    `,
  }
}

/** One receipt with what it cites. */
export const receiptPage = (visit: Visit, one: ShownReceipt, cards: Cards): Page => {
  const { receipts, operations } = visit.words
  const rows = one.citations.map(
    (cited) =>
      html`<tr role="row">
        <th scope="row" role="rowheader">
          !${textLink(visit, cards, cited.slug, receipts.erased)}
        </th>
        <td role="cell" data-label="${receipts.version}">${cited.version}</td>
        <td role="cell" data-label="${receipts.hash}">
          <code>${cited.sha256Hash ?? receipts.erased}</code>
        </td>
      </tr>`,
  )
  return {
    title: receipts.one,
    place: 'receipts',
    content: html`
      <p><a href="${RECEIPTS_PATH}">${receipts.back}</a></p>
      <h1>${receipts.one}</h1>
      <p>${operations[one.operation]}, ${visit.print.time(one.keptAt)}</p>
      <p class="soft">${receipts.usage} <code>${one.usageId}</code></p>
      !${
        rows.length === 0
          ? html`<p>${receipts.citesNothing}</p>`
          : stackedTable(receipts.citations, [receipts.text, receipts.version, receipts.hash], rows)
      }
      <form method="post" action="${RECEIPTS_PATH}/${one.id}/delete">
        !${hiddenCsrf(visit)}
        <div class="actions">
          <button class="danger" type="submit">${receipts.deleteOne}</button>
        </div>
      </form>
    `,
  }
}

/** Asks for confirmation before all receipts are deleted. */
export const deleteReceiptsPage = (visit: Visit): Page => {
  const { receipts, cancel } = visit.words
  return {
    title: receipts.deleteTitle,
    place: 'receipts',
    content: html`
      <h1>${receipts.deleteTitle}</h1>
      <p>${receipts.deleteText}</p>
      <form method="post" action="${RECEIPTS_PATH}/delete">
        !${hiddenCsrf(visit)}
        <div class="actions">
          <button class="danger" type="submit">${receipts.deleteAll}</button>
          <a href="${RECEIPTS_PATH}">${cancel}</a>
        </div>
      </form>
    `,
  }
}
