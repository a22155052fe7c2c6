import { html } from 'ghtml'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import type { Visit } from '../guard.ts'
import { ACCOUNT_PATH, hiddenCsrf, type Page } from './layout.ts'
import { errorSummary } from './parts.ts'

type Field = {
  readonly name: string
  readonly label: string
  readonly autocomplete: 'current-password' | 'new-password'
  readonly hint?: string
}

const passwordField = ({ name, label, autocomplete, hint }: Field): string => html`
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

/** `wrong` says why the last attempt failed. */
export const passwordPage = (visit: Visit, wrong: string | null): Page => {
  const { password, error } = visit.words
  const { passwordCharactersMin, passwordCharactersMax } = ACCOUNT_LIMITS
  const hint = password.length(passwordCharactersMin, passwordCharactersMax)
  return {
    title: wrong === null ? password.title : `${error}: ${password.title}`,
    place: 'password',
    content: html`
      <h1>${password.title}</h1>
      !${errorSummary(visit, wrong)}
      <form class="narrow" method="post" action="${ACCOUNT_PATH}/password">
        !${hiddenCsrf(visit)}
        <input
          type="text"
          name="username"
          autocomplete="username"
          hidden
          readonly
          value="${visit.user?.email ?? ''}"
        />
        !${passwordField({ name: 'current', label: password.current, autocomplete: 'current-password' })}
        !${passwordField({ name: 'next', label: password.next, autocomplete: 'new-password', hint })}
        !${passwordField({ name: 'again', label: password.again, autocomplete: 'new-password' })}
        <button type="submit">${password.submit}</button>
      </form>
      <p class="soft">${password.sessions}</p>
    `,
  }
}
