/**
 * The editorial API: token → limit → scope → once → serve
 * (contracts/conventions/editorial-api.md).
 */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { articleStream } from '#contracts/ids.ts'
import { addCompression } from '#contracts/web/http/compression.ts'
import { refuseOtherMethods } from '#contracts/web/http/methods.ts'
import { loadStreams } from '../../command-handler/command-handler.ts'
import { textDecisions } from '../../command-handler/text-handler.ts'
import { articleDecider } from '../../domain/article/decide.ts'
import { answerOf } from '../../handlers/editorial.ts'
import { isRefusal } from '#contracts/fault.ts'
import { type AccessDeps, makeAccessHook } from './access.ts'
import type { EditorialApiDeps } from './deps.ts'
import { addEditorialEndpoint, EDITORIAL_PATH, type Endpoint } from './endpoint.ts'
import { takeForms } from './forms.ts'
import type { OnceDeps } from './once.ts'
import { editorialSwagger } from './openapi.ts'
import { ACTS } from './routes/acts.ts'
import { ANNOTATIONS } from './routes/annotations.ts'
import { COMMENTS } from './routes/comments.ts'
import { CONCEPTS } from './routes/concepts.ts'
import { ERASURES } from './routes/erasures.ts'
import { HEADNOTES } from './routes/headnotes.ts'
import { IMPACT } from './routes/impact.ts'
import { IMPORTS } from './routes/imports.ts'
import { POSITIONS } from './routes/positions.ts'
import { TEXTS } from './routes/texts.ts'
import { TREATMENTS } from './routes/treatments.ts'

/** Every operation, in the order of the description. */
const ENDPOINTS = [
  ...TEXTS,
  ...POSITIONS,
  ...ACTS,
  ...COMMENTS,
  ...HEADNOTES,
  ...CONCEPTS,
  ...TREATMENTS,
  ...IMPACT,
  ...ERASURES,
  ...ANNOTATIONS,
  ...IMPORTS,
] as const

const NO_TEXT = {
  slug: null,
  articleId: null,
  status: null,
  version: null,
  tag: null,
  sha256Hash: null,
} as const

/** What a text is now, for the answer to a write whose first answer was lost. */
const outcomeOf =
  ({ write, clock }: EditorialApiDeps): OnceDeps['outcomeOf'] =>
  async (id) => {
    const streamId = articleStream(id)
    const text = (await loadStreams(write.store, articleDecider, [streamId])).get(streamId)
    if (text === undefined) return NO_TEXT
    const context = { actor: 'system', time: clock(), correlationId: '', causationId: null }
    const answer = await answerOf(text, textDecisions(write, context))
    return isRefusal(answer) ? NO_TEXT : answer
  }

const byPath = (endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly string[]> => {
  const methods = new Map<string, string[]>()
  for (const { path, method } of endpoints)
    methods.set(path, [...(methods.get(path) ?? []), method])
  return methods
}

/** Adds the operations and their description under `/api/v1/editorial`. */
export const addEditorialApi = (
  app: FastifyInstance,
  deps: EditorialApiDeps,
  countStranger: AccessDeps['countStranger'],
): void => {
  const endpoints = ENDPOINTS.map((make) => make(deps))
  const access = makeAccessHook({ ...deps, countStranger })
  app.register(async (api) => {
    await api.register(swagger, editorialSwagger(endpoints))
    await addCompression(api)
    api.addHook('onRequest', access)
    const parts = { ...deps, store: deps.write.store, outcomeOf: outcomeOf(deps) }
    // Only these take forms; a form elsewhere is refused by its type.
    await api.register(async (forms) => {
      await takeForms(forms)
      for (const endpoint of endpoints.filter(({ form }) => form !== undefined))
        addEditorialEndpoint(forms, endpoint, parts)
    })
    for (const endpoint of endpoints.filter(({ form }) => form === undefined))
      addEditorialEndpoint(api, endpoint, parts)
    for (const [path, methods] of byPath(endpoints))
      refuseOtherMethods(api, `${EDITORIAL_PATH}${path}`, methods)
    let description: string | null = null
    api.get(`${EDITORIAL_PATH}/openapi.json`, { schema: { hide: true } }, async (_, reply) => {
      description ??= JSON.stringify(api.swagger())
      return reply.type('application/json; charset=utf-8').send(description)
    })
  })
}
