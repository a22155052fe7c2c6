/** Composition root of `pandect reembed`. */
import { openEmbedder } from '../processes/wiring/embedder.ts'
import { truthOf, withDatabase } from '../processes/wiring/database.ts'
import type { Settings } from '../settings.ts'
import { print } from '../terminal.ts'
import { reembedAll } from '#ingest/handlers/reembed.ts'
import { commandActor, type Json } from './arguments.ts'
import { contextOf, now } from '../processes/wiring/context.ts'

/**
 * Embeds every published wording with the model of the settings; the facts say so, the read models
 * follow them.
 */
export const reembed = (settings: Settings, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'reembed', async (database) => {
    const { store, blobs, vectors, slugs, log } = truthOf(database)
    try {
      const embedder = await openEmbedder(settings)
      const write = { store, blobs, vectors, slugs, embedder }
      const versions = await reembedAll({ write, log }, contextOf(commandActor(), now()))
      const { model } = embedder
      print(
        json ? JSON.stringify({ model, versions }) : `${versions} wordings embedded with ${model}`,
      )
    } finally {
      await log.close()
    }
  })
