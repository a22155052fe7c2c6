/** API processes that charge for what they answer, their clients, and the meter that reports it. */
import { Fault } from '#contracts/fault.ts'
import type { Slug } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { makeLedger } from '#infra/postgres/money/ledger.ts'
import { makeMeterRecords } from '#infra/postgres/money/meter-records.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import type { KeyRecord } from '#query-api/auth/ports.ts'
import { makeBilling } from '#query-api/billing/billing.ts'
import { makeCallGate } from '#query-api/billing/call-gate.ts'
import { followLedger } from '#query-api/billing/meter/follow.ts'
import type { MeterDeps } from '#query-api/billing/meter/ports.ts'
import { recentMonths, reconcile } from '#query-api/billing/meter/reconcile.ts'
import { startSweeper } from '#query-api/billing/sweeper.ts'
import { asHost, type Host } from '../kernel/simulation.ts'
import type { World } from '../world.ts'
import { KEYS } from './keys.ts'
import { openStores } from './stores.ts'

const MICRO = 1_000_000
const GATE = { inFlightMax: 3, perKeyMax: 2, waitMs: 400 }
const NETWORK_MS = 30
const PATIENCE_MS = 4_000
const PAUSE_MS = 700
const ATTEMPTS_MAX = 60
/** Together the pauses are longer than any jump of a clock, which may prolong a reservation. */
const PAUSES_GROW_MAX = 20
/** A short life, so that reservations expire during a run. */
const RESERVATION_SECONDS = 5
/** Long answers outlive their reservation. */
const LONG_MS = 8_000

type Request = {
  readonly call: string
  readonly attempt: number
  readonly key: KeyRecord
  readonly idempotencyKey: string | undefined
  readonly slug: Slug
  readonly isLong: boolean
}
type Response =
  | { readonly status: 200; readonly headers: Readonly<Record<string, string>> }
  | { readonly status: 404 | 500 }
  | { readonly status: 'refused'; readonly code: string }

type Api = { readonly host: Host; handle(request: Request): Promise<Response> }

const openApi = (world: World, host: Host): Api & { close(): Promise<void> } => {
  const { simulation } = world
  const { pool } = openStores()
  const ledger = makeLedger(pool, { reservationSeconds: RESERVATION_SECONDS })
  const gate = makeCallGate(GATE)
  const billing = makeBilling({
    ledger,
    pepper: 'pepper',
    gates: { reading: gate, computing: gate },
  })
  const articles = makeArticleReader(pool)
  const sweeper = startSweeper(
    [
      async () => {
        const { reservations } = await ledger.sweep()
        return reservations > 100
      },
    ],
    () => undefined,
  )
  const handle = async (request: Request): Promise<Response> => {
    const { call, attempt, slug, isLong } = request
    const idempotency = billing.idempotency(request.idempotencyKey, {
      method: 'GET',
      path: `/articles/${slug}`,
      body: undefined,
    })
    try {
      const requestId = `${call}-${attempt}`
      const billed = await billing.charge(
        { operation: 'article', key: request.key, requestId, idempotency },
        async () => {
          const answer = await articles.bySlug(slug)
          if (isLong) await simulation.step('computes', LONG_MS)
          world.invariants.checkAnswer(slug, answer)
          return { value: answer, billable: answer.article !== null }
        },
      )
      if ('problem' in billed)
        return { status: 'refused', code: billed.problem.body.reason ?? billed.problem.body.error }
      return billed.value.article === null
        ? { status: 404 }
        : { status: 200, headers: billed.headers }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { status: 500 }
    }
  }
  return { host, handle, close: () => sweeper.close() }
}

/** One request over the network; null where no answer came. */
const ask = async (
  world: World,
  api: Api | undefined,
  request: Request,
): Promise<Response | null> => {
  const { simulation } = world
  if (api === undefined) return null
  await simulation.step('request', NETWORK_MS, null)
  if (!api.host.isAlive) return null
  const { promise, resolve } = Promise.withResolvers<Response | null>()
  const patience = simulation.after(PATIENCE_MS, 'client gives up', () => resolve(null), null)
  const answer = async (): Promise<void> => {
    const { host } = api
    world.oracle.answering.set(request, host)
    const response = await asHost(host, () => api.handle(request)).finally(() =>
      world.oracle.answering.delete(request),
    )
    const isLost = simulation.random.chance(world.trouble.answersLost)
    await simulation.step('response', NETWORK_MS, null)
    if (!isLost) resolve(response)
  }
  answer().catch((error: unknown) => {
    simulation.fail('no-unhandled-error', String((error as Error).stack))
  })
  const response = await promise
  patience.cancel()
  return response
}

const callUntilAnswered = async (
  world: World,
  pickApi: () => Api | undefined,
  first: Omit<Request, 'attempt'>,
): Promise<void> => {
  const { simulation, oracle } = world
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const response = await ask(world, pickApi(), { ...first, attempt })
    if (response !== null) {
      simulation.note(`${first.call}: ${response.status}`)
      if (response.status === 200) {
        const { [HEADERS.usageId]: usageId, [HEADERS.costUsd]: cost } = response.headers
        if (usageId === undefined || cost === undefined)
          simulation.fail('headers-equal-ledger', `${first.call} was answered without a price`)
        else
          oracle.charges.push({
            call: first.call,
            usageId,
            microUsd: Math.round(Number(cost) * MICRO),
            keyId: first.key.keyId,
            isIdempotent: first.idempotencyKey !== undefined,
          })
        return
      }
      if (response.status === 404) {
        // An earlier attempt may have been charged before the text was taken back.
        if (attempt > 1) oracle.endedOtherwise.push(first.call)
        return
      }
      if (response.status === 'refused') {
        oracle.refusedCalls.push({ call: first.call, code: response.code })
        if (response.code !== 'request_in_progress' && response.code !== 'overloaded') {
          oracle.endedOtherwise.push(first.call)
          return
        }
      }
    }
    // Without a key a repeat would be another call.
    if (first.idempotencyKey === undefined) return
    const pauseMs = PAUSE_MS * Math.min(attempt, PAUSES_GROW_MAX)
    await simulation.step('client pauses', pauseMs, null)
  }
  simulation.fail('every-call-answered', `${first.call} was asked ${ATTEMPTS_MAX} times`)
}

export type BillingOptions = {
  readonly apis: number
  readonly calls: number
  readonly slugs: readonly Slug[]
}

export const startBilling = (world: World, { apis, calls, slugs }: BillingOptions): void => {
  const { simulation } = world
  const running = new Map<string, Api>()
  for (let number = 1; number <= apis; number += 1) {
    const name = `api-${number}`
    world.start(name, async (signal, host) => {
      const api = openApi(world, host)
      running.set(name, api)
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
      })
      await api.close()
    })
  }
  const { random } = simulation
  const pickApi = (): Api | undefined => {
    const alive = [...running.values()].filter(({ host }) => host.isAlive)
    return alive.length === 0 ? undefined : random.pick(alive)
  }
  world.work(
    (async () => {
      const open: Promise<void>[] = []
      for (let number = 1; number <= calls; number += 1) {
        await simulation.step('client calls', PAUSE_MS, null)
        const call = `call-${number}`
        world.oracle.calls += 1
        open.push(
          callUntilAnswered(world, pickApi, {
            call,
            key: random.pick(KEYS),
            idempotencyKey: random.chance(0.7) ? `key-${call}` : undefined,
            slug: random.pick(slugs),
            isLong: random.chance(0.1),
          }),
        )
      }
      await Promise.all(open)
    })(),
  )
  world.start('meter', async (signal) => {
    await followLedger(meterDepsOf(world), { signal })
  })
}

const meterDepsOf = (world: World): MeterDeps => {
  const { pool, lock } = openStores()
  return {
    meter: world.provider.meter,
    records: makeMeterRecords(pool),
    lock: { hold: (signal, work) => lock.hold('meter', signal, work) },
    clock: () => Date.now(),
  }
}

/** Compares ledger and meter as an operator does, and repairs. */
export const reconcileAll = (world: World) =>
  reconcile(meterDepsOf(world), {
    months: recentMonths(world.postgres.clock()),
    lagMs: 0,
    signal: new AbortController().signal,
  })
