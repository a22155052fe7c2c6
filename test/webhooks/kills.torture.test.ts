/**
 * kill -9 of notifier, projector and database while texts change: each endpoint is told of every
 * change, in the order of each text, under one id with one body; replays tell nothing.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Change } from '#contracts/changes/change.ts'
import { Position } from '#contracts/ids.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { migrate } from '#infra/postgres/platform/migrate.ts'
import { makeChangesReader } from '#infra/postgres/read-models/changes.ts'
import { makeQueue } from '#infra/postgres/webhooks/queue.ts'
import { openKillablePostgres } from '../engines/killable-postgres.ts'
import { contentOf, drafted, published } from '../contract/read-models.fixtures.ts'
import { namesOf, recordTexts } from '../replay/world.ts'
import { makeDataDir, runQuickly, spawnPandect } from '../service/service.ts'
import { type Received, startReceiver } from './receiver.ts'
import { makeAccount, PEPPER, registerAt } from './world.ts'

const ENDPOINTS = Number(process.env['WEBHOOK_ENDPOINTS'] ?? 6)
/** Endpoints that ask for everything; the others ask for what is published first. */
const FOR_ALL = Math.min(ENDPOINTS, Number(process.env['WEBHOOK_FOR_ALL'] ?? 4))
const CHANGES = Number(process.env['WEBHOOK_CHANGES'] ?? 300)
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 6)
const SEED = Number(process.env['WEBHOOK_SEED'] ?? Date.now() % 1_000_000)
const TEXTS = Math.min(100, Math.ceil(CHANGES / 5))
const ROUNDS = Math.ceil(CHANGES / TEXTS)
const PER_ACCOUNT = 20
const REPLAYS = 3
const TIMEOUT_MS = Number(process.env['WEBHOOK_MINUTES'] ?? 10) * 60_000
const KILL_WITHIN_MS = 2_500
/** Of the messages that are refused when they come first. */
const REFUSED_SHARE = 0.01

const random = (() => {
  let state = SEED
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
})()

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.splice(0)) await close().catch(() => undefined)
})

/** A process that is started again whenever it is killed. */
const keepRunning = (command: string, dataDir: string, env: Record<string, string>) => {
  let child: ChildProcess | null = null
  let isStopping = false
  const start = (): void => {
    child = spawnPandect([command], dataDir, env)
    child.stdout?.resume()
    child.stderr?.resume()
    child.once('close', () => {
      if (!isStopping) start()
    })
  }
  start()
  return {
    kill: (): void => void child?.kill('SIGKILL'),
    stop: async (): Promise<void> => {
      isStopping = true
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

/** The next version of each text, in one append; a repeat after a lost answer changes nothing. */
const recordRound = (pool: PostgresPool, names: readonly string[], round: number): Promise<void> =>
  retry(
    async () => {
      try {
        await recordTexts(
          pool,
          names,
          (name, texts) => {
            const content = contentOf(name, { contentClean: `Texte ${name}, état ${round}.` })
            const as = `1.0.${round}`
            return round === 0
              ? [drafted(content, texts), published(content, texts, as)]
              : [published(content, texts, as, { bump: 'patch', changeClass: 'editorial' })]
          },
          round === 0 ? 0 : round + 1,
        )
      } catch (error) {
        if (error instanceof Error && error.message === 'another writer appended') return
        throw error
      }
    },
    { firstPauseMs: 100, pauseMsMax: 1_000, timeMsMax: 120_000 },
  )

const allChanges = async (pool: PostgresPool): Promise<readonly Change[]> => {
  const reader = makeChangesReader(pool)
  const found: Change[] = []
  for (let after = Position.parse(0); ;) {
    const { changes, next, head } = await reader.read({ after, limit: 500 })
    found.push(...changes)
    if (next >= head) return found
    after = next
  }
}

const isForAll = (path: string): boolean => Number(path.split('/').at(-1)) < FOR_ALL

type Told = { readonly id: string; readonly articleId: string; readonly position: string }
const toldBy = ({ body }: Received): Told => (JSON.parse(body) as { data: Told }).data

test(
  `${ENDPOINTS} endpoints (${FOR_ALL} for all), ${CHANGES} changes, ${KILLS} kills, ${REPLAYS} replays, seed ${SEED}`,
  async () => {
    const { dataDir, remove } = await makeDataDir()
    const server = await openKillablePostgres()
    const refusedOnce = new Set<string>()
    const receiver = await startReceiver((response, { id }) => {
      const isRefused = !refusedOnce.has(id) && random() < REFUSED_SHARE
      if (isRefused) refusedOnce.add(id)
      response.writeHead(isRefused ? 500 : 204).end()
    })
    closing.push(
      () => receiver.close(),
      () => server.close(),
      remove,
    )
    const { connectionString } = server
    await migrate(connectionString)
    const pool = makePool(connectionString, {
      applicationName: 'pandect test',
      pepper: PEPPER,
      max: 4,
    })
    closing.unshift(() => pool.close())
    await pool.query('update webhook_checkpoint set position = 0')
    let accountId = ''
    for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) {
      if (endpoint % PER_ACCOUNT === 0) accountId = await makeAccount(pool)
      const types = endpoint < FOR_ALL ? [] : (['article.published'] as const)
      await registerAt(pool, accountId, { url: `${receiver.url}/${endpoint}`, types: [...types] })
    }

    const env = {
      DATABASE_URL: connectionString,
      KEY_PEPPER: PEPPER,
      METRICS_PORT: '0',
      WEBHOOK_PRIVATE_NETWORKS: 'on',
      WEBHOOK_PORTS: 'any',
    }
    const processes = {
      notifier: keepRunning('notifier', dataDir, env),
      projector: keepRunning('projector', dataDir, env),
    }
    closing.unshift(processes.notifier.stop, processes.projector.stop)

    const writing = (async (): Promise<void> => {
      const names = namesOf(TEXTS)
      for (let round = 0; round < ROUNDS; round += 1) {
        await recordRound(pool, names, round)
        await sleep(random() * 500)
      }
    })()
    const killed = { notifier: 0, projector: 0, database: 0 }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(random() * KILL_WITHIN_MS)
      const victim = (['notifier', 'projector', 'database'] as const)[Math.floor(random() * 3)]
      if (victim === undefined) continue
      killed[victim] += 1
      if (victim !== 'database') processes[victim].kill()
      else {
        await server.kill()
        await server.answers()
      }
    }
    await writing

    const wanted = TEXTS * ROUNDS * FOR_ALL + TEXTS * (ENDPOINTS - FOR_ALL)
    const isComplete = (): boolean => new Set(receiver.received.map(({ id }) => id)).size >= wanted
    while (!isComplete()) await sleep(500)
    while ((await makeQueue(pool).backlog()).pending > 0) await sleep(200)

    const changes = await allChanges(pool)
    expect(changes).toHaveLength(TEXTS * ROUNDS)
    const asked = (path: string): string[] =>
      changes
        .filter(({ type }) => isForAll(path) || type === 'article.published')
        .map(({ id }) => String(id))
        .toSorted()
    const byEndpoint = Map.groupBy(receiver.received, ({ path }) => path)
    expect(byEndpoint.size).toBe(ENDPOINTS)
    const bodies = new Map<string, string>()
    for (const [path, received] of byEndpoint) {
      const told = received.map(toldBy)
      const ids = asked(path)
      expect([...new Set(told.map(({ id }) => id))].toSorted(), path).toEqual(ids)
      const webhookIds = new Set(received.map(({ id }) => id))
      expect(webhookIds.size, path).toBe(ids.length)
      for (const { id, body } of received) {
        const known = bodies.get(`${path} ${id}`)
        if (known !== undefined) expect(body, id).toBe(known)
        bodies.set(`${path} ${id}`, body)
      }
      for (const [articleId, own] of Map.groupBy(told, (one) => one.articleId)) {
        const order = own.map(({ position }) => position)
        expect(order, articleId).toEqual(order.toSorted())
      }
    }
    expect(new Set([...bodies.keys()].map((key) => key.split(' ')[1])).size).toBe(wanted)

    const before = [receiver.received.length, receiver.connections()]
    for (let replay = 0; replay < REPLAYS; replay += 1) {
      const done = await runQuickly(['replay'], dataDir, { env })
      expect(done.code, done.stderr).toBe(0)
    }
    await sleep(1_000)
    expect([receiver.received.length, receiver.connections()]).toEqual(before)
    expect((await makeQueue(pool).backlog()).pending).toBe(0)
    console.log(
      `killed ${JSON.stringify(killed)}; ${wanted} messages in ${before[0]} deliveries, ${refusedOnce.size} refused once`,
    )
  },
  TIMEOUT_MS,
)
