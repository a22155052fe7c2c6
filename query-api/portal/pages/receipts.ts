/** Receipts that the account keeps, and what became of the texts that they cite. */
import { html } from 'ghtml'
import type {
  KeptReceipt,
  KeptReceiptList,
  Recall,
  RecallList,
  ReceiptKeeping,
  ShownReceipt,
} from '#contracts/http/recall.ts'
import type { Slug } from '#contracts/ids.ts'
import { hiddenCsrf, message, stackedTable } from '#contracts/web/parts.ts'
import { textPath } from '../../public/addresses.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'

export const RECEIPTS_PATH = `${ACCOUNT_PATH}/receipts`

export type ReceiptsState = {
  readonly keeping: ReceiptKeeping
  readonly kept: KeptReceiptList
  readonly told: RecallList
  readonly done: string | null
}

const linkTo = (slug: Slug | null, nothing: string): string =>
  slug === null ? html`${nothing}` : html`<a href="${textPath(slug)}">${slug}</a>`

const becameOf = (
  { words: { receipts } }: Visit,
  { state, headnote, replacement }: Recall,
): string => html`
  ${receipts.states[state]}
  !${
    headnote === null
      ? ''
      : html`<span class="hint"
          >${receipts.turned(receipts.colours[headnote.before], receipts.colours[headnote.after])}</span
        >`
  }
  !${
    replacement === null
      ? ''
      : html`<span class="hint">${receipts.replacedBy} !${linkTo(replacement, '')}</span>`
  }
`

const recallRow = (visit: Visit, one: Recall): string => {
  const { receipts } = visit.words
  const slugs = [...new Set(one.citations.map(({ slug }) => slug))]
  const about =
    one.receiptId === null
      ? html`<bdi>${one.handle ?? ''}</bdi>`
      : html`<a href="${RECEIPTS_PATH}/${one.receiptId}">${receipts.ofReceipt}</a>`
  return html`<tr role="row">
    <th scope="row" role="rowheader">${visit.print.time(one.at)}</th>
    <td role="cell" data-label="${receipts.about}">!${about}</td>
    <td role="cell" data-label="${receipts.text}">
      !${slugs.map((slug) => linkTo(slug, receipts.erased))}
    </td>
    <td role="cell" data-label="${receipts.became}">!${becameOf(visit, one)}</td>
  </tr>`
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
        <button type="submit">${kept ? receipts.keepNoMore : receipts.keep}</button>
      </div>
    </form>
  `
}

export const receiptsPage = (visit: Visit, state: ReceiptsState): Page => {
  const { receipts } = visit.words
  const { keeping, kept, told, done } = state
  const recalls = told.recalls.map((one) => recallRow(visit, one))
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
      <p class="soft">${receipts.intro(visit.print.count(keeping.keptDays))}</p>
      !${done === null ? '' : message('done', done)} !${keepingForm(visit, keeping)}
      <h2>${receipts.recallsTitle}</h2>
      !${
        recalls.length === 0
          ? html`<p>${receipts.noRecalls}</p>`
          : stackedTable(
              receipts.recallsTitle,
              [receipts.when, receipts.about, receipts.text, receipts.became],
              recalls,
            )
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
export const receiptPage = (visit: Visit, one: ShownReceipt): Page => {
  const { receipts, operations } = visit.words
  const rows = one.citations.map(
    (cited) =>
      html`<tr role="row">
        <th scope="row" role="rowheader">!${linkTo(cited.slug, receipts.erased)}</th>
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
