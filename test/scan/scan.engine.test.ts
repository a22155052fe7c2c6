/** A scan over the log of a real database, while others publish, revise and delete. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { ScanRow } from '#contracts/http/scan.ts'
import { SearchFilters } from '#contracts/http/search.ts'
import { Day, type Position } from '#contracts/ids.ts'
import { walkSourcesOf } from '#infra/processes/wiring/walk.ts'
import { scanPages } from '#query-api/http/cursors.ts'
import { makeScan } from '#query-api/scan/scan.ts'
import { contentOf, deleted, idOf, published, streamOf } from '../contract/read-models.fixtures.ts'
import { namesOf, openWorld, recordTexts, type World } from '../replay/world.ts'

const TEXTS = 60
const ROUNDS = 12
/** Facts of a new text (`recordTexts`). */
const FACTS = 4

let world: World
beforeAll(async () => {
  world = await openWorld()
  await recordTexts(world.pool, namesOf(TEXTS))
  await world.projector.runOnce(1)
})
afterAll(() => world.close())

const Row = z.object({ streamId: z.string(), type: z.string(), version: z.string().nullable() })

/** What was public at a position: ids and versions, from the rows of the log alone. */
const publicAt = async (position: Position): Promise<Map<string, string>> => {
  const { rows } = await world.pool.query(
    `select stream_id as "streamId", type, data ->> 'version' as version from events
     where position <= $1 and type in ('VersionPublished', 'Deleted') order by position`,
    [position],
  )
  const found = new Map<string, string>()
  for (const { streamId, type, version } of z.array(Row).parse(rows))
    if (type === 'Deleted' || version === null) found.delete(streamId)
    else found.set(streamId, version)
  return found
}

/** One round of the others: five texts come, two are revised, one goes. */
const writeRound = async (round: number): Promise<void> => {
  const [first, second, third] = namesOf(TEXTS).slice(round * 3)
  await recordTexts(world.pool, namesOf(5, `neuf-${round}`))
  for (const name of [first, second])
    await recordTexts(
      world.pool,
      [name ?? ''],
      (_, texts) => [
        published(contentOf(name ?? '', { contentClean: `Revu ${round}.` }), texts, '2.0.0'),
      ],
      FACTS,
    )
  await recordTexts(world.pool, [third ?? ''], () => [deleted], FACTS)
  await world.projector.runOnce(1)
}

test('gives every text of its position once, in its wording, while others write', async () => {
  const scan = makeScan({
    ...walkSourcesOf(world, world.log),
    pages: scanPages('a secret'),
    today: () => Day.parse('2026-01-01'),
  })
  const filters = SearchFilters.parse({})
  const rows: ScanRow[] = []
  let pages = 0
  const read = async (): Promise<Position> => {
    for (let after: string | undefined; ;) {
      const { response, position } = await scan({ after, limit: 4, filters })
      rows.push(...response.rows)
      pages += 1
      if (response.next === null) return position
      after = response.next
    }
  }
  const write = async (): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) await writeRound(round)
  }
  const [position] = await Promise.all([read(), write()])
  const expected = await publicAt(position)
  const head = await world.log.head()
  expect(position).toBeLessThan(head)
  expect(pages).toBeGreaterThan(ROUNDS)
  const later = Array.from({ length: ROUNDS }, (_, at) => namesOf(5, `neuf-${at}`)).flat()
  const versionOf = new Map(
    [...namesOf(TEXTS), ...later].flatMap((name) => {
      const version = expected.get(streamOf(name))
      return version === undefined ? [] : [[idOf(name), version] as const]
    }),
  )
  expect(rows.map(({ id }) => id)).toEqual([...versionOf.keys()].toSorted())
  for (const row of rows) if (!row.removed) expect(row.version).toBe(versionOf.get(row.id))
})
