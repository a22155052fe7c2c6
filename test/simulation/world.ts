/** One simulated world: engines, processes that run and die, and what was promised to whom. */
import { Fault } from '#contracts/fault.ts'
import { type Brokers, makeBrokers } from './engines/kafkajs.ts'
import { makeMeterProvider, type MeterProvider } from './engines/meter.ts'
import { makeReceivers, type Receivers } from './engines/receivers.ts'
import { makePostgresServer, type PostgresServer } from './engines/postgres/server.ts'
import { asHost, type Host, type Simulation } from './kernel/simulation.ts'
import { installWatching, type Watching } from './invariants/always.ts'
import { makeOracle, type Oracle } from './oracle.ts'

/** Where every process of the world connects to; the stand-in of `pg` does not read it. */
export const CONNECTION = 'postgresql://simulation'

/** A process under a supervisor that starts it again when it ends. */
export type Service = {
  readonly name: string
  host(): Host | null
  /** It does no further step; its connections close a moment later. */
  kill(): void
  /** Ends it for good; it may finish what it does. */
  stop(): Promise<void>
}

/** Runs until `signal` aborts. An error of the machinery (a Fault) ends it, and it starts again. */
export type Boot = (signal: AbortSignal, host: Host) => Promise<void>

export type World = {
  readonly simulation: Simulation
  readonly postgres: PostgresServer
  readonly brokers: Brokers
  readonly provider: MeterProvider
  readonly receivers: Receivers
  /** Whether the read models have changes. */
  readonly tellsChanges: boolean
  readonly oracle: Oracle
  readonly services: Service[]
  /** Starts a process under supervision. `once`: it is done when it returns. */
  start(name: string, boot: Boot, options?: { readonly once?: boolean }): Service
  /** Whether every process that has an end has reached it. */
  isDone(): boolean
  /** Work outside of all processes, such as that of a client; the world is done after it. */
  work(work: Promise<void>): void
  /** What goes wrong between processes. */
  readonly trouble: { answersLost: number }
  readonly invariants: Watching
}

const RESTART_MS = 1_500
const CLOSE_MS = 1_000

export const makeWorld = (
  simulation: Simulation,
  { tellsChanges }: Pick<World, 'tellsChanges'>,
): World => {
  const { random } = simulation
  const postgres = makePostgresServer(simulation)
  const brokers = makeBrokers(simulation)
  const provider = makeMeterProvider(simulation)
  const services: Service[] = []
  const skewMsMax = random.chance(0.3) ? 300_000 : 0
  const skew = (): number => Math.round((random.next() * 2 - 1) * skewMsMax)
  let unfinished = 0

  const start: World['start'] = (name, boot, { once = false } = {}) => {
    let host: Host | null = null
    let ending = new AbortController()
    let isStopped = false
    let incarnation = 0
    let running: Promise<void> = Promise.resolve()
    if (once) unfinished += 1
    const again = (): void => {
      if (!isStopped) simulation.after(random.next() * RESTART_MS, `${name} starts`, launch, null)
    }
    /** A process that ended is nobody to kill until it starts again. */
    const rest = (own: Host): void => {
      if (host !== own) return
      host = null
      again()
    }
    const finish = (): void => {
      if (once && !isStopped) unfinished -= 1
      isStopped = true
    }
    const launch = (): void => {
      if (isStopped) return
      incarnation += 1
      const own = simulation.makeHost(`${name}#${incarnation}`, skew())
      host = own
      ending = new AbortController()
      const { signal } = ending
      const live = async (): Promise<void> => {
        try {
          await asHost(own, () => boot(signal, own))
          if (once) finish()
          else rest(own)
        } catch (error) {
          if (!(error instanceof Fault) && !signal.aborted) {
            const shown = error instanceof Error ? (error.stack ?? error.message) : String(error)
            simulation.fail('no-unhandled-error', `${name}: ${shown}`)
          }
          simulation.note(`${name} ended: ${error instanceof Fault ? error.code : 'error'}`)
          rest(own)
        }
      }
      running = live()
    }
    const service: Service = {
      name,
      host: () => host,
      kill: () => {
        const own = host
        if (own === null || isStopped) return
        simulation.note(`${name} is killed`)
        own.isAlive = false
        host = null
        postgres.dropHost(own, random.next() * CLOSE_MS)
        brokers.dropHost(own, random.next() * CLOSE_MS)
        again()
      },
      stop: async () => {
        finish()
        ending.abort()
        if (host !== null) await running
      },
    }
    services.push(service)
    launch()
    return service
  }
  const world: Omit<World, 'invariants'> = {
    simulation,
    postgres,
    brokers,
    provider,
    receivers: makeReceivers(simulation),
    tellsChanges,
    oracle: makeOracle(),
    services,
    start,
    isDone: () => unfinished === 0,
    work: (work) => {
      unfinished += 1
      const finish = async (): Promise<void> => {
        try {
          await work
          unfinished -= 1
        } catch (error) {
          simulation.fail('no-unhandled-error', String((error as Error).stack))
        }
      }
      void finish()
    },
    trouble: { answersLost: 0 },
  }
  return Object.assign(world, { invariants: installWatching(world) })
}
