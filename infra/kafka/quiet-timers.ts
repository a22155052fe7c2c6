const NEGATIVE_TIMEOUT = 'TimeoutNegativeWarning'
let isQuiet = false

/**
 * kafkajs 2.2.4 asks for timers that lie in the past, of which Node 24 warns on stderr, once in a
 * process. They fire at once, as they are meant to, so the warning says nothing to anybody; all
 * others are passed on.
 */
export const quietNegativeTimeouts = (): void => {
  if (isQuiet) return
  isQuiet = true
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name === NEGATIVE_TIMEOUT) return
    for (const listener of listeners) listener.call(process, warning)
  })
}
