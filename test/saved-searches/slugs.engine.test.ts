/**
 * The news of a text that ceases to match name its last slug; no slug of an erased text is kept.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { planErasure } from '#ingest/domain/article/erasure-plan.ts'
import { openWorld, type World } from '../citator/world.ts'
import {
  contentOf,
  published,
  streamOf,
  type Texts,
  timeOf,
  unpublished,
  version,
} from '../contract/read-models.fixtures.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { tablesWith } from '../recall/world.ts'
import { makeAccount } from '../webhooks/world.ts'
import { adminOver, followerOn, ownerOf, saveOn, tellAll } from './world.ts'

const TIMEOUT_MS = 240_000

let world: World
let index: SearchIndex
let accountId: string
beforeAll(async () => {
  world = await openWorld()
  await world.project(1)
  index = await openEmbeddedSearchIndex({
    connectionString: world.connectionString,
    pepper: TEST_PEPPER,
  })
  accountId = await makeAccount(world.pool)
}, TIMEOUT_MS)
afterAll(async () => {
  await index.close()
  await world.close()
})

let time = 0
const publishAs = async (name: string, slug: string, as: string): Promise<void> => {
  const texts: Texts = new Map()
  const content = contentOf(name, { slug, contentClean: `Le mot ${name} dans ${as}.` })
  const event = published(content, texts, as)
  await makeBlobs(world.pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
  await world.append(streamOf(name), timeOf((time += 60)), event)
}
const reach = async (): Promise<void> => {
  const { position } = await world.project(1)
  await index.waitFor(position, 30_000)
}
const eraseAll = async (name: string, as: readonly string[]): Promise<void> => {
  const streamId = streamOf(name)
  const { events } = world
  const facts = (await events.readStreams([streamId])).get(streamId) ?? []
  const keys = await events.sealKeysOf(streamId)
  const versions = as.map((one) => version(one))
  const scope = { versions: new Set(versions), whole: false }
  const plan = planErasure(facts as StoredArticleEvent[], keys, scope, (one) =>
    events.fingerprint(one),
  )
  const { slugs, passages } = plan
  const data = {
    versions,
    whole: false,
    thread: null,
    ground: 'gdpr-17' as const,
    request: 'test',
    requestedBy: 'staff:first',
    keys: [...plan.keys],
    fingerprints: [...plan.fingerprints],
  }
  await events.append(
    [
      {
        streamId,
        expectedVersion: facts.length,
        events: [{ type: 'WordingErased', data }],
        destroys: { keys: plan.keys, slugs, passages },
      },
    ],
    { actor: 'staff:second', time: timeOf((time += 60)), correlationId: 'x', causationId: null },
  )
}

test(
  'a text that is gone is told by its last slug, and an erased one by none that it had',
  async () => {
    const admin = adminOver(world.pool, index)
    const follower = followerOn(world.pool)
    await tellAll(follower)
    await publishAs('renommé', 'ren-un', '1.0.0')
    await publishAs('effacé', 'eff-un', '1.0.0')
    await reach()
    await tellAll(follower)
    const renamed = await saveOn(admin, accountId, { search: { text: 'renommé' } })
    const erased = await saveOn(admin, accountId, { search: { text: 'effacé' } })
    const paused = await saveOn(admin, accountId, { search: { text: 'effacé' } })
    await admin.change({ ...ownerOf(accountId), searchId: paused.id }, { enabled: false })

    await publishAs('renommé', 'ren-deux', '2.0.0')
    await reach()
    expect(await tellAll(follower)).toBe(0)
    await world.append(streamOf('renommé'), timeOf((time += 60)), unpublished)
    await eraseAll('effacé', ['1.0.0'])
    await reach()
    expect(await tellAll(follower)).toBe(2)

    const slugTold = async (searchId: string): Promise<string | undefined> => {
      const page = await admin.news(
        { ...ownerOf(accountId), searchId },
        { limit: 10, before: null },
      )
      return isRefusal(page) ? page.refused : page.news[0]?.slug
    }
    expect(await slugTold(renamed.id)).toBe('ren-deux')
    expect(await slugTold(erased.id)).toMatch(/^erased-/)
    const named = Object.keys(await tablesWith(world.pool, ['eff-un']))
    expect(named.filter((name) => /saved_search|webhook/.test(name))).toEqual([])
  },
  TIMEOUT_MS,
)
