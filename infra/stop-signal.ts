const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP. Later ones change nothing: a shell sends a signal
 * to the whole group and npm sends it once more, and a stop that is under way must not be cut short
 * by its own echo.
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
