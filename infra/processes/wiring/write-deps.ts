import type { ImportDeps, WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { makeOfficialFolders } from '../../postgres/log/official-folders.ts'
import { makePublisherDocuments } from '../../postgres/log/publisher-documents.ts'
import { makeWriteAudit } from '../../postgres/platform/audit.ts'
import { requireModelOfIndex } from '../../embeddings/index-model.ts'
import type { Settings } from '../../settings.ts'
import { citedTextsOf } from './cited-texts.ts'
import { type Database, truthOf, whileAway } from './database.ts'
import { openEmbedder } from './embedder.ts'
import { openVerifier } from './verifier.ts'

/** Opens the dependencies of the write side with the model of the settings. */
export const openWriteDeps = async (
  settings: Settings,
  database: Database,
): Promise<WriteDeps & ImportDeps> => {
  const { store, blobs, vectors, slugs } = truthOf(database)
  const embedder = await openEmbedder(settings)
  const verifier = await openVerifier(settings)
  return {
    store,
    blobs,
    vectors,
    slugs,
    embedder,
    official: makeOfficialFolders(database.pool),
    documents: makePublisherDocuments(database.pool),
    cited: citedTextsOf(database),
    verifier,
    audit: makeWriteAudit(database.pool),
  }
}

/** Runs work on the write side with the model of the index. */
export const withWriteDeps = async <T>(
  settings: Settings,
  database: Database,
  work: (deps: WriteDeps & ImportDeps) => Promise<T>,
): Promise<T> => {
  const deps = await openWriteDeps(settings, database)
  await whileAway(settings, 'database', () => requireModelOfIndex(database.pool, deps.embedder))
  return work(deps)
}
