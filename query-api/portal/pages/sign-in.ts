import { html } from 'ghtml'
import { errorSummary, hiddenCsrf, signInFields, titleOf } from '#contracts/web/parts.ts'
import { OAUTH_PATHS } from '../../oauth/metadata.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'

/** The account that the first start makes; an operator names another one. */
const SET_PASSWORD =
  'npm run -s pandect -- accounts set-password --account Demonstration --email you@example.org'

/** `wrong` says why the last attempt failed; `onward` is the page that was asked for. */
export const signInPage = (
  visit: Visit,
  email: string,
  wrong: string | null,
  onward: string | null = null,
): Page => {
  const { signIn } = visit.words
  return {
    title: titleOf(visit.words, signIn.title, wrong),
    query: onward === null ? '' : `next=${encodeURIComponent(onward)}`,
    content: html`
      <h1>${signIn.title}</h1>
      !${onward?.startsWith(OAUTH_PATHS.authorize) === true ? html`<p>${signIn.forApplication}</p>` : ''}
      !${errorSummary(visit, wrong)}
      <form class="narrow" method="post" action="${ACCOUNT_PATH}/sign-in">
        !${hiddenCsrf(visit)}
        !${onward === null ? '' : html`<input type="hidden" name="next" value="${onward}" />`}
        !${signInFields(visit.words, email)}
        <button type="submit">${signIn.submit}</button>
      </form>
      <p class="soft">${signIn.help}</p>
      <p class="soft">${signIn.operator}</p>
      <code class="example">${SET_PASSWORD}</code>
    `,
  }
}
