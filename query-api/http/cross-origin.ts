/** Which web pages may call, and read answers (contracts/conventions/web-pages.md). */
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API_BASE_PATH, HEADERS } from '#contracts/service.ts'

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether this origin is one of this machine, or one that the operator named. */
export const isOriginAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.includes(origin) || (URL.canParse(origin) && LOCAL.has(new URL(origin).hostname))

/** Descriptions that every page may read: they hold nothing of anyone. */
const PUBLIC: ReadonlySet<string> = new Set([`${API_BASE_PATH}/openapi.json`, '/llms.txt'])

const PREFLIGHT_SECONDS = 600
const READABLE = [
  ...Object.values(HEADERS),
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Repr-Digest',
  'Link',
  'Deprecation',
  'Sunset',
]

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

const optionsFor = (request: FastifyRequest, allowed: readonly string[]): FastifyCorsOptions => {
  const path = pathOf(request)
  if (PUBLIC.has(path)) return { origin: '*' }
  const { origin } = request.headers
  const isOpen = path.startsWith(`${API_BASE_PATH}/`) && origin !== undefined
  return {
    origin: isOpen && isOriginAllowed(origin, allowed) ? origin : false,
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: READABLE,
    maxAge: PREFLIGHT_SECONDS,
    // A preflight without the headers of one is answered like any other request.
    strictPreflight: false,
  }
}

/** Adds the headers of CORS for the origins that may call. Cookies are never accepted. */
export const addCrossOrigin = (app: FastifyInstance, allowed: readonly string[]): void => {
  app.register(cors, {
    delegator: (request, done) => done(null, optionsFor(request, allowed)),
  })
}
