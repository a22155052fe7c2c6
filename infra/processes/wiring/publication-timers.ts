/** Timers of due publications, where there is Temporal. */
import type { PublicationTimers } from '#ingest/editorial/schedule/ports.ts'
import type { TemporalClient } from '../../temporal/connection.ts'
import { loadTemporal } from './temporal.ts'

export type OpenTimers = { readonly timers: PublicationTimers; close(): Promise<void> }

type Temporal = Pick<
  Awaited<ReturnType<typeof loadTemporal>>,
  'connectTemporalClient' | 'publicationTimers'
>

/** Connects when a timer is asked for, and again after a failure: the desk works without it. */
export const openPublicationTimers = (
  address: string,
  load: () => Promise<Temporal> = loadTemporal,
): OpenTimers => {
  // The promise is kept, so that those who ask while it connects get the same connection.
  let connection: Promise<TemporalClient> | null = null
  const connect = async ({ connectTemporalClient }: Temporal): Promise<TemporalClient> => {
    try {
      return await connectTemporalClient(address, { waitMs: 0, onWaiting: () => undefined })
    } catch (error) {
      connection = null
      throw error
    }
  }
  const timers = async (): Promise<PublicationTimers> => {
    const temporal = await load()
    connection ??= connect(temporal)
    return temporal.publicationTimers((await connection).client)
  }
  return {
    timers: {
      list: async () => (await timers()).list(),
      set: async (due) => (await timers()).set(due),
      cancel: async (hour) => (await timers()).cancel(hour),
    },
    close: async () => (await connection?.catch(() => null))?.close(),
  }
}
