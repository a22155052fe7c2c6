/** The frame of every page. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import { type Assets } from '../assets.ts'
import type { Visit } from '../guard.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../language.ts'

export const ACCOUNT_PATH = '/account'

export type Page = {
  readonly title: string
  readonly content: string
  /** Which entry of the navigation this is. */
  readonly place?: 'keys' | 'usage' | 'password' | undefined
  /** The page answers a form, so a change of language cannot repeat it. */
  readonly once?: boolean | undefined
  /** The query that a change of language keeps, such as `month=2026-01`. */
  readonly query?: string | undefined
}

export const hiddenCsrf = ({ csrf }: Visit): string =>
  html`<input type="hidden" name="csrf" value="${csrf}" />`

const current = (yes: boolean): string => (yes ? ' aria-current="page"' : '')

const navigation = ({ words }: Visit, place: Page['place']): string => html`
  <nav aria-label="${words.mainNavigation}">
    <ul>
      <li><a href="${ACCOUNT_PATH}/keys" !${current(place === 'keys')}>${words.keys}</a></li>
      <li><a href="${ACCOUNT_PATH}/usage" !${current(place === 'usage')}>${words.usage}</a></li>
      <li>
        <a href="${ACCOUNT_PATH}/password" !${current(place === 'password')}
          >${words.password.place}</a
        >
      </li>
    </ul>
  </nav>
`

const signOut = (visit: Visit): string => html`
  <form method="post" action="${ACCOUNT_PATH}/sign-out">
    !${hiddenCsrf(visit)}
    <button class="quiet" type="submit">${visit.words.signOut}</button>
  </form>
`

const languages = ({ words, language, path }: Visit, query: string): string => html`
  <nav aria-label="${words.languageNavigation}">
    <ul>
      !${LANGUAGES.map(
        (one) =>
          html`<li>
            <a
              href="${path}?${query === '' ? '' : `${query}&`}lang=${one}"
              lang="${one}"
              hreflang="${one}"
              !${current(one === language)}
              >${LANGUAGE_NAMES[one]}</a
            >
          </li>`,
      )}
    </ul>
  </nav>
`

/** The whole document. */
export const layout = (visit: Visit, assets: Assets, page: Page): string => {
  const { words, user } = visit
  return html`<!doctype html>
    <html lang="${words.lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · ${words.area} · ${words.product}</title>
        <link rel="icon" href="${assets.icon.path}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets.style.path}" />
        <script type="module" src="${assets.script.path}"></script>
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        <header>
          <a class="brand" href="${ACCOUNT_PATH}">${words.product}</a>
          !${user === null ? '' : navigation(visit, page.place)}
          <div class="aside">
            !${page.once === true ? '' : languages(visit, page.query ?? '')}
            !${user === null ? '' : signOut(visit)}
          </div>
        </header>
        <main id="content" tabindex="-1">!${page.content}</main>
      </body>
    </html>`
}
