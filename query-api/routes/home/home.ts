/** `/` and `/texts/{slug}`: what this is, a search that can be tried, and where to go. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { API_BASE_PATH, PRODUCT } from '#contracts/service.ts'
import { preferredType } from '#contracts/web/http/accept.ts'
import type { AccountArea } from '../../portal/routes/area.ts'
import { HTML, languageFor, linkTo, PLACES, sendPage, urlOf } from '../pages/frame.ts'
import { readText, searchFor } from './ask.ts'
import { homeContent, textPath } from './page.ts'
import { textContent } from './text-page.ts'
import { WORDS } from './words.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const HIDDEN = { schema: { hide: true } } as const
const NOT_FOUND = 404
const UNAVAILABLE = 503

type HomeDeps = {
  readonly account: AccountArea | null
  /** The key that the search box uses; null: visitors need a key of their own. */
  readonly demonstrationKey: string | null
}

/** The same pages for a program. */
const linksOf = ({ account }: HomeDeps) => ({
  name: PRODUCT,
  documentation: PLACES.documentation,
  mcp: PLACES.mcp,
  openapi: `${API_BASE_PATH}/openapi.json`,
  llms: '/llms.txt',
  health: '/health/ready',
  ...(account === null ? {} : { account: PLACES.account }),
})

const questionIn = (url: URL): string => (url.searchParams.get('q') ?? '').trim()

const showHome = async (
  { account, demonstrationKey }: HomeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const language = languageFor(request)
  const url = urlOf(request)
  const question = questionIn(url)
  const found =
    demonstrationKey === null || question === ''
      ? null
      : await searchFor(request.server, demonstrationKey, question)
  const hasAccounts = account !== null
  const canSearch = demonstrationKey !== null
  const content = homeContent({ language, url, hasAccounts, canSearch, question, found })
  const title = question === '' ? PRODUCT : question
  return sendPage(reply, { language, url, title, hasAccounts, content })
}

const addText = (app: FastifyInstance, { account }: HomeDeps, key: string): void => {
  app.get<{ Params: { slug: string } }>(textPath(':slug'), HIDDEN, async (request, reply) => {
    const language = languageFor(request)
    const url = urlOf(request)
    const { text, search } = WORDS[language]
    const page = { language, url, hasAccounts: account !== null }
    const read = await readText(request.server, key, request.params.slug)
    if (read.outcome === 'answered') {
      const { answer: article, costUsd } = read
      const content = textContent({ language, url, article, costUsd })
      return sendPage(reply, { ...page, title: article.title, content })
    }
    const isMissing = read.outcome === 'missing'
    const title = isMissing ? text.missing : search.failed
    const content = html`<h1>${title}</h1>
      !${isMissing ? html`<p>${text.missingText}</p>` : ''}
      <p><a href="${linkTo('/', url)}">${text.back}</a></p>`
    return sendPage(reply.code(isMissing ? NOT_FOUND : UNAVAILABLE), { ...page, title, content })
  })
}

export const addHome = (app: FastifyInstance, deps: HomeDeps): void => {
  const json = JSON.stringify(linksOf(deps))
  app.get('/', HIDDEN, async (request, reply) => {
    reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Language' })
    const type = preferredType(request.headers.accept, [JSON_TYPE, HTML])
    if (type === JSON_TYPE) return reply.type(type).send(json)
    return showHome(deps, request, reply)
  })
  if (deps.demonstrationKey !== null) addText(app, deps, deps.demonstrationKey)
}
