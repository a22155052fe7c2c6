/** Composition root of the index of citations. */
import type { Database } from '#infra/main.ts'
import {
  makeCitationIndex,
  makeCitationWriter,
} from '#infra/postgres/read-models/citations.ts'
import { makeKnowledgeStore } from '#infra/postgres/read-models/treatments.ts'
import type { Settings } from '#infra/settings.ts'
import { type ReadModels, readModelsOf } from '#infra/typesense/main.ts'
import { withKnowledge } from '../projections/with-knowledge.ts'
import type { CitationIndex, CitationRecogniser } from './ports.ts'
import { withCitations } from '../projections/citations/projection.ts'

/**
 * The read models of these settings, with the index of citations, concepts and the citator's facts
 * among them. `recognise`: where citations are read; default: here, between other work.
 */
export const citedModelsOf = (
  settings: Settings,
  database: Database,
  recognise?: CitationRecogniser,
): ReadModels => {
  const models = readModelsOf(settings, database)
  const cited = withCitations(models.store, makeCitationWriter(database.pool), recognise)
  return { ...models, store: withKnowledge(cited, makeKnowledgeStore(database.pool)) }
}

/** Who resolves citations and follows them, in what is served. */
export const citationIndexOf = ({ pool }: Pick<Database, 'pool'>): CitationIndex =>
  makeCitationIndex(pool)
