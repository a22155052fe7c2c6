import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Fault, refusalByCode } from '#contracts/fault.ts'
import { ArticleId, Instant, Position, Slug } from '#contracts/ids.ts'
import type { SingleHolder } from '../../ports.ts'
import { DUE, type DueDeps, makeDuePublications } from './due-publications.ts'
import type { DuePublication } from './ports.ts'

const START = Date.parse('2026-03-29T00:00:00.000Z')
const instant = (ms: number): Instant => Instant.parse(new Date(ms).toISOString())
const LATEST = instant(START + 365 * 86_400_000)
const ID = ArticleId.parse('3f0d3c9e-36f4-5c1d-9d5b-2f6b3a0c1d2e')

/** A schedule, a log and a clock in memory; `publishDue` takes texts off the schedule. */
const makeWorld = (hours: Readonly<Record<string, number>>) => {
  const scheduled = new Map(
    Object.entries(hours).map(([slug, ms]): [Slug, Instant] => [
      Slug.parse(slug),
      instant(START + ms),
    ]),
  )
  let time = START
  let head = 1
  const sleeps: number[] = []
  const published: string[] = []
  const faults: unknown[] = []
  const lock: SingleHolder = { hold: (_, signal, work) => work(signal) }
  const due = (now: Instant): DuePublication[] =>
    [...scheduled]
      .filter(([, at]) => at <= now)
      .map(([slug, at]) => ({ articleId: ID, slug, at }))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const publish = (slug: Slug): { position: Position } => {
    scheduled.delete(slug)
    published.push(`${slug} ${time - START}`)
    head += 1
    return { position: Position.parse(head) }
  }
  const ended = new AbortController()
  const run = (over: Partial<DueDeps> = {}, sleepsMax = 5): Promise<void> =>
    makeDuePublications({
      schedule: {
        due: async (now, limit) => due(now).slice(0, limit),
        nextAfter: async (now) => due(LATEST).find(({ at }) => at > now)?.at ?? null,
      },
      board: { waitFor: async () => true },
      log: {
        head: async () => Position.parse(head),
        // Sleeping moves the clock.
        wait: async (_, ms) => {
          sleeps.push(ms)
          time += ms
          if (sleeps.length >= sleepsMax) ended.abort()
        },
      },
      lock,
      now: () => instant(time),
      publishDue: async (slug) => publish(slug),
      onFault: (fault) => void faults.push(fault),
      ...over,
    }).follow(ended.signal)
  return { run, end: () => ended.abort(), publish, scheduled, sleeps, published, faults }
}

test('each text is published at its hour, once, and nothing is asked for in between', async () => {
  const world = makeWorld({ premier: 10_000, second: 12_500 })
  await world.run()
  expect(world.published).toEqual(['premier 10000', 'second 12500'])
  expect(world.sleeps).toEqual([10_000, 2_500, ...Array<number>(3).fill(DUE.sleepMsMax)])
})

test('what became due while nobody held the clock is published at once', async () => {
  const world = makeWorld({ tard: -3_600_000 })
  await world.run({}, 1)
  expect(world.published).toEqual(['tard 0'])
})

test('no sleep is longer than the bound, since a clock may be set', async () => {
  const world = makeWorld({ loin: 10 * DUE.sleepMsMax })
  await world.run({}, 3)
  expect(world.sleeps).toEqual(Array(3).fill(DUE.sleepMsMax))
  expect(world.published).toEqual([])
})

test('a text that is refused and stays scheduled is not asked for in a loop', async () => {
  const world = makeWorld({ obstine: 0 })
  let asked = 0
  await world.run({
    publishDue: async () => {
      asked += 1
      return refusalByCode('text-unknown')
    },
  })
  expect(asked).toBe(1 + Math.floor((4 * DUE.sleepMsMax) / DUE.againMs))
})

test('a text that fails does not keep the others from being published, and is tried again', async () => {
  const world = makeWorld({ cassant: 0, sain: 1 })
  let failures = 0
  await world.run({
    publishDue: async (slug) => {
      if (slug !== 'cassant' || failures > 0) return world.publish(slug)
      failures += 1
      throw new Fault('streams-busy')
    },
  })
  expect(world.faults).toHaveLength(1)
  expect(world.published.map((line) => line.split(' ')[0])).toEqual(['sain', 'cassant'])
})

test('a board that lags is a fault: an outdated schedule publishes nothing', async () => {
  const world = makeWorld({ pret: 0 })
  const onFault = (fault: unknown): void => {
    world.faults.push(fault)
    world.end()
  }
  await world.run({ board: { waitFor: async () => false }, onFault })
  expect(world.faults).toMatchObject([{ code: 'projection-behind' }])
  expect(world.published).toEqual([])
})

test('with timers the holder publishes what they missed, also while their server is away', async () => {
  const away = new Fault('orchestration-unavailable')
  const world = makeWorld({ manque: 0 })
  const timers = {
    list: () => Promise.reject(away),
    set: () => Promise.reject(away),
    cancel: () => Promise.reject(away),
  }
  await world.run({ timers }, 8)
  const [published, ...more] = world.published
  expect(more).toEqual([])
  expect(Number(published?.split(' ')[1])).toBeGreaterThanOrEqual(DUE.catchUpMs)
  expect(Number(published?.split(' ')[1])).toBeLessThan(DUE.catchUpMs + DUE.sleepMsMax)
  expect(world.faults).toContain(away)
})

test('timers are those of the schedule: set once, cancelled when it ends', async () => {
  const calls: string[] = []
  const world = makeWorld({ bientot: 10_000, loin: 400 * DUE.sleepMsMax })
  const given = { articleId: ArticleId.parse(randomUUID()), at: LATEST }
  const said =
    (name: string) =>
    async ({ at }: { readonly at: Instant }): Promise<void> =>
      void calls.push(`${name} ${Date.parse(at) - START}`)
  const timers = { list: async () => [given], set: said('set'), cancel: said('cancel') }
  await world.run({ timers }, 8)
  expect(calls.slice(0, 3)).toEqual([
    'set 10000',
    `set ${400 * DUE.sleepMsMax}`,
    `cancel ${Date.parse(LATEST) - START}`,
  ])
  expect(calls.slice(3)).toEqual(['cancel 10000'])
  expect(world.faults).toEqual([])
})
