import type { WriteDeps } from '#ingest/handlers/write-deps.ts'
import { requireModelOfIndex } from '../../embeddings/index-model.ts'
import type { Settings } from '../../settings.ts'
import { citedTextsOf } from './cited-texts.ts'
import { type Database, truthOf } from './database.ts'
import { openEmbedder } from './embedder.ts'

/** Runs work with what the write side reads and writes through. */
export const withWriteDeps = async <T>(
  settings: Settings,
  database: Database,
  work: (deps: WriteDeps) => Promise<T>,
): Promise<T> => {
  const { store, blobs, vectors, slugs, log } = truthOf(database)
  try {
    const embedder = await openEmbedder(settings)
    await requireModelOfIndex(database.pool, embedder)
    return await work({ store, blobs, vectors, slugs, embedder, cited: citedTextsOf(database) })
  } finally {
    await log.close()
  }
}
