import type { PublicTexts } from '#ingest/groundedness/ports.ts'
import type { CitedTexts } from '#ingest/ports.ts'
import { resolveCitations } from '#query-api/citations/resolve.ts'
import { makeCitedTexts, makePublicTexts } from '../../postgres/read-models/cited-texts.ts'
import type { Database } from './database.ts'
import { makeCitationIndex } from '../../postgres/read-models/citations.ts'

/** Reads what texts cite in the current corpus. */
export const citedTextsOf = ({ pool }: Pick<Database, 'pool'>): CitedTexts => {
  const index = makeCitationIndex(pool)
  return makeCitedTexts(pool, (citations) => resolveCitations(index, citations, null))
}
export const publicTextsOf = ({ pool }: Pick<Database, 'pool'>): PublicTexts =>
  makePublicTexts(pool)
