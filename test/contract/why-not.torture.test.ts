/**
 * Why-not against brute force over the texts beside the checkout: the change that it names brings
 * the text in, one step less does not. `PAIRS=2000` runs many, `SEED` repeats them.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SearchRequest } from '#contracts/http/search.ts'
import type { RequestChange } from '#contracts/http/why-not.ts'
import { Day, type Sha256Hex, Slug } from '#contracts/ids.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { HitDisplay, type SearchDocument } from '#contracts/search/document.ts'
import { Engine } from '#infra/embedded/search/engine/engine.ts'
import { unpackAnswer, unpackBrowse } from '#infra/embedded/search/engine/packed.ts'
import { BUILTIN, builtinVector, makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import type { EntryDisplay, SearchIndex } from '#query-api/ports.ts'
import { makeSearch } from '#query-api/search/search.ts'
import { afterChange } from '#query-api/why-not/steps.ts'
import { makeWhyNot } from '#query-api/why-not/why-not.ts'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { documentOf, seeded, sha256 } from './search-fixtures.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const PAIRS = Number(process.env['PAIRS'] ?? 60)
const FILES = ['decisions_fr', 'headnotes_fr', 'doctrine_fr', 'legislation_fr'].concat([
  'legislation_lu_versions',
  'legislation_mc',
  'legislation_ad',
  'legislation_eu',
])
const BODY_CHARACTERS = 2_000

type Record_ = {
  readonly title: string
  readonly text: string
  readonly jurisdiction?: readonly string[]
  readonly contentType?: string
  readonly publishedAt?: string
  readonly validFrom?: string
  readonly validTo?: string
  readonly headnotes?: readonly { readonly sequence: number; readonly summary: string }[]
  readonly judicialDecision?: { readonly courtLevel?: string; readonly courtCode?: string }
  readonly source: { readonly id: string }
}

const recordsOf = (file: string): Record_[] =>
  readFileSync(sharedPath('corpus', 'import', `${file}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record_)

const present = (value: string | undefined): string[] => (value === undefined ? [] : [value])

const flagOf = (text: number): 'red' | 'gray' => (text % 3 === 0 ? 'red' : 'gray')

/** The entries of one text: its wordings, the last one current, each with its headnotes. */
const entriesOf = (wordings: readonly Record_[], text: number): SearchDocument[] =>
  wordings.flatMap((record, at) => {
    const date = record.publishedAt ?? record.validFrom ?? null
    const facts = {
      text,
      version: `${at + 1}.0.0`,
      current: at === wordings.length - 1,
      validity:
        record.validFrom === undefined
          ? []
          : [{ from: record.validFrom, to: record.validTo ?? null }],
      date,
      title: terms(record.title).join(' '),
      tags: {
        jurisdictions: record.jurisdiction ?? [],
        contentTypes: present(record.contentType),
        courtLevels: present(record.judicialDecision?.courtLevel),
        courts: present(record.judicialDecision?.courtCode),
        statusFlags: [flagOf(text)],
      },
      model: BUILTIN.model,
    } as const
    const documents = [
      documentOf({
        ...facts,
        body: terms(record.text.slice(0, BODY_CHARACTERS)).join(' '),
        passages: [`${text}/${at}`],
      }),
      ...(record.headnotes ?? []).slice(0, 3).map((headnote, n) =>
        documentOf({
          ...facts,
          kind: 'headnote',
          sequence: n + 1,
          body: terms(headnote.summary).join(' '),
        }),
      ),
    ]
    return documents.map((one) => ({
      ...one,
      display: HitDisplay.parse({
        ...one.display,
        title: record.title,
        statusFlag: flagOf(text),
        contentType: record.contentType ?? 'custom',
        jurisdiction: record.jurisdiction ?? [],
      }),
    }))
  })

const indexOf = (engine: Engine): SearchIndex => ({
  search: async (query) => unpackAnswer(engine.search(query)),
  browse: async (query) => unpackBrowse(engine.browse(query)),
  displays: async (entries) =>
    entries.map((entry) => ({
      ...(JSON.parse(engine.displays.json(entry) ?? '{}') as EntryDisplay),
      passage: null,
    })),
  knownValues: async (field) => engine.knownValues(field),
  unknownValues: async () => [],
  similarTerms: async (term, edits) => engine.similarTerms(term, edits),
  position: async () => engine.position,
  waitFor: async () => {},
  close: async () => {},
})

const worldOf = () => {
  const records = FILES.flatMap(recordsOf)
  const texts = [...Map.groupBy(records, ({ source }) => source.id).values()]
  const vectors = new Map<Sha256Hex, Float32Array>()
  const engine = new Engine({ model: BUILTIN.model })
  const documents = texts.flatMap((wordings, text) => entriesOf(wordings, text + 1))
  for (const [text, wordings] of texts.entries())
    for (const [at, { title, text: body }] of wordings.entries())
      vectors.set(sha256(`${text + 1}/${at}`), builtinVector(`${title} ${body.slice(0, 500)}`))
  for (const document of documents)
    engine.stage({
      document,
      vectors: document.passages.flatMap(({ textSha256 }) => vectors.get(textSha256) ?? []),
    })
  engine.commit(engine.position)
  const deps = {
    index: indexOf(engine),
    embedder: makeBuiltinEmbedder(),
    clock: () => 0,
    today: () => Day.parse('2026-05-04'),
  }
  return { documents, search: makeSearch(deps), whyNot: makeWhyNot(deps) }
}
type World = ReturnType<typeof worldOf>

const DAYS = ['1995-01-01', '2010-06-30', '2015-03-01', '2019-12-31', '2024-02-29']

/** A request of chance, whose filters are values of one text, and a text that may not be on it. */
const pairOf = ({ documents }: World, random: () => number) => {
  const one = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }
  const like = one(documents)
  const some = (chance: number, value: object): object => (random() < chance ? value : {})
  const words = like.display.title.split(' ')
  const text = Array.from({ length: Math.floor(random() * 4) }, () => one(words)).join(' ')
  const tag = (field: 'jurisdictions' | 'contentTypes' | 'courtLevels' | 'statusFlags'): object => {
    const [value] = like.tags[field]
    return value === undefined ? {} : some(0.2, { [field]: [value] })
  }
  const [from = '', to = ''] = [one(DAYS), one(DAYS)].toSorted()
  const request = SearchRequest.parse({
    text: text.slice(0, 400),
    limit: 1 + Math.floor(random() * 20),
    offset: random() < 0.5 ? 0 : Math.floor(random() * 50),
    includeHeadnotes: random() < 0.6,
    enableVector: random() < 0.6,
    collapse: random() < 0.3,
    filters: {
      ...tag('jurisdictions'),
      ...tag('contentTypes'),
      ...tag('courtLevels'),
      ...tag('statusFlags'),
      ...some(0.15, { dateFrom: from }),
      ...some(0.15, { dateTo: to }),
      ...some(0.15, { asOf: one(DAYS) }),
      ...some(0.1, { inForce: true }),
      ...some(0.1, { conceptIds: ['00000000-0000-4000-8000-000000000001'] }),
    },
  })
  return { request, slug: Slug.parse(random() < 0.5 ? like.slug : one(documents).slug) }
}

const shows = async ({ search }: World, request: SearchRequest, slug: string): Promise<boolean> =>
  (await search({ ...request, fields: [] })).response.hits.some((hit) => hit.slug === slug)

const MS_PER_DAY = 86_400_000
const towards = (day: string, other: string): string =>
  new Date(Date.parse(day) + (other > day ? MS_PER_DAY : -MS_PER_DAY)).toISOString().slice(0, 10)

/** The request after the change, but for one step of one of its members. */
const oneStepLess = (request: SearchRequest, change: RequestChange): SearchRequest[] => {
  const { filters = {}, ...members } = change
  const without: RequestChange[] = Object.entries(members).map(([member, value]) => {
    const before = request[member as keyof SearchRequest]
    if (typeof value !== 'number' || typeof before !== 'number')
      return { ...change, [member]: before }
    return { ...change, [member]: value + Math.sign(before - value) }
  })
  const filtersLess: RequestChange[] = Object.entries(filters).map(([name, value]) => {
    const before = request.filters[name as keyof SearchRequest['filters']]
    const isDay = typeof value === 'string' && typeof before === 'string'
    const less = isDay ? towards(value, before) : (before ?? null)
    return { ...change, filters: { ...filters, [name]: less as string | string[] | null } }
  })
  return [...without, ...filtersLess].flatMap((one) => afterChange(request, one) ?? [])
}

test.runIf(hasShared)(
  `the change brings the text in, one step less does not ${NEEDS_SHARED}`,
  { timeout: 900_000 },
  async () => {
    console.info(`why-not: SEED=${SEED} PAIRS=${PAIRS}`)
    const world = worldOf()
    const random = seeded(SEED)
    const stages = new Map<string, number>()
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const { request, slug } = pairOf(world, random)
      const about = JSON.stringify({ pair, slug, request })
      const { response } = (await world.whyNot({ request, slug })) ?? {}
      const isShown = await shows(world, request, slug)
      expect(response?.isOnPage, about).toBe(isShown)
      const stage = isShown ? 'shown' : (response?.stages[0]?.stage ?? 'none')
      stages.set(stage, (stages.get(stage) ?? 0) + 1)
      if (isShown) continue
      const why = `${about} ${JSON.stringify(response)}`
      const { change = null } = response ?? {}
      if (change === null) throw new Error(`no change: ${why}`)
      const changed = afterChange(request, change)
      expect(changed !== null && (await shows(world, changed, slug)), why).toBe(true)
      for (const less of oneStepLess(request, change))
        expect(await shows(world, less, slug), `${why} ${JSON.stringify(less)}`).toBe(false)
    }
    console.info(`why-not: ${JSON.stringify(Object.fromEntries(stages))}`)
  },
)
