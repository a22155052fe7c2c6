/**
 * The frame of the public pages. They load nothing: style and script are in the page, named by
 * hash.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { PRODUCT } from '#contracts/service.ts'
import { preferredLanguage } from '#contracts/web/http/accept.ts'
import { SHARED_ASSETS } from '#contracts/web/assets.ts'
import { FEED_PATH } from '../../changes/atom.ts'
import { linkTo } from '../../public/addresses.ts'
import { asLanguage, type Language, LANGUAGE_NAMES, LANGUAGES } from '#contracts/web/language.ts'

const own = (file: string): URL => new URL(file, import.meta.url)
const joined = (files: readonly (string | URL)[]): string =>
  files.map((file) => readFileSync(file, 'utf8')).join('')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')
const STYLE = joined([SHARED_ASSETS.style, own('../../public/assets/public.css')])
const SCRIPT = joined([SHARED_ASSETS.script, own('../../public/assets/page.mjs')])
// Separate from the page, because a formatter may add blanks there, which would change the hash.
const STYLE_TAG = `<style>${STYLE}</style>`
const SCRIPT_TAG = `<script type="module">${SCRIPT}</script>`
const ICON = `data:image/svg+xml;base64,${readFileSync(SHARED_ASSETS.icon).toString('base64')}`
const POLICY = `default-src 'none'; style-src 'sha256-${hashOf(STYLE)}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`
const SCRIPT_POLICY = `${POLICY}; script-src 'sha256-${hashOf(SCRIPT)}'; connect-src 'self'; require-trusted-types-for 'script'`
export const HTML = 'text/html; charset=utf-8'

/** Paths of the pages that the head of every page leads to. */
export const PLACES = {
  search: '/search',
  documentation: '/docs/',
  mcp: '/mcp',
  account: '/account',
} as const
export type Place = keyof typeof PLACES

const WORDS = {
  fr: {
    skip: 'Aller au contenu',
    pages: 'Pages',
    languages: 'Langue',
    feed: 'Changements des textes',
    places: {
      search: 'Recherche',
      documentation: 'Documentation',
      mcp: 'Agents d’IA',
      account: 'Espace client',
    },
  },
  en: {
    skip: 'Skip to content',
    pages: 'Pages',
    languages: 'Language',
    feed: 'Changes of texts',
    places: {
      search: 'Search',
      documentation: 'Documentation',
      mcp: 'AI agents',
      account: 'Account',
    },
  },
} as const

export type PublicPage = {
  readonly language: Language
  /** The path of the page with its query, which a change of language keeps. */
  readonly url: URL
  readonly title: string
  readonly hasAccounts: boolean
  /** Markup. */
  readonly content: string
  /** Markup of the head beside what every page has. */
  readonly head?: string
  /** Whether the page has something that a script makes better. */
  readonly hasScript?: boolean
  /** Whether the content takes more than the width of a column of text. */
  readonly isWide?: boolean
  /** Whether the page shows what only this reader may see. */
  readonly isPrivate?: boolean
}

/** The language that the address names, else the one that the browser prefers. */
export const languageFor = ({ query, headers }: FastifyRequest): Language =>
  asLanguage((query as { readonly lang?: unknown }).lang) ??
  preferredLanguage(headers['accept-language'], LANGUAGES)

/** The address of a request, on a host of no matter. */
export const urlOf = ({ url }: FastifyRequest): URL => new URL(url, 'http://page.invalid')

const inLanguage = (url: URL, language: Language): string => {
  const other = new URL(url)
  other.searchParams.set('lang', language)
  return `${other.pathname}${other.search}`
}

const current = (yes: boolean): string => (yes ? ' aria-current="page"' : '')

const navigation = ({ language, url, hasAccounts }: PublicPage): string => {
  const words = WORDS[language]
  const places: Place[] = hasAccounts
    ? ['search', 'documentation', 'mcp', 'account']
    : ['search', 'documentation', 'mcp']
  return html`<nav aria-label="${words.pages}">
      <ul>
        !${places.map(
          (place) =>
            html`<li>
              <a href="${linkTo(PLACES[place], url)}" !${current(url.pathname === PLACES[place])}
                >${words.places[place]}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
    <div class="aside">
      <nav aria-label="${words.languages}">
        <ul>
          !${LANGUAGES.map(
            (one) =>
              html`<li>
                <a
                  href="${inLanguage(url, one)}"
                  lang="${one}"
                  hreflang="${one}"
                  !${one === language ? 'aria-current="true"' : ''}
                  >${LANGUAGE_NAMES[one]}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
    </div>`
}

const documentOf = (page: PublicPage): string =>
  html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title === PRODUCT ? PRODUCT : `${page.title} · ${PRODUCT}`}</title>
        <link rel="icon" href="${ICON}" type="image/svg+xml" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="${WORDS[page.language].feed}"
          href="${FEED_PATH}"
        />
        !${STYLE_TAG} !${page.head ?? ''}
      </head>
      <body !${page.isWide === true ? 'class="wide"' : ''}>
        <a class="skip" href="#content">${WORDS[page.language].skip}</a>
        <header>
          <a class="brand" href="${linkTo('/', page.url)}" !${current(page.url.pathname === '/')}
            >${PRODUCT}</a
          >
          !${navigation(page)}
        </header>
        <main id="content" tabindex="-1">!${page.content}</main>
        !${page.hasScript === true ? SCRIPT_TAG : ''}
      </body>
    </html>`

/** Sends a public page. The reader's language and search make it, so nobody may keep it. */
export const sendPage = (reply: FastifyReply, page: PublicPage): FastifyReply =>
  reply
    .headers({
      'Content-Security-Policy': page.hasScript === true ? SCRIPT_POLICY : POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': page.isPrivate === true ? 'no-store' : 'no-cache',
      Vary: 'Accept, Accept-Language',
    })
    .type(HTML)
    .send(documentOf(page))
