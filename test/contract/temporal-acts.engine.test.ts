/** Editors' acts, a change of the embedding model and a replay, as workflows on a real server. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { articleIdOf, slugFor } from '#contracts/canonical/identity.ts'
import { Instant, type Sha256Hex } from '#contracts/ids.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import { parseSettings } from '#infra/settings.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import {
  approveArticle,
  publishArticle,
  reembedCorpus,
  replayCorpus,
  unpublishArticle,
} from '#workflows/temporal/client.ts'
import type { ReplayActivities } from '#workflows/temporal/corpus-workflows.ts'
import { failureOf } from '#workflows/temporal/faults.ts'
import { REPLAY_WORKFLOW_ID, versionWorkflowId } from '#workflows/temporal/names.ts'
import { openReplay } from '#infra/processes/worker.ts'
import {
  openTestTemporal,
  temporalMissing,
  testActivities,
  type TestTemporal,
  whileWorking,
} from '../engines/temporal.ts'
import { recordHistory } from '../engines/temporal-histories.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import {
  allEvents,
  CONTEXT,
  countingEmbedder,
  openWriteSide,
  type WriteSide,
  runImport,
  submitDraft,
} from '../import/real.ts'

const missing = await temporalMissing()
let temporal: TestTemporal
const sides: WriteSide[] = []

beforeAll(async () => {
  if (missing === null) temporal = await openTestTemporal()
})
afterAll(async () => {
  await Promise.all(sides.map((side) => side.close()))
  if (missing === null) await temporal.close()
})

const openSide = async (): Promise<WriteSide> => {
  const side = await openWriteSide(countingEmbedder())
  sides.push(side)
  return side
}
const working = <T>(side: WriteSide, work: () => Promise<T>): Promise<T> =>
  whileWorking(temporal, testActivities({ write: side.deps, log: side.log }), work)

const NOBODY_OFFICIAL = { licence: 'CC BY 4.0' }
const AUTHOR = 'person:author'
const REVIEWER = 'staff:0195512c-7d80-4000-8000-000000000002'
const context = { ...CONTEXT, actor: 'person:editor' }
const TIME = Instant.parse('2026-02-01T00:00:00.000Z')

/** Imports one text; `source` as another one than an official one asks for a review. */
const importOne = async (
  side: WriteSide,
  id: string,
  over: Parameters<typeof record>[2] = {},
  publish = false,
) => {
  const folder = await folderOf({ 'a.jsonl': jsonLines(record(id, 'Le juge statue.', over)) })
  await runImport(side.deps, [folder], { publish })
  return { articleId: articleIdOf(id), slug: slugFor(`Texte ${id}`, id), revision: 1, context }
}

const submit = ({ deps }: WriteSide, id: string): Promise<Sha256Hex> =>
  submitDraft(deps, slugFor(`Texte ${id}`, id), { ...context, actor: AUTHOR })

const untilItWaits = async (workflowId: string): Promise<void> => {
  const handle = temporal.client.workflow.getHandle(workflowId)
  while (!(await handle.query<boolean>('waits').catch(() => false))) await wait(50)
}

const TITLE = `workflows of one text (${missing ?? 'real server'})`
const leave = (): Promise<void> => Promise.resolve()

describe.skipIf(missing !== null)(TITLE, () => {
  test('a publication waits for its approval, takes one that is valid, and is one when asked for twice', async () => {
    const side = await openSide()
    const request = await importOne(side, 'reviewed', { source: NOBODY_OFFICIAL })
    const hash = await submit(side, 'reviewed')
    const id = versionWorkflowId(request.articleId, 1)
    const approve = (reviewer: string, sha256Hash: Sha256Hex) =>
      approveArticle(temporal.client, request, { reviewer, sha256Hash, time: TIME })
    await working(side, async () => {
      const first = publishArticle(temporal.client, request)
      await untilItWaits(id)
      const second = publishArticle(temporal.client, request)
      expect(await approve(AUTHOR, hash)).toMatchObject({ refused: 'reviewer-is-author' })
      expect(await approve(REVIEWER, 'abc' as Sha256Hex)).toMatchObject({
        refused: 'hash-invalid',
      })
      expect(await approve(' ', hash)).toMatchObject({ refused: 'reviewer-missing' })
      expect(await approve('person:reviewer', hash)).toMatchObject({
        refused: 'reviewer-not-staff',
      })
      const another = 'f'.repeat(64) as Sha256Hex
      expect(await approve(REVIEWER, another)).toMatchObject({
        refused: 'another-wording',
      })
      expect(await approve(REVIEWER, hash)).toBeNull()
      expect(await first).toMatchObject({ status: 'published', version: '1.0.0' })
      expect(await second).toEqual(await first)
      await recordHistory(temporal.client, id, 'publish-article')
    })
    const types = (await allEvents(side)).map(({ type }) => type)
    expect(types.filter((type) => type === 'VersionPublished')).toHaveLength(1)
    expect(types.filter((type) => type === 'Approved')).toHaveLength(1)
  })

  test('a text is taken out of sight and brought back; a refusal is an answer', async () => {
    const side = await openSide()
    const request = await importOne(side, 'official', {}, true)
    await working(side, async () => {
      const unpublish = { ...request, reason: 'une erreur' }
      expect(await unpublishArticle(temporal.client, unpublish)).toMatchObject({
        status: 'unpublished',
      })
      await recordHistory(
        temporal.client,
        `${versionWorkflowId(request.articleId, 1)}/unpublish`,
        'unpublish-article',
      )
      expect(await unpublishArticle(temporal.client, unpublish)).toMatchObject({
        refused: 'already-unpublished',
      })
      const back = { ...request, revision: 2 }
      expect(await publishArticle(temporal.client, back)).toMatchObject({
        status: 'published',
        version: '1.0.0',
      })
    })
  })
})

describe.skipIf(missing !== null)(
  `workflows of the whole corpus (${missing ?? 'real server'})`,
  () => {
    test('a change of model embeds every wording once', async () => {
      const side = await openSide()
      const texts = Array.from({ length: 30 }, (_, at) =>
        record(`e${at}`, `Article ${at}. Le juge statue.`),
      )
      await runImport(side.deps, [await folderOf({ 'a.jsonl': jsonLines(...texts) })])
      const embedder = countingEmbedder('test-counting@2')
      const changed = { ...side, deps: { ...side.deps, embedder } }
      const [first, again] = await working(changed, async () => {
        const one = await reembedCorpus(temporal.client, context)
        await recordHistory(temporal.client, 'reembed', 'reembed-corpus')
        return [one, await reembedCorpus(temporal.client, context)]
      })
      expect(first).toMatchObject({ versions: 30 })
      expect(again).toMatchObject({ versions: 0 })
      const embedded = (await allEvents(side)).filter(
        ({ type, data }) =>
          type === 'PassagesEmbedded' && 'model' in data && data.model === 'test-counting@2',
      )
      expect(embedded).toHaveLength(30)
      const computed = embedder.computed.length
      expect(new Set(embedder.computed).size).toBe(computed)
    })

    test('a replay builds one generation, whatever it takes, and is one when it is started twice', async () => {
      const side = await openSide()
      const built: number[] = []
      const replay: ReplayActivities = {
        chooseGeneration: () => Promise.resolve(7),
        replayInto: ({ generation }) => {
          built.push(generation)
          if (built.length === 1)
            throw failureOf(new Fault('replay-running', 'busy', { retryAfterMs: 10 }))
          return Promise.resolve({ generation, swapped: true, found: null })
        },
      }
      const activities = testActivities({ write: side.deps, log: side.log, replay })
      const outcomes = await whileWorking(temporal, activities, () =>
        Promise.all(
          [1, 2].map(() => replayCorpus(temporal.client, { generation: null, accept: false })),
        ),
      )
      const swapped = { generation: 7, swapped: true, found: null }
      expect(outcomes).toEqual([swapped, swapped])
      expect(built).toEqual([7, 7])
      await recordHistory(temporal.client, REPLAY_WORKFLOW_ID, 'replay-corpus')
    })

    test('a replay proves the read models equal to a rebuild of the log, and swaps', async () => {
      const side = await openSide()
      await importOne(side, 'replayed', {}, true)
      const { deps, log, pool, connectionString } = side
      const lock = makeProjectorLock(connectionString)
      const models = readModelsOn(pool, makeSearchWriter(pool))
      const projector = makeProjector({ log, blobs: deps.blobs, models, lock })
      const live = await models.generations.live()
      await projector.runOnce(live, {})
      const database = {
        connectionString,
        pool,
        pepper: null,
        embedded: false,
        close: leave,
        abandon: leave,
      }
      const { activities: replay, close } = await openReplay(parseSettings({}), database)
      const replayed = await whileWorking(
        temporal,
        testActivities({ write: deps, log, replay }),
        () => replayCorpus(temporal.client, { generation: null, accept: false }),
      )
      await close()
      expect(replayed).toMatchObject({
        swapped: true,
        found: { equal: true, differences: [], sideEffects: 0 },
      })
      expect(replayed.found?.position).toBe(await log.head())
      expect(await models.generations.live()).toBe(replayed.generation)
    })

    test('a step that no retry can fix ends its workflow with the Fault that it met', async () => {
      const side = await openSide()
      const replay: ReplayActivities = {
        chooseGeneration: () => Promise.resolve(7),
        replayInto: () => {
          throw failureOf(
            new Fault('generation-live', 'it is served', { hint: 'give another number' }),
          )
        },
      }
      const activities = testActivities({ write: side.deps, log: side.log, replay })
      const running = whileWorking(temporal, activities, () =>
        replayCorpus(temporal.client, { generation: 1, accept: false }),
      )
      await expect(running).rejects.toMatchObject({
        code: 'generation-live',
        message: 'it is served',
        hint: 'give another number',
      })
    })
  },
)
