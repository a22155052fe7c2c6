/** Waits for events that another part of the process announces. */

/** Returns the result of the work; throws `toError()` if it takes too long. */
export const withinTime = async <T>(
  work: Promise<T>,
  timeMsMax: number,
  toError: () => Error,
): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(toError()), timeMsMax)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Wakes everyone who waits; a ring without a waiter ends the next wait. */
export type Bell = {
  ring(): void
  /** Returns at the next ring, after the time, or when the signal aborts. */
  wait(timeMsMax: number, signal?: AbortSignal): Promise<void>
}

export const makeBell = (): Bell => {
  const waiting = new Set<() => void>()
  let isRung = false
  return {
    ring: () => {
      isRung = waiting.size === 0
      for (const wake of waiting) wake()
    },
    wait: async (timeMsMax, signal) => {
      if (isRung || signal?.aborted === true) {
        isRung = false
        return
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', wake)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, timeMsMax)
        signal?.addEventListener('abort', wake)
        waiting.add(wake)
      })
    },
  }
}

/** Lets callers wait until a position is reached. */
export const makePositionWaiters = () => {
  let waiters: { readonly position: number; readonly resolve: () => void }[] = []
  return {
    /** Call it whenever the position may have moved. */
    moved: (position: number): void => {
      const all = waiters
      waiters = all.filter((one) => one.position > position)
      for (const one of all) if (one.position <= position) one.resolve()
    },
    /** Throws `toError()` if the position is not reached in time. */
    reached: async (position: number, timeMsMax: number, toError: () => Error): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiter = { position, resolve }
      waiters.push(waiter)
      try {
        await withinTime(promise, timeMsMax, toError)
      } finally {
        waiters = waiters.filter((other) => other !== waiter)
      }
    },
  }
}
