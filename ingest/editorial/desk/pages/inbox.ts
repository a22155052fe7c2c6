import { html } from 'ghtml'
import { staffActor } from '#contracts/staff.ts'
import { BoardStatus } from '../../board/ports.ts'
import type { ErasureEntry } from '../../erasure/overview.ts'
import type { ErasureProposal } from '../../erasure/proposals.ts'
import { proposalsPart, requestsPart } from '../erasures/pages.ts'
import { INBOX, type Inbox, type Section } from '../inbox.ts'
import type { Names } from '../names.ts'
import { printCount } from '../print.ts'
import { DESK_PATH, type DeskPage, type DeskVisit, personOf } from '../visit.ts'
import type { UnsavedWork } from '../unsaved.ts'
import { badge, emptyState, linkButton, moment, refusalText } from './parts.ts'
import { rowsTable } from './rows.ts'

type Listed = { readonly id: string; readonly title: string; readonly query: string }

const section = (
  visit: DeskVisit,
  names: Names,
  { rows, total }: Section,
  { id, title, query }: Listed,
): string => {
  if (rows.length === 0) return ''
  const { inbox } = visit.words
  const count = printCount(visit.language, total)
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title} <span class="count">${count}</span></h2>
    !${rowsTable(
      visit,
      names,
      title,
      rows.map((row) => ({ row })),
    )}
    !${
      total > rows.length
        ? html`<p>
            <a href="${DESK_PATH}/texts?${query}"
              >${title}${visit.words.colon}${inbox.all(total)}</a
            >
          </p>`
        : ''
    }
  </section>`
}

/** Leads to the lists that have the other texts. */
const waitingLinks = (visit: DeskVisit, { waiting, counts }: Inbox): string => {
  const { inbox, statuses, colon } = visit.words
  const states = new Set(waiting.map(({ row }) => row.status))
  return html`<ul class="links">
    !${[...states].map(
      (status) =>
        html`<li>
          <a href="${DESK_PATH}/texts?status=${status}"
            >${statuses[status]}${colon}${inbox.all(counts[status] ?? 0)}</a
          >
        </li>`,
    )}
  </ul>`
}

const waitingPart = (
  visit: DeskVisit,
  names: Names,
  found: Inbox,
  { toConfirm }: Notices,
): string => {
  const { inbox, places } = visit.words
  const { waiting, mayMoreWait } = found
  if (waiting.length === 0 && toConfirm.length > 0) return ''
  const mayWrite = personOf(visit).scopes.has('editorial:draft')
  const next = mayWrite ? inbox.nothingWaitsNext : inbox.nothingWaitsLook
  if (waiting.length === 0)
    return emptyState(inbox.nothingWaits, next, [
      mayWrite ? linkButton(`${DESK_PATH}/new`, places.new) : '',
      linkButton(`${DESK_PATH}/texts`, places.texts, 'quiet'),
    ])
  const shown = waiting.slice(0, 2 * INBOX.rowsMax)
  const count = printCount(visit.language, waiting.length)
  return html`<section aria-labelledby="waiting">
    <h2 id="waiting">
      ${inbox.waiting} <span class="count">${mayMoreWait ? inbox.atLeast(count) : count}</span>
    </h2>
    !${rowsTable(
      visit,
      names,
      inbox.waiting,
      shown.map(({ row, reason }) => ({ row, why: inbox.waitingWhy[reason] })),
    )}
    !${mayMoreWait || waiting.length > shown.length ? waitingLinks(visit, found) : ''}
  </section>`
}

const countsPart = (visit: DeskVisit, { counts }: Inbox): string => {
  const { inbox } = visit.words
  const states = BoardStatus.options.filter((status) => (counts[status] ?? 0) > 0)
  if (states.length === 0) return ''
  return html`<section aria-labelledby="team">
    <h2 id="team">${inbox.team}</h2>
    <ul class="states">
      !${states.map(
        (status) =>
          html`<li>
            <a href="${DESK_PATH}/texts?status=${status}"
              >!${badge(visit, status)}
              <span class="count">${printCount(visit.language, counts[status] ?? 0)}</span></a
            >
          </li>`,
      )}
    </ul>
  </section>`
}

/** What the inbox tells of besides its texts. */
export type Notices = {
  /** Open notices of the impact inbox. */
  readonly impact: number
  readonly unsaved: UnsavedWork
  /** Earlier versions with names that their publisher took out. */
  readonly erasures: readonly ErasureProposal[]
  /** Erasures that others asked for and this person may confirm. */
  readonly toConfirm: readonly ErasureEntry[]
}

const impactPart = ({ words: { inbox } }: DeskVisit, notices: number): string =>
  notices === 0
    ? ''
    : html`<div class="message note">
        <p>${inbox.impact(notices)} <a href="${DESK_PATH}/impact">${inbox.impactLink}</a></p>
      </div>`

const ownUnsavedPart = (visit: DeskVisit, { own }: UnsavedWork): string => {
  if (own.length === 0) return ''
  const { inbox, untitled } = visit.words
  return html`<section class="message note" aria-labelledby="unsaved">
    <h2 id="unsaved">${inbox.unsaved}</h2>
    <p>${inbox.unsavedText}</p>
    <ul>
      !${own.map(
        ({ title, path, changedAt, notice }) =>
          html`<li>
            <a href="${path}"><bdi>${title === '' ? untitled : title}</bdi></a
            >, !${moment(visit, changedAt)}
            !${
              notice === null
                ? ''
                : html`<span class="fault">${refusalText(visit, { refused: notice })}</span>`
            }
          </li>`,
      )}
    </ul>
  </section>`
}

const othersUnsavedPart = (visit: DeskVisit, names: Names, { others }: UnsavedWork): string => {
  if (others.length === 0) return ''
  const { inbox } = visit.words
  return html`<section class="message note" aria-labelledby="unsaved-others">
    <h2 id="unsaved-others">${inbox.unsavedOthers}</h2>
    <p>${inbox.unsavedOthersText}</p>
    <ul>
      !${others.map(
        ({ person, title, path, changedAt }) =>
          html`<li>
            <a href="${path}"><bdi>${title}</bdi></a
            >${visit.words.colon}${names(staffActor(person))}, !${moment(visit, changedAt)}
          </li>`,
      )}
    </ul>
  </section>`
}

export const inboxPage = (
  visit: DeskVisit,
  inbox: Inbox,
  names: Names,
  notices: Notices,
): DeskPage => {
  const person = personOf(visit)
  const { inbox: own } = visit.words
  // A text in the first list is not repeated below.
  const waiting = new Set(inbox.waiting.map(({ row }) => row.articleId))
  const others = ({ rows, total }: Section): Section => {
    const kept = rows.filter((row) => !waiting.has(row.articleId))
    return { rows: kept, total: total - (rows.length - kept.length) }
  }
  const mine = `author=${staffActor(person.id)}`
  return {
    title: own.title,
    place: 'inbox',
    content: html`
      <h1>${own.title}</h1>
      <p class="soft">${own.greeting(person.name)}</p>
      !${impactPart(visit, notices.impact)} !${requestsPart(visit, names, notices.toConfirm)}
      !${proposalsPart(visit, notices.erasures)} !${ownUnsavedPart(visit, notices.unsaved)}
      !${othersUnsavedPart(visit, names, notices.unsaved)}
      !${waitingPart(visit, names, inbox, notices)}
      !${section(visit, names, others(inbox.assigned), {
        id: 'assigned',
        title: own.assigned,
        query: `to=${person.id}`,
      })}
      !${section(visit, names, others(inbox.mine), { id: 'mine', title: own.mine, query: mine })}
      !${section(visit, names, others(inbox.changes), {
        id: 'changes',
        title: own.changes,
        query: 'status=changes_requested',
      })}
      !${section(visit, names, inbox.scheduled, {
        id: 'scheduled',
        title: own.scheduled,
        query: 'status=scheduled',
      })}
      !${countsPart(visit, inbox)}
    `,
  }
}
