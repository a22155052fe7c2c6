/** What became of texts that the account relied on, as a table. */
import { html } from 'ghtml'
import type { Recall } from '#contracts/http/recall.ts'
import type { Slug } from '#contracts/ids.ts'
import { stackedTable } from '#contracts/web/parts.ts'
import { linkTo, textPath } from '../../public/addresses.ts'
import { ACCOUNT_PATH, type Visit } from '../web.ts'
import type { Cards } from './saved-search-parts.ts'

/** A link to a text by its title; `gone` stands for a text of which nothing is left. */
export const textLink = (visit: Visit, cards: Cards, slug: Slug | null, gone: string): string => {
  if (slug === null) return html`${gone}`
  // The page of a text that is not public any more says what became of it.
  const title = cards.get(slug)?.title ?? slug
  const page = new URL('http://page.invalid')
  page.searchParams.set('lang', visit.language)
  return html`<a href="${linkTo(textPath(slug), page)}"><bdi>${title}</bdi></a>`
}

/** The texts that recalls name, whose titles the table shows. */
export const slugsOfRecalls = (recalls: readonly Recall[]): Slug[] => [
  ...new Set(
    recalls.flatMap(({ citations, replacement }) =>
      [...citations.map(({ slug }) => slug), replacement].filter((slug) => slug !== null),
    ),
  ),
]

const becameOf = (visit: Visit, cards: Cards, { state, headnote, replacement }: Recall): string => {
  const { receipts } = visit.words
  return html`${receipts.states[state]}
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
      : html`<span class="hint"
          >${receipts.replacedBy} !${textLink(visit, cards, replacement, '')}</span
        >`
  }`
}

const recallRow = (visit: Visit, cards: Cards, one: Recall): string => {
  const { receipts, watches } = visit.words
  const slugs = [...new Set(one.citations.map(({ slug }) => slug))]
  const about =
    one.receiptId === null
      ? html`<td role="cell" data-label="${watches.handle}"><bdi>${one.handle ?? ''}</bdi></td>`
      : html`<td role="cell" data-label="${receipts.text}">
            !${slugs.map((slug) => html`<div>!${textLink(visit, cards, slug, receipts.erased)}</div>`)}
          </td>
          <td role="cell" data-label="${receipts.ofReceipt}">
            <a href="${ACCOUNT_PATH}/receipts/${one.receiptId}">${receipts.seeReceipt}</a>
          </td>`
  return html`<tr role="row">
    <th scope="row" role="rowheader">${visit.print.time(one.at)}</th>
    <td role="cell" data-label="${receipts.became}">!${becameOf(visit, cards, one)}</td>
    !${about}
  </tr>`
}

/** Newest first. All are of receipts, or all of watches. */
export const recallsTable = (
  visit: Visit,
  cards: Cards,
  recalls: readonly Recall[],
  of: 'receipts' | 'watch',
): string => {
  const { receipts, watches } = visit.words
  const about = of === 'watch' ? [watches.handle] : [receipts.text, receipts.ofReceipt]
  return stackedTable(
    receipts.recallsTitle,
    [receipts.when, receipts.became, ...about],
    recalls.map((one) => recallRow(visit, cards, one)),
  )
}
