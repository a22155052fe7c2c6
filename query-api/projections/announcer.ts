import type { DeadLetterMessage } from '#contracts/events/dead-letter.ts'
import type { StreamId } from '#contracts/ids.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import type { Generation } from '../ports.ts'
import type { DeadLetterPublisher, ParkedStream } from './ports.ts'

/** Bounds of the telling. */
export const ANNOUNCER = {
  lettersPerSend: 500,
  /** What waits beyond it is told of at the next start; the read models know them all. */
  waitingMax: 10_000,
  backoff: { firstPauseMs: 500, pauseMsMax: 30_000 },
} as const

export type Announcer = {
  /**
   * Tells of these streams as soon as that can be done. Never waits and never throws: the projector
   * goes on meanwhile.
   */
  tell(generation: Generation, parked: readonly ParkedStream[]): void
  /** Waits for a telling that is under way; what could not be told is told after the next start. */
  close(): Promise<void>
}

const letterOf = (
  generation: Generation,
  { streamId, streamVersion, position, reason }: ParkedStream,
): DeadLetterMessage => ({ streamId, streamVersion, position, reason, generation })

const nameOf = ({ streamId, position, generation }: DeadLetterMessage): string =>
  `${generation} ${streamId} ${position}`

/**
 * Tells of parked streams beside the projector, so that a transport that is away holds nobody up.
 * Each parking is told once in the life of a process, and again after a start: at least once.
 */
export const makeAnnouncer = (
  letters: DeadLetterPublisher,
  onFault: (fault: unknown) => void,
): Announcer => {
  const waiting = new Map<StreamId, DeadLetterMessage>()
  const told = new Set<string>()
  const stop = new AbortController()
  let sending: Promise<void> | null = null

  const sendSome = async (): Promise<void> => {
    const some = [...waiting.values()].slice(0, ANNOUNCER.lettersPerSend)
    await letters.publish(some)
    for (const letter of some) {
      if (told.size >= ANNOUNCER.waitingMax) told.clear()
      told.add(nameOf(letter))
      // Parked elsewhere meanwhile: that is another letter.
      if (waiting.get(letter.streamId) === letter) waiting.delete(letter.streamId)
    }
  }
  const sendAll = async (): Promise<void> => {
    try {
      while (waiting.size > 0 && !stop.signal.aborted)
        await retry(sendSome, {
          ...ANNOUNCER.backoff,
          attemptsMax: Infinity,
          isTransient: () => true,
          onRetry: onFault,
          signal: stop.signal,
        })
    } catch (error) {
      // The rest is announced with the next parked stream, or after the next start.
      if (!stop.signal.aborted) onFault(error)
    }
  }
  return {
    tell: (generation, parked) => {
      for (const one of parked) {
        const letter = letterOf(generation, one)
        const isNew = !told.has(nameOf(letter)) && waiting.size < ANNOUNCER.waitingMax
        if (isNew) waiting.set(letter.streamId, letter)
      }
      if (waiting.size === 0 || stop.signal.aborted) return
      sending ??= sendAll().finally(() => (sending = null))
    },
    close: async () => {
      stop.abort()
      await sending
      await letters.close()
    },
  }
}
