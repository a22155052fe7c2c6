import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Asset } from './assets.ts'

const WORTH_IT_FROM_BYTES = 1_024

/** Serves assets below the path of their area, compressed where the browser accepts it. */
export const serveAssets = async (
  fastify: FastifyInstance,
  areaPath: string,
  assets: readonly Asset[],
): Promise<void> => {
  await fastify.register(async (scope) => {
    // Pages hold secrets of a session, so they are never compressed together with what a visitor
    // typed (BREACH); assets hold none.
    await scope.register(compress, {
      encodings: ['gzip', 'identity'],
      threshold: WORTH_IT_FROM_BYTES,
      globalDecompression: false,
    })
    for (const { path, type, bytes } of assets)
      scope.get(path.slice(areaPath.length), (_request, reply) =>
        reply
          .header('Cache-Control', 'public, max-age=31536000, immutable')
          .removeHeader('Vary')
          .type(type)
          .send(bytes),
      )
  })
}
