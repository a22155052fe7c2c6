import { sha256Hex } from '#contracts/canonical/hash.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Concept } from '#contracts/concept.ts'
import type { Append } from '#contracts/events/append.ts'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { Instant, Position, Sha256Hex, type StreamId } from '#contracts/ids.ts'
import { conceptDecider, conceptStream } from '../domain/concept/decide.ts'
import type { EventStore } from '../ports.ts'
import { handle, handleEach } from './command-handler.ts'

const CONTEXT = {
  actor: 'test',
  time: Instant.parse('2026-01-01T00:00:00.000Z'),
  correlationId: 'test',
  causationId: null,
}

/** A store in memory; others write to the stream before each of the first `conflicts` appends. */
const storeWith = (conflicts = 0, recorded: readonly (readonly [StreamId, NewEvent])[] = []) => {
  const streams = new Map<StreamId, StoredEvent[]>()
  const add = ({ streamId, events }: Pick<Append, 'streamId' | 'events'>): void => {
    const before = streams.get(streamId) ?? []
    const stored = events.map((event, index): StoredEvent => ({
      ...event,
      ...CONTEXT,
      id: randomUUID(),
      schemaVersion: 1,
      position: Position.parse(before.length + index + 1),
      streamId,
      streamVersion: before.length + index + 1,
      appendId: randomUUID(),
      payloadHash: Sha256Hex.parse('0'.repeat(64)),
    }))
    streams.set(streamId, [...before, ...stored])
  }
  for (const [streamId, event] of recorded) add({ streamId, events: [event] })
  const appended: (readonly Append[])[] = []
  const store: EventStore = {
    readStreams: (ids) => Promise.resolve(new Map(ids.map((id) => [id, streams.get(id) ?? []]))),
    sealKeysOf: () => Promise.resolve(new Map()),
    fingerprint: (name) => sha256Hex(name),
    append: (appends) => {
      appended.push(appends)
      if (appended.length <= conflicts)
        return Promise.resolve({ conflict: appends.map(({ streamId }) => streamId) })
      for (const append of appends) add(append)
      const eventCount = appends.reduce((sum, { events }) => sum + events.length, 0)
      return Promise.resolve({ lastPosition: Position.parse(eventCount), eventCount })
    },
  }
  return { store, appended }
}

const conceptOf = (name: string, vocabulary: Concept['vocabulary'] = 'custom'): Concept => {
  const externalId = `http://example.org/${name}`
  return Concept.parse({
    id: conceptIdOf(externalId),
    vocabulary,
    externalId,
    prefLabel: { fr: name },
    altLabel: {},
    definition: {},
    broader: [],
    narrower: [],
    related: [],
    exactMatch: [],
    status: 'current',
    replacedBy: null,
  })
}
const define = (concept: Concept) => ({
  streamId: conceptStream(concept.id),
  command: { type: 'DefineConcept', concept } as const,
})
const handleOne = (store: EventStore, concept: Concept) => {
  const { streamId, command } = define(concept)
  return handle(store, conceptDecider, streamId, command, CONTEXT)
}

const RENT = conceptOf('bail')
const LEASE = conceptOf('location')

test('a command is decided on the recorded state and appended under its version', async () => {
  const { store, appended } = storeWith()
  await expect(handleOne(store, RENT)).resolves.toEqual({ position: 1 })
  await handleOne(store, { ...RENT, prefLabel: { fr: 'loyer' } })
  expect(appended.map(([append]) => append?.expectedVersion)).toEqual([0, 1])
})

test('a command that changes nothing, and one that is refused, append nothing', async () => {
  const { store, appended } = storeWith()
  await handleOne(store, RENT)
  await expect(handleOne(store, RENT)).resolves.toEqual({ position: null })
  const refused = handleOne(store, { ...RENT, vocabulary: 'lkif' })
  await expect(refused).resolves.toMatchObject({ refused: 'another-vocabulary' })
  expect(appended).toHaveLength(1)
})

test('many streams are one append; a refusal does not stop the others', async () => {
  const { store, appended } = storeWith()
  await handleOne(store, RENT)
  const commands = [{ ...RENT, vocabulary: 'lkif' } as const, LEASE].map(define)
  const { answer } = await handleEach(store, conceptDecider, commands, CONTEXT)
  expect(answer).toMatchObject([{ refused: 'another-vocabulary' }, { events: [{}] }])
  expect(appended.at(-1)?.map(({ streamId }) => streamId)).toEqual([conceptStream(LEASE.id)])
})

test('a conflict is decided again, five times at most', async () => {
  const four = storeWith(4)
  await expect(handleOne(four.store, RENT)).resolves.toEqual({ position: 1 })
  expect(four.appended).toHaveLength(5)
  const five = storeWith(5)
  await expect(handleOne(five.store, RENT)).rejects.toMatchObject({ code: 'streams-busy' })
  expect(five.appended).toHaveLength(5)
})

test('a stream that holds an event of another kind is a fault', async () => {
  const unpublished: NewEvent = { type: 'Unpublished', data: { reason: 'erreur' } }
  const { store } = storeWith(0, [[conceptStream(RENT.id), unpublished]])
  await expect(handleOne(store, RENT)).rejects.toMatchObject({ code: 'stream-mixed' })
})
