/**
 * The bill under fire: calls over three API processes that are killed at random, each with an
 * idempotency key and asked until it is answered, some twice on purpose, against a meter that
 * loses, doubles and lies. At the end headers, ledger and meter agree.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { MICRO_PER_USD, printUsd } from '#contracts/tariff.ts'
import { reportUsage } from '#query-api/billing/meter/send.ts'
import {
  type Answered,
  askUntilAnswered,
  type Call,
  closeConnections,
  drawCalls,
  makeRandom,
  pick,
} from './calls.ts'
import { checkLedger, meterFaults } from './check.ts'
import type { MeterTotals } from './meter-server.ts'
import { openWorld, type World } from './world.ts'

export type RunOptions = {
  readonly calls: number
  readonly seed: number
  /** Called now and then. */
  readonly onProgress?: (answered: number, kills: number) => void
}

const CLIENTS = 64
const KILL_EVERY_CALLS = 1_000
const KILLS_MIN = 4
const FAULTS_SHOWN = 20
const PROGRESS_EVERY = 5_000
const METER_WAIT_MS = 1_800_000
const PAUSE_MS = 5
const RECONCILIATIONS_MAX = 10

const microOf = (cost: string): number => Math.round(Number(cost) * MICRO_PER_USD)

/** Records what clients were answered. */
const makeNotes = () => {
  const seen = new Map<string, number>()
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  let attempts = 0
  let warnings = 0
  const note = (call: Call, answers: readonly Answered[]): void => {
    const ids = new Set(answers.flatMap(({ usageId }) => (usageId === null ? [] : [usageId])))
    if (ids.size > 1) faults.push(`call ${call.id} has ${ids.size} usage ids`)
    for (const { status, cost, usageId, warned, reason, attempts: tried } of answers) {
      const name = status === 200 ? '200' : `${status} ${reason}`
      statuses[name] = (statuses[name] ?? 0) + 1
      attempts += tried
      if (warned) warnings += 1
      if ((status === 200) !== (usageId !== null)) faults.push(`usage id of call ${call.id}`)
      if (usageId === null) continue
      const micro = microOf(cost)
      if (seen.has(usageId) && seen.get(usageId) !== micro) faults.push(`two costs of ${usageId}`)
      seen.set(usageId, micro)
    }
  }
  return {
    seen,
    note,
    onError: (cost: string) => {
      if (cost !== '0') faults.push(`an error cost ${cost}`)
    },
    figures: () => ({ faults, statuses, attempts, warnings }),
  }
}
type Notes = ReturnType<typeof makeNotes>

/**
 * Kills one of the processes whenever so many calls have been answered; a killed one comes back
 * while others go on.
 */
const makeKiller = ({ apis, meter }: World, total: number, seed: number) => {
  const random = makeRandom(seed + 1)
  const every = Math.max(1, Math.min(KILL_EVERY_CALLS, Math.floor(total / KILLS_MIN)))
  const victims = [...apis, ...apis, meter]
  const underWay = new Set<Promise<void>>()
  const down = new Set<unknown>()
  let next = Math.floor(every * random())
  let kills = 0
  return {
    kills: () => kills,
    answered: (count: number): void => {
      if (count < next) return
      next += Math.floor(every * (0.5 + random()))
      const victim = pick(random, victims)
      if (down.has(victim)) return
      down.add(victim)
      kills += 1
      const killing = victim.kill().finally(() => {
        down.delete(victim)
        underWay.delete(killing)
      })
      underWay.add(killing)
    },
    settled: () => Promise.all(underWay),
  }
}

const askAll = async (
  world: World,
  { calls, seed, onProgress }: RunOptions,
  { note, onError }: Notes,
): Promise<number> => {
  const keys = world.payers.map(({ key }) => key)
  const waiting = drawCalls(makeRandom(seed), calls, keys).values()
  const killer = makeKiller(world, calls, seed)
  // As a load balancer would: a process that is known to be down is passed over.
  const ports = (): number[] => world.apis.filter((api) => api.isUp()).map((api) => api.port())
  let answered = 0
  const ask = (call: Call): Promise<Answered> => askUntilAnswered(ports, call, world.slugs, onError)
  const carryOut = async (call: Call): Promise<Answered[]> => {
    if (call.twice === 'at-once') return Promise.all([ask(call), ask(call)])
    const first = await ask(call)
    return call.twice === 'no' ? [first] : [first, await ask(call)]
  }
  const client = async (): Promise<void> => {
    for (const call of waiting) {
      note(call, await carryOut(call))
      answered += 1
      killer.answered(answered)
      if (answered % PROGRESS_EVERY === 0) onProgress?.(answered, killer.kills())
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await killer.settled()
  return killer.kills()
}

/**
 * Until the meter has answered for each charge. Its process waits longer and longer after faults;
 * here, not.
 */
const sendTheRest = async ({ meter, meterDeps }: World): Promise<void> => {
  await meter.stop()
  const signal = AbortSignal.timeout(METER_WAIT_MS)
  for (;;) {
    const { caughtUp } = await reportUsage(meterDeps, signal)
    if (caughtUp) return
    await sleep(PAUSE_MS, undefined, { signal })
  }
}

const reconciled = async (world: World): Promise<number> => {
  for (let round = 1; round <= RECONCILIATIONS_MAX; round += 1) {
    const { code } = await world.command('billing', 'reconcile', '--json')
    if (code === 0) return round
  }
  return RECONCILIATIONS_MAX
}

export type RunReport = {
  readonly seed: number
  readonly calls: number
  readonly seconds: number
  readonly kills: number
  readonly attempts: number
  readonly statuses: Readonly<Record<string, number>>
  readonly capWarnings: number
  readonly charges: number
  readonly tiersCrossed: number
  readonly headersUsd: string
  readonly ledgerUsd: string
  readonly ledgerBeforeUsd: string
  readonly meterBeforeReconciliationUsd: string
  readonly meterUsd: string
  readonly reconciliations: number
  readonly meter: Omit<MeterTotals, 'byCustomer' | 'byAccount' | 'microUsd'>
  readonly faults: readonly string[]
  /** Whether headers, ledger and meter agree. */
  readonly agreed: boolean
}

const reportOn = async (
  world: World,
  options: RunOptions,
  notes: Notes,
  { kills, seconds }: { readonly kills: number; readonly seconds: number },
): Promise<RunReport> => {
  const checked = await checkLedger(world, notes.seen)
  await sendTheRest(world)
  const before = world.meterServer.totals()
  world.meterServer.set({ drop: 0, double: 0, failAfterTaking: 0 })
  const reconciliations = await reconciled(world)
  const { byCustomer: _, byAccount, microUsd, ...counts } = world.meterServer.totals()
  const figures = notes.figures()
  const faults = [
    ...figures.faults,
    ...checked.faults,
    ...(await meterFaults(world.pool, world.meterServer.totals())),
    ...(checked.headersMicroUsd === checked.ledgerMicroUsd ? [] : ['sum of headers and ledger']),
    ...(microUsd === checked.ledgerMicroUsd + checked.ledgerBeforeMicroUsd
      ? []
      : ['sum of ledger and meter']),
    ...(byAccount.size > 0 ? [] : ['the meter took nothing']),
  ]
  return {
    seed: options.seed,
    calls: options.calls,
    seconds: Math.round(seconds),
    kills,
    attempts: figures.attempts,
    statuses: figures.statuses,
    capWarnings: figures.warnings,
    charges: checked.charges,
    tiersCrossed: checked.tiersCrossed,
    headersUsd: printUsd(checked.headersMicroUsd),
    ledgerUsd: printUsd(checked.ledgerMicroUsd),
    ledgerBeforeUsd: printUsd(checked.ledgerBeforeMicroUsd),
    meterBeforeReconciliationUsd: printUsd(before.microUsd),
    meterUsd: printUsd(microUsd),
    reconciliations,
    meter: counts,
    faults: faults.slice(0, FAULTS_SHOWN),
    agreed: faults.length === 0,
  }
}

/** One run. Everything that it starts is ended. */
export const runBilling = async (options: RunOptions): Promise<RunReport> => {
  const world = await openWorld(options.seed)
  try {
    const notes = makeNotes()
    const started = performance.now()
    const kills = await askAll(world, options, notes)
    const seconds = (performance.now() - started) / 1_000
    return await reportOn(world, options, notes, { kills, seconds })
  } finally {
    closeConnections()
    await world.close()
  }
}
