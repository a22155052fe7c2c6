import { expect, test } from 'vitest'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { StoredEvent, TreatmentEvent } from '#contracts/events/event.ts'
import type { StatedBy } from '#contracts/events/others.ts'
import { Day, Instant, LOG_START, Position, Sha256Hex } from '#contracts/ids.ts'
import { statementIdOf, treatmentStream } from '../../domain/treatment/commands.ts'
import { minutesAfter } from '../board/text-events.testing.ts'
import { turnedRedBy } from './turned-red.ts'

const UUID = '00000000-0000-4000-8000-000000000000'
const ruling = articleIdOf('test:ruling')
const statement = {
  type: 'quashed' as const,
  source: {
    articleId: articleIdOf('test:later'),
    names: [],
    label: 'Soc., 2 mai 2024',
    slug: null,
    courtCode: 'fr.ccass',
    formation: 'fs',
  },
  target: { articleId: ruling, names: [], label: '', day: null },
  effectiveDate: Day.parse('2024-05-02'),
  statement: 'DECISION_ATTAQUEE',
}
const id = statementIdOf(statement)
const streamId = treatmentStream(id)

const stated = (by: StatedBy): TreatmentEvent => ({
  type: 'TreatmentStated',
  data: { ...statement, id, polarity: 'negative', by },
})
const confirmed: TreatmentEvent = { type: 'TreatmentConfirmed', data: { by: 'editor' } }

/** The positions at which a treatment with these events turned its text red. */
const turnedRedAt = async (...events: readonly TreatmentEvent[]): Promise<number[]> => {
  const stored = events.map((event, index): StoredEvent => ({
    ...event,
    id: UUID,
    schemaVersion: 1,
    position: Position.parse(index + 1),
    streamId,
    streamVersion: index + 1,
    appendId: UUID,
    causationId: null,
    correlationId: 'test',
    actor: 'import',
    time: Instant.parse(minutesAfter(index)),
    payloadHash: Sha256Hex.parse('0'.repeat(64)),
  }))
  const turned = await turnedRedBy(
    {
      store: {
        readStreams: (ids) =>
          Promise.resolve(new Map(ids.includes(streamId) ? [[streamId, stored]] : [])),
      },
      red: { among: () => Promise.resolve([{ articleId: ruling, because: [id] }]) },
    },
    [streamId],
    LOG_START,
    Position.parse(100),
  )
  return turned.map(({ event }) => event.position)
}

test('what a publisher states is certain at once', async () => {
  expect(await turnedRedAt(stated('publisher'))).toEqual([1])
})

test('what a file of no publisher states is certain once a person or the publisher says so', async () => {
  expect(await turnedRedAt(stated('import'))).toEqual([])
  expect(await turnedRedAt(stated('import'), confirmed)).toEqual([2])
  expect(await turnedRedAt(stated('import'), stated('publisher'))).toEqual([2])
})
