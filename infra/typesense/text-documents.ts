/** The entries of texts as a collection of Typesense holds them. */
import type { ArticleId } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { Generation } from '#query-api/ports.ts'
import { missing } from './faults.ts'
import { oneOf, thereAt } from './filters.ts'
import { TYPESENSE } from './limits.ts'
import { readHead } from './read-head.ts'
import { isDocumentRow } from './rows.ts'
import { collectionName } from './schema.ts'
import type { Server } from './server.ts'
import { guardsEntry, parseGuard } from './writer.ts'

export type TextDocumentsDeps = {
  readonly server: Server
  readonly liveGeneration: () => Promise<Generation>
  readonly name: string
}

type Ids = readonly ArticleId[]

/** The rows of documents that the guards of some texts name; `there`: which of the guards. */
const documentRows = async (
  { server }: TextDocumentsDeps,
  collection: string,
  ids: Ids,
  there: string | null,
): Promise<string[]> => {
  const rows: string[] = []
  for (let at = 0; at < ids.length; at += TYPESENSE.textsPerLookup) {
    const texts = ids.slice(at, at + TYPESENSE.textsPerLookup).map((articleId) => ({ articleId }))
    for (let page = 1; ; page += 1) {
      const [answer] = await server.search([{ ...guardsEntry(collection, texts, there), page }])
      const found = answer?.hits ?? []
      for (const { document } of found) rows.push(...parseGuard(document).rows)
      if (found.length < TYPESENSE.hitsPerPage) break
    }
  }
  return rows.filter(isDocumentRow)
}

/** Documents as they were applied. */
const documentsIn = async (
  { server }: TextDocumentsDeps,
  collection: string,
  rows: readonly string[],
): Promise<SearchDocument[]> => {
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

/** Reads the live collection. Throws Fault `search-index-missing` where the engine lost it. */
const readLive =
  (deps: TextDocumentsDeps, thereIn: (change: number) => string | null) =>
  async (ids: Ids): Promise<readonly SearchDocument[]> => {
    const collection = collectionName(deps.name, await deps.liveGeneration())
    const head = await readHead(deps.server, collection)
    // None would mean that the texts ended.
    if (head === null) throw missing()
    const rows = await documentRows(deps, collection, ids, thereIn(head.change))
    return documentsIn(deps, collection, rows)
  }

/**
 * Entries of the live generation, as they were committed last. Throws Fault `search-index-missing`
 * and those of the server.
 */
export const makeTypesenseDocuments = (deps: TextDocumentsDeps) => readLive(deps, thereAt)

/** The same, and what replaced ones are still kept: what is left of a text. */
export const makeTypesenseCopies = (deps: TextDocumentsDeps) => readLive(deps, () => null)
