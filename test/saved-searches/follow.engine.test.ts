/**
 * The news of saved searches equal the difference between searches of the whole corpus before and
 * after.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import type { SavedSearch } from '#contracts/http/saved-searches.ts'
import { type ArticleId, Position } from '#contracts/ids.ts'
import { SearchDocument } from '#contracts/search/document.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { indexOfTexts } from '#infra/embedded/search/texts-index.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import type { SavedSearchAdmin } from '#query-api/saved-searches/admin.ts'
import { matchesIn, planMatch } from '#query-api/saved-searches/match.ts'
import { randomOf, writeLog } from '../citator/random-log.ts'
import { openWorld, type World } from '../citator/world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { makeAccount } from '../webhooks/world.ts'
import { adminOver, followerOn, ownerOf, saveOn, tellAll } from './world.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const SEARCHES = 80
const TIMEOUT_MS = 300_000

let world: World
let index: SearchIndex
let admin: SavedSearchAdmin
let accountId: string
beforeAll(async () => {
  process.stderr.write(`seed of the log and the searches: ${SEED}\n`)
  world = await openWorld()
  await writeLog(world, SEED)
  index = await openEmbeddedSearchIndex({
    connectionString: world.connectionString,
    pepper: TEST_PEPPER,
  })
  admin = adminOver(world.pool, index)
  accountId = await makeAccount(world.pool)
}, TIMEOUT_MS)
afterAll(async () => {
  await index.close()
  await world.close()
})

const random = randomOf(SEED + 7)
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T
const WORDS = [
  'arrêt',
  'rédaction',
  'principe',
  'remarque',
  'titre',
  '1',
  '2',
  '3',
  'absent',
  'voir',
]
const FLAGS = ['red', 'orange', 'yellow', 'green', 'gray']

const randomFilters = (): object => ({
  ...(random(3) === 0 ? { statusFlags: [oneOf(FLAGS), oneOf(FLAGS)] } : {}),
  ...(random(5) === 0 ? { treatmentTypes: [oneOf(TreatmentType.options)] } : {}),
  ...(random(4) === 0 ? { courts: [oneOf(['fr.ca', 'fr.ccass'])] } : {}),
  ...(random(6) === 0 ? { legalRuleTypes: [oneOf(['ratio', 'obiter'])] } : {}),
  ...(random(6) === 0 ? { asOf: oneOf(['2019-06-01', '2025-01-01', '2031-01-01']) } : {}),
  ...(random(6) === 0 ? { dateFrom: oneOf(['2019-01-01', '2021-01-01']) } : {}),
  ...(random(5) === 0 ? { cites: [`ecli:fr:ccass:2020:so0000${random(9)}`] } : {}),
})

const randomSearch = (): object => {
  if (random(6) === 0) return { cites: `ECLI:FR:CCASS:2020:SO0000${random(9)}` }
  const words = Array.from({ length: random(4) }, () => oneOf(WORDS)).join(' ')
  const text = random(8) === 0 ? `ECLI:FR:CCASS:2020:SO0000${random(9)}` : words
  const filters = randomFilters()
  if (text === '' && Object.keys(filters).every((one) => one === 'asOf'))
    return { search: { filters: { courts: ['fr.ccass'] } } }
  return {
    search: { text, filters, includeHeadnotes: random(3) > 0 },
    words: oneOf(['all', 'any']),
  }
}

/** The texts that match each search, by one index of everything that is served. */
const matching = async (
  searches: readonly SavedSearch[],
  generation: number,
): Promise<Map<string, Set<ArticleId>>> => {
  const documents = (await world.documents(generation)).flatMap(({ key, document }) =>
    key.startsWith('search/') ? [SearchDocument.parse(document)] : [],
  )
  const ids = new Map(documents.map(({ slug, articleId }) => [slug, articleId]))
  const whole = indexOfTexts(documents)
  const found = new Map<string, Set<ArticleId>>()
  for (const { id, search, words } of searches) {
    const { entries } = await matchesIn(whole, planMatch(search, words, search.filters))
    found.set(id, new Set(entries.flatMap(({ slug }) => ids.get(slug) ?? [])))
  }
  return found
}

const newsOf = async (search: SavedSearch): Promise<string[]> => {
  const target = { ...ownerOf(accountId), searchId: search.id }
  const page = await admin.news(target, { limit: 100, before: null })
  if (isRefusal(page)) throw new Error(page.refused)
  return page.news.map(({ articleId, state }) => `${state} ${articleId}`).toReversed()
}

const NOTHING: ReadonlySet<ArticleId> = new Set()
const less = (some: ReadonlySet<ArticleId>, others: ReadonlySet<ArticleId>): ArticleId[] =>
  [...some].filter((one) => !others.has(one)).toSorted()

test(
  `told = the difference by brute force, batch by batch; a replay tells nothing (SEED=${SEED})`,
  async () => {
    const follower = followerOn(world.pool)
    await tellAll(follower)
    const head = await world.log.head()
    const searches: SavedSearch[] = []
    const wanted = new Map<string, string[]>()
    let before = new Map<string, Set<ArticleId>>()
    let differences = 0
    for (let at = 0; at < head;) {
      at = Math.min(head, at + 1 + random(5))
      const limits = { eventsPerBatch: 1 + random(4) }
      await makeProjector({ ...world.deps, limits }).runOnce(1, { upTo: Position.parse(at) })
      await tellAll(follower)
      const after = await matching(searches, 1)
      for (const { id } of searches) {
        const [was, is] = [before.get(id) ?? NOTHING, after.get(id) ?? NOTHING]
        const told = [
          ...less(is, was).map((one) => `matched ${one}`),
          ...less(was, is).map((one) => `unmatched ${one}`),
        ]
        differences += told.length
        wanted.get(id)?.push(...told)
      }
      // New ones are saved between batches, some before the follower saw the last one.
      await index.waitFor(Position.parse(at), 20_000)
      for (let more = random(7); more > 0 && searches.length < SEARCHES; more -= 1) {
        const saved = await saveOn(admin, accountId, randomSearch())
        searches.push(saved)
        wanted.set(saved.id, [])
      }
      before = await matching(searches, 1)
      for (const one of searches) {
        const kept = await admin.one({ accountId, searchId: one.id })
        expect(isRefusal(kept) ? kept : kept.matches, JSON.stringify(one)).toBe(
          before.get(one.id)?.size,
        )
      }
    }
    process.stderr.write(`${searches.length} searches, ${differences} differences\n`)
    // How many there are is the seed's; without any, nothing would be shown.
    expect(differences).toBeGreaterThan(0)
    for (const one of searches) {
      const told = await newsOf(one)
      // Within one batch the order of texts is not promised.
      expect(told.toSorted(), JSON.stringify(one)).toEqual(wanted.get(one.id)?.toSorted())
    }
    await world.models.generations.open(2, { embeddingModel: null })
    await makeProjector({ ...world.deps, limits: { eventsPerBatch: 7 } }).runOnce(2)
    await world.models.generations.swap(1, 2, async () => undefined)
    await world.pool.query('update saved_search_checkpoint set position = 1')
    expect(await tellAll(follower)).toBe(0)
    expect(await tellAll(followerOn(world.pool))).toBe(0)
  },
  TIMEOUT_MS,
)
