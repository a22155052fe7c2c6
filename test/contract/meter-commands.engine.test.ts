/**
 * `pandect meter`, `pandect billing reconcile` and `pandect audit list` as an operator meets them.
 */
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAct } from '#infra/postgres/platform/audit.ts'
import { startMeterServer, type MeterServer } from '../billing/meter-server.ts'
import { type MeterWorld, openMeterWorld } from '../billing/meter-world.ts'
import { makeDataDir, firstAlone, spawnPandect } from '../service/service.ts'

const TEST_TIMEOUT_MS = 180_000
const POLL_MS = 50
let server: MeterServer
let world: MeterWorld
let dataDir: string
let remove: () => Promise<void>
beforeAll(async () => {
  server = await startMeterServer({ seed: 7 })
  world = await openMeterWorld(server.url)
  ;({ dataDir, remove } = await makeDataDir())
})
afterAll(async () => {
  await world.close()
  await server.close()
  await remove()
})

const environment = (): Record<string, string> => ({
  DATABASE_URL: world.pool.connectionString,
  KEY_PEPPER: 'a pepper of at least thirty-two characters',
  METRICS_PORT: '0',
  STRIPE_API_KEY: 'sk_test_of_the_commands',
  STRIPE_API_BASE: server.url,
  STRIPE_SUMMARY_LAG_SECONDS: '0',
})
const pandect = firstAlone()
const run = (args: string[], changes: Record<string, string> = {}) =>
  pandect(args, dataDir, { env: { ...environment(), ...changes } })
const account = randomUUID()

test(
  'the process sends what is settled, and stops at a signal',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    await world.charge(account, 15_000)
    const child = spawnPandect(['meter'], dataDir, environment())
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    child.stdout?.resume()
    while (server.totals().microUsd < 15_000 && child.exitCode === null) await sleep(POLL_MS)
    await world.charge(account, 60_000)
    while (server.totals().microUsd < 75_000 && child.exitCode === null) await sleep(POLL_MS)
    child.kill('SIGTERM')
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code, said).toBe(0)
    expect(said).not.toContain('sk_test_of_the_commands')
    expect(server.totals()).toMatchObject({ microUsd: 75_000, taken: 2 })
  },
)

test(
  'reconcile repairs, tells what it did, and the audit list has it',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    server.set({ double: 1 })
    await world.charge(account, 40_000)
    const doubled = await run(['billing', 'reconcile', '--json'])
    expect(doubled.code, doubled.stderr).toBe(1)
    const { accounts } = JSON.parse(doubled.stdout) as {
      accounts: { accountId: string; equal: boolean; open: object[] }[]
    }
    // The meter counts every event twice, ours to take one back too: a difference is left, and
    // told.
    expect(accounts).toMatchObject([{ accountId: account, equal: false, open: [{}] }])

    server.set({ double: 0 })
    const repaired = await run(['billing', 'reconcile'])
    expect(repaired.code, repaired.stderr).toBe(0)
    expect(repaired.stdout).toMatch(new RegExp(`${account}  ledger 0\\.115  meter 0\\.115  equal`))
    expect(server.totals().microUsd).toBe(await world.ledgerSum())

    await recordAct(world.pool, {
      kind: 'key.revoked',
      actor: 'cli:test',
      subject: randomUUID(),
      data: {},
    })
    const listed = await run(['audit', 'list', '--kind', 'billing.reconciled', '--json'])
    const acts = JSON.parse(listed.stdout) as { kind: string; subject: string }[]
    expect(acts.length).toBeGreaterThan(0)
    expect(
      acts.every(({ kind, subject }) => kind === 'billing.reconciled' && subject === account),
    ).toBe(true)
  },
)

test(
  'what can not be understood is refused with a hint',
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const cases: readonly (readonly [string[], Record<string, string>, RegExp])[] = [
      [['billing', 'reconcile', '--month', '2026-13'], {}, /month-invalid[^]*hint: write it like/],
      [
        ['billing', 'reconcile'],
        { STRIPE_API_KEY: '' },
        /settings-invalid[^]*hint: set STRIPE_API_KEY/,
      ],
      [['audit', 'list', '--kind', 'key.revokd'], {}, /kind-unknown[^]*did you mean key\.revoked/],
      [['audit', 'list', '--since', 'yesterday'], {}, /instant-invalid[^]*hint: write it like/],
      [['meter'], { STRIPE_API_BASE: 'stripe.example' }, /settings-invalid[^]*STRIPE_API_BASE/],
    ]
    for (const [args, changes, words] of cases) {
      const { code, stdout, stderr } = await run(args, changes)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(words)
    }
  },
)
