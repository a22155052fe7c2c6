/** Replaces the clocks, timers and random numbers of this process by those of the simulation. */
import { activeSimulation, currentHost, type Timer } from './simulation.ts'

const real = {
  Date,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  random: Math.random.bind(Math),
  performanceNow: performance.now.bind(performance),
}

/** How late a timer may fire, milliseconds. */
const LATE_MS = 2

const wallClock = (): number => {
  const simulation = activeSimulation()
  return simulation === null
    ? real.Date.now()
    : Math.round(simulation.now() + (currentHost()?.skewMs ?? 0))
}

class VirtualDate extends real.Date {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(wallClock())
    else super(...(given as [number]))
  }

  static override now(): number {
    return wallClock()
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]'
  }
}

/** Looks like a timer of Node as far as its users look. */
const handleOf = (timers: { current: Timer | null }) => {
  const handle = {
    timers,
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
  }
  return handle
}
type Handle = ReturnType<typeof handleOf>

const virtualTimeout = (run: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]) => {
  const simulation = activeSimulation()
  if (simulation === null) return real.setTimeout(run, delayMs, ...given)
  const late = simulation.random.next() * LATE_MS
  const timer = simulation.after(Math.max(1, delayMs) + late, 'timer', () => run(...given))
  return handleOf({ current: timer })
}
const virtualInterval = (run: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]) => {
  const simulation = activeSimulation()
  if (simulation === null) return real.setInterval(run, delayMs, ...given)
  const timers: { current: Timer | null } = { current: null }
  const again = (): void => {
    timers.current = simulation.after(Math.max(1, delayMs), 'interval', () => {
      again()
      run(...given)
    })
  }
  again()
  return handleOf(timers)
}
const virtualImmediate = (run: (...given: unknown[]) => void, ...given: unknown[]) => {
  const simulation = activeSimulation()
  if (simulation === null) return real.setImmediate(run, ...given)
  return handleOf({ current: simulation.after(0, 'turn', () => run(...given)) })
}
const virtualClear = (clear: (handle: never) => void) => (handle: unknown) => {
  const timers = (handle as Partial<Handle> | null | undefined)?.timers
  if (timers === undefined) clear(handle as never)
  else timers.current?.cancel()
}

/** Once per process, before the code under test is loaded. */
export const installVirtualGlobals = (): void => {
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: virtualTimeout,
    clearTimeout: virtualClear(real.clearTimeout),
    setInterval: virtualInterval,
    clearInterval: virtualClear(real.clearInterval),
    setImmediate: virtualImmediate,
  })
  Math.random = () => (currentHost()?.random ?? activeSimulation()?.random)?.next() ?? real.random()
  performance.now = () => activeSimulation()?.now() ?? real.performanceNow()
  AbortSignal.timeout = (delayMs: number) => {
    const controller = new AbortController()
    globalThis.setTimeout(
      () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')),
      delayMs,
    )
    return controller.signal
  }
}
