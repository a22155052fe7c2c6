import type { FastifyInstance } from 'fastify'
import { HEADERS } from '#contracts/service.ts'
import { GET_COVERAGE } from '../../http/operations.ts'
import type { CoverageReader } from '../../coverage/ports.ts'

/** `GET /coverage`. Costs nothing: knowing what is not held must not be a reason to ask less. */
export const addCoverageRoute = (
  app: FastifyInstance,
  path: string,
  coverage: CoverageReader,
): void => {
  const { schema, scope } = GET_COVERAGE
  app.get(path, { schema, config: { scope } }, async (_, reply) => {
    const held = await coverage()
    return reply
      .header(HEADERS.corpusPosition, held.corpusPosition)
      .header('Cache-Control', 'private, no-cache')
      .send(held)
  })
}
