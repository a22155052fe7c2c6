const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One for the whole process, so that a command and its database hear of the same signal. */
let stopping: AbortController | null = null

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP and ignores later ones: a shell signals the whole
 * group and npm sends the signal again, which must not cut a running stop short.
 */
export const stopSignal = (): AbortSignal => {
  if (stopping !== null) return stopping.signal
  const controller = new AbortController()
  for (const name of SIGNALS) process.on(name, () => controller.abort(name))
  stopping = controller
  return controller.signal
}

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
