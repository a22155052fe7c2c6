/**
 * Calls of the public pages to the API of the same process, with the demonstration key: they are
 * admitted, limited and charged like everyone's.
 */
import type { FastifyInstance } from 'fastify'
import { Article } from '#contracts/http/article.ts'
import { SEARCH_LIMITS, SearchResponse } from '#contracts/http/search.ts'
import { API_BASE_PATH, HEADERS } from '#contracts/service.ts'

export const HITS_SHOWN = 10
const TOO_MANY = 429
const OK = 200
const NOT_FOUND = 404

export type Asked<Answer> =
  | { readonly outcome: 'answered'; readonly answer: Answer; readonly costUsd: string }
  | { readonly outcome: 'missing' | 'busy' | 'failed' }

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>

const asked = <Answer>(reply: Reply, parse: (body: unknown) => Answer): Asked<Answer> => {
  if (reply.statusCode === OK)
    return {
      outcome: 'answered',
      answer: parse(reply.json()),
      costUsd: String(reply.headers[HEADERS.costUsd.toLowerCase()]),
    }
  if (reply.statusCode === NOT_FOUND) return { outcome: 'missing' }
  return { outcome: reply.statusCode === TOO_MANY ? 'busy' : 'failed' }
}

const headersOf = (key: string) => ({ authorization: `Bearer ${key}` })

export const searchFor = async (
  app: FastifyInstance,
  key: string,
  question: string,
): Promise<Asked<SearchResponse>> => {
  const text = [...question].slice(0, SEARCH_LIMITS.textCodePointsMax).join('')
  const url = `${API_BASE_PATH}/search`
  const payload = { text, limit: HITS_SHOWN }
  const reply = await app.inject({ method: 'POST', url, headers: headersOf(key), payload })
  return asked(reply, (body) => SearchResponse.parse(body))
}

export const readText = async (
  app: FastifyInstance,
  key: string,
  slug: string,
): Promise<Asked<Article>> => {
  const url = `${API_BASE_PATH}/articles/${encodeURIComponent(slug)}`
  return asked(await app.inject({ url, headers: headersOf(key) }), (body) => Article.parse(body))
}
