/** The account area: a small web application under `/account`, separate from the API. */
import type { FastifyInstance } from 'fastify'
import { addArea, type WebArea } from '#contracts/web/area.ts'
import type { RateLimiter } from '#contracts/web/http/limits.ts'
import { layout, readAssets } from '../pages/layout.ts'
import type { User } from '../../accounts/ports.ts'
import type { Sessions } from '../ports.ts'
import { ACCOUNT_PATH, COOKIE_PREFIX, type Page } from '../web.ts'
import type { Words } from '../words/en.ts'
import { wordsOf } from '../words/words.ts'
import { addApplicationRoutes } from './applications.ts'
import { type AuthorizeDeps, addAuthorizeRoutes } from './authorize.ts'
import { addKeyRoutes, type KeyRouteDeps } from './keys.ts'
import { addMailRoutes, isMailPage, type MailRouteDeps } from './mail.ts'
import { addPasswordRoutes } from './password.ts'
import { addReceiptRoutes, type ReceiptRouteDeps } from './receipts.ts'
import { addSessionRoutes, type SessionDeps } from './session.ts'
import { addSavedSearchRoutes, type SavedSearchRouteDeps } from './saved-searches.ts'
import { addWebhookRoutes, type WebhookRouteDeps } from './webhooks.ts'
import { addWatchRoutes, type WatchRouteDeps } from './watches.ts'
import { addUsageRoutes, type UsageRouteDeps } from './usage.ts'

export type AccountArea = SessionDeps &
  KeyRouteDeps &
  UsageRouteDeps &
  AuthorizeDeps &
  WebhookRouteDeps &
  ReceiptRouteDeps &
  WatchRouteDeps &
  MailRouteDeps &
  SavedSearchRouteDeps & {
    readonly sessions: Sessions
    readonly limiter: RateLimiter
    readonly pepper: string
  }

const BODY_BYTES_MAX = 16 * 1024

/** The area counts and admits its requests itself, without the hook of the API (`unlimited`). */
const leaveToArea = (area: FastifyInstance): void => {
  area.addHook('onRoute', (route) => {
    route.config = { ...route.config, unlimited: true }
    route.schema = { ...route.schema, hide: true }
  })
}

/** Adds the area to a server. */
export const addAccountArea = (app: FastifyInstance, deps: AccountArea): void => {
  const assets = readAssets()
  const area: WebArea<User, Words, Page> = {
    name: 'account',
    purpose: 'account area',
    cookiePrefix: COOKIE_PREFIX,
    path: ACCOUNT_PATH,
    signInPath: `${ACCOUNT_PATH}/sign-in`,
    comesBack: true,
    isPublic: isMailPage,
    wordsOf,
    idOf: ({ userId }) => userId,
    findSession: (tokenHash, idleSeconds) => deps.sessions.find(tokenHash, idleSeconds),
    limiter: deps.limiter,
    pepper: deps.pepper,
    assets: Object.values(assets),
    failedCode: 'account_failed',
    bodyBytesMax: BODY_BYTES_MAX,
    render: (visit, page) => layout(visit, assets, page),
  }
  addArea(
    app,
    area,
    (fastify, web) => {
      fastify.get('/', (_request, reply) => reply.redirect(`${ACCOUNT_PATH}/keys`, 303))
      addSessionRoutes(fastify, deps, web)
      addPasswordRoutes(fastify, deps, web)
      addKeyRoutes(fastify, deps, web)
      addUsageRoutes(fastify, deps, web)
      addAuthorizeRoutes(fastify, deps, web)
      addApplicationRoutes(fastify, deps, web)
      addWebhookRoutes(fastify, deps, web)
      addReceiptRoutes(fastify, deps, web)
      addWatchRoutes(fastify, deps, web)
      addMailRoutes(fastify, deps, web)
      addSavedSearchRoutes(fastify, deps, web)
    },
    leaveToArea,
  )
}
