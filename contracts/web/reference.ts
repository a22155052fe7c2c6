/** The browsable reference at `/docs` of a process that serves an API. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { RequestInvalid } from './http/validation.ts'

const DOCS_PATH = '/docs'
// The page is one script with its own styles. The browser refuses requests to other hosts.
const OWN_RESOURCES_ONLY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

const guard = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  reply.header('Content-Security-Policy', OWN_RESOURCES_ONLY)
  // The plugin builds a URL from the host name.
  if (!URL.canParse(`${request.protocol}://${request.hostname}`))
    throw new RequestInvalid([
      { path: 'host', code: 'invalid_host', message: 'this is not the name of a host' },
    ])
}

type ReferenceDeps = {
  /** Path of the OpenAPI document. */
  readonly url: string
  readonly title: string
  /** Filled in where requests can be tried; null: the reader gives a key. */
  readonly demonstrationKey: string | null
}

/** Scalar's page says no language; the description is English. */
const LANGUAGE_TAG = '<html lang="en">'

const PATHS = [`${DOCS_PATH}/`, `${DOCS_PATH}/js/scalar.js`] as const

/** Scalar's routes, in an application of their own. */
const openScalar = async ({ url, title, demonstrationKey }: ReferenceDeps) => {
  const filledIn =
    demonstrationKey === null ? {} : { securitySchemes: { bearer: { token: demonstrationKey } } }
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = fastify()
  await pages.register(scalar, {
    routePrefix: DOCS_PATH,
    configuration: {
      url,
      pageTitle: title,
      authentication: { preferredSecurityScheme: 'bearer', ...filledIn },
      // The schemas list what matters first; by letter, `type` would come last.
      orderSchemaPropertiesBy: 'preserve',
      orderRequiredPropertiesFirst: false,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      mcp: { disabled: true },
      agent: { disabled: true },
    },
  })
  return pages
}

/**
 * Serves Scalar's page for the description, without requests to other hosts. Scalar is loaded when
 * the page is first asked for: it has four megabytes and hundreds of modules, and most processes
 * never show it.
 */
export const addReference = (app: FastifyInstance, deps: ReferenceDeps): void => {
  let opening: ReturnType<typeof openScalar> | null = null
  app.register(async (docs) => {
    docs.addHook('onRequest', guard)
    const options = { schema: { hide: true } }
    docs.get(DOCS_PATH, options, async (_, reply) => reply.redirect(`${DOCS_PATH}/`, 301))
    for (const path of PATHS)
      docs.get(path, options, async (_, reply) => {
        opening ??= openScalar(deps)
        const { statusCode, headers, payload } = await (await opening).inject({ url: path })
        return reply
          .code(statusCode)
          .type(headers['content-type'] ?? 'text/html; charset=utf-8')
          .send(payload.replace('<html>', LANGUAGE_TAG))
      })
  })
}
