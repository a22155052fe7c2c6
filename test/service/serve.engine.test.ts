/** The service as its user meets it: start, search, publish, stop, also when things go wrong. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDemonstrationDir, makeMigratedDir } from './prepared-folders.ts'
import {
  ask,
  makeDataDir,
  makeOfficial,
  runPandect,
  runQuickly,
  type Service,
  spawnPandect,
  startService,
} from './service.ts'
import { parseSettings } from '#infra/settings.ts'
import { signInTeam } from '../editorial/people.ts'
import packageJson from '../../package.json' with { type: 'json' }

const START_TIMEOUT_MS = 240_000
const SEARCHABLE_WITHIN_MS = 30_000

const folders: (() => Promise<void>)[] = []
const newDataDir = async (make = makeDataDir): Promise<string> => {
  const { dataDir, remove } = await make()
  folders.push(remove)
  return dataDir
}
afterAll(async () => {
  for (const remove of folders) await remove()
})

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie still answers signals; it has ended, and waits for process 1 to take note.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const databasePid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** As a shell and npm send it: to the whole group, twice. */
const expectCleanStop = async (
  service: Service,
  signal: NodeJS.Signals,
  database: number,
): Promise<void> => {
  const group = -(service.child.pid ?? 0)
  process.kill(group, signal)
  process.kill(group, signal)
  const { code, stderr } = await service.result
  expect(code, stderr).toBe(0)
  expect(isAlive(database)).toBe(false)
}

type Hits = { hits: { slug: string; type: string; articleSlug?: string }[]; total: number }
const search = (service: Service, text: string) =>
  ask<Hits>(service, '/search', { body: { text, limit: 100 } })

const record = (overrides: Record<string, unknown>): string =>
  JSON.stringify({
    title: 'Le bail de la librairie',
    text: 'Le preneur du local restitue les clefs turquoise au bailleur vigilant.',
    contentType: 'doctrine',
    source: { id: 'test:bail', licence: 'Licence Ouverte 2.0' },
    ...overrides,
  })

describe('with the demonstration corpus', () => {
  let dataDir: string
  let service: Service
  const untilStatus = (slug: string, status: number): Promise<void> =>
    expect
      .poll(async () => (await ask(service, `/articles/${slug}`)).status, {
        timeout: SEARCHABLE_WITHIN_MS,
        interval: 50,
      })
      .toBe(status)
  beforeAll(async () => {
    dataDir = await newDataDir(makeDemonstrationDir)
    service = await startService(dataDir)
    await makeOfficial(dataDir, dataDir)
  }, START_TIMEOUT_MS)
  afterAll(() => service.stop())

  const importRecord = async (
    overrides: Record<string, unknown>,
    run = runPandect,
  ): Promise<string> => {
    const file = join(dataDir, 'record.jsonl')
    await writeFile(file, record(overrides))
    const done = await run(['import', file, '--publish', '--json'], dataDir)
    expect(done.code, done.stderr).toBe(0)
    return done.stdout
  }

  test('a first search has hits, a price and a position', async () => {
    const answer = await search(service, 'responsabilité contractuelle')
    expect(answer.status).toBe(200)
    expect(answer.body.hits.length).toBeGreaterThan(0)
    expect(answer.headers.get('x-service-cost-usd')).toBe('0.015')
    expect(answer.headers.get('x-service-corpus-position')).toMatch(/^\d{15}$/)
  })

  test('the hash of an article is recomputed from the public answer alone', async () => {
    const { body } = await search(service, 'responsabilité contractuelle')
    const slug = body.hits.find(({ type }) => type === 'article')?.slug ?? ''
    const article = await ask(service, `/articles/${slug}`)
    const good = await runPandect(['verify', '-', '--json'], dataDir, { input: article.text })
    expect(good).toMatchObject({ code: 0 })
    expect(JSON.parse(good.stdout)).toMatchObject({ matches: true })
    const bad = await runPandect(['verify', '-'], dataDir, {
      input: article.text.replace('contrat', 'contrats'),
    })
    expect(bad.code).toBe(1)
  })

  const hasJq = spawnSync('jq', ['--version']).status === 0
  test.runIf(hasJq)('the recipe of the README gives the same hash by hand (needs jq)', async () => {
    const { body } = await search(service, 'licenciement grossesse')
    const slug = body.hits.find(({ type }) => type === 'article')?.slug ?? ''
    const article = await ask<{ sha256Hash: string }>(service, `/articles/${slug}`)
    await writeFile(join(dataDir, 'article.json'), article.text)
    const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
    const recipe = /^jq -cjS[^]*?sha256sum$/m.exec(readme)?.[0] ?? ''
    const byHand = execFileSync('bash', ['-c', recipe], { cwd: dataDir, encoding: 'utf8' })
    expect(byHand.split(' ')[0]).toBe(article.body.sha256Hash)
  })

  // Four commands and the passwords of a team take a minute on a machine that is busy elsewhere.
  test(
    'within a second of publish answering the text is found; after unpublish it never was',
    { timeout: START_TIMEOUT_MS },
    async () => {
      await importRecord({})
      const found = async (): Promise<string | undefined> =>
        (await search(service, 'clefs turquoise au bailleur vigilant')).body.hits.find(({ slug }) =>
          slug.startsWith('le-bail-de-la-librairie'),
        )?.slug
      const findWithin = async (): Promise<string> => {
        const deadline = performance.now() + SEARCHABLE_WITHIN_MS
        for (;;) {
          const slug = await found()
          if (slug !== undefined) return slug
          if (performance.now() > deadline) throw new Error('not found within a second')
          await sleep(20)
        }
      }
      const slug = await findWithin()
      expect((await ask(service, `/articles/${slug}`)).status).toBe(200)

      const settings = parseSettings({ PANDECT_DATA_DIR: dataDir })
      const { env } = (await signInTeam(settings)).publisher
      const unpublish = ['unpublish', slug, '--reason', 'une erreur']
      expect(await runPandect(unpublish, dataDir)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('not-signed-in'),
      })
      expect((await runPandect(unpublish, dataDir, { env })).code).toBe(0)
      await untilStatus(slug, 404)
      const gone = await ask(service, `/articles/${slug}`)
      const never = await ask(service, '/articles/never-was-there')
      expect({ status: gone.status, text: gone.text }).toEqual({ status: 404, text: never.text })
      expect(await found()).toBeUndefined()

      expect((await runPandect(['publish', slug], dataDir, { env })).code).toBe(0)
      expect(await findWithin()).toBe(slug)
    },
  )

  test('a slug of 400 characters works', async () => {
    const slug = `${'tres-long-'.repeat(39)}slug-long9`
    expect(slug).toHaveLength(400)
    await importRecord({
      slug,
      title: 'Un slug long',
      source: { id: 'test:slug', licence: 'Licence Ouverte 2.0' },
    })
    await untilStatus(slug, 200)
    expect((await ask(service, `/articles/${'a'.repeat(601)}`)).status).toBe(404)
  })

  test('500 astral characters are 500 characters of text', async () => {
    expect((await search(service, '𝔸'.repeat(500))).status).toBe(200)
    expect((await search(service, '𝔸'.repeat(501))).status).toBe(400)
  })

  test('a key that was made while the service runs works, until it is revoked', async () => {
    const made = await runPandect(
      ['keys', 'create', '--account', 'Essai', '--plan', 'practitioner'],
      dataDir,
    )
    const key = made.stdout.trim()
    expect(made.stdout).toMatch(/^svc_live_[0-9A-Za-z]{36}\n$/)
    expect((await ask(service, '/search', { body: {}, key })).status).toBe(200)
    const listed = await runPandect(['keys', 'list', '--json'], dataDir)
    expect(listed.stdout).not.toContain(key)
    const keyId = (JSON.parse(listed.stdout) as { keyId: string; account: string }[]).find(
      ({ account }) => account === 'Essai',
    )?.keyId
    expect((await runPandect(['keys', 'revoke', keyId ?? ''], dataDir)).code).toBe(0)
    await sleep(1_000)
    const refused = await ask(service, '/search', { body: {}, key })
    expect(refused.status).toBe(401)
  })

  test('100 keyed calls in a minute pass, the 31st anonymous one is a 429', async () => {
    const made = await runQuickly(
      ['keys', 'create', '--account', 'Limite', '--plan', 'firm'],
      dataDir,
    )
    const key = made.stdout.trim()
    const keyed = []
    for (let call = 0; call < 100; call += 1) {
      keyed.push((await ask(service, '/search', { body: { limit: 1 }, key })).status)
    }
    expect(new Set(keyed)).toEqual(new Set([200]))
    const anonymous = []
    for (let call = 0; call < 32; call += 1) {
      anonymous.push((await ask(service, '/search', { body: {}, key: null })).status)
    }
    // The revoked key of the test before was counted here too.
    expect(anonymous.indexOf(429)).toBeGreaterThanOrEqual(29)
    expect(anonymous.at(-1)).toBe(429)
  })

  test('the pages that need no key are there, and show no other host', async () => {
    const openapi = await fetch(`${service.baseUrl}/openapi.json`)
    if (openapi.status === 200) {
      expect(await openapi.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
    } else expect(openapi.status).toBe(429)
  })

  test(
    'a disk that is full refuses clearly, and loses nothing',
    { timeout: START_TIMEOUT_MS },
    async () => {
      const full = await newDataDir()
      const file = join(full, 'records.jsonl')
      const lines = Array.from({ length: 400 }, (_, index) =>
        record({
          text: `${index} ${'texte '.repeat(4_000)}`,
          source: { id: `full:${index}`, licence: 'Licence Ouverte 2.0' },
        }),
      )
      await writeFile(file, lines.join('\n'))
      const command = `ulimit -f 3000; exec '${process.execPath}' pandect.ts import '${file}' --json`
      const limited = spawnCommand(command, full)
      expect(limited.status).toBe(1)
      expect(limited.stderr).toMatch(/^pandect: (store|database)-[a-z-]+: /m)
      expect(limited.stderr).not.toMatch(/PANIC|FATAL|could not (extend|write)/)
      const again = await runPandect(['import', file, '--json'], full)
      expect(again.code, again.stderr).toBe(0)
      const summary = JSON.parse(again.stdout.trim().split('\n').at(-1) ?? '') as Record<
        string,
        number
      >
      expect(summary['read']).toBe(400)
      expect((summary['imported'] ?? 0) + (summary['unchanged'] ?? 0)).toBe(400)
    },
  )

  test.runIf(process.platform === 'linux')(
    'SIGTERM to the whole group, twice, stops cleanly and leaves no database behind',
    { timeout: START_TIMEOUT_MS },
    async () => expectCleanStop(service, 'SIGTERM', await databasePid(dataDir)),
  )
})

const spawnCommand = (command: string, dataDir: string): { status: number; stderr: string } => {
  try {
    execFileSync('bash', ['-c', command], {
      env: { ...process.env, PANDECT_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    return { status: 0, stderr: '' }
  } catch (error) {
    const failed = error as { status: number; stderr: string }
    return { status: failed.status, stderr: failed.stderr }
  }
}

describe.runIf(process.platform === 'linux')('stopping and starting', () => {
  test(
    'after a kill -9 the next start adopts the database, and SIGINT ends both',
    { timeout: START_TIMEOUT_MS },
    async () => {
      const dataDir = await newDataDir(makeMigratedDir)
      const first = await startService(dataDir, { PANDECT_DEMONSTRATION: 'off' })
      const database = await databasePid(dataDir)
      first.child.kill('SIGKILL')
      await first.result
      const second = await startService(dataDir, { PANDECT_DEMONSTRATION: 'off' })
      expect(await databasePid(dataDir)).toBe(database)
      await expectCleanStop(second, 'SIGINT', database)
    },
  )

  test(
    'a command that finds no service brings the engines up for itself only',
    { timeout: START_TIMEOUT_MS },
    async () => {
      const dataDir = await newDataDir()
      const listed = await runPandect(['keys', 'list', '--json'], dataDir)
      expect(listed).toMatchObject({ code: 0, stdout: '[]\n' })
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    },
  )
})

test('wrong usage exits with 2 and points to the help', async () => {
  const dataDir = await newDataDir()
  const unknown = await runPandect(['publsh', 'x'], dataDir)
  expect(unknown).toMatchObject({ code: 2 })
  expect(unknown.stderr).toContain('publish')
  const help = spawnPandect(['import', '--help'], dataDir)
  let text = ''
  help.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => help.on('close', resolve))
  expect(text).toContain('--dry-run')
  const version = await runPandect(['--version'], dataDir)
  expect(version).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` })
})
