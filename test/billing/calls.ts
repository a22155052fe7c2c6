/** Calls drawn from a seed, and how one is asked until it is answered. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Random = () => number

/** Numbers of [0, 1), the same for the same seed (mulberry32). */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

/** `malformed` and `missing` are errors on purpose. */
export type Kind = 'search' | 'article' | 'malformed' | 'missing'
export type Twice = 'no' | 'at-once' | 'afterwards'
export type Call = {
  readonly id: number
  readonly key: string
  readonly kind: Kind
  readonly idempotencyKey: string
  readonly twice: Twice
  readonly word: string
}

const SHARES = { search: 0.5, article: 0.94, malformed: 0.97 } as const
const TWICE = { atOnce: 0.15, afterwards: 0.3 } as const
const WORDS = ['bail', 'loyer', 'contrat', 'faute', 'licenciement', 'preuve', 'clause', 'délai']

const kindOf = (drawn: number): Kind => {
  if (drawn < SHARES.search) return 'search'
  if (drawn < SHARES.article) return 'article'
  return drawn < SHARES.malformed ? 'malformed' : 'missing'
}
const twiceOf = (drawn: number): Twice => {
  if (drawn < TWICE.atOnce) return 'at-once'
  return drawn < TWICE.afterwards ? 'afterwards' : 'no'
}

export const drawCalls = (random: Random, count: number, keys: readonly string[]): Call[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    key: pick(random, keys),
    kind: kindOf(random()),
    idempotencyKey: `call-${id}-${Math.floor(random() * 2 ** 32)}`,
    twice: twiceOf(random()),
    word: pick(random, WORDS),
  }))

export type Answered = {
  readonly status: number
  readonly cost: string
  readonly usageId: string | null
  readonly warned: boolean
  readonly reason: string | null
  readonly attempts: number
}

const TIMEOUT_MS = 30_000
/** Together their pauses are longer than a reservation. */
const ATTEMPTS_MAX = 1_200
const PAUSE_MS = 100
/** A call whose process was killed waits for the end of its reservation. */
const PAUSE_MS_MAX = 4_000
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

type Raw = { readonly status: number; readonly message: IncomingMessage; readonly text: string }

const ask = (port: number, call: Call, slugs: readonly string[]): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const isSearch = call.kind === 'search' || call.kind === 'malformed'
    const slug = call.kind === 'missing' ? 'no-such-text' : (slugs[call.id % slugs.length] ?? '')
    const search = {
      text: call.kind === 'malformed' ? 7 : call.word,
      enableVector: false,
      limit: 1,
    }
    const asked = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: isSearch ? 'POST' : 'GET',
        path: isSearch ? '/api/v1/search' : `/api/v1/articles/${slug}`,
        timeout: TIMEOUT_MS,
        headers: {
          authorization: `Bearer ${call.key}`,
          'idempotency-key': call.idempotencyKey,
          ...(isSearch ? { 'content-type': 'application/json' } : {}),
        },
      },
      (message) => {
        let text = ''
        message.setEncoding('utf8')
        message.on('data', (chunk: string) => (text += chunk))
        message.once('end', () => resolve({ status: message.statusCode ?? 0, message, text }))
        message.once('error', reject)
        message.once('aborted', () => reject(new Error('aborted')))
      },
    )
    asked.once('error', reject)
    asked.once('timeout', () => asked.destroy(new Error('timeout')))
    asked.end(isSearch ? JSON.stringify(search) : undefined)
  })

const answeredOf = ({ status, message, text }: Raw, attempts: number): Answered => {
  const header = (name: string): string | null => {
    const value = message.headers[name]
    return typeof value === 'string' ? value : null
  }
  const isError = status >= 400
  const body = isError ? (JSON.parse(text) as { error?: string; reason?: string }) : {}
  return {
    status,
    cost: header('x-service-cost-usd') ?? 'absent',
    usageId: header('x-service-usage-id'),
    warned: header('x-service-cap-warning') !== null,
    reason: body.reason ?? body.error ?? null,
    attempts,
  }
}

export type Ports = () => readonly number[]

/**
 * An answer of the service to this call that is not "come again": asked at any process, until there
 * is one.
 */
export const askUntilAnswered = async (
  ports: Ports,
  call: Call,
  slugs: readonly string[],
  onError: (cost: string) => void,
): Promise<Answered> => {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const open = ports()
    const port = open[Math.floor(Math.random() * open.length)] ?? 0
    const raw = await ask(port, call, slugs).catch(() => null)
    const answered = raw === null ? null : answeredOf(raw, attempt)
    if (answered !== null && answered.status >= 400) onError(answered.cost)
    const again =
      answered === null || answered.status >= 500 || answered.reason === 'request_in_progress'
    if (!again) return answered
    await sleep(Math.min(PAUSE_MS * attempt, PAUSE_MS_MAX) * (0.5 + Math.random()))
  }
  throw new Error(`call ${call.id} was never answered`)
}

export const closeConnections = (): void => agent.destroy()
