/**
 * What is told of saved searches equals the difference by brute force, batch by batch: of a corpus
 * that lives, while the notifier is killed and doubled, the read models are rebuilt and swapped,
 * and searches come, are paused, go on and go. `SAVED_SEARCHES=500 SEARCH_BATCHES=200` runs the
 * whole size; `SEED` repeats a run.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { NewSavedSearch } from '#contracts/http/saved-searches.ts'
import { type ArticleId, Position } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeTextDocuments } from '#infra/embedded/search/text-documents.ts'
import { indexOfTexts } from '#infra/embedded/search/texts-index.ts'
import { makeNarrowerConcepts } from '#infra/postgres/read-models/concepts.ts'
import { makeFollowing } from '#infra/postgres/saved-searches/following.ts'
import { makeAddEvents } from '#infra/postgres/webhooks/messages.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import type { SavedSearchAdmin } from '#query-api/saved-searches/admin.ts'
import { makeSearchFollower, type SearchFollower } from '#query-api/saved-searches/follow.ts'
import { matchesIn, planMatch } from '#query-api/saved-searches/match.ts'
import type { Following } from '#query-api/saved-searches/ports.ts'
import { makeExpansion } from '#query-api/search/concepts.ts'
import { randomOf } from '../citator/random-log.ts'
import { openWorld, type World } from '../citator/world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { makeAccount, registerAt } from '../webhooks/world.ts'
import { type Asked, askedOf, entriesOf, textsMatching } from './by-hand.ts'
import { type Life, oneOf, openLife } from './random-life.ts'
import { randomSearch } from './random-searches.ts'
import { adminOver, ownerOf } from './world.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const SEARCHES = Number(process.env['SAVED_SEARCHES'] ?? 40)
const BATCHES = Number(process.env['SEARCH_BATCHES'] ?? 12)
const PER_ACCOUNT = 100
const ACTS_MAX = 6
/** Batches between two questions to the index on its thread. */
const THREAD_EVERY = 10
const TIMEOUT_MS = 3_600_000

let world: World
let life: Life
let thread: SearchIndex
const accounts: string[] = []
const random = randomOf(SEED)
const counts: Record<string, number> = {}
const count = (name: string, more = 1): void => {
  counts[name] = (counts[name] ?? 0) + more
}

beforeAll(async () => {
  process.stderr.write(`seed: ${SEED}\n`)
  world = await openWorld()
  life = await openLife(world, random)
  await project(1)
  thread = await openEmbeddedSearchIndex({
    connectionString: world.connectionString,
    pepper: TEST_PEPPER,
  })
  for (let at = 0; at < SEARCHES; at += PER_ACCOUNT) {
    const accountId = await makeAccount(world.pool)
    accounts.push(accountId)
    await registerAt(world.pool, accountId, { url: 'http://127.0.0.1:9/' })
  }
}, TIMEOUT_MS)
afterAll(async () => {
  await thread.close()
  await world.close()
})

const project = (generation: number) =>
  makeProjector({ ...world.deps, limits: { eventsPerBatch: 1 + random(9) } }).runOnce(generation)

/** The corpus as it is served at a position, with an index of all of it. */
type State = {
  readonly position: Position
  readonly documents: readonly SearchDocument[]
  readonly index: Pick<SearchIndex, 'search' | 'browse' | 'waitFor'>
}
const stateNow = async (): Promise<State> => {
  const { rows } = await world.pool.query<{ id: ArticleId }>(
    'select distinct article_id as id from live_generation join search_rows using (generation)',
  )
  const documents = await makeTextDocuments(world.pool)(rows.map(({ id }) => id))
  const position = Position.parse(await world.log.head())
  const whole = indexOfTexts(documents)
  return {
    position,
    documents,
    index: {
      search: async (query) => ({ ...(await whole.search(query)), position }),
      browse: async (query) => ({ ...(await whole.browse(query)), position }),
      waitFor: async () => undefined,
    },
  }
}

class Killed extends Error {}
/** Dies before a statement, in the middle of the transaction, or after it. */
const mortal = (chance: number): { following: Following; make: () => SearchFollower } => {
  const dies = (): boolean => chance > 0 && random(chance) === 0
  const queue = makeAddEvents(world.pool.vault)
  const store = makeFollowing(world.pool, {
    documents: makeTextDocuments(world.pool),
    queueEvents: async (on, events) => {
      if (dies()) throw new Killed()
      await queue(on, events)
      if (dies()) throw new Killed()
    },
  })
  const following = Object.fromEntries(
    Object.entries(store).map(([name, act]) => [
      name,
      async (...given: unknown[]) => {
        if (dies()) throw new Killed()
        const answer = await (act as (...all: unknown[]) => Promise<unknown>)(...given)
        if (dies()) throw new Killed()
        return answer
      },
    ]),
  ) as unknown as Following
  return {
    following,
    make: () =>
      makeSearchFollower({
        store: following,
        concepts: makeNarrowerConcepts(world.pool),
        indexOf: indexOfTexts,
        clock: () => Date.now(),
      }),
  }
}

const stepAll = async (follower: SearchFollower): Promise<void> => {
  while (!(await follower.step()).isCaughtUp);
}
/** Follows to the end, whatever kills it on the way. */
const followAll = async (calm: SearchFollower): Promise<void> => {
  const dice = random(3)
  if (dice === 0) return stepAll(calm)
  if (dice === 1) {
    count('doubled')
    await Promise.all([stepAll(calm), stepAll(mortal(0).make())])
    return
  }
  for (;;)
    try {
      return await stepAll(mortal(12).make())
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      count('kills')
    }
}

/** A search as the test knows it. */
type Followed = {
  readonly asked: Asked
  readonly accountId: string
  isPaused: boolean
  matching: ReadonlySet<ArticleId>
}
const followed = new Map<string, Followed>()
const targetOf = (id: string, { accountId }: Followed) => ({
  ...ownerOf(accountId),
  searchId: id,
})

const save = async (admin: SavedSearchAdmin, state: State): Promise<void> => {
  const accountId = accounts[followed.size % accounts.length] ?? ''
  const wanted = NewSavedSearch.parse({ name: 'une recherche', ...randomSearch(random) })
  const saved = await admin.save(ownerOf(accountId), wanted, randomUUID())
  if (isRefusal(saved)) return count(saved.refused)
  const asked = askedOf(saved)
  const matching = textsMatching(asked, entriesOf(state.documents))
  followed.set(saved.id, { asked, accountId, isPaused: false, matching })
}

/** Owners act, while the index knows the corpus as it is in a state. */
const ownersAct = async (state: State, most: number): Promise<void> => {
  const admin = adminOver(world.pool, state.index)
  for (let more = random(most); more > 0; more -= 1) {
    const known = [...followed]
    const dice = random(10)
    if (known.length < SEARCHES && dice < 6) {
      await save(admin, state)
      continue
    }
    const [id, one] = known[random(Math.max(1, known.length))] ?? []
    if (id === undefined || one === undefined) continue
    const target = targetOf(id, one)
    if (dice === 9) {
      await admin.remove(target)
      followed.delete(id)
      count('removed')
    } else if (one.isPaused) {
      expect(await admin.change(target, { enabled: true })).toMatchObject({ enabled: true })
      one.isPaused = false
      one.matching = textsMatching(one.asked, entriesOf(state.documents))
      count('resumed')
    } else if (dice < 8) {
      await admin.change(target, { enabled: false })
      one.isPaused = true
      count('paused')
    } else await admin.change(target, { name: `un autre nom ${random(9)}` })
  }
}

/** By an index of the whole corpus, the plan of a saved search; the same as by hand. */
const agreeOnAll = async (state: State, isOnThread: boolean): Promise<void> => {
  const entries = entriesOf(state.documents)
  const ids = new Map(state.documents.map(({ slug, articleId }) => [slug, articleId]))
  const { widened } = makeExpansion(makeNarrowerConcepts(world.pool))
  if (isOnThread) await thread.waitFor(state.position, 30_000)
  for (const { asked } of followed.values()) {
    const { search, words } = asked.search
    const plan = planMatch(search, words, await widened(search.filters))
    const found = await matchesIn(isOnThread ? thread : state.index, plan)
    const texts = new Set(found.entries.flatMap(({ slug }) => ids.get(slug) ?? []))
    expect(texts, JSON.stringify(asked.search)).toEqual(textsMatching(asked, entries))
    count('compared')
  }
}

const servedOf = (documents: readonly SearchDocument[]) =>
  new Map(
    documents
      .filter(({ kind, current }) => kind === 'article' && current)
      .map(({ articleId, version, display }) => [
        articleId,
        { version, sha256Hash: display.sha256Hash },
      ]),
  )

type Line = { search: string; line: string }
const sorted = (lines: readonly Line[]): string[] =>
  lines.map(({ search, line }) => `${search} ${line}`).toSorted()

/** What was told in messages to endpoints since an event, and in the news of searches. */
const toldSince = async (seq: number) => {
  const { rows: events } = await world.pool.query<{ seq: string; body: string; messages: number }>(
    `select e.seq, e.body, (select count(*)::int from webhook_messages m where m.event_seq = e.seq) as messages
     from webhook_events e where e.seq > $1 and e.type like 'search.%' order by e.seq`,
    [seq],
  )
  const messages = events.map(({ body }) => {
    const { type, data } = JSON.parse(body) as {
      type: string
      data: Record<string, string | null>
    }
    const { searchId, articleId, version, sha256Hash, id } = data
    return {
      id: id ?? '',
      search: searchId ?? '',
      line: [type.slice('search.'.length), articleId, version, sha256Hash].map(String).join(' '),
    }
  })
  expect(events.every((one) => one.messages === 1)).toBe(true)
  const { rows: news } = await world.pool.query<{ id: string; search: string; line: string }>(
    `select id, search_id as search,
       state || ' ' || article_id || ' ' || coalesce(version, 'null') || ' ' || coalesce(sha256_hash, 'null') as line
     from saved_search_news where id = any ($1::uuid[])`,
    [messages.map(({ id }) => id)],
  )
  expect(sorted(news)).toEqual(sorted(messages))
  return { messages, last: Number(events.at(-1)?.seq ?? seq) }
}

const differenceOf = (state: State): Line[] => {
  const entries = entriesOf(state.documents)
  const served = servedOf(state.documents)
  const lines: Line[] = []
  for (const [search, one] of followed) {
    if (one.isPaused) continue
    const now = textsMatching(one.asked, entries)
    const tell = (id: ArticleId, told: string): void => {
      const { version, sha256Hash } = served.get(id) ?? { version: null, sha256Hash: null }
      lines.push({ search, line: [told, id, version, sha256Hash].map(String).join(' ') })
    }
    for (const id of now) if (!one.matching.has(id)) tell(id, 'matched')
    for (const id of one.matching) if (!now.has(id)) tell(id, 'unmatched')
    one.matching = now
  }
  return lines
}

const countsMatch = async (): Promise<void> => {
  const { rows } = await world.pool.query<{ id: string; matches: number }>(
    'select id, matches from saved_searches where paused_at is null',
  )
  for (const { id, matches } of rows)
    expect(matches, JSON.stringify(followed.get(id)?.asked.search)).toBe(
      followed.get(id)?.matching.size,
    )
}

let generation = 1
/** Builds another generation up to where the live one is, and serves it. */
const swap = async (): Promise<void> => {
  const next = generation + 1
  await world.models.generations.open(next, { embeddingModel: null })
  await project(next)
  await world.models.generations.swap(generation, next, async () => undefined)
  generation = next
  count('swaps')
}

test(
  `told = the difference by brute force (SEED=${SEED})`,
  async () => {
    const started = performance.now()
    const calm = mortal(0).make()
    await stepAll(calm)
    let state = await stateNow()
    for (let more = 0; more < SEARCHES / 2; more += 1)
      await save(adminOver(world.pool, state.index), state)
    let last = 0
    let slowest = 0
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const before = state
      const acts: string[] = []
      for (let more = 1 + random(ACTS_MAX); more > 0; more -= 1) acts.push(await life.act())
      for (const act of acts) count(act)
      await project(generation)
      state = await stateNow()
      const swapsFirst = random(12) === 0
      if (swapsFirst) await swap()
      // Owners act before anything is told of the batch, on an index that may not know it yet. An
      // index can't name what was erased meanwhile, so then it knows the batch.
      const indexed = acts.includes('erased') ? state : oneOf(random, [before, state])
      if (random(2) === 0) await ownersAct(indexed, SEARCHES / 10)
      const began = performance.now()
      await followAll(calm)
      slowest = Math.max(slowest, performance.now() - began)
      const { messages, last: reached } = await toldSince(last)
      last = reached
      const wanted = differenceOf(state)
      expect(sorted(messages), `batch ${batch}`).toEqual(sorted(wanted))
      count('told', messages.length)
      await countsMatch()
      await agreeOnAll(state, batch % THREAD_EVERY === THREAD_EVERY - 1)
      if (!swapsFirst && random(20) === 0) await swap()
      await ownersAct(state, SEARCHES / 5)
    }
    const { rows } = await world.pool.query('select 1 from saved_search_news')
    count('news kept', rows.length)
    await world.pool.query('update saved_search_checkpoint set position = 1')
    await stepAll(mortal(0).make())
    expect((await toldSince(last)).messages).toEqual([])
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    process.stderr.write(
      `${followed.size} searches, ${BATCHES} batches, ${seconds} s, slowest follow ${slowest.toFixed(0)} ms: ${JSON.stringify(counts)}\n`,
    )
    expect(counts['told'] ?? 0).toBeGreaterThan(BATCHES)
  },
  TIMEOUT_MS,
)
