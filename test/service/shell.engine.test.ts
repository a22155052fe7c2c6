/** What a shell does to Pandect: Ctrl-C, closed pipes, folders that may not be written, ports. */
import { spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeMigratedDir } from './prepared-folders.ts'
import {
  ask,
  makeDataDir,
  runPandect,
  type Service,
  spawnPandect,
  startService,
} from './service.ts'

const START_TIMEOUT_MS = 240_000
/** A refusal that needs no engine; a busy machine takes some seconds to load the program. */
const AT_ONCE_MS = 20_000
const UNNAMED_USER = 54_321
const isRoot = process.getuid?.() === 0

const folders: (() => Promise<void>)[] = []
const newDataDir = async (make = makeDataDir): Promise<string> => {
  const { dataDir, remove } = await make()
  folders.push(remove)
  return dataDir
}
afterAll(async () => {
  for (const remove of folders) await remove()
})

const QUIET = { PANDECT_DEMONSTRATION: 'off', EMBEDDINGS_MODEL_DIR: 'builtin' } as const
const isServerUp = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres', 'postmaster.pid'))

/** They are imported in seconds; the first of their batches is recorded in a fraction of that. */
const RECORDS = 4_000

const manyRecords = (): string =>
  Array.from({ length: RECORDS }, (_, index) =>
    JSON.stringify({
      title: `Note ${index}`,
      text: `La note ${index} porte sur le bail. ${'Le preneur paie le loyer. '.repeat(20)}`,
      contentType: 'doctrine',
      source: { id: `many:${index}`, licence: 'Licence Ouverte 2.0' },
    }),
  ).join('\n')

describe.runIf(process.platform !== 'win32')('Ctrl-C', () => {
  let dataDir: string
  let file: string
  beforeAll(async () => {
    dataDir = await newDataDir(makeMigratedDir)
    file = join(dataDir, 'many.jsonl')
    await writeFile(file, manyRecords())
  }, START_TIMEOUT_MS)

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends an import between two batches, says so, and ends the server that it started',
    { timeout: START_TIMEOUT_MS },
    async (signal) => {
      const child = spawnPandect(['import', file], dataDir, QUIET, { detached: true })
      let stderr = ''
      child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
      await expect.poll(() => stderr, { timeout: 60_000, interval: 50 }).toContain('"imported"')
      process.kill(-(child.pid ?? 0), signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      expect(code, stderr).toBe(1)
      expect(stderr).toContain('pandect: aborted: ')
      expect(stderr).toContain('hint: start it again: it goes on where it was')
      expect(isServerUp(dataDir)).toBe(false)
    },
  )

  test('after it every record can be read', { timeout: START_TIMEOUT_MS }, async () => {
    const { stdout } = await runPandect(['import', file, '--json', '--dry-run'], dataDir, {
      env: QUIET,
    })
    expect(JSON.parse(stdout)).toMatchObject({ read: RECORDS, refused: 0 })
  })
})

test('a reader that closes the pipe early is no bug', { timeout: START_TIMEOUT_MS }, async () => {
  const dataDir = await newDataDir(makeMigratedDir)
  const child = spawnPandect(['doctor'], dataDir, QUIET)
  child.stdout?.destroy()
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  expect([code, stderr]).toEqual([0, ''])
})

/** Runs a command as a user that this system has no name for; tests that run as root can. */
const runAs = async (uid: number, words: readonly string[], dataDir: string) => {
  const child = spawn(process.execPath, ['pandect.ts', ...words], {
    uid,
    gid: uid,
    env: { ...QUIET, PATH: process.env['PATH'], HOME: '/nonexistent', PANDECT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

describe.runIf(isRoot && process.platform === 'linux')('the data folder of another user', () => {
  test.each([
    ['that may not be written', 0o555, ''],
    ['in a folder that may not be written', 0o555, 'data'],
    ['in a folder that may not be read', 0o700, 'deep/data'],
  ])('%s is refused at once, by its name', { timeout: AT_ONCE_MS }, async (_, mode, below) => {
    const folder = await newDataDir()
    await mkdir(join(folder, 'deep'))
    await chmod(folder, mode)
    const dataDir = join(folder, below)
    const { code, output } = await runAs(UNNAMED_USER, ['keys', 'list'], dataDir)
    expect(code).toBe(1)
    expect(output).toMatch(/^pandect: database-folder-unwritable: .*\n {2}hint: .*\n$/)
    expect(output).toContain(dataDir)
  })

  test(
    'a user id without a name is said, and how to help it',
    { timeout: AT_ONCE_MS },
    async () => {
      const dataDir = await newDataDir()
      await chmod(dataDir, 0o777)
      const { code, output } = await runAs(UNNAMED_USER, ['keys', 'list'], dataDir)
      expect(code).toBe(1)
      expect(output).toMatch(/^pandect: database-no-account: .*54321.*\n {2}hint: .*\/etc\/passwd/)
    },
  )
})

test('a setting that cannot be read is refused before anything starts', async () => {
  const dataDir = await newDataDir()
  const { code, stderr } = await runPandect(['serve'], dataDir, { env: { PORT: 'abc' } })
  expect(code).toBe(1)
  expect(stderr).toContain('PORT: must be a whole number from 0 to 65535')
  expect(isServerUp(dataDir)).toBe(false)
})

describe('a service without the demonstration', () => {
  let dataDir: string
  let first: Service
  beforeAll(async () => {
    dataDir = await newDataDir(makeMigratedDir)
    first = await startService(dataDir, QUIET)
  }, START_TIMEOUT_MS)
  afterAll(() => first?.stop())

  test(
    'is named by a second one on the same data folder, and goes on',
    { timeout: START_TIMEOUT_MS },
    async () => {
      const port = new URL(first.baseUrl).port
      for (const PORT of [port, '0']) {
        const second = await runPandect(['serve'], dataDir, { env: { ...QUIET, PORT } })
        expect(second.code).toBe(1)
        expect(second.stderr).toContain(
          `pandect: already-running: Pandect already runs on this data folder: pid ${first.child.pid}, ${first.baseUrl}`,
        )
      }
      expect((await ask(first, '/search', { body: { limit: 1 } })).status).toBe(200)
    },
  )

  // It ends the service, whose whole output is read.
  test('has no demonstration key', { timeout: START_TIMEOUT_MS }, async () => {
    const { stdout } = await first.stop()
    expect(stdout).toContain('ready')
    expect(stdout).not.toContain('svc_')
    const listed = await runPandect(['keys', 'list'], dataDir)
    expect(listed.stdout).not.toContain('Demonstration')
  })
})

test('every port that is taken is named', { timeout: START_TIMEOUT_MS }, async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)
  const env = { ...QUIET, PORT: port, DESK_PORT: port, METRICS_PORT: port }
  const dataDir = await newDataDir(makeMigratedDir)
  const { code, stderr } = await runPandect(['serve'], dataDir, { env })
  expect(code).toBe(1)
  const hint = 'PORT and DESK_PORT and METRICS_PORT'
  expect(stderr).toMatch(new RegExp(`pandect: port-taken: .*${port}.*\n {2}hint: .*${hint}`))
})
