/**
 * `filters.asOf` over every day on which one of the Luxembourg articles changed, and the day before
 * it.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Day, Sha256Hex } from '#contracts/ids.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import { openEmbeddedSearchIndex } from '#infra/embedded/search/search-index.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeChangedStreams } from '#infra/postgres/log/changed-streams.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeHitTexts } from '#infra/postgres/log/hit-texts.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { makeLiveState } from '#infra/postgres/read-models/generations.ts'
import { makeStatePages, makeTextTables } from '#infra/postgres/read-models/texts.ts'
import { makeCitatorTables } from '#infra/postgres/read-models/treatments.ts'
import { cleanText } from '#ingest/enrich/clean.ts'
import { scanPages } from '#query-api/http/cursors.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { parseTextState } from '#query-api/projections/articles/text-state.ts'
import { recogniseInTurns } from '#query-api/projections/citations/projection.ts'
import { makeScan } from '#query-api/scan/scan.ts'
import { highlight } from '#query-api/search/highlight.ts'
import { makeSearch, type Search } from '#query-api/search/search.ts'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { openWorld, type World } from '../citator/world.ts'
import { allEvents, countingEmbedder, runImport } from '../import/real.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const FILE = sharedPath('corpus/import/legislation_lu_versions.jsonl')
const PAGE = 100
const LONG_MS = 60_000

/** What the file says, read without any of our readers. */
type State = {
  readonly title: string
  readonly text: string
  readonly validFrom: string
  readonly validTo: string | null
  readonly source: { readonly id: string }
}
const states = hasShared
  ? readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as State)
  : []

const DAY_MS = 86_400_000
const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
const days = [...new Set(states.map(({ validFrom }) => validFrom))]
  .flatMap((day) => [dayBefore(day), day])
  .filter((day, index, all) => all.indexOf(day) === index)
  .toSorted()

/** An article's slug is that of its first state; the wordings in force on a day, as `slug text`. */
const slugs = new Map<string, string>()
for (const { source, title } of states)
  if (!slugs.has(source.id)) slugs.set(source.id, slugFor(title, source.id))
const inForceOn = (day: string): string[] =>
  states
    .filter(({ validFrom, validTo }) => validFrom <= day && (validTo ?? '9999') >= day)
    .map(({ source, text }) => `${slugs.get(source.id)} ${sha256Hex(cleanText(text))}`)
    .toSorted()

describe.skipIf(!hasShared)(`law on a day ${NEEDS_SHARED}`, () => {
  let world: World
  let search: Search
  let index: SearchIndex
  /** The text of each published version, by slug and version. */
  const textOf = new Map<string, string>()

  beforeAll(async () => {
    world = await openWorld()
    const deps = {
      store: makeEventStore(world.pool),
      blobs: makeBlobs(world.pool),
      vectors: makeVectors(world.pool),
      slugs: makeSlugRegistry(world.pool),
      embedder: countingEmbedder(),
    }
    expect((await runImport(deps, [FILE])).refusals).toEqual([])
    await world.project(1)
    index = await openEmbeddedSearchIndex({
      pepper: TEST_PEPPER,
      connectionString: world.connectionString,
    })
    await index.waitFor(await world.log.head(), LONG_MS)
    for (const event of await allEvents(world))
      if (event.type === 'VersionPublished') {
        const { version, content } = event.data
        textOf.set(`${content.slug}@${version}`, content.contentClean.sha256)
      }
    const embedder = {
      model: 'test@1',
      dimensions: 4,
      similarityFloor: 0,
      costUsdPerQuery: 0,
      embedQuery: () => Promise.resolve(new Float32Array(4)),
    }
    search = makeSearch({
      index,
      texts: makeHitTexts(world.pool),
      embedder,
      clock: () => 0,
      today: () => Day.parse('2026-11-22'),
    })
  }, LONG_MS)
  afterAll(async () => {
    await index.close()
    await world.close()
  })

  const foundOn = async (day: string): Promise<string[]> => {
    const found: string[] = []
    for (let offset = 0; ; offset += PAGE) {
      const request = SearchRequest.parse({ filters: { asOf: day }, limit: PAGE, offset })
      const { hits, total } = (await search(request)).response
      for (const hit of hits) found.push(`${hit.slug} ${textOf.get(`${hit.slug}@${hit.version}`)}`)
      if (offset + PAGE >= total) return found.toSorted()
    }
  }

  test('a scan finds the same, each text once', async () => {
    const scan = makeScan({
      pages: scanPages('a secret'),
      live: makeLiveState(world.pool),
      statesAfter: makeStatePages(world.pool, parseTextState),
      today: () => Day.parse('2026-11-22'),
      states: makeTextTables(world.pool, parseTextState),
      facts: makeCitatorTables(world.pool),
      blobs: makeBlobs(world.pool),
      recognise: recogniseInTurns,
      changedSince: makeChangedStreams(world.pool),
      readStream: (...asked) => world.log.readStream(...asked),
    })
    for (const day of days.filter((_, at) => at % 20 === 0)) {
      const found: string[] = []
      for (let after: string | undefined, more = true; more;) {
        const filters = SearchFilters.parse({ asOf: day })
        const { rows, next } = (await scan({ after, limit: PAGE, filters })).response
        for (const row of rows)
          if (!row.removed) found.push(`${row.slug} ${textOf.get(`${row.slug}@${row.version}`)}`)
        more = next !== null
        after = next ?? undefined
      }
      expect(found.toSorted(), day).toEqual(inForceOn(day))
    }
  })

  test('a snippet is of the wording of its hit, at its span', async () => {
    const [day = ''] = days.slice(-1)
    for (const filters of [{}, { asOf: day }, { asOf: days[0] }]) {
      const request = SearchRequest.parse({ text: 'règlement grand-ducal article', filters })
      const { hits } = (await search(request)).response
      for (const hit of hits) {
        if (hit.type !== 'article') continue
        const hash = textOf.get(`${hit.slug}@${hit.version}`)
        const texts = await makeBlobs(world.pool).get([Sha256Hex.parse(hash)])
        const { start = 0, end = 0 } = hit.snippetSpan ?? {}
        const shown = [...texts.values()].flatMap((text) => [...text].slice(start, end)).join('')
        expect(shown.length).toBeGreaterThan(0)
        expect(highlight(shown, () => [])).toBe(hit.snippet?.replace(/<\/?mark>/gu, ''))
      }
    }
  })

  test('there are 237 articles in 712 states', () => {
    expect([slugs.size, states.length]).toEqual([237, 712])
    expect(new Set(slugs.values()).size).toBe(237)
  })

  test(
    'each article is found in the wording then in force, and only in that, on each day of change and the day before',
    async () => {
      let wordings = 0
      for (const day of days) {
        const expected = inForceOn(day)
        expect(await foundOn(day), day).toEqual(expected)
        wordings += expected.length
      }
      // Every state is in force on its own first day, so each was looked for at least once.
      expect(wordings).toBeGreaterThanOrEqual(states.length)
    },
    LONG_MS,
  )
})
