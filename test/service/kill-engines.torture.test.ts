/**
 * kill -9 of processes and engines apart, in the middle of imports: nothing is lost, doubled or out
 * of order.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { kafkaMissing, readTopic } from '../engines/kafka.ts'
import { temporalMissing } from '../engines/temporal.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import { type Distributed, openDistributed } from './distributed.ts'
import { seededRandom } from './random.ts'
import { type CommandResult, makeDataDir, makeOfficial, runPandect, runQuickly } from './service.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { wordsHashOf } from '../harness/words-hash.ts'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { LOG_START } from '#contracts/ids.ts'

const ROUNDS_DEFAULT = 5
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? ROUNDS_DEFAULT)
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const RECORDS_PER_ROUND = Number(process.env['KILL_RECORDS'] ?? 120)
/** The other records are second states of these. */
const TEXTS_PER_ROUND = Math.ceil((RECORDS_PER_ROUND * 5) / 6)
/** An undisturbed import takes about as long: the start of its command, and its records. */
const KILL_WITHIN_MS = 1_000 + RECORDS_PER_ROUND * 12.5
const AWAY_FOR_MS = 1_500
const CATCH_UP_MS = 120_000
const MS_PER_SECOND = 1_000
const AT = '2026-01-31T00:00:00.000Z'
/**
 * A round takes 5 s on a quiet machine of two cores, and its share of the undisturbed run at the
 * end 1 s.
 */
const TIMEOUT_MS = 600_000 + ROUNDS * 60_000

const random = seededRandom(SEED)
const missing = (await kafkaMissing()) ?? (await temporalMissing())
const name = missing === null ? 'processes apart' : `processes apart (skipped: ${missing})`

/** Records of one round: texts of some paragraphs, a fifth of them in two states. */
const recordsOf = (round: number): string =>
  Array.from({ length: RECORDS_PER_ROUND }, (_, index) => {
    const text = index % TEXTS_PER_ROUND
    const state = Math.floor(index / TEXTS_PER_ROUND) + 1
    return JSON.stringify({
      title: `Note ${round}-${text} sur la délivrance conforme`,
      text:
        `## Objet\n\nLa note ${round}-${text} traite de la chose vendue.\n\n`.repeat(12) +
        `État ${state}.`,
      language: 'fr',
      jurisdiction: ['FR'],
      contentType: 'doctrine',
      doctrineSubtype: 'practice_note',
      headnotes: [{ sequence: 1, summary: `Le vendeur délivre la chose ${round}-${text}.` }],
      source: {
        id: `kill-engines:${round}-${text}`,
        version: String(state),
        licence: 'Licence Ouverte 2.0',
      },
    })
  }).join('\n')

const importArgs = (path: string): string[] => ['import', path, '--publish', '--at', AT, '--json']

/** The last line of a command that went well. */
const jsonOf = ({ code, stdout, stderr }: CommandResult): unknown => {
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

const VICTIMS = ['worker', 'relay', 'projector', 'broker', 'database'] as const
type Victim = (typeof VICTIMS)[number]

const tenths = (value: number): string => value.toFixed(1)

/** Each victim once in every five rounds, in an order that the seed decides. */
const victims = function* (): Generator<Victim, never> {
  for (;;) {
    const left: Victim[] = [...VICTIMS]
    while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1)
  }
}

const strike = async (world: Distributed, victim: Victim): Promise<void> => {
  const awayMs = random() * AWAY_FOR_MS
  const which = random()
  if (victim === 'database') {
    await world.database.kill()
    return world.database.answers()
  }
  if (victim === 'broker') {
    await world.kafka.kill()
    await sleep(awayMs)
    return world.kafka.restart()
  }
  const ofPart = world.processes.filter(({ part }) => part === victim)
  const one = ofPart[Math.floor(which * ofPart.length)]
  await one?.kill()
  await sleep(awayMs)
  one?.start()
}

type Fact = { streamId: string; streamVersion: number; type: string; wordsHash: string }
type Truth = { facts: Fact[]; positions: { first: number; last: number; count: number } }

/** Every fact, and whether positions have a gap. */
const truthAt = async (connectionString: string): Promise<Truth> => {
  const pool = makePool(connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 1,
  })
  try {
    const log = makeEventLog(pool)
    const facts = (await log.read(LOG_START, Number.MAX_SAFE_INTEGER)).map((event): Fact => ({
      streamId: event.streamId,
      streamVersion: event.streamVersion,
      type: event.type,
      wordsHash: wordsHashOf(event),
    }))
    const place = ({ streamId, streamVersion }: Fact): string =>
      `${streamId} ${String(streamVersion).padStart(9, '0')}`
    facts.sort((a, b) => (place(a) < place(b) ? -1 : 1))
    const positions = await pool.query<Truth['positions']>(
      'select min(position)::int as first, max(position)::int as last, count(*)::int as count from events',
    )
    const [found] = positions.rows
    if (found === undefined) throw new Error('no events')
    return { facts, positions: found }
  } finally {
    await pool.close()
  }
}

/** Streams whose versions are not 1, 2, 3 … */
const gapsIn = (facts: readonly Fact[]): string[] =>
  [...Map.groupBy(facts, ({ streamId }) => streamId)]
    .filter(([, own]) => own.some(({ streamVersion }, index) => streamVersion !== index + 1))
    .map(([streamId]) => streamId)

type Standing = { head: number; relayed: number; projected: number }
const standing = async (connectionString: string): Promise<Standing> => {
  const pool = makePool(connectionString, { applicationName: 'pandect test', max: 1 })
  try {
    const { rows } = await pool.query<Standing>(
      `select (select position from log_head)::int as head, (select position from relay_checkpoint)::int as relayed,
         (select position from generations join live_generation using (generation))::int as projected`,
    )
    return rows[0] ?? { head: 0, relayed: 0, projected: 0 }
  } finally {
    await pool.close()
  }
}

type Digest = { root: string; position: number; counts: Record<string, number> }

describe.skipIf(missing !== null)(name, () => {
  let world: Distributed
  beforeAll(async () => {
    world = await openDistributed()
  }, TIMEOUT_MS)
  afterAll(() => world.close(), TIMEOUT_MS)

  test(
    `kill -9 of worker, relay, projector, broker and database (KILL_SEED=${SEED}, ${ROUNDS} rounds)`,
    { timeout: TIMEOUT_MS },
    async () => {
      const quiet = await makeDataDir()
      const undisturbedDatabase = await openTestDatabase()
      onTestFinished(async () => {
        await undisturbedDatabase.close()
        await quiet.remove()
      })
      const undisturbedEnv = {
        DATABASE_URL: undisturbedDatabase.connectionString,
        KEY_PEPPER: TEST_PEPPER,
      }
      const files = join(quiet.dataDir, 'records')
      await mkdir(files)
      await makeOfficial(files, quiet.dataDir, undisturbedEnv)
      await makeOfficial(files, world.dataDir, world.env)
      const next = victims()
      const seconds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const file = join(files, `round-${String(round).padStart(3, '0')}.jsonl`)
        await writeFile(file, recordsOf(round))
        const started = performance.now()
        const importing = runPandect(importArgs(file), world.dataDir, { env: world.env })
        const victim = next.next().value
        await sleep(random() * KILL_WITHIN_MS)
        await strike(world, victim)
        const imported = await importing
        seconds.push((performance.now() - started) / MS_PER_SECOND)
        const about = `round ${round}, ${victim}: ${imported.stderr}\n${world.said()}`
        expect(imported.code, about).toBe(0)
        expect(
          world.processes.flatMap(({ ownEnds }) => ownEnds),
          about,
        ).toEqual([])
        const summary = jsonOf(imported) as Record<string, number>
        expect([summary['read'], summary['refused']], about).toEqual([RECORDS_PER_ROUND, 0])
      }

      const { connectionString } = world.database
      const truth = await truthAt(connectionString)
      expect(truth.positions).toEqual({
        first: 1,
        last: truth.facts.length,
        count: truth.facts.length,
      })
      expect(gapsIn(truth.facts)).toEqual([])
      const { last } = truth.positions
      await expect
        .poll(() => standing(connectionString), { timeout: CATCH_UP_MS, interval: 200 })
        .toEqual({ head: last, relayed: last, projected: last })

      const topic = await readTopic(world.kafka, last)
      expect(topic.distinct, 'positions in the topic').toBe(last)
      expect(topic.outOfOrder).toEqual([])

      const live = jsonOf(
        await runQuickly(['digest', '--json'], world.dataDir, { env: world.env }),
      ) as Digest
      const rebuilt = jsonOf(
        await runQuickly(['replay', '--json'], world.dataDir, { env: world.env }),
      ) as { equal: boolean; parked: number; rebuilt: Digest }
      expect({ equal: rebuilt.equal, parked: rebuilt.parked, root: rebuilt.rebuilt.root }).toEqual({
        equal: true,
        parked: 0,
        root: live.root,
      })

      const quietly = { env: undisturbedEnv }
      jsonOf(await runQuickly(importArgs(files), quiet.dataDir, quietly))
      const undisturbed = jsonOf(
        await runQuickly(['digest', '--json'], quiet.dataDir, quietly),
      ) as Digest
      // Changes are named after their events, which two imports record under ids of their own.
      const same = { generation: 1, changesRoot: '' }
      expect({ ...live, ...same }).toEqual({ ...undisturbed, ...same })
      expect(await world.drain(), world.said()).toEqual(world.processes.map(() => 0))
      process.stderr.write(
        `KILL_SEED=${SEED}: ${ROUNDS} rounds, ${last} facts, ${topic.messages - last} sent twice; imports of ${tenths(Math.min(...seconds))} to ${tenths(Math.max(...seconds))} s; root ${live.root}\n`,
      )
    },
  )
})
