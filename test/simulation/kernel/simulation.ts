/**
 * One virtual clock and one scheduler. Between two events of the queue everything that promises can
 * do is done, so the order of all steps follows from the seed alone.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { makeRandom, type Random } from './random.ts'

/** A process of the simulated service; its code runs in the context of its host. */
export type Host = {
  readonly name: string
  readonly random: Random
  /** A killed host does no further step: its calls are never answered. */
  isAlive: boolean
  /** What its clock shows beside the true time, milliseconds. */
  skewMs: number
}

export type Timer = { cancel(): void }

type Event = {
  readonly at: number
  readonly order: number
  readonly label: string
  readonly host: Host | null
  run: (() => void) | null
}

/** Something that must always be true and was not. */
export class InvariantBroken extends Error {
  readonly invariant: string

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`)
    this.name = 'InvariantBroken'
    this.invariant = invariant
  }
}

export type Simulation = {
  readonly seed: number
  /** For what the scenario and the engines draw. */
  readonly random: Random
  /** True time, milliseconds since 1970. */
  now(): number
  /** Runs later, unless its host was killed until then. */
  after(delayMs: number, label: string, run: () => void, host?: Host | null): Timer
  /** Returns later; never where the host was killed until then. */
  step(label: string, delayMsMax: number, host?: Host | null): Promise<void>
  /** Adds a line to the trace. */
  note(line: string): void
  /** Breaks the run with an invariant that does not hold. */
  fail(invariant: string, detail: string): void
  makeHost(name: string, skewMs?: number): Host
  /** Steps until the work is done. Throws its error, and InvariantBroken. */
  run(work: () => Promise<void>): Promise<void>
  /** Steps taken, hash of all of them, and the last ones. */
  trace(): { readonly steps: number; readonly hash: string; readonly last: readonly string[] }
}

/** Virtual time at the start of a run. */
const START_MS = Date.parse('2026-03-30T09:00:00.000Z')
const LAST_STEPS = 40
/** A run that takes more steps than this does not come to rest. */
const STEPS_MAX = 60_000

const hosts = new AsyncLocalStorage<Host>()
/** The host whose code is running; null: the scenario itself. */
export const currentHost = (): Host | null => hosts.getStore() ?? null
export const asHost = <T>(host: Host | null, work: () => T): T =>
  host === null ? hosts.exit(work) : hosts.run(host, work)

let active: Simulation | null = null
/**
 * The simulation under way; null outside of one, where time and chance are those of the machine.
 */
export const activeSimulation = (): Simulation | null => active

/** A hash of lines, in order: two 32-bit halves of cyrb53 by bryc (public domain). */
const makeLineHash = () => {
  let [one, two] = [0xdeadbeef, 0x41c6ce57]
  return {
    add: (line: string): void => {
      for (let at = 0; at < line.length; at += 1) {
        const unit = line.charCodeAt(at)
        one = Math.imul(one ^ unit, 2_654_435_761)
        two = Math.imul(two ^ unit, 1_597_334_677)
      }
      one = Math.imul(one ^ 10, 2_654_435_761)
      two = Math.imul(two ^ 10, 1_597_334_677)
    },
    print: (): string =>
      (one >>> 0).toString(16).padStart(8, '0') + (two >>> 0).toString(16).padStart(8, '0'),
  }
}

/** A binary heap by time, then by the order that was drawn. */
const makeQueue = () => {
  const heap: Event[] = []
  const isBefore = (a: Event, b: Event): boolean =>
    a.at < b.at || (a.at === b.at && a.order < b.order)
  return {
    push: (event: Event): void => {
      let at = heap.length
      heap.push(event)
      while (at > 0) {
        const above = (at - 1) >> 1
        const parent = heap[above]
        if (parent === undefined || !isBefore(event, parent)) break
        heap[at] = parent
        at = above
      }
      heap[at] = event
    },
    pop: (): Event | undefined => {
      const first = heap[0]
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      let at = 0
      for (;;) {
        let below = 2 * at + 1
        const [left, right] = [heap[below], heap[below + 1]]
        if (left === undefined) break
        let child = left
        if (right !== undefined && isBefore(right, left)) {
          below += 1
          child = right
        }
        if (!isBefore(child, last)) break
        heap[at] = child
        at = below
      }
      heap[at] = last
      return first
    },
  }
}

const realImmediate = setImmediate

export const makeSimulation = (seed: number): Simulation => {
  const random = makeRandom(seed)
  const ordering = random.fork()
  const queue = makeQueue()
  const hash = makeLineHash()
  const last: string[] = []
  let time = START_MS + random.between(0, 3 * 86_400_000)
  let steps = 0
  let broken: Error | null = null

  const note = (line: string): void => {
    const whole = `${time - START_MS} ${line}`
    hash.add(whole)
    last.push(whole)
    if (last.length > LAST_STEPS) last.shift()
  }
  const after: Simulation['after'] = (delayMs, label, run, host = currentHost()) => {
    // Events at the same time come in any order.
    const event: Event = {
      at: time + Math.max(0, Math.round(delayMs)),
      order: ordering.next(),
      label,
      host,
      run,
    }
    queue.push(event)
    return { cancel: () => void (event.run = null) }
  }
  const take = (): boolean => {
    for (;;) {
      const event = queue.pop()
      if (event === undefined) return false
      const { run, host, label, at } = event
      if (run === null || host?.isAlive === false) continue
      time = Math.max(time, at)
      steps += 1
      note(host === null ? label : `${host.name} ${label}`)
      asHost(host, run)
      return true
    }
  }
  const unhandled = (error: unknown): void => {
    broken ??= new InvariantBroken(
      'no-unhandled-error',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    )
  }
  const simulation: Simulation = {
    seed,
    random,
    now: () => time,
    after,
    step: (label, delayMsMax, host = currentHost()) =>
      new Promise((resolve) => {
        after(random.next() * delayMsMax, label, resolve, host)
      }),
    note,
    fail: (invariant, detail) => {
      broken ??= new InvariantBroken(invariant, detail)
    },
    makeHost: (name, skewMs = 0) => ({ name, random: random.fork(), isAlive: true, skewMs }),
    trace: () => ({ steps, hash: hash.print(), last: [...last] }),
    run: (work) =>
      new Promise<void>((resolve, reject) => {
        active = simulation
        let isDone = false
        process.on('unhandledRejection', unhandled)
        const end = (finish: () => void): void => {
          process.removeListener('unhandledRejection', unhandled)
          active = null
          finish()
        }
        const whole = async (): Promise<void> => {
          try {
            await work()
            isDone = true
          } catch (error) {
            broken ??= error instanceof Error ? error : new Error(String(error))
          }
        }
        void hosts.exit(whole)
        const turn = (): void => {
          if (broken !== null) {
            const error = broken
            end(() => reject(error))
          } else if (isDone) end(resolve)
          else if (steps >= STEPS_MAX)
            end(() => reject(new InvariantBroken('comes-to-rest', `${STEPS_MAX} steps`)))
          else {
            try {
              if (!take()) broken = new InvariantBroken('comes-to-rest', 'nothing is left to do')
            } catch (error) {
              broken = error instanceof Error ? error : new Error(String(error))
            }
            // The promises that the event resolved run before this does.
            realImmediate(turn)
          }
        }
        realImmediate(turn)
      }),
  }
  return simulation
}
