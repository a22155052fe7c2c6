/** What is delivered, verified by unmodified published libraries, also across a rotation. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { pollUntil } from '#contracts/toolkit/poll.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { HAS_PYTHON, NEEDS_PYTHON } from '../examples/python-client.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { cachedFolder, cacheFolder, runTool } from '../engines/install/cache.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import {
  adminOn,
  changeAt,
  makeAccount,
  makeChanges,
  ownerOf,
  registerAt,
  startNotifier,
} from './world.ts'

const SOURCE = join(import.meta.dirname, 'libraries')
const PYTHON_PACKAGE = 'standardwebhooks==1.1.0'
const HAS_GO = spawnSync('go', ['version']).status === 0
const HINT = 'these tests need a package index, or a filled cache'

type Delivery = {
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isTrue: boolean
}

let database: TestDatabase
let pool: PostgresPool
let receiver: Receiver
/** Each delivery with each secret, and whether it was signed with that. */
const deliveries: Delivery[] = []

/** Three deliveries of one endpoint: before a rotation, in the overlap, after it. */
const deliverAcrossRotation = async (): Promise<void> => {
  const accountId = await makeAccount(pool)
  const { endpoint, secret: first } = await registerAt(pool, accountId, { url: receiver.url })
  const changes = makeChanges()
  const notifier = startNotifier(pool, changes.reader)
  const target = { ...ownerOf(accountId), endpointId: endpoint.id }
  const rotate = async (hours: number): Promise<string> => {
    const rotated = await adminOn(pool).rotate(target, hours)
    if (isRefusal(rotated)) throw new Error(rotated.refused)
    return rotated.secret
  }
  const next = async (position: number): Promise<void> => {
    changes.add(changeAt(position, 1))
    const isThere = () => receiver.received.length === position
    if (!(await pollUntil(isThere, { everyMs: 20, timeMsMax: 15_000 })))
      throw new Error(`delivery ${position} did not come`)
  }
  await next(1)
  const second = await rotate(24)
  await next(2)
  const third = await rotate(0)
  await next(3)
  await notifier.stop()
  const signedWith = [[first], [first, second], [third]]
  for (const [place, { id, timestamp, signature, body }] of receiver.received.entries())
    for (const secret of [first, second, third])
      deliveries.push({
        secret,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature,
        },
        body,
        isTrue: signedWith[place]?.includes(secret) === true,
      })
  // One letter of the body, the id and the time are covered.
  const [one] = deliveries
  if (one === undefined) throw new Error('nothing was delivered')
  const { headers } = one
  deliveries.push(
    { ...one, isTrue: false, body: one.body.replace('text-0', 'text-1') },
    { ...one, isTrue: false, headers: { ...headers, 'webhook-id': 'msg_other' } },
    {
      ...one,
      isTrue: false,
      headers: {
        ...headers,
        'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1),
      },
    },
  )
}

beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    max: 6,
  })
  receiver = await startReceiver()
  await pool.query('update webhook_checkpoint set position = 0')
  await deliverAcrossRotation()
})
afterAll(async () => {
  await receiver.close()
  await pool.close()
  await database.close()
})

const expected = (): boolean[] => deliveries.map(({ isTrue }) => isTrue)
const asLines = (): string => deliveries.map((one) => JSON.stringify(one)).join('\n')
const saidBy = (output: string): boolean[] =>
  output
    .trim()
    .split('\n')
    .map((line) => line === 'true')

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv): boolean[] => {
  const { status, stdout, stderr } = spawnSync(command, [...args], {
    input: `${asLines()}\n`,
    env,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return saidBy(stdout)
}

/** A folder of the cache named by what it is made of. */
const installed = (
  name: string,
  of: string,
  build: (folder: string) => Promise<void>,
): Promise<string> => {
  const hash = createHash('sha256').update(of).digest('hex').slice(0, 16)
  return cachedFolder(cacheFolder(process.env), join('webhook-libraries', `${name}-${hash}`), build)
}

/** Where nothing was built before, Go builds its own library first. */
const BUILD_TIMEOUT_MS = 600_000

describe('each delivery verifies', () => {
  test('with the library of TypeScript', () => {
    const said = deliveries.map(({ secret, headers, body }) => {
      try {
        new Webhook(secret).verify(body, headers)
        return true
      } catch {
        return false
      }
    })
    expect(said).toEqual(expected())
    expect(said.filter(Boolean)).toHaveLength(4)
  })

  test.runIf(HAS_PYTHON)(`with the library of Python (${NEEDS_PYTHON})`, async () => {
    const folder = await installed('python', PYTHON_PACKAGE, async (target) => {
      const args = ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install', '--no-deps']
      const wanted = [...args, '--target', target, PYTHON_PACKAGE]
      await runTool('python3', wanted, { env: process.env, hint: HINT })
    })
    const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
    expect(run('python3', [join(SOURCE, 'verify.py')], env)).toEqual(expected())
  })

  test.runIf(HAS_GO)(
    'with the library of Go (needs Go)',
    async () => {
      const names = ['go.mod', 'go.sum', 'verify.go']
      const files = await Promise.all(names.map((name) => readFile(join(SOURCE, name), 'utf8')))
      const folder = await installed('go', files.join('\n'), async (target) => {
        await cp(SOURCE, target, { recursive: true })
        const options = { cwd: target, env: process.env, hint: HINT }
        await runTool('go', ['build', '-o', 'verify', '.'], options)
      })
      expect(run(join(folder, 'verify'), [], process.env)).toEqual(expected())
    },
    BUILD_TIMEOUT_MS,
  )
})
