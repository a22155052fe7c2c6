/** Which web pages may call, and read answers (contracts/conventions/web-pages.md). */
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyRecord, NamedOrigins } from '../auth/ports.ts'
import { RECEIPT_KEYS_PATH } from '#contracts/http/receipts.ts'
import { OAUTH_OPEN_PATHS } from '../oauth/metadata.ts'
import { API_BASE_PATH, HEADERS } from '#contracts/service.ts'

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether this origin is one of this machine, or one that the operator named. */
export const isOriginAllowed = (origin: string, allowed: readonly string[]): boolean =>
  allowed.includes(origin) || (URL.canParse(origin) && LOCAL.has(new URL(origin).hostname))

/**
 * Descriptions that every page may read: they hold nothing of anyone. A client of MCP in a browser
 * reads where to register, and registers and takes its tokens without cookies.
 */
const PUBLIC: ReadonlySet<string> = new Set([
  `${API_BASE_PATH}/openapi.json`,
  '/llms.txt',
  RECEIPT_KEYS_PATH,
  ...OAUTH_OPEN_PATHS,
])

/** Origins that may call. */
type Origins = {
  /** Those that the operator names. */
  readonly allowed: readonly string[]
  /** Those that a key names. */
  readonly named: NamedOrigins
}

const PREFLIGHT_SECONDS = 600
const READABLE = [
  ...Object.values(HEADERS),
  // Where an application finds how to be authorised.
  'WWW-Authenticate',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Repr-Digest',
  'Vary',
  'Link',
  'Location',
  'Content-Disposition',
  'Content-Location',
  'Memento-Datetime',
  'Deprecation',
  'Sunset',
]

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/**
 * A key that names origins is taken from pages of these alone, and from those that the operator
 * names; a program sends no origin.
 */
export const isOriginRefused = (
  origin: string | undefined,
  { allowedOrigins = [] }: Pick<KeyRecord, 'allowedOrigins'>,
  allowed: readonly string[],
): boolean =>
  origin !== undefined &&
  allowedOrigins.length > 0 &&
  !allowedOrigins.includes(origin) &&
  !isOriginAllowed(origin, allowed)

/** A preflight carries no key: it is enough that some key names the origin. */
const mayRead = async (
  request: FastifyRequest,
  origin: string,
  { allowed, named }: Origins,
): Promise<boolean> => {
  if (isOriginAllowed(origin, allowed)) return true
  if (request.caller !== null) return request.caller.allowedOrigins?.includes(origin) === true
  return request.method === 'OPTIONS' && named(origin)
}

const optionsFor = async (
  request: FastifyRequest,
  origins: Origins,
): Promise<FastifyCorsOptions> => {
  const path = pathOf(request)
  if (PUBLIC.has(path)) return { origin: '*', maxAge: PREFLIGHT_SECONDS, strictPreflight: false }
  const { origin } = request.headers
  const isOpen = path.startsWith(`${API_BASE_PATH}/`) && origin !== undefined
  return {
    origin: isOpen && (await mayRead(request, origin, origins)) ? origin : false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: READABLE,
    maxAge: PREFLIGHT_SECONDS,
    // A preflight without the headers of one is answered like any other request.
    strictPreflight: false,
  }
}

/** Adds the headers of CORS for the origins that may call. Cookies are never accepted. */
export const addCrossOrigin = (app: FastifyInstance, origins: Origins): void => {
  app.register(cors, {
    delegator: (request: FastifyRequest) => optionsFor(request, origins),
  })
}
