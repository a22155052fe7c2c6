/** One endpoint of webhooks: its state, what it asks for, its secret and its messages. */
import { html } from 'ghtml'
import type { WebhookAttempt, WebhookEndpoint, WebhookMessage } from '#contracts/http/webhooks.ts'
import { markHidden } from '#contracts/web/hidden-marks.ts'
import { selectField } from '#contracts/web/fields.ts'
import { errorSummary, hiddenCsrf, message, stackedTable } from '#contracts/web/parts.ts'
import type { Page, Visit, Wrong } from '../web.ts'
import { postButton } from './parts.ts'
import { type WebhookForm, webhookFields } from './webhook-form.ts'
import { WEBHOOKS_PATH, webhookState } from './webhooks.ts'

export type WebhookPageState = {
  readonly messages: readonly WebhookMessage[]
  /** `before` of the page of older messages; null: there are none. */
  readonly older: string | null
  readonly done: string | null
  readonly wrong: Wrong | null
  /** Submitted values; null: those of the endpoint. */
  readonly given: WebhookForm | null
}

const attemptText = ({ words: { webhooks }, print }: Visit, attempt: WebhookAttempt): string => {
  const { at, status, fault, durationMs } = attempt
  const what = status === null ? (fault === null ? '' : webhooks.faults[fault]) : `HTTP ${status}`
  return `${print.time(at)}, ${what} (${print.count(durationMs)} ms)`
}

const attemptsOf = (visit: Visit, { attempts }: WebhookMessage): string => {
  const { webhooks } = visit.words
  if (attempts.length === 0) return html`${webhooks.noAttempt}`
  // One element: on a phone a cell is a grid of its name and what stands in it.
  return html`<div>
    !${attempts.map((attempt) => html`<div>${attemptText(visit, attempt)}</div>`)}
  </div>`
}

const stateOf = ({ words: { webhooks }, print }: Visit, one: WebhookMessage): string =>
  one.state === 'pending' && one.dueAt !== null && one.attempts.length > 0
    ? webhooks.again(print.time(one.dueAt))
    : webhooks.states[one.state]

const messageRow = (visit: Visit, endpoint: WebhookEndpoint, one: WebhookMessage): string => {
  const { webhooks } = visit.words
  const action = `${WEBHOOKS_PATH}/${endpoint.id}/messages/${one.id}/redeliver`
  return html`<tr role="row">
    <th scope="row" role="rowheader">
      ${webhooks.typeNames[one.type]}<span class="hint"><code>${one.id}</code></span>
    </th>
    <td role="cell" data-label="${webhooks.queued}">${visit.print.time(one.queuedAt)}</td>
    <td role="cell" data-label="${webhooks.state}">${stateOf(visit, one)}</td>
    <td role="cell" data-label="${webhooks.attempts}">!${attemptsOf(visit, one)}</td>
    <td role="cell">!${endpoint.enabled ? postButton(visit, action, webhooks.redeliver) : ''}</td>
  </tr>`
}

const messagesOf = (visit: Visit, endpoint: WebhookEndpoint, state: WebhookPageState): string => {
  const { webhooks } = visit.words
  if (state.messages.length === 0) return html`<p>${webhooks.noMessages}</p>`
  const heads = [
    webhooks.type,
    webhooks.queued,
    webhooks.state,
    webhooks.attempts,
    webhooks.redeliver,
  ]
  const rows = state.messages.map((one) => messageRow(visit, endpoint, one))
  const older =
    state.older === null
      ? ''
      : html`<p>
          <a href="${WEBHOOKS_PATH}/${endpoint.id}?before=${state.older}">${webhooks.older}</a>
        </p>`
  return html`!${stackedTable(webhooks.messagesCaption, heads, rows)} !${older}`
}

const OVERLAP_HOURS = { none: '0', day: '24', week: '168' } as const

const rotateFields = (
  { words: { webhooks } }: Visit,
  { previousSecretValidUntil }: WebhookEndpoint,
): string =>
  html`<input type="hidden" name="knownOverlap" value="${previousSecretValidUntil ?? ''}" />
    !${overlapField(webhooks)}`

const overlapField = (webhooks: Visit['words']['webhooks']): string =>
  selectField(
    'overlapHours',
    webhooks.overlapHours,
    [
      { value: OVERLAP_HOURS.none, text: webhooks.overlapNone },
      { value: OVERLAP_HOURS.day, text: webhooks.overlapDay },
      { value: OVERLAP_HOURS.week, text: webhooks.overlapWeek },
    ],
    OVERLAP_HOURS.day,
  )

const stateMessage = (visit: Visit, endpoint: WebhookEndpoint): string => {
  const state = webhookState(visit, endpoint)
  return endpoint.enabled && endpoint.failingSince === null
    ? html`<p>${visit.words.webhooks.stateIs(state)}</p>`
    : message('note', visit.words.webhooks.stateIs(state))
}

export const webhookPage = (
  visit: Visit,
  endpoint: WebhookEndpoint,
  state: WebhookPageState,
): Page => {
  const { words, print } = visit
  const { webhooks, error } = words
  const path = `${WEBHOOKS_PATH}/${endpoint.id}`
  const { wrong } = state
  const { previousSecretValidUntil: overlapEnds } = endpoint
  return {
    title: wrong === null ? webhooks.one : `${error}: ${webhooks.one}`,
    place: 'webhooks',
    once: wrong !== null,
    content: markHidden(
      html`
        <p><a href="${WEBHOOKS_PATH}">${webhooks.back}</a></p>
        <h1>${webhooks.one}</h1>
        !${state.done === null ? '' : message('done', state.done)}
        !${errorSummary(visit, wrong?.text ?? null)} !${stateMessage(visit, endpoint)}
        <p><code>${endpoint.url}</code></p>
        <p class="soft">${webhooks.startsAfter(endpoint.startsAfter)}</p>
        <div class="actions">
          !${endpoint.enabled ? postButton(visit, `${path}/test`, webhooks.test) : ''}
          !${postButton(visit, `${path}/${endpoint.enabled ? 'disable' : 'enable'}`, endpoint.enabled ? webhooks.disable : webhooks.enable)}
          <a href="${path}/delete">${webhooks.remove}</a>
        </div>
        <h2>${webhooks.messages}</h2>
        !${messagesOf(visit, endpoint, state)}
        <h2>${webhooks.settings}</h2>
        <form method="post" action="${path}">
          !${hiddenCsrf(visit)} !${webhookFields(visit, state.given ?? endpoint, wrong)}
          <button type="submit">${webhooks.save}</button>
        </form>
        <h2>${webhooks.secretTitle}</h2>
        <p>${webhooks.secretText}</p>
        !${
          overlapEnds === null
            ? ''
            : message('note', words.key.rotateAgain(print.time(overlapEnds)))
        }
        !${postButton(visit, `${path}/rotate`, webhooks.rotate, rotateFields(visit, endpoint))}
      `,
      words,
    ),
  }
}
