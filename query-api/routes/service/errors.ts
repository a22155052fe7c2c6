/** `/docs/errors/{code}`: what an error means and what to do, from the catalogue. */
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { CATALOGUE, type CatalogueCode } from '#contracts/errors/codes.ts'
import type { ErrorEntry } from '#contracts/errors/entry.ts'
import { FRENCH } from '#contracts/errors/french.ts'
import { SECTIONS } from '#contracts/errors/page.ts'
import type { Language } from '#contracts/web/language.ts'
import { ERRORS_PATH } from '../../http/help.ts'
import type { AccountArea } from '../../portal/routes/area.ts'
import { linkTo } from '../../public/addresses.ts'
import { languageFor, sendPage, urlOf } from '../pages/frame.ts'

const WORDS = {
  fr: {
    title: 'Codes d’erreur',
    intro: 'Un code ne change jamais de sens\u00a0: un programme peut s’y fier.',
    happened: 'Ce qui s’est passé',
    toDo: 'Que faire',
    nothing: 'Il n’y a rien à faire.',
    all: 'Tous les codes',
    unknown: 'Ce code n’existe pas',
  },
  en: {
    title: 'Error codes',
    intro: 'A code never changes its meaning: programs may compare it.',
    happened: 'What happened',
    toDo: 'What to do',
    nothing: 'There is nothing to do.',
    all: 'All codes',
    unknown: 'There is no such code',
  },
} as const satisfies Record<Language, unknown>

const isCode = (text: string): text is CatalogueCode => Object.hasOwn(CATALOGUE, text)

/** A sentence of the catalogue begins in lower case and has no full stop. */
const sentence = (text: string): string =>
  /[.!?]$/u.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const pathOf = (code: string): string => `${ERRORS_PATH}/${encodeURIComponent(code)}`

const contentOf = (code: CatalogueCode, language: Language, url: URL): string => {
  const words = WORDS[language]
  const french = language === 'fr' ? FRENCH[code] : undefined
  const entry: ErrorEntry = CATALOGUE[code]
  const [message, hint] = french ?? entry
  // The catalogue has English for every code, French for those that people at the desk meet.
  const lang = language === 'fr' && french === undefined ? html`lang="en"` : ''
  return html`<h1><code>${code}</code></h1>
    <h2>${words.happened}</h2>
    <p !${lang}>${sentence(message)}</p>
    <h2>${words.toDo}</h2>
    !${hint === null ? html`<p>${words.nothing}</p>` : html`<p !${lang}>${sentence(hint)}</p>`}
    <p><a href="${linkTo(ERRORS_PATH, url)}">${words.all}</a></p>`
}

const listOf = (language: Language, url: URL): string => {
  const words = WORDS[language]
  return html`<h1>${words.title}</h1>
    <p>${words.intro}</p>
    !${SECTIONS.map(
      ({ title, about, entries }) => html`
        <h2 lang="en">${title}</h2>
        <p lang="en">${about}</p>
        <ul>
          !${Object.keys(entries)
            .toSorted()
            .map(
              (code) =>
                html`<li>
                  <a href="${linkTo(pathOf(code), url)}"><code>${code}</code></a>
                </li>`,
            )}
        </ul>
      `,
    )}`
}

type Deps = { readonly account: AccountArea | null }

const HIDDEN = { schema: { hide: true } } as const

/** The list of codes and a page for each, under the anonymous limit. */
export const addErrorPages = (app: FastifyInstance, { account }: Deps): void => {
  const shared = { hasAccounts: account !== null }
  app.get(ERRORS_PATH, HIDDEN, async (request, reply) => {
    const language = languageFor(request)
    const url = urlOf(request)
    const content = listOf(language, url)
    return sendPage(reply, { ...shared, language, url, title: WORDS[language].title, content })
  })
  app.get<{ Params: { code: string } }>(`${ERRORS_PATH}/:code`, HIDDEN, async (request, reply) => {
    const language = languageFor(request)
    const url = urlOf(request)
    const { code } = request.params
    const words = WORDS[language]
    if (isCode(code)) {
      const content = contentOf(code, language, url)
      return sendPage(reply, { ...shared, language, url, title: code, content })
    }
    return sendPage(reply.code(404), {
      ...shared,
      language,
      url,
      title: words.unknown,
      content: html`<h1>${words.unknown}</h1>
        <p><a href="${linkTo(ERRORS_PATH, url)}">${words.all}</a></p>`,
    })
  })
}
