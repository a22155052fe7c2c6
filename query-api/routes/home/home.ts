/** `/`: links to the pages for people, as HTML or JSON. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { API_BASE_PATH, PRODUCT } from '#contracts/service.ts'
import { preferredLanguage, preferredType } from '../../http/accept.ts'
import type { AccountArea } from '../../portal/routes/area.ts'
import { asLanguage, type Language, LANGUAGE_NAMES, LANGUAGES } from '../../portal/language.ts'
import { ACCOUNT_PATH } from '../../portal/pages/layout.ts'
import { DOCS_PATH } from '../description/reference.ts'
import { CONNECT_PATH } from '../mcp/connect-page.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = 'text/html; charset=utf-8'

const STYLE = readFileSync(new URL('../../portal/assets/account.css', import.meta.url), 'utf8')
// Separate from the page, because a formatter may add blanks there, which would change the hash.
const STYLE_TAG = `<style>${STYLE}</style>`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

const LINKS = {
  documentation: `${DOCS_PATH}/`,
  account: ACCOUNT_PATH,
  mcp: CONNECT_PATH,
  openapi: `${API_BASE_PATH}/openapi.json`,
  llms: '/llms.txt',
  health: '/health/ready',
} as const
type Link = keyof typeof LINKS

type Words = {
  readonly skip: string
  readonly languages: string
  readonly intro: string
  readonly people: string
  readonly programs: string
  /** Between the name of a page and its purpose; French puts a no-break space before it. */
  readonly colon: string
  /** Name and purpose of each page. */
  readonly links: Readonly<Record<Link, readonly [name: string, purpose: string]>>
}
const WORDS: Readonly<Record<Language, Words>> = {
  fr: {
    skip: 'Aller au contenu',
    languages: 'Langue',
    intro:
      'Une base juridique pour chercher, citer et vérifier\u00a0: doctrine, jurisprudence, décisions commentées et législation (France, Union européenne, Luxembourg, Monaco, Andorre).',
    colon: '\u00a0: ',
    people: 'Pages à consulter',
    programs: 'Pour les programmes',
    links: {
      documentation: ['Documentation de l’API', 'toutes les opérations, avec leurs exemples'],
      account: ['Espace client', 'clés d’API, plafonds et consommation'],
      mcp: ['Connecter un agent', 'réglages du serveur MCP pour les assistants d’IA'],
      openapi: ['OpenAPI 3.1', 'description de l’API'],
      llms: ['llms.txt', 'présentation pour les modèles de langage'],
      health: ['État du service', 'disponibilité et retard d’indexation'],
    },
  },
  en: {
    skip: 'Skip to content',
    languages: 'Language',
    intro:
      'A legal corpus to search, cite and verify: doctrine, case law, commented decisions and legislation (France, European Union, Luxembourg, Monaco, Andorra).',
    colon: ': ',
    people: 'Pages for people',
    programs: 'For programs',
    links: {
      documentation: ['API documentation', 'every operation, with examples'],
      account: ['Account area', 'API keys, spending caps and usage'],
      mcp: ['Connect an agent', 'settings of the MCP server for AI assistants'],
      openapi: ['OpenAPI 3.1', 'description of the API'],
      llms: ['llms.txt', 'introduction for language models'],
      health: ['Service health', 'availability and indexing lag'],
    },
  },
}

const list = (words: Words, links: readonly Link[]): string => html`
  <ul>
    !${links.map((link) => {
      const [name, purpose] = words.links[link]
      return html`<li><a href="${LINKS[link]}">${name}</a>${words.colon}${purpose}</li> `
    })}
  </ul>
`

const pageOf = (language: Language, hasAccounts: boolean): string => {
  const words = WORDS[language]
  const people: Link[] = hasAccounts
    ? ['documentation', 'account', 'mcp']
    : ['documentation', 'mcp']
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${PRODUCT}</title>
        !${STYLE_TAG}
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        <header>
          <a class="brand" href="/" aria-current="page">${PRODUCT}</a>
          <div class="aside">
            <nav aria-label="${words.languages}">
              <ul>
                !${LANGUAGES.map(
                  (one) =>
                    html`<li>
                      <a
                        href="/?lang=${one}"
                        lang="${one}"
                        hreflang="${one}"
                        !${one === language ? 'aria-current="true"' : ''}
                        >${LANGUAGE_NAMES[one]}</a
                      >
                    </li>`,
                )}
              </ul>
            </nav>
          </div>
        </header>
        <main id="content" tabindex="-1">
          <h1>${PRODUCT}</h1>
          <p>${words.intro}</p>
          <h2>${words.people}</h2>
          !${list(words, people)}
          <h2>${words.programs}</h2>
          !${list(words, ['openapi', 'llms', 'health'])}
        </main>
      </body>
    </html>`
}

export const addHome = (
  app: FastifyInstance,
  { account }: { readonly account: AccountArea | null },
): void => {
  const { account: accountLink, ...links } = LINKS
  const json = {
    name: PRODUCT,
    ...links,
    ...(account === null ? {} : { account: accountLink }),
  }
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Language' })
    const type = preferredType(request.headers.accept, [JSON_TYPE, HTML])
    if (type === JSON_TYPE) return reply.type(type).send(JSON.stringify(json))
    const { lang } = request.query as { readonly lang?: unknown }
    const language =
      asLanguage(lang) ?? preferredLanguage(request.headers['accept-language'], LANGUAGES)
    return reply
      .headers({ 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff' })
      .type(type)
      .send(pageOf(language, account !== null))
  })
}
