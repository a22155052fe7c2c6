import type { FastifyInstance } from 'fastify'
import { API_BASE_PATH, PRODUCT } from '#contracts/service.ts'
import { addReference } from '#contracts/web/reference.ts'

/** Adds the browsable reference of this API. */
export const addDocs = (
  app: FastifyInstance,
  deps: {
    /** Filled in where requests can be tried; null: the reader gives a key. */
    readonly demonstrationKey: string | null
  },
): void =>
  addReference(app, {
    ...deps,
    url: `${API_BASE_PATH}/openapi.json`,
    title: `${PRODUCT} API`,
  })
