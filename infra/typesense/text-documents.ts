/** The entries of texts as a collection of Typesense holds them. */
import type { ArticleId } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { Generation } from '#query-api/ports.ts'
import { oneOf } from './filters.ts'
import { TYPESENSE } from './limits.ts'
import { isDocumentRow } from './rows.ts'
import { collectionName } from './schema.ts'
import type { Server } from './server.ts'
import { storedTexts } from './writer.ts'

export type TextDocumentsDeps = {
  readonly server: Server
  readonly liveGeneration: () => Promise<Generation>
  readonly name: string
}

/** Entries of the live generation, as they were applied. Throws the Faults of the server. */
export const makeTypesenseDocuments =
  ({ server, liveGeneration, name }: TextDocumentsDeps) =>
  async (ids: readonly ArticleId[]): Promise<readonly SearchDocument[]> => {
    const collection = collectionName(name, await liveGeneration())
    const { texts } = await storedTexts(
      server,
      collection,
      ids.map((articleId) => ({ articleId })),
    )
    const rows = [...texts.values()].flatMap((text) => text.rows.filter(isDocumentRow))
    const found: SearchDocument[] = []
    for (let at = 0; at < rows.length; at += TYPESENSE.documentsPerPage) {
      const [answer] = await server.search([
        {
          collection,
          q: '*',
          filter_by: oneOf('id', rows.slice(at, at + TYPESENSE.documentsPerPage)),
          per_page: TYPESENSE.documentsPerPage,
          include_fields: 'verbatim',
        },
      ])
      // We wrote these rows from parsed documents.
      for (const { document } of answer?.hits ?? [])
        found.push(JSON.parse(String(document['verbatim'])) as SearchDocument)
    }
    return found
  }
