/** Stands in for `node:timers/promises` in the simulated process. */
import * as real from 'node:timers/promises'
import { activeSimulation } from './simulation.ts'

type Options = { readonly signal?: AbortSignal | undefined; readonly ref?: boolean }

const abortError = (signal: AbortSignal): Error =>
  Object.assign(new Error('The operation was aborted', { cause: signal.reason as unknown }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })

export const setTimeout = async <T = void>(
  delayMs = 1,
  value?: T,
  options: Options = {},
): Promise<T> => {
  if (activeSimulation() === null) return real.setTimeout(delayMs, value, options)
  const { signal } = options
  if (signal?.aborted === true) throw abortError(signal)
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      if (signal !== undefined) reject(abortError(signal))
    }
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve(value as T)
    }, delayMs)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export const setImmediate = async <T = void>(value?: T): Promise<T> => {
  if (activeSimulation() === null) return real.setImmediate(value)
  return new Promise<T>((resolve) => {
    globalThis.setImmediate(() => resolve(value as T))
  })
}
