import type { Command } from '@commander-js/extra-typings'
import { reembedAll } from '#ingest/handlers/reembed.ts'
import { contextOf } from '../processes/wiring/context.ts'
import { truthOf, withDatabase } from '../processes/wiring/database.ts'
import { openWriteDeps } from '../processes/wiring/write-deps.ts'
import { commandActor } from './actor.ts'
import { printResult } from './output.ts'
import { jsonOption, type ReadSettings } from './reading.ts'

/**
 * Embeds every published wording with the model of the settings; events record it, and the read
 * models follow.
 */
export const reembed = (command: Command, settings: ReadSettings): void =>
  void command.addOption(jsonOption()).action((options) =>
    withDatabase(settings(), 'reembed', async (database) => {
      const { log } = truthOf(database)
      try {
        const write = await openWriteDeps(settings(), database)
        const versions = await reembedAll({ write, log }, contextOf(commandActor()))
        const { model } = write.embedder
        printResult(options, { model, versions }, [`${versions} wordings embedded with ${model}`])
      } finally {
        await log.close()
      }
    }),
  )
