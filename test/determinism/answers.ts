/** What a service answers to a list of requests, as bytes. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { ApiProcess } from '../service/api-process.ts'
import { ask } from '../service/service.ts'
import type { Request } from './requests.ts'

/** The only member that says how long an answer took. */
const LATENCY = /"latencyMs":\d+(?:\.\d+)?/u
const IN_FLIGHT = 4

/** The bytes of an answer but its latency; throws where the service refused. */
const answerOf = async (service: ApiProcess, request: Request): Promise<string> => {
  const { status, text } = await ask(service, '/search', { body: request })
  if (status !== 200) throw new Error(`${status} to ${JSON.stringify(request)}: ${text}`)
  return text.replace(LATENCY, '"latencyMs":0')
}

const inTurn = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const next = items.entries()
  const walk = async (): Promise<void> => {
    for (const [at, item] of next) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, walk))
  return results
}

/** The answers to all requests, in their order. */
export const answersOf = (service: ApiProcess, requests: readonly Request[]): Promise<string[]> =>
  inTurn(requests, (request) => answerOf(service, request))

type Hits = { readonly hits: readonly unknown[]; readonly total: number }

/** Asks a request page by page and puts the hits together. */
const pagedHits = async (
  service: ApiProcess,
  request: Request,
  perPage: number,
): Promise<readonly unknown[]> => {
  const hits: unknown[] = []
  for (let offset = 0; offset < request.limit; offset += perPage) {
    const limit = Math.min(perPage, request.limit - offset)
    const page = JSON.parse(await answerOf(service, { ...request, offset, limit })) as Hits
    hits.push(...page.hits)
    if (page.hits.length < limit) break
  }
  return hits
}

/** The hits of each request, one page after another, as bytes. */
export const pagedAnswersOf = (
  service: ApiProcess,
  requests: readonly Request[],
  perPage: (at: number) => number,
): Promise<string[]> =>
  inTurn([...requests.entries()], async ([at, request]) =>
    JSON.stringify(await pagedHits(service, request, perPage(at))),
  )

/** The hits of an answer as bytes. */
export const hitsOf = (answer: string): string => JSON.stringify((JSON.parse(answer) as Hits).hits)

/** One hash of all answers, to compare runs by eye. */
export const hashOf = (answers: readonly string[]): string => sha256Hex(answers.join('\n'))
