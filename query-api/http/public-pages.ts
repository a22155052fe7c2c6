/** What anybody may read, under the anonymous limit: description, health, a note for language models. */
import type { FastifyInstance } from 'fastify'
import { Health } from '#contracts/http/health.ts'
import { API_BASE_PATH, HEADERS, PRODUCT } from '#contracts/service.ts'
import { failureOf } from './errors.ts'

const HIDDEN = { schema: { hide: true } } as const
const UNKNOWN: Health = { ready: false, position: null, lagEvents: null }
const NOT_READY_STATUS = 503

const LLMS_TXT = `# ${PRODUCT}

> A legal corpus (doctrine, decisions, legislation of FR, EU, LU, MC, AD) for language models and agents: search, full texts, versions and hashes that can be checked.

- Description (OpenAPI 3.1): ${API_BASE_PATH}/openapi.json
- Reference for people: /docs
- Search: POST ${API_BASE_PATH}/search with {"text": "..."}
- One article: GET ${API_BASE_PATH}/articles/{slug}

Every call needs "Authorization: Bearer <API_KEY>" and is billed; its price stands in ${HEADERS.costUsd}.
Cite a text by its slug, version and sha256Hash. The content licence is CC BY 4.0 unless the article names another.
`

const addHealth = (app: FastifyInstance, health: () => Promise<Health>): void => {
  app.get('/health/live', HIDDEN, async () => ({ live: true }))
  app.get('/health/ready', HIDDEN, async (request, reply) => {
    const state = await health().catch((error: unknown) => {
      request.failure = failureOf(error, 'not_ready')
      return UNKNOWN
    })
    reply.header('Cache-Control', 'no-store')
    return reply.code(state.ready ? 200 : NOT_READY_STATUS).send(Health.parse(state))
  })
}

export const addPublicPages = (app: FastifyInstance, health: () => Promise<Health>): void => {
  let description: string | null = null
  app.get(`${API_BASE_PATH}/openapi.json`, HIDDEN, async (_, reply) => {
    description ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(description)
  })
  app.get('/llms.txt', HIDDEN, async (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(LLMS_TXT),
  )
  addHealth(app, health)
}
