const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP and ignores later ones: a shell signals the whole
 * group and npm sends the signal again, which must not cut a running stop short.
 */
export const stopSignal = (): AbortSignal => {
  const controller = new AbortController()
  for (const name of SIGNALS) process.on(name, () => controller.abort(name))
  return controller.signal
}

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
