/** Stripe's billing meters as the external meter. */
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import type { Meter, MeterOutcome } from '#query-api/billing/meter/ports.ts'

/**
 * Time limit of a call, default pause before a retry (both milliseconds), and number of meters
 * listed.
 */
const LIMITS = {
  callMs: 20_000,
  retryMs: 500,
  metersMax: 100,
  retryAfterSecondsMax: 3_600,
} as const
const SECOND_MS = 1_000
/** Another request was in the way, or too many were: nothing was decided about this one. */
const COME_AGAIN: readonly number[] = [409, 429]
const SERVER_ERRORS_FROM = 500
const DENIED: readonly number[] = [401, 403]
// Stripe refuses an identifier that it accepted within 24 hours with this message, without a code.
const KNOWN = /already exists with identifier/i
const TOO_OLD = /timestamp.{0,200}(past|old)|35 (calendar )?days/i

export type StripeMeterOptions = {
  readonly apiKey: string
  /** Address of Stripe; null: the usual one. */
  readonly apiBase: string | null
  /** Event name of the meter, which must sum (`default_aggregation[formula]=sum`). */
  readonly eventName: string
}

const addressOf = (apiBase: string | null): Stripe.StripeConfig => {
  if (apiBase === null) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, ...(port === '' ? {} : { port: Number(port) }) }
}

/** A large package, which only services that bill through Stripe need. */
const loadStripe = () => import('stripe')

const openStripe = async ({ apiKey, apiBase }: StripeMeterOptions): Promise<Stripe> => {
  const stripePackage = await loadStripe()
  return new stripePackage.Stripe(apiKey, {
    ...addressOf(apiBase),
    // The loop retries: it knows what was accepted and how long to wait.
    maxNetworkRetries: 0,
    timeout: LIMITS.callMs,
    telemetry: false,
  })
}

const retryAfterOf = (error: Stripe.errors.StripeError): number | undefined => {
  const text = (error.headers as Record<string, string | undefined> | undefined)?.['retry-after']
  const seconds = Number(text)
  if (text === undefined || !Number.isFinite(seconds) || seconds < 0) return undefined
  return Math.min(seconds, LIMITS.retryAfterSecondsMax) * SECOND_MS
}

const unavailable = (cause: unknown, retryAfterMs: number = LIMITS.retryMs): Fault =>
  new Fault('meter-unavailable', { cause, retryAfterMs })

const denied = (cause: unknown): Fault => new Fault('meter-denied', { cause, retryAfterMs: 60_000 })

const misconfigured = (message: string, cause?: unknown): Fault =>
  new Fault('meter-misconfigured', message, {
    cause,
    hint: 'Make an active meter that sums, with the event name of STRIPE_METER_EVENT_NAME.',
    retryAfterMs: 60_000,
  })

/**
 * Throws a Fault if a retry may help; else returns the refusal. The provider's message stays
 * private.
 */
const refusalOf = async (error: unknown): Promise<Stripe.errors.StripeError> => {
  const { errors } = (await loadStripe()).Stripe
  if (!(error instanceof errors.StripeError)) throw unavailable(error)
  const status = error.statusCode ?? 0
  if (DENIED.includes(status)) throw denied(error)
  if (status === 0 || COME_AGAIN.includes(status) || status >= SERVER_ERRORS_FROM)
    throw unavailable(error, retryAfterOf(error))
  return error
}

const REASONS: Readonly<Record<string, string>> = { resource_missing: 'customer-unknown' }
const outcomeOf = async (error: unknown): Promise<MeterOutcome> => {
  const refusal = await refusalOf(error)
  if (KNOWN.test(refusal.message)) return { outcome: 'known' }
  if (TOO_OLD.test(refusal.message)) return { outcome: 'refused', reason: 'too-old' }
  return { outcome: 'refused', reason: REASONS[refusal.code ?? ''] ?? 'invalid' }
}

const Summary = z.object({ aggregated_value: z.number() })

/** A customer that was deleted: nothing can be counted for it, and it holds up no other one. */
const isCustomerGone = ({ code, param }: Stripe.errors.StripeError): boolean =>
  code === 'resource_missing' && param === 'customer'

const findMeter = async (stripe: Stripe, eventName: string): Promise<Stripe.Billing.Meter> => {
  const { data } = await stripe.billing.meters
    .list({ status: 'active', limit: LIMITS.metersMax })
    .catch(async (error: unknown) => {
      throw misconfigured('The billing provider does not show its meters.', await refusalOf(error))
    })
  const found = data.find(({ event_name }) => event_name === eventName)
  if (found === undefined)
    throw misconfigured(`The billing provider has no active meter ${eventName}.`)
  return found
}

/** Checks the meter for `pandect doctor`. Throws a Fault if it is missing or does not sum. */
export const checkStripeMeter = async (options: StripeMeterOptions): Promise<void> => {
  const { default_aggregation: aggregation } = await findMeter(
    await openStripe(options),
    options.eventName,
  )
  if (aggregation.formula !== 'sum')
    throw misconfigured(
      `The meter ${options.eventName} of the billing provider does not sum (${aggregation.formula}).`,
    )
}

/** Remembers only the meter's id. Values are micro-dollars: the price of a unit is 0.0001 cents. */
export const makeStripeMeter = (options: StripeMeterOptions): Meter => {
  let opening: Promise<Stripe> | null = null
  const opened = (): Promise<Stripe> => (opening ??= openStripe(options))
  const { eventName } = options
  let meterId: string | null = null
  return {
    send: async ({ identifier, customerId, microUsd, atSeconds }) => {
      try {
        const stripe = await opened()
        await stripe.billing.meterEvents.create({
          event_name: eventName,
          identifier,
          timestamp: atSeconds,
          payload: { stripe_customer_id: customerId, value: String(microUsd) },
        })
        return { outcome: 'taken' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    sum: async (customer, fromSeconds, toSeconds) => {
      const stripe = await opened()
      meterId ??= (await findMeter(stripe, eventName)).id
      const page = {
        customer,
        start_time: fromSeconds,
        end_time: toSeconds,
        limit: LIMITS.metersMax,
      }
      const { data } = await stripe.billing.meters
        .listEventSummaries(meterId, page)
        .catch(async (error: unknown) => {
          const refusal = await refusalOf(error)
          if (isCustomerGone(refusal)) return { data: [] }
          throw misconfigured('The billing provider refuses to sum its meter.', refusal)
        })
      return data
        .map((one) => Summary.parse(one).aggregated_value)
        .reduce((sum, value) => sum + value, 0)
    },
    makeCustomer: async (accountId) => {
      try {
        // No name and no address: the provider asks its customer for invoice details.
        const stripe = await opened()
        const customer = await stripe.customers.create(
          { metadata: { account: accountId } },
          { idempotencyKey: `customer-${accountId}` },
        )
        return customer.id
      } catch (error) {
        throw misconfigured('The billing provider makes no customer.', await refusalOf(error))
      }
    },
  }
}
