/** The treatments of a text are looked for some facts at a time, however long the log is. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseNewEvent } from '#contracts/events/event.ts'
import { type ArticleId, StreamId } from '#contracts/ids.ts'
import { makeTreatmentsOf } from '#infra/postgres/erasure/treatments.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import { CONTEXT } from '../contract/event-fixtures.ts'
import { openStores } from '../harness/postgres.ts'

const FACTS_PER_READ = 2

test('no statement reads the whole log', async () => {
  const stores = await openStores()
  try {
    const [own, other] = [randomUUID(), randomUUID()] as [ArticleId, ArticleId]
    const streams: StreamId[] = []
    for (const [source, target] of [
      [own, null],
      [other, null],
      [other, own],
      [null, null],
      [null, own],
    ]) {
      const id = randomUUID()
      const streamId = StreamId.parse(`treatment-${id}`)
      streams.push(streamId)
      const side = { articleId: null, names: [], label: 'un texte' }
      const data = {
        id,
        type: 'quashed',
        source: {
          ...side,
          articleId: source,
          slug: null,
          courtCode: 'fr.ccass',
          formation: null,
        },
        target: { ...side, articleId: target, day: null },
        polarity: 'negative',
        effectiveDate: '2024-05-02',
        by: 'publisher',
        statement: 'ANNULATION',
      }
      const events = [parseNewEvent('TreatmentStated', data)]
      await stores.events.append([{ streamId, expectedVersion: 0, events }], CONTEXT)
    }
    const windows: number[] = []
    const counting: PostgresPool = {
      ...stores.pool,
      query: (statement, values = []) => {
        const [, after, through] = values
        if (values.length === 3) windows.push(Number(through) - Number(after))
        return stores.pool.query(statement, values)
      },
    }
    const found = await makeTreatmentsOf(counting, FACTS_PER_READ)(own)
    const wanted = [0, 2, 4].flatMap((at) => streams[at] ?? [])
    expect(found).toEqual(wanted.toSorted())
    expect(windows).toEqual([FACTS_PER_READ, FACTS_PER_READ, FACTS_PER_READ])
  } finally {
    await stores.close()
  }
})
