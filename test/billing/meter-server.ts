/**
 * Stripe's meter as an unreliable server on loopback, for tests: it forgets events that it
 * acknowledged, counts some twice, and breaks off after it took some. Its rules are those of
 * Stripe's documentation: an identifier that was taken within 24 hours is refused with a 400,
 * values are whole numbers and may be negative, timestamps lie within the past 35 days, summaries
 * are sums over minutes. What befalls a request depends on the seed, its identifier and its
 * attempt, never on their order.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type MeterServerOptions = {
  readonly seed: number
  /** Probabilities of 0 to 1. A dropped event is acknowledged and forgotten, identifier and all. */
  readonly drop?: number
  readonly double?: number
  readonly failAfterTaking?: number
  /** Asked to come again in a second, before anything is taken. */
  readonly tooMany?: number
  /** Another request holds what this one needs: nothing is taken. */
  readonly conflict?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly eventName?: string
}

export type MeterTotals = {
  /** Micro-dollars by customer. */
  readonly byCustomer: ReadonlyMap<string, number>
  /** The same by the account that the customer was made for (`metadata[account]`). */
  readonly byAccount: ReadonlyMap<string, number>
  readonly microUsd: number
  readonly taken: number
  readonly dropped: number
  readonly doubled: number
  readonly failedAfterTaking: number
  readonly refusedAsKnown: number
  readonly tooMany: number
  readonly requests: number
}

export type MeterServer = {
  readonly url: string
  readonly totals: () => MeterTotals
  /** Deletes the customer of an account. */
  readonly removeCustomer: (accountId: string) => void
  /** Changes what befalls requests from now on. */
  readonly set: (changes: Partial<Omit<MeterServerOptions, 'seed' | 'now' | 'eventName'>>) => void
  readonly close: () => Promise<void>
}

const DAY_MS = 86_400_000
const OLDEST_DAYS = 35
const FUTURE_MS = 300_000
const MINUTE_SECONDS = 60
const METER_ID = 'mtr_test'
const UINT32 = 2 ** 32
export const METER_EVENT_NAME = 'api_usage_micro_usd'

type Counted = { readonly customer: string; readonly timestamp: number; readonly value: number }
type Answer = {
  readonly status: number
  readonly body: object
  readonly headers?: Record<string, string>
}

const NO_CUSTOMER: Answer = {
  status: 404,
  body: {
    error: {
      message: 'No such customer.',
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
    },
  },
}

const refusal = (status: number, message: string, type = 'invalid_request_error'): Answer => ({
  status,
  body: { error: { message, type } },
  headers: { 'stripe-should-retry': String(status === 429 || status >= 500) },
})

/** What goes wrong with a request. */
const makeFate = (seed: number) => {
  const attempts = new Map<string, number>()
  return (what: string, identifier: string, probability: number): boolean => {
    if (probability <= 0) return false
    const attempt = (attempts.get(`${what} ${identifier}`) ?? 0) + 1
    attempts.set(`${what} ${identifier}`, attempt)
    const hash = createHash('sha256').update(`${seed} ${what} ${identifier} ${attempt}`).digest()
    return hash.readUInt32BE(0) / UINT32 < probability
  }
}

const makeMeter = (options: MeterServerOptions) => {
  const { seed, now = Date.now, eventName = METER_EVENT_NAME } = options
  let odds = { drop: 0, double: 0, failAfterTaking: 0, tooMany: 0, conflict: 0, ...options }
  const fate = makeFate(seed)
  const seen = new Map<string, number>()
  const counted: Counted[] = []
  const customers = new Map<string, string>()
  const accounts = new Map<string, string>()
  const counts = {
    taken: 0,
    dropped: 0,
    doubled: 0,
    failedAfterTaking: 0,
    refusedAsKnown: 0,
    tooMany: 0,
    requests: 0,
  }

  const malformed = (form: URLSearchParams): string | null => {
    const value = form.get('payload[value]') ?? ''
    const at = Number(form.get('timestamp')) * 1_000
    if (form.get('event_name') !== eventName) return 'No active meter with this event name.'
    if (!/^-?\d{1,15}$/.test(value)) return 'The value must be a whole number.'
    if (!accounts.has(form.get('payload[stripe_customer_id]') ?? '')) return 'No such customer.'
    if (!Number.isInteger(at) || at > now() + FUTURE_MS) return 'The timestamp is in the future.'
    return at < now() - OLDEST_DAYS * DAY_MS ? 'The timestamp is too old.' : null
  }

  const takeEvent = (form: URLSearchParams): Answer => {
    const identifier = form.get('identifier') ?? ''
    const wrong = malformed(form)
    if (wrong !== null) return refusal(400, wrong)
    if (fate('too-many', identifier, odds.tooMany)) {
      counts.tooMany += 1
      return {
        ...refusal(429, 'Too many requests.', 'rate_limit_error'),
        headers: { 'retry-after': '1' },
      }
    }
    if (fate('conflict', identifier, odds.conflict))
      return refusal(409, 'Another request holds this object.')
    if ((seen.get(identifier) ?? -Infinity) > now() - DAY_MS) {
      counts.refusedAsKnown += 1
      return refusal(400, `An event already exists with identifier ${identifier}.`)
    }
    const answer = { status: 200, body: { object: 'billing.meter_event', identifier } }
    if (fate('drop', identifier, odds.drop)) {
      counts.dropped += 1
      return answer
    }
    const event = {
      customer: form.get('payload[stripe_customer_id]') ?? '',
      timestamp: Number(form.get('timestamp')),
      value: Number(form.get('payload[value]')),
    }
    seen.set(identifier, now())
    counted.push(event)
    counts.taken += 1
    if (fate('double', identifier, odds.double)) {
      counted.push(event)
      counts.doubled += 1
    }
    if (!fate('fail', identifier, odds.failAfterTaking)) return answer
    counts.failedAfterTaking += 1
    return refusal(500, 'Something went wrong.', 'api_error')
  }

  const makeCustomer = (form: URLSearchParams, idempotencyKey: string): Answer => {
    const known = customers.get(idempotencyKey)
    const id = known ?? `cus_test${customers.size + 1}`
    customers.set(idempotencyKey === '' ? id : idempotencyKey, id)
    accounts.set(id, form.get('metadata[account]') ?? '')
    return { status: 200, body: { id, object: 'customer' } }
  }

  const summaries = (query: URLSearchParams): Answer => {
    const [from, to] = [Number(query.get('start_time')), Number(query.get('end_time'))]
    if (from % MINUTE_SECONDS !== 0 || to % MINUTE_SECONDS !== 0 || to <= from)
      return refusal(400, 'Times must be aligned with minutes.')
    if (!accounts.has(query.get('customer') ?? '')) return NO_CUSTOMER
    const inside = counted.filter(
      ({ customer, timestamp }) =>
        customer === query.get('customer') && timestamp >= from && timestamp < to,
    )
    const data = [
      {
        id: 'mtrusg_test',
        object: 'billing.meter_event_summary',
        aggregated_value: inside.reduce((sum, { value }) => sum + value, 0),
        start_time: from,
        end_time: to,
        meter: METER_ID,
        livemode: false,
      },
    ]
    return {
      status: 200,
      body: { object: 'list', data: inside.length > 0 ? data : [], has_more: false },
    }
  }

  const meters = (): Answer => ({
    status: 200,
    body: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: METER_ID,
          object: 'billing.meter',
          event_name: eventName,
          status: 'active',
          default_aggregation: { formula: 'sum' },
        },
      ],
    },
  })

  const sumBy = (nameOf: (event: Counted) => string): Map<string, number> => {
    const sums = new Map<string, number>()
    for (const event of counted)
      sums.set(nameOf(event), (sums.get(nameOf(event)) ?? 0) + event.value)
    return sums
  }
  return {
    answer: (
      route: string,
      query: URLSearchParams,
      form: URLSearchParams,
      idempotencyKey: string,
    ): Answer => {
      counts.requests += 1
      if (route === 'POST /v1/billing/meter_events') return takeEvent(form)
      if (route === 'POST /v1/customers') return makeCustomer(form, idempotencyKey)
      if (route === 'GET /v1/billing/meters') return meters()
      if (route === `GET /v1/billing/meters/${METER_ID}/event_summaries`) return summaries(query)
      return refusal(404, 'Unrecognized request URL.')
    },
    removeCustomer: (accountId: string) => {
      for (const [id, account] of accounts) if (account === accountId) accounts.delete(id)
    },
    set: (changes: Partial<typeof odds>) => {
      odds = { ...odds, ...changes }
    },
    totals: (): MeterTotals => ({
      ...counts,
      microUsd: counted.reduce((sum, { value }) => sum + value, 0),
      byCustomer: sumBy(({ customer }) => customer),
      byAccount: sumBy(({ customer }) => accounts.get(customer) ?? ''),
    }),
  }
}

const BASE = 'http://127.0.0.1'

/** Starts it on a free port. Any API key is good. */
export const startMeterServer = async (options: MeterServerOptions): Promise<MeterServer> => {
  const meter = makeMeter(options)
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', BASE)
    const form = new URLSearchParams(await text(request))
    const key = String(request.headers['idempotency-key'] ?? '')
    const { status, body, headers } = meter.answer(
      `${request.method} ${pathname}`,
      searchParams,
      form,
      key,
    )
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${BASE}:${(server.address() as AddressInfo).port}`,
    totals: meter.totals,
    removeCustomer: meter.removeCustomer,
    set: meter.set,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
