/**
 * The embedded server is there when one process needs it, shared by all, and gone with the last,
 * however they end.
 */
import { existsSync } from 'node:fs'
import {
  chown,
  cp,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import {
  copyCheckout,
  failToOpen,
  killWhileOpening,
  openClient,
  postmasterPid,
  processesIn,
  type ClientOptions,
  type EmbeddedClient,
} from '../engines/embedded-client.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'

const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65_534
const LINUX = process.platform === 'linux'
// Each opens several processes, on machines that may have much else to do.
const PATIENCE_MS = 120_000

/** A folder as `mktemp -d` makes it: only its owner may enter. */
const privateFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-private-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with data, for tests that are not about how these are made. */
const folderWithData = async (): Promise<string> => {
  const { dataDir, remove } = await makeMigratedDir()
  onTestFinished(remove)
  return dataDir
}

const clients: EmbeddedClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})
const open = async (dataDir: string, options?: ClientOptions): Promise<EmbeddedClient> => {
  const client = await openClient(dataDir, options)
  clients.push(client)
  return client
}

const query = async (connectionString: string, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString, application_name: 'pandect test' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const nothingIsLeft = async (dataDir: string): Promise<void> => {
  expect(await processesIn(join(dataDir, 'postgres'))).toEqual([])
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  expect((await readdir(dataDir)).toSorted()).toEqual([
    'postgres',
    'postgres.log',
    'postgres.password',
  ])
}

describe.skipIf(!LINUX)('the embedded server (needs /proc)', { timeout: PATIENCE_MS }, () => {
  test('two processes share one server; the last one out stops it', async () => {
    const dataDir = await folderWithData()
    const first = await open(dataDir)
    const second = await open(dataDir)
    expect([first.startedHere, second.startedHere]).toEqual([true, false])
    expect(second.connectionString).toBe(first.connectionString)
    expect(await first.close()).toBe(0)
    expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await second.close()).toBe(0)
    await nothingIsLeft(dataDir)
  })

  test('of six processes that open a new folder at once one starts the server', async () => {
    const dataDir = await privateFolder()
    const opened = await Promise.all([1, 2, 3, 4, 5, 6].map(() => open(dataDir)))
    expect(opened.filter(({ startedHere }) => startedHere)).toHaveLength(1)
    expect(new Set(opened.map(({ connectionString }) => connectionString)).size).toBe(1)
    await Promise.all(opened.map((client) => client.close()))
    await nothingIsLeft(dataDir)
  })

  test('processes that come while others go always find a server', async () => {
    const dataDir = await folderWithData()
    for (let round = 0; round < 8; round += 1) {
      const leaving = await open(dataDir)
      const [, coming] = await Promise.all([
        leaving.close(),
        sleep(round * 5).then(() => open(dataDir)),
      ])
      expect(await query(coming.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
      await coming.close()
    }
    await nothingIsLeft(dataDir)
  })

  test('when its users are killed the server stays; the next one takes it over and stops it', async () => {
    const dataDir = await folderWithData()
    const [first, second] = [await open(dataDir), await open(dataDir)]
    const pid = await postmasterPid(dataDir)
    await Promise.all([first.kill(), second.kill()])
    const next = await open(dataDir)
    expect(next.startedHere).toBe(false)
    expect(await postmasterPid(dataDir)).toBe(pid)
    await next.close()
    await nothingIsLeft(dataDir)
  })

  test('a process that is killed while it starts the server does not bar the next', async () => {
    const dataDir = await privateFolder()
    for (const afterMs of [100, 250, 400, 550, 700]) await killWhileOpening(dataDir, afterMs)
    const next = await open(dataDir)
    expect(await query(next.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await next.close()
    await nothingIsLeft(dataDir)
  })

  test('a killed server comes back under its users, at the same address, with what was committed', async () => {
    const dataDir = await folderWithData()
    const [first, second] = [await open(dataDir), await open(dataDir)]
    await query(first.connectionString, 'create table kept as select 42 as answer')
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    for (const { connectionString } of [first, second])
      await expect
        .poll(() => query(connectionString, 'select answer from kept').catch(() => null), {
          timeout: 10_000,
        })
        .toEqual([{ answer: 42 }])
    await Promise.all([first.close(), second.close()])
    await nothingIsLeft(dataDir)
  })

  test('a server that cannot start comes back once it can, where its users know it', async () => {
    const dataDir = await folderWithData()
    const user = await open(dataDir)
    await query(user.connectionString, 'create table kept as select 42 as answer')
    // Without its write-ahead log it ends by itself right after its start, as on a full disk.
    const [log, away] = ['pg_wal', 'away'].map((name) => join(dataDir, 'postgres', name))
    await rename(String(log), String(away))
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    await sleep(4_000)
    expect(await failToOpen(dataDir)).toMatchObject({ code: 'database-start-failed' })
    await rename(String(away), String(log))
    const other = await open(dataDir)
    expect(other.connectionString).toBe(user.connectionString)
    await other.close()
    await expect
      .poll(() => query(user.connectionString, 'select answer from kept').catch(() => null), {
        timeout: 20_000,
      })
      .toEqual([{ answer: 42 }])
    await user.close()
    await nothingIsLeft(dataDir)
  })

  test('after the server and all its users were killed the next one starts it again', async () => {
    const dataDir = await folderWithData()
    const client = await open(dataDir)
    await query(client.connectionString, 'create table kept as select 42 as answer')
    // A statement that never looks up outlives its postmaster and holds the shared memory.
    const busy = query(
      client.connectionString,
      'select count(*) from generate_series(1, 1000000000000)',
    )
    const broken = expect(busy).rejects.toThrow()
    await sleep(200)
    await client.kill()
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    await sleep(200)
    expect(await processesIn(join(dataDir, 'postgres'))).not.toEqual([])
    const next = await open(dataDir)
    expect(next.startedHere).toBe(true)
    await broken
    expect(await query(next.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }])
    await next.close()
    await nothingIsLeft(dataDir)
  })

  test('a signal to the whole process group, twice, does not reach the server', async () => {
    const dataDir = await folderWithData()
    const client = await open(dataDir)
    const group = -(client.process.pid ?? 0)
    process.kill(group, 'SIGINT')
    process.kill(group, 'SIGINT')
    await sleep(200)
    expect(await query(client.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await client.close()).toBe(0)
    await nothingIsLeft(dataDir)
  })

  test('a file that names another living process as the server is not believed', async () => {
    const dataDir = await folderWithData()
    await (await open(dataDir)).close()
    const lines = [process.pid, join(dataDir, 'postgres'), 0, 1, '', '127.0.0.1', '1 1', 'ready']
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`)
    const client = await open(dataDir)
    expect(client.startedHere).toBe(true)
    await client.close()
    await nothingIsLeft(dataDir)
  })

  test('a copy of a folder whose server runs gets a server of its own', async () => {
    const [dataDir, copy] = [await folderWithData(), join(await privateFolder(), 'copy')]
    const original = await open(dataDir)
    await cp(dataDir, copy, { recursive: true })
    const copied = await open(copy)
    expect(copied.startedHere).toBe(true)
    await query(copied.connectionString, 'create table only_here (a integer)')
    await expect(query(original.connectionString, 'table only_here')).rejects.toThrow()
    await copied.close()
    await original.close()
    await nothingIsLeft(copy)
  })

  test('it starts on its data within a second', async () => {
    const dataDir = await folderWithData()
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const start = performance.now()
      const server = await openEmbeddedPostgres({ dataDir })
      times.push(performance.now() - start)
      await server.close()
    }
    // The machine may have been busy during one of them.
    expect(Math.min(...times)).toBeLessThan(1_000)
  })

  test('the password is for its owner alone, and no value of a statement reaches the log', async () => {
    const dataDir = await privateFolder()
    const client = await open(dataDir)
    const failing = [
      "select 'canary'::integer",
      "do $$ begin raise exception 'canary'; end $$",
      "do $$ begin raise warning 'canary'; end $$",
      'canary',
    ]
    for (const sql of failing) await query(client.connectionString, sql).catch(() => null)
    await client.close()
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('canary')
    const { mode } = await stat(join(dataDir, 'postgres.password'))
    expect(mode & 0o777).toBe(0o600)
  })

  describe('when it cannot start it says why and what to do', () => {
    test('no room on the disk, at first and later', async () => {
      const dataDir = join(await privateFolder(), 'data')
      const full = { code: 'database-disk-full', hint: expect.stringContaining('PANDECT_DATA_DIR') }
      expect(await failToOpen(dataDir, { fileSizeMax: 100 })).toMatchObject(full)
      await (await open(dataDir)).close()
      expect(await failToOpen(dataDir, { fileSizeMax: 0 })).toMatchObject(full)
      await (await open(dataDir)).close()
      await nothingIsLeft(dataDir)
    })

    test('a file where the folder should be', async () => {
      const file = join(await privateFolder(), 'file')
      await writeFile(file, '')
      expect(await failToOpen(file)).toMatchObject({
        code: 'database-folder-unwritable',
        hint: expect.stringContaining('PANDECT_DATA_DIR'),
      })
    })

    test('data of another version', async () => {
      const dataDir = await folderWithData()
      await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
      expect(await failToOpen(dataDir)).toMatchObject({ code: 'database-version' })
    })

    test('a password file that is gone', async () => {
      const dataDir = await folderWithData()
      await rm(join(dataDir, 'postgres.password'))
      expect(await failToOpen(dataDir)).toMatchObject({ code: 'database-password-missing' })
      expect(await processesIn(join(dataDir, 'postgres'))).toEqual([])
    })
  })

  describe.skipIf(!IS_ROOT)('root’s server runs as another user (needs root)', () => {
    test('below a folder that this user may not enter', async () => {
      const folder = await privateFolder()
      const dataDir = join(folder, 'a', 'b')
      const client = await open(dataDir)
      expect((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid).not.toBe(0)
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      await client.close()
      await nothingIsLeft(dataDir)
    })

    test('from a checkout below such a folder, whose packages ran no install scripts', async () => {
      const checkout = await privateFolder()
      await copyCheckout(checkout)
      const program = join(checkout, 'test/engines/open-embedded-postgres.ts')
      const client = await open(join(checkout, '.pandect'), { program })
      expect(await query(client.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
      await client.close()
      await nothingIsLeft(join(checkout, '.pandect'))
    })

    test('on data that came back from a copy as root’s own', async () => {
      const dataDir = await privateFolder()
      await (await open(dataDir)).close()
      for (const name of await readdir(dataDir, { recursive: true }))
        await chown(join(dataDir, name), 0, 0)
      const client = await open(dataDir)
      await client.close()
      await nothingIsLeft(dataDir)
    })

    test('an ordinary user’s server runs as that user', async () => {
      const dataDir = await privateFolder()
      await chown(dataDir, NOBODY, NOBODY)
      const client = await open(dataDir, { uid: NOBODY })
      expect((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid).toBe(NOBODY)
      await client.close()
      await nothingIsLeft(dataDir)
    })
  })
})
