import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import type { Slug } from '#contracts/ids.ts'
import { makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import { historyOf } from '#ingest/handlers/history.ts'
import { copyPreparedCorpus, CORPUS } from '../corpus/prepared.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { allEvents, openWriteSide, type WriteSide, runImport } from './real.ts'
import { join } from 'node:path'

const DEMONSTRATION = join(import.meta.dirname, '../../ingest/sources/demonstration/corpus')
const LONG_MS = 120_000

/** The history of a text with that many versions, of those whose source id begins so. */
const findHistory = async (side: WriteSide, prefix: string, versions: number) => {
  const slugs = new Map<string, Slug>()
  for (const event of await allEvents(side)) {
    if (event.type === 'VersionPublished' && event.data.content.source.id.startsWith(prefix)) {
      slugs.set(event.streamId, event.data.content.slug)
    }
  }
  for (const slug of slugs.values()) {
    const history = await historyOf(side.deps, slug)
    if (!isRefusal(history) && history.versions.length === versions) return history
  }
  return null
}

test('the demonstration corpus is imported whole, and a second run finds all of it', async () => {
  const side = await openWriteSide(makeBuiltinEmbedder())
  onTestFinished(() => side.close())
  const first = await runImport(side.deps, [DEMONSTRATION])
  expect(first.refusals).toEqual([])
  expect(first.summary).toMatchObject({ refused: 0, unchanged: 0, revised: 8 })
  const again = await runImport(side.deps, [DEMONSTRATION])
  expect(again.notes).toEqual([])
  expect(again.summary).toMatchObject({ read: first.summary.read, unchanged: first.summary.read })
  expect(again.summary.position).toBeNull()
})

describe.skipIf(!hasShared)(`the corpus of real texts ${NEEDS_SHARED}`, () => {
  let side: WriteSide
  beforeAll(async () => {
    side = await openWriteSide(makeBuiltinEmbedder(), await copyPreparedCorpus())
  }, LONG_MS)
  afterAll(() => side.close())

  test(
    'was imported once; a second import appends nothing',
    async () => {
      const head = await side.log.head()
      const again = await runImport(side.deps, [CORPUS])
      expect(again.summary).toMatchObject({
        read: 3_006,
        imported: 0,
        revised: 0,
        unchanged: 3_006,
        refused: 0,
        position: null,
      })
      expect(again.notes).toEqual([])
      expect(await side.log.head()).toBe(head)
    },
    LONG_MS,
  )

  test('has Luxembourg articles with three wordings, each bump with its reason', async () => {
    const history = await findHistory(side, 'lu-legilux:', 3)
    expect(history?.versions.map(({ version }) => version)[0]).toBe('1.0.0')
    for (const { reasons, policy, validities } of history?.versions ?? []) {
      expect(reasons.length).toBeGreaterThan(0)
      expect(policy).toBe('official-import')
      expect(validities.length).toBeGreaterThan(0)
    }
  })
})
