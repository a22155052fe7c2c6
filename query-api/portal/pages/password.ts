import { html } from 'ghtml'
import { errorSummary, hiddenCsrf, newPasswordFields, titleOf } from '#contracts/web/parts.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'

/** `wrong` says why the last attempt failed. */
export const passwordPage = (visit: Visit, wrong: string | null): Page => {
  const { password } = visit.words
  return {
    title: titleOf(visit.words, password.title, wrong),
    place: 'password',
    content: html`
      <h1>${password.title}</h1>
      !${errorSummary(visit, wrong)}
      <form class="narrow" method="post" action="${ACCOUNT_PATH}/password">
        !${hiddenCsrf(visit)} !${newPasswordFields(visit.words, visit.person?.email ?? '', 'asked')}
        <button type="submit">${password.submit}</button>
      </form>
      <p class="soft">${password.sessions}</p>
    `,
  }
}
