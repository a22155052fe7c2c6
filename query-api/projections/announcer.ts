import type { DeadLetterMessage } from '#contracts/events/dead-letter.ts'
import type { StreamId } from '#contracts/ids.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import type { Generation } from '../ports.ts'
import type { DeadLetterPublisher, ParkedStream } from './ports.ts'

/** Limits of the announcer. */
export const ANNOUNCER = {
  lettersPerSend: 500,
  /** Letters beyond it are announced after the next start; the read models hold them all. */
  waitingMax: 10_000,
  backoff: { firstPauseMs: 500, pauseMsMax: 30_000 },
} as const

export type Announcer = {
  /**
   * Announces these streams as soon as possible. Never waits and never throws: the projector goes
   * on meanwhile.
   */
  announce(generation: Generation, parked: readonly ParkedStream[]): void
  /** Waits for a send that is under way; the rest is announced after the next start. */
  close(): Promise<void>
}

const letterOf = (
  generation: Generation,
  { streamId, streamVersion, position, reason }: ParkedStream,
): DeadLetterMessage => ({ streamId, streamVersion, position, reason, generation })

const nameOf = ({ streamId, position, generation }: DeadLetterMessage): string =>
  `${generation} ${streamId} ${position}`

/**
 * Announces parked streams beside the projector, so that an absent transport holds nobody up. Each
 * parking is announced once by a process, and again after a start: at least once.
 */
export const makeAnnouncer = (
  letters: DeadLetterPublisher,
  onFault: (fault: unknown) => void,
): Announcer => {
  const waiting = new Map<StreamId, DeadLetterMessage>()
  const announced = new Set<string>()
  const stop = new AbortController()
  let sending: Promise<void> | null = null

  const sendSome = async (): Promise<void> => {
    const some = [...waiting.values()].slice(0, ANNOUNCER.lettersPerSend)
    await letters.publish(some)
    for (const letter of some) {
      if (announced.size >= ANNOUNCER.waitingMax) announced.clear()
      announced.add(nameOf(letter))
      // A stream that was parked at another event meanwhile has another letter.
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
    announce: (generation, parked) => {
      for (const one of parked) {
        const letter = letterOf(generation, one)
        const isNew = !announced.has(nameOf(letter)) && waiting.size < ANNOUNCER.waitingMax
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
