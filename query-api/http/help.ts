/** Leads from every error to its page (contracts/conventions/errors.md). */
import type { FastifyInstance } from 'fastify'
import { CATALOGUE } from '#contracts/errors/codes.ts'
import { API_BASE_PATH } from '#contracts/service.ts'

export const ERRORS_PATH = '/docs/errors'
const FIRST_REFUSAL = 300

const isKnown = (code: string): boolean => Object.hasOwn(CATALOGUE, code)

/** The header `Link` with the relation `help` (RFC 8288) on errors of the API. */
export const addHelp = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const code = request.failure?.code
    const isOfApi = request.url.startsWith(`${API_BASE_PATH}/`)
    if (isOfApi && reply.statusCode >= FIRST_REFUSAL && code !== undefined && isKnown(code))
      reply.header('Link', `<${ERRORS_PATH}/${encodeURIComponent(code)}>; rel="help"`)
    return payload
  })
}
