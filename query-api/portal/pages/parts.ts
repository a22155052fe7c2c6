/** Parts that several pages share. */
import { html } from 'ghtml'
import { KEY_PREFIXES } from '#contracts/api-key.ts'
import { hiddenCsrf } from '#contracts/web/parts.ts'
import type { KeyListing } from '../../accounts/ports.ts'
import type { Visit } from '../web.ts'

export const nameOf = ({ words }: Visit, { label }: KeyListing): string =>
  label === '' ? words.list.unnamed : label

export const shownKey = ({ kind, last4 }: Pick<KeyListing, 'kind' | 'last4'>): string =>
  `${KEY_PREFIXES[kind]}…${last4}`

export type KeyState = { readonly text: string; readonly live: boolean }

export const stateOf = (
  { words: { list }, print }: Visit,
  { revokedAt, expiresAt, paid }: KeyListing,
  now: number,
): KeyState => {
  if (revokedAt !== null) return { text: list.revoked(print.date(revokedAt)), live: false }
  if (expiresAt !== null && Date.parse(expiresAt) <= now)
    return { text: list.expired(print.end(expiresAt)), live: false }
  if (!paid) return { text: list.paused, live: true }
  return {
    text: expiresAt === null ? list.live : list.liveUntil(print.end(expiresAt)),
    live: true,
  }
}

export const capOf = (
  { words, print }: Visit,
  { capMicroUsd, capMode }: Pick<KeyListing, 'capMicroUsd' | 'capMode'>,
): string =>
  capMicroUsd === null
    ? words.list.noCap
    : `${print.usd(capMicroUsd)} (${words.create[capMode].split(/(?<!\s)\s*:/)[0] ?? capMode})`

/** A button that acts at once; `inside` is markup of fields that go with it. */
export const postButton = (visit: Visit, action: string, text: string, inside = ''): string => html`
  <form class="inline" method="post" action="${action}">
    !${hiddenCsrf(visit)} !${inside}
    <button class="quiet" type="submit">${text}</button>
  </form>
`

/** Fields of cap and mode, used in two forms. */
export const capFields = (
  { words: { create } }: Visit,
  given: { readonly capUsd: string; readonly capMode: string },
  wrong: string | null,
): string => html`
  <div class="field">
    <label for="capUsd">${create.cap}</label>
    <span class="hint" id="cap-hint">${create.capHint}</span>
    <input
      id="capUsd"
      name="capUsd"
      type="text"
      inputmode="decimal"
      autocomplete="off"
      value="${given.capUsd}"
      !${wrong === 'cap-invalid' ? 'aria-invalid="true" aria-describedby="cap-hint wrong"' : 'aria-describedby="cap-hint"'}
    />
  </div>
  <fieldset>
    <legend>${create.mode}</legend>
    !${(['soft', 'hard'] as const).map(
      (mode) =>
        html`<div class="choice">
          <input
            type="radio"
            name="capMode"
            id="capMode-${mode}"
            value="${mode}"
            !${given.capMode === mode ? 'checked' : ''}
          />
          <label for="capMode-${mode}">${create[mode]}</label>
        </div>`,
    )}
  </fieldset>
`
