import type { ImportProgress } from './run.ts'

/** The logger, with allow-listed members. */
type Log = {
  info(
    what: string,
    entry: {
      readonly correlationIds: readonly string[]
      readonly to?: number
      readonly texts?: number
      readonly durationMs?: number
      readonly outcome?: string
    },
  ): void
}

const since = (at: number): number => Math.round(performance.now() - at)

/** Logs the progress and the end of an import under its correlation id. */
export const importLog = (log: Log, correlationId: string) => {
  const correlationIds = [correlationId]
  const startedAt = performance.now()
  let before = { read: 0, at: startedAt }
  return {
    progress: ({ read, position }: Pick<ImportProgress, 'read' | 'position'>): void => {
      if (read === before.read) return
      const [texts, durationMs] = [read - before.read, since(before.at)]
      before = { read, at: performance.now() }
      const to = position === null ? {} : { to: position }
      log.info('imported', { correlationIds, ...to, texts, durationMs })
    },
    ended: (outcome: 'completed' | 'stopped' | 'failed'): void =>
      log.info('import ended', {
        correlationIds,
        texts: before.read,
        durationMs: since(startedAt),
        outcome,
      }),
  }
}
