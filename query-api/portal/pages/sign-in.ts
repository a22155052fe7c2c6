import { html } from 'ghtml'
import type { Visit } from '../guard.ts'
import { ACCOUNT_PATH, hiddenCsrf, type Page } from './layout.ts'
import { errorSummary } from './parts.ts'

/** The account that the first start makes; an operator names another one. */
const SET_PASSWORD =
  'npm run -s pandect -- accounts set-password --account Demonstration --email you@example.org'

/** `wrong` says why the last attempt failed. */
export const signInPage = (visit: Visit, email: string, wrong: string | null): Page => {
  const { signIn, error } = visit.words
  return {
    title: wrong === null ? signIn.title : `${error}: ${signIn.title}`,
    content: html`
      <h1>${signIn.title}</h1>
      !${errorSummary(visit, wrong)}
      <form class="narrow" method="post" action="${ACCOUNT_PATH}/sign-in">
        !${hiddenCsrf(visit)}
        <div class="field">
          <label for="email">${signIn.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            value="${email}"
          />
        </div>
        <div class="field">
          <label for="password">${signIn.password}</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
          />
        </div>
        <button type="submit">${signIn.submit}</button>
      </form>
      <p class="soft">${signIn.help}</p>
      <p class="soft">${signIn.operator}</p>
      <code class="example">${SET_PASSWORD}</code>
    `,
  }
}
