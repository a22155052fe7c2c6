import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Asset, assetsPathOf } from './assets.ts'

const WORTH_IT_FROM_BYTES = 1_024

/**
 * Pages hold secrets of a session, so they are never compressed together with what a visitor typed
 * (BREACH); assets hold none.
 */
const compressed = async (
  fastify: FastifyInstance,
  addRoutes: (scope: FastifyInstance) => void,
): Promise<void> => {
  await fastify.register(async (scope) => {
    await scope.register(compress, {
      encodings: ['gzip', 'identity'],
      threshold: WORTH_IT_FROM_BYTES,
      globalDecompression: false,
    })
    addRoutes(scope)
  })
}

const send = (reply: FastifyReply, { type, bytes }: Asset): FastifyReply =>
  reply
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .removeHeader('Vary')
    .type(type)
    .send(bytes)

/** Serves assets below the path of their area, compressed where the browser accepts it. */
export const serveAssets = (
  fastify: FastifyInstance,
  areaPath: string,
  assets: readonly Asset[],
): Promise<void> =>
  compressed(fastify, (scope) => {
    for (const asset of assets)
      scope.get(asset.path.slice(areaPath.length), (_, reply) => send(reply, asset))
  })

/** Serves an asset that is made when it is first needed, and so has no name before. */
export const serveMadeAsset = (
  fastify: FastifyInstance,
  areaPath: string,
  make: () => Promise<Asset>,
): Promise<void> =>
  compressed(fastify, (scope) => {
    const path = `${assetsPathOf(areaPath).slice(areaPath.length)}/:name`
    scope.get<{ Params: { name: string } }>(path, async ({ params }, reply) => {
      const asset = await make()
      return asset.path.endsWith(`/${params.name}`) ? send(reply, asset) : reply.callNotFound()
    })
  })
