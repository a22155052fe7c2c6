/** Read models that an earlier version wrote are built anew at the first start. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#infra/processes/wiring/database.ts'
import { openProjections } from '#infra/processes/wiring/projections.ts'
import { parseSettings } from '#infra/settings.ts'
import { readDocuments } from '#query-api/projections/digest.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { namesOf, recordTexts } from './world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const HEAL_MS = 60_000

test(
  'read models of an earlier version are built anew at the start, and served until then',
  async () => {
    const opened = await openTestDatabase()
    const settings = parseSettings({
      DATABASE_URL: opened.connectionString,
      KEY_PEPPER: TEST_PEPPER,
    })
    const database = await openDatabase(settings, 'test', { waitMs: 0 })
    const projections = openProjections(settings, database)
    const stop = new AbortController()
    onTestFinished(async () => {
      stop.abort()
      await projections.close()
      await database.close()
      await opened.close()
    })
    const { models, projector } = projections
    await recordTexts(database.pool, namesOf(3))
    await projector.runOnce(1)
    const before = await Array.fromAsync(readDocuments(models, 1))
    await database.pool.query(
      `update text_states set state = (state::jsonb || '{"format": 2}')::json where generation = 1`,
    )
    await recordTexts(database.pool, namesOf(2, 'nouveau'))
    const following = projector.follow(stop.signal)
    const generation = await vi.waitFor(
      async () => {
        const live = await models.generations.live()
        expect(live).not.toBe(1)
        return live
      },
      { timeout: HEAL_MS, interval: 100 },
    )
    const after = await Array.fromAsync(readDocuments(models, generation))
    expect(after.map(({ key }) => key)).toEqual(
      expect.arrayContaining(before.map(({ key }) => key)),
    )
    expect(after.length).toBeGreaterThan(before.length)
    expect(await Array.fromAsync(readDocuments(models, 1))).toEqual(before)
    stop.abort()
    await following
  },
  HEAL_MS,
)
