import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { StoredEvent } from '#contracts/events/event.ts'
import { folderOf, jsonLines, record } from './files.ts'
import { allEvents, countingEmbedder, openWriteSide, type WriteSide, runImport } from './real.ts'
import { wordsHashOf } from '../harness/words-hash.ts'

const PROGRAM = join(import.meta.dirname, 'import-program.ts')
const KILLS = 6
const LONGEST_MS = 900
/** Three states of each text. */
const RECORDS = 3 * Math.ceil(Number(process.env['KILLED_IMPORT_RECORDS'] ?? 1_500) / 3)
const TEXTS = RECORDS / 3
const TEST_MS = 600_000

const lines = (): string =>
  jsonLines(
    ...Array.from({ length: RECORDS }, (_, at) =>
      record(`s${at % TEXTS}`, `Article ${at}. ${'Le juge statue. '.repeat(20 + (at % 40))}`, {
        title: `Texte s${at % TEXTS}`,
      }),
    ),
  )

/** What was recorded, text by text; positions and ids are those of the run. */
const facts = (events: readonly StoredEvent[]): string[] =>
  events
    .map((event) =>
      [
        event.streamId,
        String(event.streamVersion).padStart(6, '0'),
        event.type,
        wordsHashOf(event),
      ].join(' '),
    )
    .toSorted()

const importAndKill = async (side: WriteSide, folder: string, moment: () => Promise<unknown>) => {
  const child = spawn(process.execPath, [PROGRAM, side.connectionString, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  await moment()
  child.kill('SIGKILL')
  await exited
}

test(
  'an import that is killed again and again loses nothing and doubles nothing',
  async () => {
    const folder = await folderOf({ 'a.jsonl': lines() })
    const [whole, killed] = await Promise.all([
      openWriteSide(countingEmbedder()),
      openWriteSide(countingEmbedder()),
    ])
    try {
      const moments: number[] = []
      const grown: number[] = []
      for (let kill = 0; kill < KILLS; kill += 1) {
        const afterMs = Math.round(Math.random() * LONGEST_MS)
        moments.push(afterMs)
        // Every moment may come before the first batch: the last kill waits for it.
        const isLate = kill === KILLS - 1 && grown.every((position) => position === 0)
        const hasGrown = async (): Promise<boolean> => (await killed.log.head()) > 0
        await importAndKill(killed, folder, () =>
          isLate
            ? expect.poll(hasGrown, { timeout: TEST_MS, interval: 5 }).toBe(true)
            : wait(afterMs),
        )
        grown.push(await killed.log.head())
      }
      const last = await runImport(killed.deps, [folder])
      const first = await runImport(whole.deps, [folder])
      const why = `killed after ${moments.join(', ')} ms, at positions ${grown.join(', ')}`
      expect(first.summary, why).toMatchObject({
        read: RECORDS,
        imported: TEXTS,
        revised: RECORDS - TEXTS,
      })
      expect(last.summary, why).toMatchObject({ read: RECORDS, refused: 0 })
      expect(facts(await allEvents(killed)), why).toEqual(facts(await allEvents(whole)))
      expect(
        grown.some((position) => position > 0),
        why,
      ).toBe(true)
    } finally {
      await Promise.all([whole.close(), killed.close()])
    }
  },
  TEST_MS,
)
