/** The pages for people, under limits of their own: nothing on them is charged. */
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { Fault } from '#contracts/fault.ts'
import { failureOf } from '#contracts/web/http/errors.ts'
import { RETRY_AFTER_FAULT_SECONDS } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { validationFailed } from '#contracts/web/http/problem.ts'
import { linkTo } from '../../public/addresses.ts'
import { WORDS } from '../../public/words/words.ts'
import { addHome } from '../home/home.ts'
import { languageFor, sendPage, urlOf } from '../pages/frame.ts'
import type { VisitDeps } from '../pages/visit.ts'
import { addComparison, type ComparePageDeps } from './compare-page.ts'
import { addFeeds, type FeedDeps } from './feeds.ts'
import { addFiles, type FileDeps } from './files.ts'
import { addSearchFeeds, type SearchFeedDeps } from '../saved-searches/feed.ts'
import { addSearchPage, type SearchPageDeps } from './search-page.ts'
import { addSitemap, type SitemapDeps } from './sitemap.ts'
import { addTextPages, type TextPageDeps } from './text-pages.ts'

export type PublicPagesDeps = SearchPageDeps &
  TextPageDeps &
  ComparePageDeps &
  SitemapDeps &
  FeedDeps &
  SearchFeedDeps &
  FileDeps

const MS_PER_SECOND = 1_000
const AWAY: ReadonlySet<string> = new Set(['search-index-missing', 'search-unavailable'])

/** A fault on our side as a page in the reader's language. */
const sendFault =
  ({ account }: VisitDeps) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof RequestInvalid)
      return sendProblem(request, reply, validationFailed(error.details))
    const isAway = error instanceof Fault && AWAY.has(error.code)
    request.failure = failureOf(error, isAway ? 'search_unavailable' : 'internal_error')
    const retryMs = error instanceof Fault ? error.retryAfterMs : undefined
    const seconds =
      retryMs === undefined ? RETRY_AFTER_FAULT_SECONDS : Math.ceil(retryMs / MS_PER_SECOND)
    const language = languageFor(request)
    const url = urlOf(request)
    const { failed, failedText, home } = WORDS[language].problems
    return sendPage(reply.code(isAway ? 503 : 500).header('Retry-After', seconds), {
      language,
      url,
      title: failed,
      hasAccounts: account !== null,
      isPrivate: true,
      content: html`<h1>${failed}</h1>
        <p>${failedText(seconds)}</p>
        <p><a href="${linkTo('/', url)}">${home}</a></p>`,
    })
  }

/** The pages count their requests themselves, without the hook of the API (`unlimited`). */
const countThemselves = (pages: FastifyInstance): void => {
  pages.addHook('onRoute', (route) => {
    route.config = { ...route.config, unlimited: true }
    route.schema = { ...route.schema, hide: true }
  })
}

export const addPublicPages = (app: FastifyInstance, deps: PublicPagesDeps): void => {
  app.register(async (pages) => {
    countThemselves(pages)
    await pages.register(cookie)
    pages.setErrorHandler(sendFault(deps))
    addHome(pages, deps)
    addSearchPage(pages, deps)
    addTextPages(pages, deps)
    addComparison(pages, deps)
    addFiles(pages, deps)
    addSitemap(pages, deps)
    addFeeds(pages, deps)
    addSearchFeeds(pages, deps)
  })
}
