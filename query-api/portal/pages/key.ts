import { html } from 'ghtml'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { KeyListing } from '../../accounts/ports.ts'
import { errorSummary, hiddenCsrf, message } from '#contracts/web/parts.ts'
import { ACCOUNT_PATH, type Page, type Visit, type Wrong } from '../web.ts'
import { capFields, capOf, nameOf, shownKey, stateOf } from './parts.ts'

const OVERLAP_HOURS = [0, 1, ACCOUNT_LIMITS.overlapHoursDefault, 72, 168] as const

export type KeyPageState = {
  readonly now: number
  readonly done: string | null
  readonly wrong: Wrong | null
  /** The submitted cap, if it was invalid. */
  /** The submitted origins, if one was invalid. */
  readonly origins?: string | undefined
  readonly cap?: { readonly capUsd: string; readonly capMode: string } | undefined
}

const pathOf = ({ keyId }: KeyListing): string => `${ACCOUNT_PATH}/keys/${keyId}`

const details = (visit: Visit, key: KeyListing, now: number): string => {
  const { words, print } = visit
  const previous =
    key.previous === null
      ? ''
      : html`<dt>${words.key.previous}</dt>
          <dd>
            ${words.key.previousUntil(key.previous.last4, print.time(key.previous.validUntil))}
          </dd>`
  return html`<h2>${words.key.details}</h2>
    <dl>
      <dt>${words.list.key}</dt>
      <dd><code>${shownKey(key)}</code></dd>
      !${previous}
      <dt>${words.list.state}</dt>
      <dd>${stateOf(visit, key, now).text}</dd>
      <dt>${words.list.cap}</dt>
      <dd>${capOf(visit, key)}</dd>
      <dt>${words.key.created}</dt>
      <dd>${print.date(key.createdAt)}</dd>
      <dt>${words.list.lastUse}</dt>
      <dd>${key.lastUsedOn === null ? words.list.never : print.date(key.lastUsedOn)}</dd>
      <dt>${words.key.scopes}</dt>
      <dd>${key.scopes.map((scope) => words.scopes[scope] ?? scope).join(', ')}</dd>
    </dl>`
}

const capForm = (visit: Visit, key: KeyListing, { cap, wrong }: KeyPageState): string => {
  const stored = {
    capUsd: key.capMicroUsd === null ? '' : printUsd(key.capMicroUsd),
    capMode: key.capMode,
  }
  return html`<h2>${visit.words.key.capTitle}</h2>
    <form method="post" action="${pathOf(key)}/cap">
      !${hiddenCsrf(visit)} !${capFields(visit, cap ?? stored, wrong?.code ?? null)}
      <button type="submit">${visit.words.key.capSubmit}</button>
    </form>`
}

const originsForm = (visit: Visit, key: KeyListing, { origins, wrong }: KeyPageState): string => {
  const { key: words } = visit.words
  const isWrong = wrong?.code === 'origin-invalid'
  return html`<h2>${words.originsTitle}</h2>
    <p>${words.originsText}</p>
    <form method="post" action="${pathOf(key)}/origins">
      !${hiddenCsrf(visit)}
      <div class="field">
        <label for="origins">${words.origins}</label>
        <span class="hint" id="origins-hint">${words.originsHint}</span>
        <textarea
          id="origins"
          name="origins"
          rows="3"
          autocomplete="off"
          spellcheck="false"
          !${isWrong ? 'aria-invalid="true" aria-describedby="origins-hint wrong"' : 'aria-describedby="origins-hint"'}
        >
${origins ?? key.allowedOrigins.join('\n')}</textarea>
      </div>
      <button type="submit">${words.originsSubmit}</button>
    </form>`
}

const rotateForm = (visit: Visit, key: KeyListing): string => {
  const { words, print } = visit
  const again =
    key.previous === null
      ? ''
      : message('note', words.key.rotateAgain(print.time(key.previous.validUntil)))
  return html`<h2>${words.key.rotateTitle}</h2>
    <p>${words.key.rotateText}</p>
    !${again}
    <form method="post" action="${pathOf(key)}/rotate">
      !${hiddenCsrf(visit)}
      <input type="hidden" name="replaces" value="${key.last4}" />
      <div class="field">
        <label for="overlapHours">${words.key.overlap}</label>
        <select id="overlapHours" name="overlapHours">
          !${OVERLAP_HOURS.map(
            (hours) =>
              html`<option
                value="${hours}"
                !${hours === ACCOUNT_LIMITS.overlapHoursDefault ? 'selected' : ''}
              >
                ${words.key.hours(hours)}
              </option>`,
          )}
        </select>
      </div>
      <button type="submit">${words.key.rotateSubmit}</button>
    </form>`
}

const revokePart = ({ words: { key: words } }: Visit, key: KeyListing): string =>
  html`<h2>${words.revokeTitle}</h2>
    <p>${words.revokeText}</p>
    <p><a class="button danger quiet" href="${pathOf(key)}/revoke">${words.revokeLink}</a></p>`

/** The page of one key, with its actions. */
export const keyPage = (visit: Visit, key: KeyListing, state: KeyPageState): Page => {
  const { words } = visit
  const { live } = stateOf(visit, key, state.now)
  const name = nameOf(visit, key)
  return {
    title: state.wrong === null ? name : `${words.error}: ${name}`,
    place: 'keys',
    once: state.wrong !== null,
    content: html`
      <p><a href="${ACCOUNT_PATH}/keys">${words.back}</a></p>
      <h1>${name}</h1>
      !${state.done === null ? '' : message('done', state.done)}
      !${errorSummary(visit, state.wrong?.text ?? null)} !${details(visit, key, state.now)}
      !${live ? capForm(visit, key, state) : ''} !${live ? originsForm(visit, key, state) : ''}
      !${live && key.paid ? rotateForm(visit, key) : ''} !${live ? revokePart(visit, key) : ''}
    `,
  }
}

/** Asks for confirmation before a key is revoked. */
export const revokePage = (visit: Visit, key: KeyListing): Page => {
  const { revoke, cancel } = visit.words
  return {
    title: revoke.title,
    place: 'keys',
    content: html`
      <h1>${revoke.title}</h1>
      <p>${revoke.text(nameOf(visit, key), `…${key.last4}`)}</p>
      <form method="post" action="${pathOf(key)}/revoke">
        !${hiddenCsrf(visit)}
        <div class="actions">
          <button class="danger" type="submit">${revoke.submit}</button>
          <a href="${pathOf(key)}">${cancel}</a>
        </div>
      </form>
    `,
  }
}
