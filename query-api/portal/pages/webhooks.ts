/** The endpoints of the account, a new one, and its secret. */
import { html } from 'ghtml'
import type { WebhookEndpoint } from '#contracts/http/webhooks.ts'
import {
  copiedOnce,
  errorSummary,
  hiddenCsrf,
  message,
  stackedTable,
} from '#contracts/web/parts.ts'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { ACCOUNT_PATH, type Page, type Visit, type Wrong } from '../web.ts'
import { type WebhookForm, webhookFields } from './webhook-form.ts'

export const WEBHOOKS_PATH = `${ACCOUNT_PATH}/webhooks`

/** What an endpoint does now, in one line. */
export const webhookState = (
  { words: { webhooks }, print }: Visit,
  { enabled, disabledAt, disabledCause, failingSince }: WebhookEndpoint,
): string => {
  if (!enabled && disabledAt !== null && disabledCause !== null)
    return webhooks.disabled(print.time(disabledAt), webhooks.causes[disabledCause])
  return failingSince === null ? webhooks.works : webhooks.fails(print.time(failingSince))
}

const toldOf = (
  { words: { webhooks } }: Visit,
  { types, jurisdictions }: WebhookEndpoint,
): string =>
  [
    types.length === 0
      ? webhooks.allTypes
      : types.map((type) => webhooks.typeNames[type]).join(', '),
    ...(jurisdictions.length === 0 ? [] : [jurisdictions.join(', ')]),
  ].join(' · ')

const row = (visit: Visit, one: WebhookEndpoint): string => {
  const { webhooks } = visit.words
  return html`<tr role="row">
    <th scope="row" role="rowheader">
      <bdi>${one.url}</bdi
      >!${one.description === '' ? '' : html`<span class="hint"><bdi>${one.description}</bdi></span>`}
    </th>
    <td role="cell" data-label="${webhooks.toldOf}">${toldOf(visit, one)}</td>
    <td role="cell" data-label="${webhooks.state}">${webhookState(visit, one)}</td>
    <td class="number" role="cell" data-label="${webhooks.pending}">
      ${visit.print.count(one.pending)}
    </td>
    <td role="cell">
      <a href="${WEBHOOKS_PATH}/${one.id}" aria-label="${webhooks.manageOne(one.url)}"
        >${visit.words.list.manage}</a
      >
    </td>
  </tr>`
}

const nothing = ({ words: { webhooks } }: Visit): string => html`
  <div class="empty">
    <h2>${webhooks.none}</h2>
    <p>${webhooks.noneNext}</p>
  </div>
`

export const webhooksPage = (
  visit: Visit,
  state: { readonly listed: readonly WebhookEndpoint[]; readonly done: string | null },
): Page => {
  const { words } = visit
  const { webhooks } = words
  const heads = [webhooks.url, webhooks.toldOf, webhooks.state, webhooks.pending, words.list.manage]
  const rows = state.listed.map((one) => row(visit, one))
  return {
    title: webhooks.title,
    place: 'webhooks',
    content: markHidden(
      html`
        <h1>${webhooks.title}</h1>
        <p class="soft">${webhooks.intro}</p>
        !${state.done === null ? '' : message('done', state.done)}
        <p class="actions">
          <a class="button" href="${WEBHOOKS_PATH}/new">${webhooks.create}</a>
        </p>
        !${rows.length === 0 ? nothing(visit) : stackedTable(webhooks.caption, heads, rows)}
      `,
      words,
    ),
  }
}

/** The form of a new endpoint; `endpointId` makes one that is sent twice register one. */
export const newWebhookPage = (
  visit: Visit,
  endpointId: string,
  given: WebhookForm,
  wrong: Wrong | null = null,
): Page => {
  const { webhooks, cancel, error } = visit.words
  return {
    title: wrong === null ? webhooks.create : `${error}: ${webhooks.create}`,
    place: 'webhooks',
    once: wrong !== null,
    content: html`
      <h1>${webhooks.create}</h1>
      !${errorSummary(visit, wrong?.text ?? null)}
      <form method="post" action="${WEBHOOKS_PATH}">
        !${hiddenCsrf(visit)}
        <input type="hidden" name="endpointId" value="${endpointId}" />
        !${webhookFields(visit, given, wrong)}
        <div class="actions">
          <button type="submit">${webhooks.submit}</button>
          <a href="${WEBHOOKS_PATH}">${cancel}</a>
        </div>
      </form>
    `,
  }
}

/** Shows a secret in full, once. */
export const webhookSecretPage = (
  visit: Visit,
  shown: {
    readonly endpointId: string
    readonly secret: string
    /** `registered`, or the end of the overlap after a rotation. */
    readonly after: 'registered' | { readonly overlapEnds: string | null }
  },
): Page => {
  const { words, print } = visit
  const { webhooks } = words
  const title = shown.after === 'registered' ? webhooks.registered : webhooks.rotated
  const overlapEnds = shown.after === 'registered' ? null : shown.after.overlapEnds
  return {
    title,
    place: 'webhooks',
    once: true,
    content: html`
      <h1>${title}</h1>
      !${message('note', webhooks.secretOnce)} !${copiedOnce('secret', shown.secret, words.secret)}
      <p>${webhooks.secretUse}</p>
      !${overlapEnds === null ? '' : html`<p>${webhooks.overlap(print.time(overlapEnds))}</p>`}
      <p class="actions">
        <a href="${WEBHOOKS_PATH}/${shown.endpointId}">${webhooks.toEndpoint}</a>
      </p>
    `,
  }
}

/** Asks for confirmation before an endpoint is deleted. */
export const deleteWebhookPage = (visit: Visit, { id, url }: WebhookEndpoint): Page => {
  const { webhooks, cancel } = visit.words
  return {
    title: webhooks.deleteTitle,
    place: 'webhooks',
    content: html`
      <h1>${webhooks.deleteTitle}</h1>
      <p>${webhooks.deleteText(url)}</p>
      <form method="post" action="${WEBHOOKS_PATH}/${id}/delete">
        !${hiddenCsrf(visit)}
        <div class="actions">
          <button class="danger" type="submit">${webhooks.deleteSubmit}</button>
          <a href="${WEBHOOKS_PATH}/${id}">${cancel}</a>
        </div>
      </form>
    `,
  }
}
