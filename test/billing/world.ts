/**
 * What a billing run needs: a database, texts, paying keys, an unreliable meter, and processes to
 * kill.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { MICRO_PER_USD } from '#contracts/tariff.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makeMeterRecords } from '#infra/postgres/money/meter-records.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeStripeMeter } from '#infra/stripe/meter.ts'
import type { MeterDeps } from '#query-api/billing/meter/ports.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { makeDataDir, runQuickly } from '../service/service.ts'
import { METER_EVENT_NAME, type MeterServer, startMeterServer } from './meter-server.ts'
import { type Killable, startApi, startKillable } from './processes.ts'

const TEXTS = join(import.meta.dirname, '../../ingest/sources/demonstration/corpus/lu')
const PROCESSES = 3

/**
 * Whom the calls are charged to. `spentUsd`: before the run, so that tiers are crossed early in it.
 */
const PAYERS = [
  { account: 'Crosses 500', spentUsd: 499.5, cap: null },
  { account: 'Crosses 2000', spentUsd: 1_999.5, cap: null },
  { account: 'Starts at nothing', spentUsd: 0, cap: null },
  { account: 'Two keys', spentUsd: 499, cap: null },
  { account: 'Two keys', spentUsd: 0, cap: { usd: '2.5', mode: 'hard' } },
  { account: 'Hard cap', spentUsd: 0, cap: { usd: '2.500001', mode: 'hard' } },
  { account: 'Soft cap', spentUsd: 0, cap: { usd: '1', mode: 'soft' } },
] as const

export type Payer = {
  readonly key: string
  readonly keyId: string
  readonly capMicroUsd: number | null
  readonly capMode: 'soft' | 'hard'
}

export type World = {
  readonly pool: PostgresPool
  readonly payers: readonly Payer[]
  readonly slugs: readonly string[]
  readonly apis: readonly Killable[]
  readonly meter: Killable
  readonly meterServer: MeterServer
  /** What the meter's process sends with. */
  readonly meterDeps: MeterDeps
  readonly command: (...words: string[]) => ReturnType<typeof runQuickly>
  readonly close: () => Promise<void>
}

const expectDone = async (
  result: ReturnType<typeof runQuickly>,
): Promise<{ stdout: string; stderr: string }> => {
  const { code, stdout, stderr } = await result
  if (code !== 0) throw new Error(`a command failed: ${stderr.slice(-2_000)}`)
  return { stdout, stderr }
}

type Command = World['command']

const makePayer = async (
  command: Command,
  pool: PostgresPool,
  { account, spentUsd, cap }: (typeof PAYERS)[number],
): Promise<Payer> => {
  const capped = cap === null ? [] : ['--cap-usd', cap.usd, '--cap-mode', cap.mode]
  const words = ['keys', 'create', '--account', account, '--plan', 'firm', ...capped]
  const { stdout, stderr } = await expectDone(command(...words))
  const keyId = /key ([0-9a-f-]{36})/.exec(stderr)?.[1] ?? ''
  if (spentUsd > 0)
    await pool.query(
      `insert into ledger (usage_id, account_id, key_id, operation, micro_usd, spend_before, month, reserved_at)
       select $1, account_id, $2, 'rag', $3, 0, date_trunc('month', now() at time zone 'UTC')::date, now()
       from api_keys where id = $4`,
      [randomBytes(32), randomUUID(), Math.round(spentUsd * MICRO_PER_USD), keyId],
    )
  return {
    key: stdout.trim(),
    keyId,
    capMicroUsd: cap === null ? null : Math.round(Number(cap.usd) * MICRO_PER_USD),
    capMode: cap?.mode ?? 'soft',
  }
}

const importTexts = async (command: Command, pool: PostgresPool): Promise<string[]> => {
  await expectDone(command('import', TEXTS, '--publish'))
  await expectDone(command('digest'))
  const { rows } = await pool.query<{ slug: string }>('select slug from articles')
  return rows.map(({ slug }) => slug)
}

const meterDepsOf = (
  connectionString: string,
  pool: PostgresPool,
  { url }: MeterServer,
): MeterDeps => {
  const lock = makeProjectorLock(connectionString)
  return {
    meter: makeStripeMeter({ apiKey: 'sk_test_x', apiBase: url, eventName: METER_EVENT_NAME }),
    records: makeMeterRecords(pool),
    lock: { hold: (signal, work) => lock.hold('meter', signal, work) },
    clock: Date.now,
  }
}

export const openWorld = async (seed: number): Promise<World> => {
  const database = await openTestDatabase()
  const { dataDir, remove } = await makeDataDir()
  const pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
  const meterServer = await startMeterServer({
    seed,
    drop: 0.05,
    double: 0.05,
    failAfterTaking: 0.05,
  })
  const env = {
    DATABASE_URL: database.connectionString,
    KEY_PEPPER: 'a pepper of more than thirty-two characters',
    SESSION_SECRET: 'a secret of more than thirty-two characters',
    LIMIT_REST: '1000000',
    LOG_LEVEL: 'fatal',
    ENTAILMENT_MODEL_DIR: 'none',
    // As short as a service takes it.
    RESERVATION_SECONDS: '51',
    STRIPE_API_KEY: 'sk_test_x',
    STRIPE_API_BASE: meterServer.url,
    STRIPE_SUMMARY_LAG_SECONDS: '0',
  }
  const command: Command = (...words) => runQuickly(words, dataDir, { env })
  const started: Killable[] = []
  const start = async (starting: Promise<Killable>): Promise<Killable> => {
    const process = await starting
    started.push(process)
    return process
  }
  const close = async (): Promise<void> => {
    await Promise.all(started.map((one) => one.stop()))
    await meterServer.close()
    await pool.close()
    await database.close()
    await remove()
  }
  try {
    const slugs = await importTexts(command, pool)
    const payers: Payer[] = []
    for (const payer of PAYERS) payers.push(await makePayer(command, pool, payer))
    const apis = await Promise.all(
      Array.from({ length: PROCESSES }, () => start(startApi(dataDir, env))),
    )
    const meter = await start(
      startKillable({ command: ['meter'], dataDir, env, ready: /^meter: / }),
    )
    const meterDeps = meterDepsOf(database.connectionString, pool, meterServer)
    return { pool, payers, slugs, apis, meter, meterServer, meterDeps, command, close }
  } catch (error) {
    await close()
    throw error
  }
}
