/** Texts near to a text in meaning, by the vectors of its passages. */
import type { Article } from '#contracts/http/article.ts'
import type { SimilarText } from '#contracts/mcp/research.ts'
import type { IndexFilters } from '../ports.ts'
import type { NearestTexts } from './ports.ts'

/** How many passages of a text are compared, and how many texts are near to each. */
const PASSAGES_MAX = 8
const NEAREST_MAX = 60

const ARTICLES: IndexFilters = {
  kinds: ['article'],
  anyOf: {},
  dateFrom: null,
  dateTo: null,
  asOf: null,
}

/** At most so many of the items, evenly from the whole list. */
export const spread = <T>(items: readonly T[], max: number): T[] =>
  items.length <= max
    ? [...items]
    : Array.from({ length: max }, (_, at) => items[Math.floor((at * items.length) / max)]).flatMap(
        (item) => (item === undefined ? [] : [item]),
      )

type Near = { readonly entry: number; readonly slug: string; readonly sum: number }

/**
 * The texts that are nearest to a text: for each of its passages the cosine to the nearest passage
 * of the other text, and the mean of these; a passage that finds the text nowhere near counts 0.
 * None for a text that is not embedded. Throws the Faults of the ports.
 */
export const similarTo = async (
  { index, similarityFloor, vectorsOf }: NearestTexts,
  { id, slug, version }: Pick<Article, 'id' | 'slug' | 'version'>,
  limit: number,
): Promise<SimilarText[]> => {
  const vectors = spread(await vectorsOf(id, version), PASSAGES_MAX)
  const answers = await Promise.all(
    vectors.map((vector) =>
      index.search({
        terms: [],
        identifiers: [],
        vector,
        similarityFloor,
        filters: ARTICLES,
        lexicalDepth: 1,
        semanticDepth: NEAREST_MAX,
        pageEnd: NEAREST_MAX,
      }),
    ),
  )
  const near = new Map<string, Near>()
  for (const { semantic } of answers)
    for (const one of semantic)
      if (one.slug !== slug)
        near.set(one.slug, {
          entry: one.entry,
          slug: one.slug,
          sum: one.similarity + (near.get(one.slug)?.sum ?? 0),
        })
  const nearest = [...near.values()]
    .toSorted((one, other) => other.sum - one.sum || (one.slug < other.slug ? -1 : 1))
    .slice(0, limit)
  const displays = await index.displays(nearest.map(({ entry }) => entry))
  return nearest.flatMap(({ sum }, at) => {
    const display = displays[at]
    if (display === undefined) return []
    const { title, contentType, sha256Hash, statusFlag } = display
    return [
      {
        slug: display.slug,
        title,
        contentType,
        version: display.version,
        sha256Hash,
        statusFlag,
        similarity: Math.min(1, Math.max(0, sum / vectors.length)),
      },
    ]
  })
}
