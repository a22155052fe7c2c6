import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets the other threads of the process go first where all cores are busy: what is computed for
 * long must not keep short requests waiting. Linux alone has priorities of threads.
 */
export const goLast = (): void => {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (Number.isSafeInteger(thread)) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A container may forbid it: then the threads share the cores evenly.
  }
}
