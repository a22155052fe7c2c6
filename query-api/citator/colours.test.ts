import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Treatment } from '#contracts/events/others.ts'
import { Day } from '#contracts/ids.ts'
import {
  anyTreatment,
  facts,
  position,
  recorded,
  recordedAt,
  textNamed,
  treatment,
  treatmentId,
} from './citator.testing.ts'
import { type PointFacts, severity } from './colour.ts'
import { type CitatorGraph, paintAll, paintSome, reachedBy, reliedOnBy } from './colours.testing.ts'
import { citatorLog, type PointKey, pointKey, wholeOf } from '#contracts/law/treatment-log.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const RUNS = 300
const check = <T extends unknown[]>(property: fc.IProperty<T>): void =>
  fc.assert(property, { seed: SEED, numRuns: RUNS })

const TEXTS = 6
const SEQUENCES = [1, 2]
const keys: readonly PointKey[] = Array.from({ length: TEXTS }, (_, text) =>
  SEQUENCES.map((headnoteSequence) =>
    pointKey({ articleId: textNamed(String(text)), headnoteSequence }),
  ),
).flat()

/** Points of texts, each with the treatments that aim at it or at its whole text. */
const graphOf = (
  treatments: readonly Treatment[],
  reliances: readonly (readonly [number, number])[],
): CitatorGraph => {
  const log = citatorLog(treatments.map((one, at) => recorded(one, at)))
  const points = new Map<PointKey, PointFacts>()
  for (let text = 0; text < TEXTS; text += 1) {
    for (const headnoteSequence of SEQUENCES) {
      const point = { articleId: textNamed(String(text)), headnoteSequence }
      points.set(
        pointKey(point),
        facts({
          point,
          treatments: [
            ...(log.treatments.get(pointKey(point)) ?? []),
            ...(log.treatments.get(wholeOf(point.articleId)) ?? []),
          ],
        }),
      )
    }
  }
  const reliesOn = new Map<PointKey, PointKey[]>()
  for (const [from, to] of reliances) {
    const [a, b] = [keys[from], keys[to]]
    if (a !== undefined && b !== undefined) reliesOn.set(a, [...(reliesOn.get(a) ?? []), b])
  }
  return { points, reliesOn }
}
const anyReliances = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: keys.length - 1 }),
    fc.integer({ min: 0, max: keys.length - 1 }),
  ),
  { maxLength: 20 },
)
const anyTreatments = fc.uniqueArray(anyTreatment(TEXTS), {
  maxLength: 12,
  selector: ({ id }) => id,
})

describe(`properties (seed ${SEED})`, () => {
  test('adding a stop never improves a colour', () => {
    const anyStop = anyTreatment(TEXTS).map((one) => ({ ...one, type: 'overruled' as const }))
    check(
      fc.property(anyTreatments, anyReliances, anyStop, (treatments, reliances, stop) => {
        const before = paintAll(graphOf(treatments, reliances))
        const after = paintAll(graphOf([...treatments, stop], reliances))
        for (const [key, { flag }] of before) {
          expect(severity(after.get(key)?.flag ?? 'green')).toBeGreaterThanOrEqual(severity(flag))
        }
      }),
    )
  })

  test('any order of treatments gives the same colours and reasons', () => {
    check(
      fc.property(
        anyTreatments.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
          ),
        ),
        anyReliances,
        ([inOrder, shuffled], reliances) => {
          expect(paintAll(graphOf(shuffled, reliances))).toEqual(
            paintAll(graphOf(inOrder, reliances)),
          )
        },
      ),
    )
  })

  test('a colour goes two steps at most, and what it reaches alone need be painted anew', () => {
    check(
      fc.property(
        anyTreatments,
        anyReliances,
        anyTreatment(TEXTS),
        (treatments, reliances, one) => {
          const before = paintAll(graphOf(treatments, reliances))
          const graph = graphOf([...treatments, one], reliances)
          const aimed = keys.filter((key) =>
            graph.points.get(key)?.treatments.some(({ id }) => id === one.id),
          )
          const back = reliedOnBy(graph.reliesOn)
          const reached = reachedBy(aimed, (key) => back.get(key) ?? [])
          const incremental = new Map([...before, ...paintSome(graph, reached)])
          expect(incremental).toEqual(paintAll(graph))
        },
      ),
    )
  })

  test('nothing that is only suggested is red', () => {
    check(
      fc.property(anyTreatments, anyReliances, (treatments, reliances) => {
        const suggested = treatments.map((one) => ({ ...one, status: 'suggested' as const }))
        for (const { flag } of paintAll(graphOf(suggested, reliances)).values()) {
          expect(flag).not.toBe('red')
        }
      }),
    )
  })
})

test('a chain: red, orange, yellow, and no further; a ring ends', () => {
  const chain = graphOf(
    [treatment({ text: '0' })],
    [
      [2, 0],
      [4, 2],
      [6, 4],
      [0, 6],
    ],
  )
  const colours = paintAll(chain)
  const flags = [0, 2, 4, 6].map((at) => colours.get(keys[at] ?? wholeOf(textNamed('0')))?.flag)
  expect(flags).toEqual(['red', 'orange', 'yellow', 'green'])
})

describe('as it was known', () => {
  const suggestion = treatment({ name: 'later', status: 'suggested', text: '0' })
  const id = treatmentId('later')
  const log = [
    recorded(suggestion, 0),
    {
      type: 'TreatmentConfirmed',
      treatment: id,
      recordedAt: recordedAt(1),
      position: position(2),
    },
    {
      type: 'TreatmentRetracted',
      treatment: id,
      recordedAt: recordedAt(2),
      position: position(3),
    },
  ] as const
  const standing = (hour: number): string | undefined =>
    citatorLog(log, { validAt: null, knownAt: recordedAt(hour) }).treatments.get(
      pointKey(suggestion.target),
    )?.[0]?.status

  test('suggested, then confirmed, then retracted', () => {
    expect([0, 1, 2].map(standing)).toEqual(['suggested', 'confirmed', undefined])
  })
  test('stands again once it is stated again, whatever the order of the facts', () => {
    const restated = [
      recorded(treatment({ name: 'later', text: '0' }), 0),
      ...log.slice(2),
      recorded(treatment({ name: 'later', text: '0' }), 3),
    ]
    for (const all of [restated, restated.toReversed()]) {
      const flags = [1, 2, 3].map(
        (hour) =>
          citatorLog(all, { validAt: null, knownAt: recordedAt(hour) }).treatments.get(
            pointKey(suggestion.target),
          )?.length ?? 0,
      )
      expect(flags).toEqual([1, 0, 1])
    }
  })
  test('has effect from its day on', () => {
    const standingOn = ['2023-12-31', '2024-01-01'].map(
      (day) =>
        citatorLog(log.slice(0, 1), { validAt: Day.parse(day), knownAt: null }).treatments.size,
    )
    expect(standingOn).toEqual([0, 1])
  })
  test('the furthest assessment counts, whatever came last', () => {
    const point = { articleId: textNamed('0'), headnoteSequence: 1 }
    const assessed = (through: number, at: number) =>
      ({
        type: 'CitatorAssessed',
        data: { point, assessedThrough: position(through), by: 'editor' },
        recordedAt: recordedAt(at),
        position: position(at + 1),
      }) as const
    const known = citatorLog([assessed(9, 0), assessed(4, 1)])
    expect(known.assessedThrough.get(pointKey(point))).toBe(9)
  })
})
