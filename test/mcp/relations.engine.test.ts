/**
 * `service_get_relations` over the real citator and the real index of citations: treatments both
 * ways, with reasons.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import { Day, Instant, type Slug, type TreatmentId } from '#contracts/ids.ts'
import { ChronologyResult, RelationsResult } from '#contracts/mcp/research.ts'
import { makeArticleReader } from '#infra/postgres/read-models/article-reader.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeCitationIndex } from '#infra/postgres/read-models/citations.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeCitatorReader } from '#infra/postgres/read-models/treatments.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import {
  recordRelianceOf,
  recordTreatmentOf,
  retractTreatmentOf,
} from '#ingest/handlers/treatments.ts'
import { toolsOf } from '#query-api/mcp/tools/toolsets.ts'
import { TREATMENTS } from '#query-api/relations/treatments.ts'
import { openWorld, type World } from '../citator/world.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import { countingEmbedder, runImport } from '../import/real.ts'
import { legacy, makeMcp, type McpHarness, toolParts } from './harness.ts'

const [RULING, LATER, NOTE] = (['ruling', 'later', 'note'] as const).map((id) =>
  slugFor(`Texte test:${id}`, `test:${id}`),
) as [Slug, Slug, Slug]
const MONDAY = {
  actor: 'test:editor',
  time: Instant.parse('2026-03-02T09:00:00.000Z'),
  correlationId: 'test',
  causationId: null,
}

let world: World
let harness: McpHarness
beforeAll(async () => {
  world = await openWorld()
  const parts = {
    ...toolParts(),
    articles: makeArticleReader(world.pool),
    citations: makeCitationIndex(world.pool),
    citator: makeCitatorReader(world.pool),
  }
  const limits = { anonymous: 1_000, rest: 1_000, mcp: 10_000, mcpFirm: 10_000 }
  const mcp = { tools: toolsOf('union', parts), resources: [], allowedOrigins: [] }
  harness = makeMcp({ limits, mcp })
})
afterAll(async () => {
  await harness.app.close()
  await world.close()
})

const editors = () => ({
  store: makeEventStore(world.pool),
  slugs: makeSlugRegistry(world.pool),
  blobs: makeBlobs(world.pool),
  head: () => world.log.head(),
})
const catchUp = async () => world.project(await world.models.generations.live())

const importTexts = async (): Promise<void> => {
  const judicialDecision = {
    courtCode: 'fr.ccass',
    chamber: 'soc',
    decisionDate: '2015-01-15',
    identifiers: [{ scheme: 'docket', value: '14-10.001' }],
  }
  const contentType = 'jurisprudence'
  const headnotes = [
    { sequence: 1, summary: 'Le bail oblige le bailleur.', legalRuleType: 'ratio' },
    { sequence: 2, summary: 'Une remarque en passant.', legalRuleType: 'obiter' },
  ]
  const later = { ...judicialDecision, decisionDate: '2024-05-02', identifiers: [] }
  const folder = await folderOf({
    'a.jsonl': jsonLines(
      record('test:ruling', 'Le bail oblige le bailleur.', {
        contentType,
        judicialDecision,
        headnotes,
      }),
      record(
        'test:later',
        'La cour revient sur sa jurisprudence : Soc., 15 janvier 2015, n° 14-10.001.',
        { contentType, judicialDecision: later },
      ),
      record('test:note', 'Une étude du bail.'),
    ),
  })
  const deps = { ...editors(), vectors: makeVectors(world.pool), embedder: countingEmbedder() }
  expect((await runImport(deps, [folder])).refusals).toEqual([])
}

const overrule = async (effectiveDate: string): Promise<TreatmentId> => {
  const outcome = await recordTreatmentOf(
    editors(),
    {
      type: 'overruled',
      target: { slug: RULING, sequence: 1 },
      sourceSlug: LATER,
      ecli: null,
      courtCode: null,
      formation: 'pl',
      pinpoint: 'point 4',
      quote: null,
      effectiveDate: Day.parse(effectiveDate),
      confidencePercent: null,
    },
    MONDAY,
  )
  if (isRefusal(outcome)) throw new Error(outcome.reason)
  return outcome.id
}

const relationsOf = async (idOrSlug: string, args: object = {}) => {
  const { result } = (
    await legacy(harness, 'tools/call', {
      name: 'service_get_relations',
      arguments: { idOrSlug, ...args },
    })
  ).json()
  expect(result.isError).toBe(false)
  return RelationsResult.parse(result.structuredContent)
}

const chronologyOf = async (idOrSlug: string) => {
  const { result } = (
    await legacy(harness, 'tools/call', {
      name: 'service_get_chronology',
      arguments: { idOrSlug },
    })
  ).json()
  return ChronologyResult.parse(result.structuredContent)
}

test('both texts show a treatment and the reason of the colour; a retracted one is shown by neither', async () => {
  await importTexts()
  await recordRelianceOf(
    editors(),
    { slug: NOTE, sequence: null },
    { slug: RULING, sequence: 1 },
    MONDAY,
  )
  const id = await overrule('2024-05-02')
  await catchUp()

  const treated = await relationsOf(RULING)
  expect(treated.treatments).toMatchObject({
    statusFlag: 'red',
    derivation: { rule: '1', because: [id] },
    received: [
      {
        id,
        type: 'overruled',
        source: { slug: LATER, pinpoint: 'point 4' },
        headnoteSequence: 1,
        status: 'confirmed',
        effectiveDate: '2024-05-02',
        decides: true,
      },
    ],
    given: [],
    reliedOnBy: [NOTE],
  })
  expect(
    treated.treatments?.points.map(({ sequence, legalRuleType, derivation: { flag } }) => [
      sequence,
      legalRuleType,
      flag,
    ]),
  ).toEqual([
    [1, 'ratio', 'red'],
    [2, 'obiter', 'gray'],
  ])
  expect(treated.cited.map(({ sourceSlug }) => sourceSlug)).toEqual([LATER])

  const treats = await relationsOf(LATER)
  expect(treats.treatments?.received).toEqual([])
  expect(treats.treatments?.given).toMatchObject([
    { id, type: 'overruled', targetSlug: RULING, headnoteSequence: 1 },
  ])
  expect(treats.citing).toMatchObject([{ targetSlug: RULING }])

  expect((await chronologyOf(RULING)).events).toContainEqual({
    date: '2024-05-02',
    event: `overruled by ${LATER} (headnote 1)`,
    certainty: 'confirmed',
  })

  const relies = await relationsOf(NOTE)
  expect(relies.treatments).toMatchObject({
    statusFlag: 'orange',
    points: [{ sequence: null, reliesOn: [{ slug: RULING, sequence: 1 }] }],
  })

  await retractTreatmentOf(editors(), id, 'une erreur', MONDAY)
  await catchUp()
  expect((await relationsOf(RULING)).treatments?.received).toEqual([])
  expect((await relationsOf(LATER)).treatments?.given).toEqual([])
}, 240_000)

test('the recorder of a treatment is not shown, and treatments that were not asked for are left out', async () => {
  await overrule('2024-05-03')
  await catchUp()
  const asked = await relationsOf(RULING, { relations: ['treatments'] })
  expect(asked.treatments?.received).toHaveLength(1)
  expect(JSON.stringify(asked)).not.toContain('test:editor')
  expect([asked.citing, asked.cited, asked.versions]).toEqual([[], [], []])
  expect((await relationsOf(RULING, { relations: ['cited'] })).treatments).toBeNull()
}, 240_000)

/** The n-th day from 1 June 2024. */
const dayOf = (at: number) => new Date(Date.UTC(2024, 5, 1 + at)).toISOString().slice(0, 10)
test('a history of more treatments than an answer holds shows the latest, and counts those it leaves out', async () => {
  for (let at = 0; at < TREATMENTS.shownMax; at += 1) await overrule(dayOf(at))
  await catchUp()
  const { events, notes } = await chronologyOf(RULING)
  const treated = events.filter(({ event }) => event.startsWith('overruled by'))
  expect(treated.map(({ date }) => date)).toEqual(
    Array.from({ length: TREATMENTS.shownMax }, (_, at) => dayOf(at)),
  )
  expect(notes).toContain('Older treatments left out: 1.')
}, 240_000)

test('no page of relations is longer than asked for, and all pages have everything once', async () => {
  const maxChars = 20_000
  const whole = await relationsOf(RULING, { maxChars: 200_000 })
  expect(whole.truncated).toBe(false)
  expect(JSON.stringify(whole).length).toBeGreaterThan(2 * maxChars)
  const pages = [await relationsOf(RULING, { maxChars })]
  for (let cursor = pages[0]?.nextCursor; cursor != null && pages.length < 20;) {
    const page = await relationsOf(RULING, { maxChars, cursor })
    pages.push(page)
    cursor = page.nextCursor
  }
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThanOrEqual(maxChars)
  expect(pages.flatMap(({ treatments }) => treatments?.received ?? [])).toEqual(
    whole.treatments?.received,
  )
  for (const list of ['citing', 'cited', 'versions', 'commentedDecisions'] as const)
    expect(pages.flatMap((page): unknown[] => page[list])).toEqual(whole[list])
}, 240_000)
