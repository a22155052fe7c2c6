/** The frame of every page of an area. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import type { Asset } from './assets.ts'
import type { Visit } from './guard.ts'
import { type Language, LANGUAGE_NAMES, LANGUAGES } from './language.ts'
import { hiddenCsrf } from './parts.ts'
import type { WebWords } from './words.ts'

export type WebPage = {
  readonly title: string
  /** Markup. */
  readonly content: string
  /** The page answers a form, so a change of language cannot repeat it. */
  readonly once?: boolean | undefined
  /** The query that a change of language keeps, such as `month=2026-01`. */
  readonly query?: string | undefined
}

export type WebFrame = {
  readonly areaPath: string
  /** What the area is called. */
  readonly areaName: string
  readonly style: Asset
  readonly script: Asset
  readonly icon: Asset
  /** Markup of the navigation of somebody who is signed in. */
  readonly navigation: string
}

/** An attribute for the link to the page that is shown. */
export const current = (yes: boolean): string => (yes ? ' aria-current="page"' : '')

const signOut = (visit: Visit<unknown, WebWords>, areaPath: string): string => html`
  <form method="post" action="${areaPath}/sign-out">
    !${hiddenCsrf(visit)}
    <button class="quiet" type="submit">${visit.words.signOut}</button>
  </form>
`

const hrefOf = (path: string, query: string, language: Language): string =>
  `${path}?${query === '' ? '' : `${query}&`}lang=${language}`

const languages = (
  { words, language, path }: Visit<unknown, WebWords>,
  query: string,
): string => html`
  <nav aria-label="${words.languageNavigation}">
    <ul>
      !${LANGUAGES.map(
        (one) =>
          html`<li>
            <a
              href="${hrefOf(path, query, one)}"
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
export const documentOf = (
  visit: Visit<unknown, WebWords>,
  { areaPath, areaName, style, script, icon, navigation }: WebFrame,
  page: WebPage,
): string => {
  const { words, person } = visit
  return html`<!doctype html>
    <html lang="${words.lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · ${areaName} · ${words.product}</title>
        <link rel="icon" href="${icon.path}" type="image/svg+xml" />
        <link rel="stylesheet" href="${style.path}" />
        <script type="module" src="${script.path}"></script>
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        <header>
          <a class="brand" href="${areaPath}">${words.product}</a>
          !${person === null ? '' : navigation}
          <div class="aside">
            !${page.once === true ? '' : languages(visit, page.query ?? '')}
            !${person === null ? '' : signOut(visit, areaPath)}
          </div>
        </header>
        <main id="content" tabindex="-1">!${page.content}</main>
      </body>
    </html>`
}
