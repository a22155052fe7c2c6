import type { StoredArticleEvent } from '#contracts/events/event.ts'
import { ARTICLE_EVENTS } from '#contracts/events/article.ts'
import { type ArticleId, articleStream, type Sha256Hex } from '#contracts/ids.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { EVENT_COLUMNS, parseEventRow } from './event-rows.ts'
import { keptTexts } from './blobs.ts'

/** Events of one statement; a longer history takes several. */
const FACTS_PER_PAGE = 500

const PAGE = {
  name: 'text-facts-page',
  text: `select ${EVENT_COLUMNS} from events
    where stream_id = $1 and stream_version > $2 and stream_version <= $3 and type = any($4)
    order by stream_version limit $5`,
}
type Facts = {
  /** Events of a text with these types, up to a version of its stream, in order. */
  factsOf(
    id: ArticleId,
    types: readonly StoredArticleEvent['type'][],
    throughVersion: number,
  ): Promise<StoredArticleEvent[]>
  /** The hashes of which the text is kept. */
  keptTexts(hashes: readonly Sha256Hex[]): Promise<ReadonlySet<Sha256Hex>>
}

/** Reads what the log holds of one text. Throws Fault `event-unreadable` and those of the pool. */
export const makeTextFacts = (pool: PostgresPool): Facts => ({
  factsOf: async (id, types, throughVersion) => {
    const facts: StoredArticleEvent[] = []
    for (let after = 0; ;) {
      const values = [articleStream(id), after, throughVersion, types, FACTS_PER_PAGE]
      const page = (await pool.query(PAGE, values)).rows.map((row) =>
        parseEventRow(row, pool.vault),
      )
      facts.push(...page.filter((one): one is StoredArticleEvent => one.type in ARTICLE_EVENTS))
      if (page.length < FACTS_PER_PAGE) return facts
      after = page.at(-1)?.streamVersion ?? throughVersion
    }
  },
  keptTexts: async (hashes) => new Set(hashes.length === 0 ? [] : await keptTexts(pool, hashes)),
})
