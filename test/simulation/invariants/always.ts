/** What is checked while a world runs: each answer, each read of the log, each charge. */
import { type EventLog, isUnreadable } from '#contracts/events/append.ts'
import { articleStream, type Slug } from '#contracts/ids.ts'
import type { ArticleAnswer, EntryDisplay } from '#query-api/ports.ts'
import { KEYS } from '../actors/keys.ts'
import { loggedEvents, shownTexts, type Watched, wasShown } from './facts.ts'
import { installFencing } from './fencing.ts'

type Money = { readonly microUsd: number; readonly keyId: string; readonly month: string }

export type Watching = ReturnType<typeof installWatching>

export const installWatching = (world: Watched) => {
  const { simulation, postgres } = world
  installFencing(world)

  /** `caps-hold`: what is spent and held back under a hard cap never exceeds it. */
  postgres.watch((_, statement) => {
    if (statement !== 'ledger-settle') return
    for (const { keyId, capMicroUsd, capMode } of KEYS) {
      if (capMicroUsd === null || capMode !== 'hard') continue
      const byMonth = Map.groupBy(
        (postgres.tables.committed('ledger') as unknown as Money[]).filter(
          (one) => one.keyId === keyId,
        ),
        ({ month }) => month,
      )
      for (const own of byMonth.values()) {
        const spent = own.reduce((sum, { microUsd }) => sum + microUsd, 0)
        if (spent > capMicroUsd)
          simulation.fail('caps-hold', `${spent} were charged under a cap of ${capMicroUsd}`)
      }
    }
  })

  // What is erased is opened while it can be: the world remembers what it was told.
  postgres.watch((_, statement) => {
    if (statement === 'append-erasing') loggedEvents(world)
  })

  /** `nothing-unpublished`: an answer shows a wording that was public at its position or since. */
  const checkShown = (what: string, streamId: string, hash: string | null, position: number) => {
    const history = shownTexts(loggedEvents(world)).get(streamId) ?? []
    if (!wasShown(history, hash, position))
      simulation.fail(
        'nothing-unpublished',
        `${what} at ${position} shows ${hash === null ? 'nothing' : hash.slice(0, 8)} of ${streamId}; public: ${JSON.stringify(history.map((one) => [one.from, one.sha256Hash?.slice(0, 8) ?? null]))}`,
      )
  }
  return {
    checkAnswer: (slug: Slug, { article, position }: ArticleAnswer): void => {
      if (article !== null)
        checkShown(`the article ${slug}`, articleStream(article.id), article.sha256Hash, position)
    },
    checkHits: (reader: string, position: number, shown: readonly EntryDisplay[]): void => {
      for (const { articleId, sha256Hash } of shown)
        checkShown(`a hit of ${reader}`, articleStream(articleId), sha256Hash, position)
    },
    /** `never-skips`: a read gives the very next positions, as they are in the log. */
    watchLog: <Log extends EventLog>(log: Log): Log => ({
      ...log,
      readEntries: async (after, limit) => {
        const entries = await log.readEntries(after, limit)
        for (const [at, entry] of entries.entries()) {
          if (entry.position !== after + at + 1)
            simulation.fail(
              'never-skips',
              `a read after ${after} gave ${entries.map(({ position }) => position).join()}`,
            )
          if (isUnreadable(entry)) continue
          const [stored] = postgres.tables
            .committed('events')
            .filter(({ position }) => position === entry.position)
          if (stored?.['payloadHash'] !== entry.payloadHash || stored['id'] !== entry.id)
            simulation.fail('never-skips', `position ${entry.position} arrived as another event`)
        }
        return entries
      },
    }),
  }
}
