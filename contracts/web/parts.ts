/** Parts of pages that several areas share. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import { ACCOUNT_LIMITS } from '../account.ts'
import type { WebWords } from './words.ts'

export const hiddenCsrf = ({ csrf }: { readonly csrf: string }): string =>
  html`<input type="hidden" name="csrf" value="${csrf}" />`

export const message = (kind: 'wrong' | 'done' | 'note', text: string): string =>
  html`<div class="message ${kind}" role="${kind === 'wrong' ? 'alert' : 'status'}">
    <p>${text}</p>
  </div>`

/** The summary of a form's errors; it receives the focus. */
export const errorSummary = (
  { words }: { readonly words: WebWords },
  text: string | null,
): string =>
  text === null
    ? ''
    : html`<div class="message wrong" role="alert" tabindex="-1">
        <h2>${words.errorSummary}</h2>
        <p id="wrong">${text}</p>
      </div>`

/** The title of a page whose form was refused begins with that. */
export const titleOf = (words: WebWords, title: string, wrong: string | null): string =>
  wrong === null ? title : `${words.error}: ${title}`

/** Attributes of an invalid field. */
export const wrongField = (wrong: boolean): string =>
  wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''

/** Makes wide content scroll separately, also with the keyboard. */
export const scrolling = (name: string, content: string): string =>
  html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">!${content}</div>`

/** A table with a caption that becomes a list on a phone; `rows` are markup. */
export const stackedTable = (
  caption: string,
  heads: readonly string[],
  rows: readonly string[],
): string =>
  scrolling(
    caption,
    html`<table class="stacks" role="table">
      <caption>
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          !${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        !${rows}
      </tbody>
    </table>`,
  )

type PasswordField = {
  readonly name: string
  readonly label: string
  readonly autocomplete: 'current-password' | 'new-password'
  readonly hint?: string
}

const passwordField = ({ name, label, autocomplete, hint }: PasswordField): string => html`
  <div class="field">
    <label for="${name}">${label}</label>
    !${hint === undefined ? '' : html`<span class="hint" id="${name}-hint">${hint}</span>`}
    <input
      id="${name}"
      name="${name}"
      type="password"
      autocomplete="${autocomplete}"
      required
      !${hint === undefined ? '' : `aria-describedby="${name}-hint"`}
    />
  </div>
`

/** Address and password of somebody who signs in. */
export const signInFields = ({ signIn }: WebWords, email: string): string => html`
  <div class="field">
    <label for="email">${signIn.email}</label>
    <input id="email" name="email" type="email" autocomplete="username" required value="${email}" />
  </div>
  !${passwordField({ name: 'password', label: signIn.password, autocomplete: 'current-password' })}
`

/** How long a password is. */
export const passwordHint = ({ password }: WebWords): string =>
  password.length(ACCOUNT_LIMITS.passwordCharactersMin, ACCOUNT_LIMITS.passwordCharactersMax)

/** A new password, twice; with the current one where there is one. */
export const newPasswordFields = (
  words: WebWords,
  email: string,
  current: 'asked' | 'none',
): string => {
  const { password } = words
  return html`
    <input type="text" name="username" autocomplete="username" hidden readonly value="${email}" />
    !${
      current === 'none'
        ? ''
        : passwordField({
            name: 'current',
            label: password.current,
            autocomplete: 'current-password',
          })
    }
    !${passwordField({
      name: 'next',
      label: password.next,
      autocomplete: 'new-password',
      hint: passwordHint(words),
    })}
    !${passwordField({ name: 'again', label: password.again, autocomplete: 'new-password' })}
  `
}

/** A text that is shown once, with a button that copies it where there is JavaScript. */
export const copiedOnce = (
  id: string,
  text: string,
  words: { readonly copy: string; readonly copied: string },
): string => html`
  <div class="secret">
    <code id="${id}">${text}</code>
    <button
      type="button"
      class="quiet"
      hidden
      data-copies="${id}"
      data-status="${id}-copied"
      data-copied="${words.copied}"
    >
      ${words.copy}
    </button>
    <span class="status" id="${id}-copied" role="status"></span>
  </div>
`
