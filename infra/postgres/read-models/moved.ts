/** Announces that the read models moved on, so that nobody has to look for it all the time. */
import { makeListener } from '../platform/listener.ts'
import type { ReadModelsMoved } from '#query-api/webhooks/ports.ts'

export const READ_MODELS_CHANNEL = 'pandect_read_models'

/** Sent when a generation has come further, and when another one becomes live. */
export const announceMove = `pg_notify('${READ_MODELS_CHANNEL}', '')`

/** Hears of moves over a session of its own. After a lost session it rings once. */
export const listenForMoves = (
  connectionString: string,
): ReadModelsMoved & { close(): Promise<void> } => {
  const rings = new Set<() => void>()
  const listener = makeListener({
    connectionString,
    channel: READ_MODELS_CHANNEL,
    heard: () => {
      for (const ring of rings) ring()
    },
  })
  return {
    onMove: (ring) => {
      rings.add(ring)
      listener.start()
      return () => void rings.delete(ring)
    },
    close: () => listener.close(),
  }
}
