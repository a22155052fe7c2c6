/** A reader's request for a public page: who they are, their language, and their limit. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { makeCookies } from '#contracts/web/cookies.ts'
import { isSafeTransport, PAGES_PER_MINUTE } from '#contracts/web/guard.ts'
import { networkOf } from '#contracts/web/http/address.ts'
import { limitHeaders, type Limited, type RateLimiter } from '#contracts/web/http/limits.ts'
import type { Language } from '#contracts/web/language.ts'
import { asToken, LIFETIMES, tokenHashOf } from '#contracts/web/secrets.ts'
import type { User } from '../../accounts/ports.ts'
import type { Limits } from '../../auth/gate.ts'
import type { AccountArea } from '../../portal/routes/area.ts'
import { COOKIE_PREFIX } from '../../portal/web.ts'
import { signInHref } from '../../public/addresses.ts'
import { WORDS } from '../../public/words/words.ts'
import { languageFor, sendPage, urlOf } from './frame.ts'

const WINDOW_SECONDS = 60
const TOO_MANY = 429
const cookies = makeCookies(COOKIE_PREFIX)

/** What a visit counts against: reading has a wide limit, searching that of anonymous calls. */
export type Counted = 'reading' | 'searching'

export type PageVisit = {
  readonly language: Language
  readonly url: URL
  readonly hasAccounts: boolean
  /** Null: nobody is signed in. */
  readonly reader: User | null
}

export type VisitDeps = {
  readonly account: AccountArea | null
  readonly limiter: RateLimiter
  readonly limits: Limits
}

/** The holder who is signed in to the account area. */
const readerOf = async (
  account: AccountArea | null,
  request: FastifyRequest,
): Promise<User | null> => {
  const token = asToken(cookies.read(request, 'session'))
  if (account === null || token === null || !isSafeTransport(request)) return null
  return account.sessions.find(tokenHashOf(token), LIFETIMES.idleSeconds)
}

type Bucket = { readonly name: string; readonly policy: Limited['policy'] }

const policyOf = (name: string, quota: number): Limited['policy'] => ({
  name,
  quota,
  windowSeconds: WINDOW_SECONDS,
})

/** A search without an account shares the limit of anonymous calls of the API. */
const bucketOf = (
  { limits }: VisitDeps,
  counted: Counted,
  request: FastifyRequest,
  reader: User | null,
): Bucket => {
  const network = networkOf(request.ip)
  if (counted === 'reading')
    return { name: `pages:${network}`, policy: policyOf('pages', PAGES_PER_MINUTE.strangers) }
  return reader === null
    ? { name: `anon:${network}`, policy: policyOf('anon', limits.anonymous) }
    : { name: `pages-search:${reader.userId}`, policy: policyOf('rest', limits.rest) }
}

const sendBusy = (
  reply: FastifyReply,
  { language, url, hasAccounts, reader }: PageVisit,
  counted: Counted,
  { policy, decision }: Limited,
): FastifyReply => {
  const { problems } = WORDS[language]
  const title = counted === 'searching' ? problems.busy : problems.busyPages
  const again = `${url.pathname}${url.search}`
  return sendPage(reply.code(TOO_MANY).header('Retry-After', decision.resetSeconds), {
    language,
    url,
    hasAccounts,
    title,
    isPrivate: true,
    content: html`<h1>${title}</h1>
      <p>${problems.busyText(decision.resetSeconds, policy.quota)}</p>
      <p>${problems.busyKey}</p>
      <p>
        <a class="button" href="${again}" rel="nofollow">${problems.again}</a>
        !${
          hasAccounts && reader === null
            ? html`<a class="button quiet" href="${signInHref(url)}" rel="nofollow"
                >${WORDS[language].text.signIn}</a
              >`
            : ''
        }
      </p>`,
  })
}

/**
 * Begins a visit, counts it, and answers it by `show`, or by a page that says when to try again.
 * Throws what the ports throw.
 */
export const admit = async (
  deps: VisitDeps,
  counted: Counted,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  show: (visit: PageVisit) => Promise<FastifyReply> | FastifyReply,
): Promise<FastifyReply> => {
  const reader = await readerOf(deps.account, request)
  const visit = {
    language: languageFor(request),
    url: urlOf(request),
    hasAccounts: deps.account !== null,
    reader,
  }
  const { name, policy } = bucketOf(deps, counted, request, reader)
  const decision = await deps.limiter.take(name, policy.quota, policy.windowSeconds)
  reply.headers(limitHeaders({ policy, decision }))
  if (decision.allowed) return show(visit)
  request.failure = { code: 'rate_limit' }
  return sendBusy(reply, visit, counted, { policy, decision })
}
