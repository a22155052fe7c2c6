/** The entries of texts as the embedded index holds them. */
import { z } from 'zod'
import type { ArticleId } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { PostgresPool } from '../../postgres/platform/pool.ts'
import { statement } from '../../postgres/platform/statement.ts'

const OF_TEXTS = statement('search-of-texts', {
  sql: `select document from live_generation join search_rows using (generation)
   where article_id = any ($1::uuid[]) and document is not null order by id`,
  values: (ids: readonly ArticleId[]) => [ids],
  row: z.object({ document: z.string() }),
})

/** Entries of the live generation, by id. Throws the Faults of the pool. */
export const makeTextDocuments =
  (pool: PostgresPool) =>
  async (ids: readonly ArticleId[]): Promise<readonly SearchDocument[]> =>
    // We wrote these rows from parsed documents.
    (await OF_TEXTS.rows(pool, ids)).map(({ document }) => JSON.parse(document) as SearchDocument)
