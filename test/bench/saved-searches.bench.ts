/**
 * What saved searches cost for each changed text, by how many are followed:
 *
 * node test/bench/saved-searches.bench.ts [searches...]
 *
 * On a copy of the real corpus beside the checkout. Texts get another wording, one in a batch, then
 * in batches of fifty. `mixed`: words, filters and citations. `hard`: common words, or filters
 * alone. Only the texts that change are known to match, so that the tables stay small.
 */
import { randomUUID } from 'node:crypto'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { EventData, NewEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { SavedQuery, type WordsAsked } from '#contracts/http/saved-searches.ts'
import { type ArticleId, Instant, Position, SemVer } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { makeTextDocuments } from '#infra/embedded/search/text-documents.ts'
import { indexOfTexts } from '#infra/embedded/search/texts-index.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { makeNarrowerConcepts } from '#infra/postgres/read-models/concepts.ts'
import { makeFollowing } from '#infra/postgres/saved-searches/following.ts'
import { makeSavedSearches } from '#infra/postgres/saved-searches/searches.ts'
import { makeAddEvents } from '#infra/postgres/webhooks/messages.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { makeSearchFollower } from '#query-api/saved-searches/follow.ts'
import { matchesIn, planMatch } from '#query-api/saved-searches/match.ts'
import type { Following } from '#query-api/saved-searches/ports.ts'
import { randomOf } from '../citator/random-log.ts'
import { copyPreparedCorpus } from '../corpus/prepared.ts'
import { connectStores } from '../harness/postgres.ts'
import { makeAccount, ownerOf } from '../webhooks/world.ts'
import { figuresOf } from './figures.ts'

const asked = process.argv.slice(2).map(Number)
const SIZES = asked.length === 0 ? [100, 1_000, 10_000] : asked
const PER_ACCOUNT = 100
const CHANGED = 60
const BATCHES = { warm: 5, timed: 60 } as const
const MEGABYTE = 2 ** 20
const SEED = 7

const copy = await copyPreparedCorpus('builtin')
await migrate(copy.connectionString)
const stores = connectStores(copy.connectionString)
const { pool, log, blobs, events, models, lock } = stores
const random = randomOf(SEED)
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T

const documentsOf = makeTextDocuments(pool)
const { rows } = await pool.query<{ id: ArticleId }>(
  `select distinct article_id as id from live_generation join search_rows using (generation)`,
)
const documents = await documentsOf(rows.map(({ id }) => id))
const served = documents.filter(({ current }) => current)
const articles = served.filter(({ kind }) => kind === 'article')

/** Words of titles, as a lawyer would ask for them. */
const wordsOf = (count: number): string => {
  const words = oneOf(articles).display.title.split(/[^\p{L}]+/u)
  return words
    .filter(({ length }) => length > 4)
    .slice(0, count)
    .join(' ')
}
const tagOf = (field: keyof SearchDocument['tags']): string | undefined =>
  oneOf(oneOf(served).tags[field].length === 0 ? [undefined] : oneOf(served).tags[field])
const filterBy = (...fields: (keyof SearchDocument['tags'])[]): object => {
  const { tags } = oneOf(served)
  return Object.fromEntries(
    fields.flatMap((field) => (tags[field].length === 0 ? [] : [[field, [oneOf(tags[field])]]])),
  )
}
const ENGLISH = ['notice period for a dismissal', 'personal data processing', 'breach of contract']
const COMMON = ['article', 'loi', 'contrat', 'droit', 'salarié', 'code', 'personne', 'tribunal']
type Wanted = { readonly search: object; readonly words: WordsAsked }
const KINDS: Readonly<Record<string, () => Wanted>> = {
  mixed: () => {
    const dice = random(20)
    if (dice < 8) return { search: { text: wordsOf(2 + random(2)) }, words: 'all' }
    if (dice < 11)
      return {
        search: { text: wordsOf(2), filters: filterBy('jurisdictions', 'contentTypes') },
        words: 'all',
      }
    if (dice < 15) {
      const name = tagOf('cites') ?? 'article:code-civil:1240'
      return { search: { filters: { cites: [name] } }, words: 'all' }
    }
    if (dice < 17)
      return {
        search: { filters: filterBy('legalDomains', 'jurisdictions', 'courts') },
        words: 'all',
      }
    if (dice < 19)
      return {
        search: { text: wordsOf(3), filters: filterBy('legalDomains') },
        words: 'any',
      }
    return { search: { text: oneOf(ENGLISH) }, words: 'all' }
  },
  hard: () => {
    const filters = {
      ...filterBy(...(random(2) === 0 ? (['jurisdictions'] as const) : [])),
      ...filterBy(...(random(2) === 0 ? (['contentTypes'] as const) : [])),
      ...filterBy(...(random(4) === 0 ? (['legalDomains'] as const) : [])),
      ...(random(2) === 0 ? { dateFrom: `${1900 + random(130)}-0${1 + random(9)}-01` } : {}),
    }
    const dice = random(10)
    const isEmpty = Object.keys(filters).length === 0
    if (dice < 4)
      return {
        search: { text: '', filters: isEmpty ? { jurisdictions: ['FR'] } : filters },
        words: 'all',
      }
    if (dice < 8) return { search: { text: oneOf(COMMON), filters }, words: 'all' }
    return { search: { text: [oneOf(COMMON), oneOf(COMMON)].join(' '), filters }, words: 'any' }
  },
}

const changed = [...new Set(articles.map(({ articleId }) => articleId))]
  .toSorted()
  .filter((_, at, all) => at % Math.floor(all.length / CHANGED) === 0)
  .slice(0, CHANGED)
const live = await models.generations.live()
const searches = makeSavedSearches(pool)
const position = Position.parse(await log.head())
await pool.query('update saved_search_checkpoint set position = $1', [position])

let accountId = ''
let saved = 0
const saveMore = async (kind: string, upTo: number): Promise<void> => {
  // Of the texts as they are by now.
  const someIndex = indexOfTexts(await documentsOf(changed))
  for (; saved < upTo; saved += 1) {
    if (saved % PER_ACCOUNT === 0) accountId = await makeAccount(pool)
    const wanted = KINDS[kind]?.() ?? { search: {}, words: 'all' as const }
    const search = SavedQuery.parse(wanted.search)
    const plan = planMatch(search, wanted.words, search.filters)
    const { entries } = await matchesIn(someIndex, plan)
    const slugs = [...new Set(entries.map(({ slug }) => slug))]
    const target = { ...ownerOf(accountId), searchId: randomUUID() }
    const content = { name: `recherche ${saved}`, search, words: wanted.words }
    const at = Position.parse(await log.head())
    const kept = await searches.save(target, content, { slugs, position: at })
    if (kept === 'behind' || isRefusal(kept)) throw new Error(JSON.stringify(kept))
  }
}

let round = 0
/** Gives each text another wording, in one batch. */
const revise = async (ids: readonly string[]): Promise<void> => {
  round += 1
  for (const id of ids) {
    const streamId = `article-${id}` as Parameters<typeof events.readStreams>[0][number]
    const facts = (await events.readStreams([streamId])).get(streamId) ?? []
    const last = facts.findLast(({ type }) => type === 'VersionPublished')
    if (last?.type !== 'VersionPublished') throw new Error(`nothing of ${id} was published`)
    const data: EventData<'VersionPublished'> = last.data
    const { sha256 } = data.content.contentClean
    const words = (await blobs.get([sha256])).get(sha256) ?? ''
    // One of three revisions brings and takes words that are searched.
    const text = `${words}\n${round % 3 === 0 ? oneOf(COMMON) : `Rédaction ${round}.`}`
    const hash = sha256Hex(text)
    await blobs.put([{ sha256: hash, text }])
    const contentClean = {
      sha256: hash,
      utf8Bytes: Buffer.byteLength(text),
      utf16Units: text.length,
    }
    const event: NewEvent = {
      type: 'VersionPublished',
      data: {
        ...data,
        version: SemVer.parse(`${100 + round}.0.0`),
        sha256Hash: hash,
        content: { ...data.content, contentClean },
      },
    }
    const answer = await events.append(
      [{ streamId, expectedVersion: facts.length, events: [event] }],
      {
        actor: 'bench',
        time: Instant.parse(new Date().toISOString()),
        correlationId: 'bench',
        causationId: null,
      },
    )
    if ('conflict' in answer) throw new Error('another writer appended')
  }
  await makeProjector({ log, blobs, models, lock, limits: { eventsPerBatch: 500 } }).runOnce(live)
}

/** Milliseconds a text: in all, in the store, and of the processor in this process. */
type Taken = { readonly all: number; readonly store: number; readonly busy: number }

/** The store, with the time that is spent in it. */
let inStore = 0
const timed = (store: Following): Following =>
  Object.fromEntries(
    Object.entries(store).map(([name, act]) => [
      name,
      async (...given: unknown[]) => {
        const began = performance.now()
        try {
          return await (act as (...all: unknown[]) => Promise<unknown>)(...given)
        } finally {
          inStore += performance.now() - began
        }
      },
    ]),
  ) as unknown as Following

const megabytes = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / MEGABYTE
}
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const figure = (value: number): string => value.toFixed(1)

print(`${articles.length} texts, ${documents.length} entries; seed ${SEED}`)
for (const kind of Object.keys(KINDS)) {
  await pool.query('delete from saved_searches')
  saved = 0
  let first: { single: number; many: number } | null = null
  for (const size of SIZES) {
    await saveMore(kind, size)
    const follower = makeSearchFollower({
      store: timed(
        makeFollowing(pool, {
          documents: documentsOf,
          queueEvents: makeAddEvents(pool.vault),
        }),
      ),
      concepts: makeNarrowerConcepts(pool),
      indexOf: indexOfTexts,
      clock: () => Date.now(),
    })
    const before = megabytes()
    let told = 0
    const follow = async (texts: number): Promise<Taken> => {
      inStore = 0
      const began = performance.now()
      const busy = process.cpuUsage()
      for (;;) {
        const step = await follower.step()
        told += step.told
        if (step.isCaughtUp) break
      }
      const { user, system } = process.cpuUsage(busy)
      return {
        all: (performance.now() - began) / texts,
        store: inStore / texts,
        busy: (user + system) / 1_000 / texts,
      }
    }
    await revise(changed.slice(0, 1))
    const loading = await follow(1)
    const held = megabytes() - before
    for (let at = 0; at < BATCHES.warm; at += 1) {
      await revise(changed.slice(at, at + 1))
      await follow(1)
    }
    told = 0
    const singles: Taken[] = []
    for (let at = 0; at < BATCHES.timed; at += 1) {
      await revise([changed[at % changed.length] ?? ''])
      singles.push(await follow(1))
    }
    const toldBySingles = told
    const many: Taken[] = []
    for (let at = 0; at < 4; at += 1) {
      await revise(changed.slice(0, 50))
      many.push(await follow(50))
    }
    const of = (taken: readonly Taken[], member: keyof Taken) =>
      figuresOf(taken.map((one) => one[member]))
    const [all, inMany] = [of(singles, 'all'), of(many, 'all')]
    first ??= { single: all.p50, many: inMany.p50 }
    const shown = ({ p50, p95 }: { p50: number; p95: number }): string =>
      `p50 ${figure(p50)} ms, p95 ${figure(p95)} ms`
    print(
      `${kind}, ${size} searches (${held.toFixed(0)} MB, loaded in ${loading.all.toFixed(0)} ms)\n` +
        `  one text in a batch: ${shown(all)} (${figure(all.p50 / first.single)} times the first), of it the database ${shown(of(singles, 'store'))}; processor ${shown(of(singles, 'busy'))}; told ${(toldBySingles / singles.length).toFixed(1)}\n` +
        `  each of fifty in a batch: ${shown(inMany)} (${figure(inMany.p50 / first.many)} times), of it the database ${shown(of(many, 'store'))}; processor ${shown(of(many, 'busy'))}`,
    )
  }
}
await stores.close()
await copy.close()
