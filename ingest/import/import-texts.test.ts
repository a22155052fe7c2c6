import { describe, expect, test } from 'vitest'
import { articleStream, Instant, Position, Sha256Hex } from '#contracts/ids.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { ImportDeps } from '../command-handler/write-deps.ts'
import type { StatedDocument } from '../ports.ts'
import { importSteps, statementNames } from './import-texts.ts'

const A = Sha256Hex.parse('a'.repeat(64))
const B = Sha256Hex.parse('b'.repeat(64))
const unversioned = (fingerprint: Sha256Hex, sourceId = 's') => ({
  sourceId,
  version: null,
  fingerprint,
  isDated: false,
})

test('a source with A, B, A has three states, the same ones in each run', () => {
  const run = () => {
    const name = statementNames()
    return [A, B, A, A].map((one) => name(unversioned(one)))
  }
  expect(run()).toEqual([{ state: A }, { state: B }, { state: `${A}#2` }, { state: `${A}#3` }])
  expect(run()).toEqual(run())
})

test('texts do not share their states', () => {
  const name = statementNames()
  expect(name(unversioned(A, 's'))).toEqual({ state: A })
  expect(name(unversioned(A, 't'))).toEqual({ state: A })
})

test('a state with a name may be given twice, with one content', () => {
  const name = statementNames()
  const stated = { sourceId: 's', version: '2', fingerprint: A, isDated: false }
  expect(name(stated)).toEqual({ state: '2' })
  expect(name(stated)).toEqual({ state: '2' })
  expect(name({ ...stated, fingerprint: B })).toBe('state-conflict')
  expect(name({ ...stated, sourceId: 't', fingerprint: B })).toEqual({ state: '2' })
  // A publisher's files tell which statement came later.
  expect(name({ ...stated, fingerprint: B, isDated: true })).toEqual({ state: '2' })
})

describe('what publishers state is kept', () => {
  const streamId = articleStream(articleIdOf('s'))
  const document: StatedDocument = {
    publisher: 'Test',
    document: 's',
    streamId,
    series: 'other',
    pathKey: null,
    file: 'a.xml',
    statedAt: '2026-06-01T21:00:00',
  }
  const recordWith = async (append: ImportDeps['store']['append']) => {
    const kept: StatedDocument[] = []
    const deps = {
      store: { append },
      documents: {
        state: (documents: readonly StatedDocument[]) => {
          kept.push(...documents)
          return Promise.resolve()
        },
        remove: () => Promise.resolve(),
      },
      official: { list: () => Promise.resolve([]) },
    } as unknown as ImportDeps
    const time = Instant.parse('2026-06-02T00:00:00.000Z')
    const context = { actor: 'import', time, correlationId: 'run', causationId: null }
    const unpublished = { type: 'Unpublished', data: { reason: 'erreur' } } as const
    const recorded = await importSteps(deps, { context, publish: true })
      .record({
        streams: [{ streamId, expectedVersion: 1, events: [unpublished], toEmbed: [] }],
        outcomes: [],
        notes: [],
        texts: new Map(),
        documents: { stated: [document] },
      })
      .catch(String)
    return { kept, recorded }
  }

  test('after its events', async () => {
    const position = Position.parse(7)
    const { kept, recorded } = await recordWith(() =>
      Promise.resolve({ lastPosition: position, eventCount: 1 }),
    )
    expect(recorded).toEqual({ position })
    expect(kept).toEqual([document])
  })

  test('not before others let the batch be recorded, so that it stays newer than what is known', async () => {
    const { kept, recorded } = await recordWith(() => Promise.resolve({ conflict: [streamId] }))
    expect(recorded).toBe('moved-on')
    expect(kept).toEqual([])
  })

  test('not if the append fails', async () => {
    const { kept, recorded } = await recordWith(() => Promise.reject(new Error('away')))
    expect(recorded).toBe('Error: away')
    expect(kept).toEqual([])
  })
})
