import type { TextReadModel } from '#query-api/ports.ts'
import { NOT_REPLACED, all, oneOf, rowIs } from './filters.ts'
import type { Head } from './head.ts'
import { TYPESENSE } from './limits.ts'
import { headEntry, headIn } from './read-head.ts'
import { type Row, type StoredText, articleToken } from './rows.ts'
import { FOREVER, ROW } from './schema.ts'
import type { Server } from './server.ts'

/**
 * The rows of some texts in a collection, by their article's token. `head` null: no collection or
 * nothing committed.
 */
export type Stored = {
  readonly head: Head | null
  readonly texts: ReadonlyMap<string, StoredText>
}

export const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  )

/** Updates that only change `to`. */
export const endings = (ids: readonly string[], to: number): Row[] => ids.map((id) => ({ id, to }))

/** Reads the head and the guards of these texts in one request. */
export const storedTexts = async (
  server: Server,
  collection: string,
  texts: readonly TextReadModel[],
): Promise<Stored> => {
  const [first, ...answers] = await server.search([
    headEntry(collection),
    ...inGroups(texts, TYPESENSE.textsPerLookup).map((group) => ({
      collection,
      q: '*',
      filter_by: all(
        rowIs(ROW.text),
        NOT_REPLACED,
        oneOf(
          'article',
          group.map(({ articleId }) => articleToken(articleId)),
        ),
      ),
      per_page: TYPESENSE.hitsPerPage,
      include_fields: 'article,state',
    })),
  ])
  const rows = answers.flatMap((answer) => answer?.hits ?? []).map(({ document }) => document)
  return {
    head: headIn(first),
    texts: new Map(
      rows.map(({ article, state }) => [
        String(article),
        JSON.parse(String(state)) as StoredText, // ours, written from a parsed text
      ]),
    ),
  }
}

/**
 * Reverts what was written under changes that were never committed, as a killed apply leaves it.
 */
export const takeBack = async (
  server: Server,
  collection: string,
  { change }: Head,
): Promise<void> => {
  await server.remove(collection, `from:>${change}`)
  for (;;) {
    const [answer] = await server.search([
      {
        collection,
        q: '*',
        filter_by: `to:>${change} && to:<${FOREVER}`,
        per_page: TYPESENSE.hitsPerPage,
        include_fields: 'id',
      },
    ])
    const ids = (answer?.hits ?? []).map(({ document }) => String(document['id']))
    if (ids.length === 0) return
    await server.write(collection, endings(ids, FOREVER), 'update')
  }
}
