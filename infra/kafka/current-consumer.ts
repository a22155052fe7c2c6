import type { Consumer } from 'kafkajs'
import { pauseAfter } from '#contracts/toolkit/pause.ts'
import { overKafka } from './client.ts'

/** Pauses before reconnecting to the brokers. */
const REOPEN = { firstPauseMs: 1_000, pauseMsMax: 30_000 } as const

export type ConsumerSource = {
  /** Makes a consumer that is not connected yet. */
  readonly make: () => Promise<Consumer>
  /** Connects it and lets it run. */
  readonly start: (consumer: Consumer) => Promise<void>
  /** Called each time the brokers fail. */
  readonly onAway?: (fault: unknown) => void
}

const end = (consumer: Consumer): void => void consumer.disconnect().catch(() => undefined)

/** The consumer of one reader. When the client gives it up, the next use opens another one. */
export const makeCurrentConsumer = ({ make, start, onAway }: ConsumerSource) => {
  type Opening = { readonly consumer: Promise<Consumer> }
  let current: Opening | null = null
  let failures = 0
  /** Of a clock that nobody sets. */
  let notBefore = 0

  /** A consumer that crashes late does not take a newer one with it. */
  const forget = (opening: Opening): void => {
    if (current === opening) current = null
  }

  const connect = async (onCrash: () => void): Promise<Consumer> => {
    const one = await make()
    one.on(one.events.CRASH, ({ payload }) => {
      if (payload.restart) return
      onCrash()
      end(one)
    })
    try {
      await overKafka(() => start(one))
    } catch (error) {
      end(one)
      throw error
    }
    return one
  }

  const open = (): Opening => {
    const opening: Opening = { consumer: connect(() => forget(opening)) }
    return opening
  }
  return {
    /** Readers do not wait for absent brokers: what fails is reported and tried again later. */
    openUnlessAway: async (): Promise<void> => {
      if (current === null && performance.now() < notBefore) return
      current ??= open()
      const opening = current
      try {
        await opening.consumer
        failures = 0
      } catch (error) {
        forget(opening)
        notBefore = performance.now() + pauseAfter(REOPEN, failures, error)
        failures += 1
        onAway?.(error)
      }
    },
    /** null: there is none. */
    get: async (): Promise<Consumer | null> => (await current?.consumer) ?? null,
    close: async (): Promise<void> => {
      const opened = current
      current = null
      await opened?.consumer.then((one) => one.disconnect()).catch(() => undefined)
    },
  }
}
