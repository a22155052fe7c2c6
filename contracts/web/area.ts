/** An area: a small web application under one path, with its guard, assets and problem pages. */
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { Fault } from '../fault.ts'
import { type Asset, assetsPathOf } from './assets.ts'
import type { WebPage } from './document.ts'
import { failureOf } from './http/errors.ts'
import { type Guard, type GuardedArea, isSafeTransport, makeGuard, type Visit } from './guard.ts'
import { serveAssets } from './serve-assets.ts'
import type { WebWords } from './words.ts'

export type WebArea<Person, Words extends WebWords, Page extends WebPage> = GuardedArea<
  Person,
  Words
> & {
  /** Such as `/account`. */
  readonly path: string
  /** The path of the sign-in page, to which strangers are sent. */
  readonly signInPath: string
  /** Whether a stranger comes back to the page that they asked for (`?next=`). */
  readonly comesBack?: boolean
  /** Pages that strangers may see beside those of the sign-in. */
  readonly isPublic?: (path: string) => boolean
  readonly assets: readonly Asset[]
  readonly bodyBytesMax: number
  /** What the log calls an unexpected failure. */
  readonly failedCode: string
  /** The whole document of a page. */
  readonly render: (visit: Visit<Person, Words>, page: Page | WebPage) => string
  /**
   * Answers a form that somebody sent whose session has ended, so that nothing typed is lost.
   * Absent: they are sent to sign in.
   */
  readonly keepForm?: (
    request: FastifyRequest,
    reply: FastifyReply,
    web: Web<Person, Words, Page>,
  ) => FastifyReply
  /**
   * Answers a form of an earlier session of the person who is signed in now; null: it is none.
   * Absent: such a form has expired.
   */
  readonly renewForm?: (
    request: FastifyRequest,
    reply: FastifyReply,
    web: Web<Person, Words, Page>,
  ) => FastifyReply | null
}

/** What the routes of an area use. */
export type Web<Person, Words extends WebWords, Page extends WebPage> = Guard<Person, Words> & {
  readonly path: string
  readonly signInPath: string
  /** Sends a page. */
  readonly show: (
    request: FastifyRequest,
    reply: FastifyReply,
    page: Page | WebPage,
  ) => FastifyReply
  /** Sends a problem page with its status. */
  readonly problem: (
    request: FastifyRequest,
    reply: FastifyReply,
    name: ProblemName,
  ) => FastifyReply
  /** The person of a page that strangers do not reach. */
  readonly personIn: (request: FastifyRequest) => Person
}

const STATUSES = {
  forbidden: 403,
  notFound: 404,
  failed: 500,
  invalid: 400,
  insecure: 403,
} as const
export type ProblemName = keyof typeof STATUSES

/** The prefix of the framework's codes for a refused request. */
const REQUEST_REFUSED = /^FST_ERR_CTP_/
const RETRY_AFTER_FAULT_SECONDS = 30

const problemPage = (
  { problems }: WebWords,
  home: string,
  title: string,
  text: string,
): WebPage => ({
  title,
  once: true,
  content: html`
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="${home}">${problems.home}</a></p>
  `,
})

const retrySecondsOf = (error: unknown): number =>
  error instanceof Fault && error.retryAfterMs !== undefined
    ? Math.ceil(error.retryAfterMs / 1_000)
    : RETRY_AFTER_FAULT_SECONDS

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const makeWeb = <Person, Words extends WebWords, Page extends WebPage>(
  area: WebArea<Person, Words, Page>,
): Web<Person, Words, Page> => {
  const guard = makeGuard(area)
  const show: Web<Person, Words, Page>['show'] = (request, reply, page) =>
    reply.type('text/html; charset=utf-8').send(area.render(guard.visitIn(request), page))
  return {
    ...guard,
    path: area.path,
    signInPath: area.signInPath,
    show,
    problem: (request, reply, name) => {
      request.failure ??= { code: name }
      const { words } = guard.visitIn(request)
      const { [name]: title, [`${name}Text` as const]: text } = words.problems
      return show(request, reply.code(STATUSES[name]), problemPage(words, area.path, title, text))
    },
    personIn: (request) => {
      const { person } = guard.visitIn(request)
      if (person !== null) return person
      throw new Error('a private page was reached by a stranger')
    },
  }
}

const addProblems = <Person, Words extends WebWords, Page extends WebPage>(
  fastify: FastifyInstance,
  { failedCode }: WebArea<Person, Words, Page>,
  { problem, strangerVisit }: Web<Person, Words, Page>,
): void => {
  fastify.setNotFoundHandler((request, reply) => problem(request, reply, 'notFound'))
  fastify.setErrorHandler((error, request, reply) => {
    // The guard may have failed before it began the visit.
    strangerVisit(request, reply)
    if (REQUEST_REFUSED.test(codeOf(error))) return problem(request, reply, 'invalid')
    request.failure = failureOf(error, failedCode)
    return problem(request, reply.header('Retry-After', retrySecondsOf(error)), 'failed')
  })
}

const addGuard = <Person, Words extends WebWords, Page extends WebPage>(
  fastify: FastifyInstance,
  area: WebArea<Person, Words, Page>,
  web: Web<Person, Words, Page>,
): void => {
  const { path: areaPath, signInPath, keepForm, comesBack = false } = area
  const assetsPath = assetsPathOf(areaPath)
  const isOpen = (path: string): boolean =>
    path === signInPath || path.startsWith(`${assetsPath}/`) || area.isPublic?.(path) === true
  const isKept = ({ method }: FastifyRequest): boolean =>
    method === 'POST' && keepForm !== undefined
  const signInFor = ({ method, url }: FastifyRequest): string =>
    comesBack && method === 'GET' ? `${signInPath}?next=${encodeURIComponent(url)}` : signInPath
  fastify.addHook('onRequest', async (request, reply) => {
    const visit = await web.visit(request, reply)
    // An unknown path is counted by the server around the area.
    const seconds = request.is404 ? null : await web.overLimit(request, visit)
    if (seconds !== null) {
      request.failure = { code: 'rate_limit' }
      const { limited, limitedText } = visit.words.problems
      return web.show(
        request,
        reply.code(429).header('Retry-After', seconds),
        problemPage(visit.words, areaPath, limited, limitedText(seconds)),
      )
    }
    if (request.is404 || request.routeOptions.url?.startsWith(assetsPath) === true) return undefined
    if (!isSafeTransport(request)) return web.problem(request, reply, 'insecure')
    if (visit.person === null && !isOpen(visit.path) && !isKept(request))
      return reply.redirect(signInFor(request), 303)
    return undefined
  })
  fastify.addHook('preHandler', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined
    const visit = web.visitIn(request)
    if (visit.person === null && !isOpen(visit.path) && keepForm !== undefined)
      return keepForm(request, reply, web)
    if (web.isOwnForm(request, visit)) return undefined
    return area.renewForm?.(request, reply, web) ?? web.problem(request, reply, 'forbidden')
  })
}

/**
 * Adds an area to a server, which decorates requests with `failure`. `before` runs ahead of all
 * routes, for hooks of the server around it.
 */
export const addArea = <Person, Words extends WebWords, Page extends WebPage>(
  app: FastifyInstance,
  area: WebArea<Person, Words, Page>,
  addRoutes: (fastify: FastifyInstance, web: Web<Person, Words, Page>) => void | Promise<void>,
  before: (fastify: FastifyInstance) => void = () => undefined,
): void => {
  const web = makeWeb(area)
  app.register(
    async (fastify) => {
      fastify.removeAllContentTypeParsers()
      await fastify.register(cookie)
      await fastify.register(formbody, { bodyLimit: area.bodyBytesMax })
      before(fastify)
      addProblems(fastify, area, web)
      addGuard(fastify, area, web)
      await serveAssets(fastify, area.path, area.assets)
      await addRoutes(fastify, web)
    },
    { prefix: area.path },
  )
}
