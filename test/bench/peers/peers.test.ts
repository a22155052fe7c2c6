import { describe, expect, it } from 'vitest'
import { timed, timingOf } from './measure.ts'
import { readOptions, USAGE } from './options.ts'
import { dayNumber, fuseRanks } from './peer.ts'
import { memoryNeeded, PEERS, peerNamed } from './peers.ts'
import { pointsOf } from './plot.ts'
import { reportOf, wins } from './report.ts'
import type { Measured, PeerResult, Run } from './result.ts'

const optionsOf = (...words: string[]) => {
  const read = readOptions(words)
  return read.kind === 'run' ? read.options : read
}

describe('options', () => {
  it('take 5,000 passages and all peers unless told otherwise', () => {
    expect(optionsOf()).toStrictEqual({
      passages: [5_000],
      peers: PEERS.map(({ name }) => name),
      seconds: 3,
      out: null,
      ignoreMemory: false,
      redraw: false,
    })
  })

  it('read several sizes in rising order, and peers in the order of the list', () => {
    expect(optionsOf('--passages', '50000,5000,5000', '--peers', 'zvec,lucene')).toMatchObject({
      passages: [5_000, 50_000],
      peers: ['lucene', 'zvec'],
    })
  })

  it.each([
    [['--passages', 'many'], '--passages'],
    [['--passages', '99'], '--passages'],
    [['--passages', '5000,'], '--passages'],
    [['--passages', '3000000'], '--passages'],
    [['--seconds', '0'], '--seconds'],
    [['--peers', 'lucene,elastic'], 'elastic'],
    [['--peers', ''], '--peers'],
    [['--out', ''], '--out'],
    [['--fast'], '--fast'],
    [['5000'], '5000'],
  ])('refuse %j', (words, named) => {
    expect(readOptions(words)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(named),
    })
  })

  it('give help before anything else is looked at', () => {
    expect(readOptions(['--help', '--passages', 'many'])).toStrictEqual({ kind: 'help' })
    for (const { name } of PEERS) expect(USAGE).toContain(name)
  })
})

describe('timings', () => {
  it('are the shares of the sorted durations', () => {
    const durations = Array.from({ length: 100 }, (_, n) => 100 - n)
    expect(timingOf(durations, 2_000)).toStrictEqual({
      p50: 51,
      p95: 96,
      p99: 100,
      perSecond: 50,
      count: 100,
    })
  })

  it('ask once a client at least, and the items in turn', async () => {
    const asked: number[] = []
    const timing = await timed([1, 2, 3], { clients: 8, ms: 0 }, async (item) => {
      asked.push(item)
    })
    expect(asked).toStrictEqual([1, 2, 3, 1, 2, 3, 1, 2])
    expect(timing.count).toBe(8)
  })
})

it('ranks that are fused favour what both lists hold, and break ties by number', () => {
  expect(
    fuseRanks([
      [7, 1],
      [9, 1],
    ]),
  ).toStrictEqual([1, 7, 9])
})

it('a day becomes a number that sorts like it', () => {
  expect(dayNumber('2024-01-31')).toBe(20_240_131)
})

it('the memory that is needed grows with the passages', () => {
  for (const peer of PEERS)
    expect(memoryNeeded(peer, 1_000_000, 672)).toBeGreaterThan(memoryNeeded(peer, 50_000, 672))
})

const measuredWith = (p50: number, more: Partial<Measured> = {}): Measured => ({
  buildSeconds: 10,
  diskMb: 100,
  buildingMb: 300,
  servingMb: 200,
  recall: 1,
  recallFiltered: 1,
  totals: { exact: 20, checked: 20 },
  rows: [
    {
      operation: 'vector',
      clients: 1,
      timing: { p50, p95: 2 * p50, p99: 3 * p50, perSecond: 10, count: 10 },
    },
  ],
  ...more,
})

const resultOf = (peer: string, measured: Measured): PeerResult => ({
  peer,
  loadBefore: 1,
  loadAfter: 2,
  measured,
})

const runOf = (...peers: PeerResult[]): Run => ({
  passages: 5_000,
  model: 'a model',
  dimensions: 672,
  questions: 303,
  date: '2026-01-01',
  machine: { processor: 'a processor', cores: 2, memoryGb: 24, node: '24.0.0' },
  secondsEach: 3,
  peers,
})

describe('the page', () => {
  it('names each figure in which a peer is ahead, with recall and reason', () => {
    const run = runOf(
      resultOf('pandect', measuredWith(4)),
      resultOf('lucene', measuredWith(2, { recall: 0.9, buildSeconds: 20 })),
    )
    expect(wins(run)).toStrictEqual([
      expect.stringMatching(
        /^Lucene \S+, vector, 1 at a time: 2\.00 against 4\.00 ms \(recall 0\.900\): its graph/u,
      ),
    ])
  })

  it('names none that is as fast or slower', () => {
    const run = runOf(
      resultOf('pandect', measuredWith(4)),
      resultOf('zvec', measuredWith(3.9)),
      resultOf('orama', measuredWith(9)),
    )
    expect(wins(run)).toStrictEqual([])
    expect(reportOf([run])).toContain('No peer is ahead')
  })

  it('compares engines at equal recall, by what each takes that looks at more', () => {
    const { rows } = measuredWith(6)
    const page = reportOf([
      runOf(
        resultOf('pandect', measuredWith(4)),
        resultOf(
          'lucene',
          measuredWith(2, { recall: 0.9, widened: { candidates: 800, recall: 0.991, rows } }),
        ),
        resultOf('lancedb', measuredWith(2, { recall: 0.8, widened: null })),
      ),
    ])
    expect(page).toMatch(/\| Pandect index \| as above \| 1\.000 \| 4\.00 ms/u)
    expect(page).toMatch(/\| Lucene \S+ \| 800 \| 0\.991 \| 6\.00 ms/u)
    expect(page).not.toMatch(/\| LanceDB \S+ \| as above/u)
  })

  it('has no such table where no engine was asked for more', () => {
    expect(reportOf([runOf(resultOf('pandect', measuredWith(4)))])).not.toContain('equal recall')
  })

  it('has a row for a peer that failed, with its reason, and the load of each', () => {
    const failed = { peer: 'weaviate', loadBefore: 1, loadAfter: 2, failed: 'no Go | here' }
    const page = reportOf([runOf(resultOf('pandect', measuredWith(4)), failed)])
    expect(page).toMatch(/\| Weaviate \S+ \| no figures: no Go \\\| here \|.*\| 1\.0, 2\.0 \|/u)
  })

  it('says where nothing can be compared', () => {
    expect(reportOf([runOf(resultOf('zvec', measuredWith(1)))])).toContain('took no part')
  })
})

it('the plot has a point for each figure and size', () => {
  const small = runOf(resultOf('pandect', measuredWith(4)))
  const points = pointsOf([small, { ...small, passages: 50_000 }])
  expect(points).toContainEqual({
    engine: peerNamed('pandect')?.title,
    passages: 50_000,
    figure: 'vector: p50, ms',
    value: 4,
  })
  expect(points).toHaveLength(6)
})
