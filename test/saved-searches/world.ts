/** Saved searches over read models of a test. */
import { Actor } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import { NewSavedSearch, type SavedSearch } from '#contracts/http/saved-searches.ts'
import { makeTextDocuments } from '#infra/embedded/search/text-documents.ts'
import { indexOfTexts } from '#infra/embedded/search/texts-index.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeNarrowerConcepts } from '#infra/postgres/read-models/concepts.ts'
import { makeFollowing } from '#infra/postgres/saved-searches/following.ts'
import { makeSavedSearches } from '#infra/postgres/saved-searches/searches.ts'
import { makeAddEvents } from '#infra/postgres/webhooks/messages.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { makeSavedSearchAdmin, type SavedSearchAdmin } from '#query-api/saved-searches/admin.ts'
import { makeSearchFollower, type SearchFollower } from '#query-api/saved-searches/follow.ts'
import type { World } from '../citator/world.ts'
import {
  contentOf,
  published,
  streamOf,
  type Texts,
  timeOf,
  unpublished,
} from '../contract/read-models.fixtures.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

export const adminOver = (
  pool: PostgresPool,
  index: Pick<SearchIndex, 'search' | 'browse' | 'waitFor'>,
): SavedSearchAdmin =>
  makeSavedSearchAdmin({
    searches: makeSavedSearches(pool),
    index,
    concepts: makeNarrowerConcepts(pool),
    pepper: TEST_PEPPER,
  })

export const followerOn = (pool: PostgresPool): SearchFollower =>
  makeSearchFollower({
    store: makeFollowing(pool, {
      documents: makeTextDocuments(pool),
      queueEvents: makeAddEvents(pool.vault),
    }),
    concepts: makeNarrowerConcepts(pool),
    indexOf: indexOfTexts,
    clock: () => Date.now(),
  })

/** Steps until the news of everything written are sent; returns their number. */
export const tellAll = async (follower: SearchFollower): Promise<number> => {
  for (let told = 0; ;) {
    const step = await follower.step()
    told += step.told
    if (step.isCaughtUp) return told
  }
}

export const ownerOf = (accountId: string) => ({
  accountId,
  actor: Actor.parse(`account:${accountId}`),
})

/** Throws where it is refused. */
export const saveOn = async (
  admin: SavedSearchAdmin,
  accountId: string,
  wanted: object,
): Promise<SavedSearch> => {
  const asked = NewSavedSearch.parse({ name: 'une recherche', ...wanted })
  const saved = await admin.save(ownerOf(accountId), asked)
  if (isRefusal(saved)) throw new Error(saved.refused)
  return saved
}

let clock = 0
/** Publishes a text of these words, or takes it back, and waits until the index knows it. */
export const appendText = async (
  { world, index }: { readonly world: World; readonly index: SearchIndex },
  name: string,
  content: string | null,
  version = '1.0.0',
): Promise<void> => {
  const texts: Texts = new Map()
  const event =
    content === null
      ? unpublished
      : published(contentOf(name, { contentClean: content }), texts, version)
  await makeBlobs(world.pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
  clock += 60_000
  await world.append(streamOf(name), timeOf(clock), event)
  const { position } = await world.project(1)
  await index.waitFor(position, 30_000)
}
