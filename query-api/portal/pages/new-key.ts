import { html } from 'ghtml'
import { DEFAULT_SCOPES, HOLDER_SCOPES } from '#contracts/api-key.ts'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { errorSummary, hiddenCsrf, message, wrongField } from '#contracts/web/parts.ts'
import { ACCOUNT_PATH, type Page, type Visit, type Wrong } from '../web.ts'
import { capFields } from './parts.ts'

/** Values of the form, submitted or initial. */
export type NewKeyForm = {
  readonly keyId: string
  readonly label: string
  readonly scopes: readonly string[]
  readonly capUsd: string
  readonly capMode: string
  readonly expires: string
  readonly sandbox: boolean
}
export const emptyForm = (keyId: string): NewKeyForm => ({
  keyId,
  label: '',
  scopes: DEFAULT_SCOPES,
  capUsd: '',
  capMode: 'soft',
  expires: '',
  sandbox: false,
})

const scopeFields = ({ words }: Visit, chosen: readonly string[]): string => html`
  <fieldset>
    <legend>${words.create.scopes}</legend>
    <div class="choices">
      !${HOLDER_SCOPES.map(
        (scope) =>
          html`<div class="choice">
            <input
              type="checkbox"
              name="scopes"
              id="scope-${scope}"
              value="${scope}"
              !${chosen.includes(scope) ? 'checked' : ''}
            />
            <label for="scope-${scope}">${words.scopes[scope]} <code>${scope}</code></label>
          </div>`,
      )}
    </div>
  </fieldset>
`

const sandboxField = ({ words: { create } }: Visit, chosen: boolean): string => html`
  <fieldset>
    <legend>${create.sandbox}</legend>
    <div class="choice">
      <input
        type="checkbox"
        name="sandbox"
        id="sandbox"
        value="yes"
        aria-describedby="sandbox-hint"
        !${chosen ? 'checked' : ''}
      />
      <label for="sandbox">${create.sandboxLabel}</label>
    </div>
    <span class="hint" id="sandbox-hint">${create.sandboxHint}</span>
  </fieldset>
`

type Offer = { readonly paid: boolean; readonly hasSandbox: boolean }

const form = (
  visit: Visit,
  { hasSandbox }: Offer,
  given: NewKeyForm,
  wrong: Wrong | null,
): string => {
  const { create, cancel } = visit.words
  return html`<form method="post" action="${ACCOUNT_PATH}/keys">
    !${hiddenCsrf(visit)}
    <input type="hidden" name="keyId" value="${given.keyId}" />
    <div class="field">
      <label for="label">${create.name}</label>
      <span class="hint" id="label-hint">${create.nameHint}</span>
      <input
        id="label"
        name="label"
        type="text"
        maxlength="${ACCOUNT_LIMITS.labelCharactersMax}"
        autocomplete="off"
        value="${given.label}"
        !${wrong?.code === 'label-invalid' ? wrongField(true) : 'aria-describedby="label-hint"'}
      />
    </div>
    !${hasSandbox ? sandboxField(visit, given.sandbox) : ''} !${scopeFields(visit, given.scopes)}
    !${capFields(visit, given, wrong?.code ?? null)}
    <div class="field">
      <label for="expires">${create.expires}</label>
      <span class="hint" id="expires-hint">${create.expiresHint}</span>
      <input
        id="expires"
        name="expires"
        type="date"
        value="${given.expires}"
        !${wrong?.code === 'expiry-invalid' ? wrongField(true) : 'aria-describedby="expires-hint"'}
      />
    </div>
    <div class="actions">
      <button type="submit">${create.submit}</button>
      <a href="${ACCOUNT_PATH}/keys">${cancel}</a>
    </div>
  </form>`
}

/** The form of a new key, or a notice for an unpaid account. */
export const newKeyPage = (
  visit: Visit,
  offer: Offer,
  given: NewKeyForm,
  wrong: Wrong | null = null,
): Page => {
  const { create, list, error } = visit.words
  return {
    title: wrong === null ? create.title : `${error}: ${create.title}`,
    place: 'keys',
    once: wrong !== null,
    content: html`
      <h1>${create.title}</h1>
      !${errorSummary(visit, wrong?.text ?? null)}
      !${offer.paid ? form(visit, offer, given, wrong) : message('note', list.unpaid)}
    `,
  }
}
