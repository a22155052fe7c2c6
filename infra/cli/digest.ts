import type { Command } from '@commander-js/extra-typings'
import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import { type Digest, generationDigest } from '#query-api/projections/digest.ts'
import { type Database, withDatabase } from '../processes/wiring/database.ts'
import { openProjections } from '../processes/wiring/projections.ts'
import type { Settings } from '../settings.ts'
import { printResult } from './output.ts'
import { jsonOption, type ReadSettings } from './reading.ts'

const WAIT = { pollMs: 100, pollsMax: 3_000 } as const

/** Digest of the live generation, with everything projected that the log holds now. */
const currentDigest = async (
  settings: Settings,
  database: Database,
): Promise<Digest & { generation: number }> => {
  // The log itself, not Kafka: the digest is of all that the log holds.
  const embedded = { ...settings, kafkaBrokers: null }
  const { log, models, projector, close } = openProjections(embedded, database)
  const { generations } = models
  const projecting = new AbortController()
  // A running service projects already and holds the lock: wait for it; where none runs, project
  // here.
  const here = projector.follow(projecting.signal)
  try {
    const head = await log.head()
    const generation = await generations.live()
    for (let poll = 0; (await generations.progress(generation)).position < head; poll += 1) {
      if (poll >= WAIT.pollsMax) {
        throw new Fault('projection-behind', 'the read models do not catch up with the log', {
          hint: 'see what the projector says, then try again',
        })
      }
      await pause(WAIT.pollMs)
    }
    projecting.abort()
    await here
    return { generation, ...(await generationDigest(models, generation)) }
  } finally {
    projecting.abort()
    await here
    await close()
  }
}

export const digest = (command: Command, settings: ReadSettings): void =>
  void command.addOption(jsonOption()).action((options) =>
    withDatabase(settings(), 'digest', async (database) => {
      const found = await currentDigest(settings(), database)
      printResult(options, found, [
        `root        ${found.root}`,
        `changes     ${found.changesRoot}`,
        `articles    ${found.counts.articles}`,
        `search      ${found.counts.searchDocuments}`,
        `position    ${found.position}`,
        `generation  ${found.generation}`,
      ])
    }),
  )
