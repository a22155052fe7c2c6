/** Timers of due publications, where there is Temporal. */
import type { PublicationTimers } from '#ingest/editorial/schedule/ports.ts'
import type { TemporalClient } from '../../temporal/connection.ts'
import { loadTemporal } from './temporal.ts'

export type OpenTimers = { readonly timers: PublicationTimers; close(): Promise<void> }

/** Connects when a timer is asked for, and again after a failure: the desk works without it. */
export const openPublicationTimers = (address: string): OpenTimers => {
  let connected: TemporalClient | null = null
  const timers = async (): Promise<PublicationTimers> => {
    const { connectTemporalClient, publicationTimers } = await loadTemporal()
    connected ??= await connectTemporalClient(address, {
      waitMs: 0,
      onWaiting: () => undefined,
    })
    return publicationTimers(connected.client)
  }
  return {
    timers: {
      list: async () => (await timers()).list(),
      set: async (due) => (await timers()).set(due),
      cancel: async (hour) => (await timers()).cancel(hour),
    },
    close: async () => connected?.close(),
  }
}
