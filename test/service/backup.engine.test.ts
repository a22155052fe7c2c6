/** `pandect backup` and `pandect restore` on the embedded server, as an operator runs them. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, makeDataDir, runPandect, runQuickly, spawnPandect, startService } from './service.ts'

const TIMEOUT_MS = 600_000
const TEXTS = 12
const SETTINGS = { EMBEDDINGS_MODEL_DIR: 'builtin', ENTAILMENT_MODEL_DIR: 'none' }
const run = promisify(execFile)

const textOf = (number: number): string =>
  JSON.stringify({
    title: `Hypothèque ${number}`,
    text: `## Objet\n\nL'hypothèque légale, note ${number}.`,
    language: 'fr',
    jurisdiction: ['FR'],
    contentType: 'doctrine',
    source: { id: `backup:${number}`, version: '1', licence: 'Licence Ouverte 2.0' },
  })

type Written = { file: string; sha256: string; bytes: number }
type Made = Written & { position: number; backupId: string; keys: Written }

let folder = ''
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ dataDir: folder, remove } = await makeDataDir())
  await mkdir(join(folder, 'old'))
  await mkdir(join(folder, 'backups'))
})
afterAll(() => remove())

const place = (name: string): string => join(folder, name)
const pandect = (data: string, args: readonly string[], runIt = runQuickly) =>
  runIt(args, place(data), { env: SETTINGS })
const doneBy =
  (runIt: typeof runPandect) =>
  async (data: string, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await pandect(data, args, runIt)
    expect(code, stderr).toBe(0)
    return stdout
  }
const done = doneBy(runQuickly)
/** The commands that the tests are about, each as a process of its own. */
const doneAlone = doneBy(runPandect)
const digestOf = async (data: string, does = done) =>
  JSON.parse(await does(data, 'digest', '--json')) as object

test(
  'back up while it serves, destroy, restore: the digest is the same, and keys work',
  { timeout: TIMEOUT_MS },
  async () => {
    const none = await pandect('old', ['backup', place('backups')], runPandect)
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('backup-empty') })

    const texts = place('texts.jsonl')
    await writeFile(texts, Array.from({ length: TEXTS }, (_, index) => textOf(index)).join('\n'))
    await done('old', 'sources', 'add', folder, '--publisher', 'Test')
    await done('old', 'import', texts, '--publish')
    const service = await startService(
      place('old'),
      { ...SETTINGS, PANDECT_DEMONSTRATION: 'off' },
      'svc',
    )
    const created = await done('old', 'keys', 'create', '--account', 'Étude', '--plan', 'firm')
    const key = /svc_live_\w+/.exec(created)?.[0] ?? ''
    const made = JSON.parse(await doneAlone('old', 'backup', place('backups'), '--json')) as Made
    await service.stop()
    expect(made.keys.file).toBe(`${made.file}.keys`)
    expect((await readdir(place('backups'))).toSorted()).toEqual(
      [made.file, made.keys.file].map((path) => path.split('/').at(-1)),
    )
    for (const { file, bytes, sha256 } of [made, made.keys]) {
      const found = await stat(file)
      expect([found.mode & 0o777, found.size]).toEqual([0o600, bytes])
      expect((await run('sha256sum', [file])).stdout.split(' ')[0]).toBe(sha256)
    }
    const before = await digestOf('old', doneAlone)
    expect(before).toMatchObject({ position: made.position })
    expect(await done('old', 'doctor')).toMatch(
      /backup {2}pandect backup\n {9}the last one is \d+ (?:seconds|minutes) old/,
    )
    expect(await done('old', 'audit', 'list')).toContain('backup.made')

    await copyFile(join(place('old'), 'key-pepper'), place('key-pepper'))
    await rm(place('old'), { recursive: true })

    const lost = await pandect('new', ['restore', made.file], runPandect)
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('key-pepper-differs') })
    await copyFile(place('key-pepper'), join(place('new'), 'key-pepper'))
    expect(await doneAlone('new', 'restore', made.file)).toContain(`position    ${made.position}`)
    expect(await digestOf('new')).toEqual(before)

    const again = await startService(place('new'), SETTINGS, key)
    const found = await ask<{ total: number }>(again, '/search', { body: { text: 'hypothèque' } })
    await again.stop()
    // The demonstration texts are not added to what was restored.
    expect([found.status, found.body.total]).toEqual([200, TEXTS])
    expect(JSON.parse(await done('new', 'replay', '--json'))).toMatchObject({ equal: true })
  },
)

const refused = async (code: string, ...args: string[]): Promise<void> => {
  const said = await pandect('new', args)
  const says = new RegExp(`^pandect: ${code}: .+\\n {2}hint: `, 'm')
  expect([said.code, said.stderr]).toEqual([1, expect.stringMatching(says)])
}

const logFile = async (): Promise<string> => {
  const name = (await readdir(place('backups'))).find((one) => one.endsWith('.tar')) ?? ''
  return join(place('backups'), name)
}

test('what a restore refuses, it says; nothing is changed', { timeout: TIMEOUT_MS }, async () => {
  const file = await logFile()
  const before = await digestOf('new')
  expect(await done('new', 'restore', file, '--dry-run')).toContain('whole')
  await refused('restore-target-not-empty', 'restore', file)
  await refused('backup-unreadable', 'restore', place('nowhere.tar'))
  await refused('backup-damaged', 'restore', place('texts.jsonl'), '--replace')
  await refused('backup-exists', 'backup', file)
  await refused('backup-exists', 'backup', place('one.tar'), '--keys', `${file}.keys`)
  await refused('backup-keys-unnamed', 'backup', '-')
  await refused('backup-keys-unfit', 'restore', `${file}.keys`, '--replace')
  await refused('backup-keys-unfit', 'restore', file, '--replace', '--keys', file)
  await copyFile(file, place('alone.tar'))
  await refused('backup-keys-missing', 'restore', place('alone.tar'), '--replace')
  await refused('backup-unwritable', 'backup', join(place('nowhere'), 'a.tar'))
  expect(await digestOf('new')).toEqual(before)
  expect(await done('new', 'restore', file, '--replace')).toContain('restored')
  // The replay before made a second generation; the backup is of the first.
  expect(await digestOf('new')).toEqual({ ...before, generation: 1 })
})

test(
  'kill -9 of a restore, at many moments: the data are as they were',
  { timeout: TIMEOUT_MS },
  async () => {
    const file = await logFile()
    const before = await digestOf('new')
    for (const afterMs of [600, 1_000, 1_400, 2_000]) {
      const child = spawnPandect(['restore', file, '--replace'], place('new'), SETTINGS)
      const ended = new Promise((resolve) => child.on('close', resolve))
      await sleep(afterMs)
      child.kill('SIGKILL')
      await ended
      expect(await digestOf('new')).toEqual(before)
    }
  },
)

test('a backup goes through a pipe, too', { timeout: TIMEOUT_MS }, async () => {
  // The keys are whole before the log ends, so the reader waits for the log.
  const script = `"$NODE" pandect.ts backup - --keys "$KEYS" >"$KEYS.log"
    cat "$KEYS.log" | "$NODE" pandect.ts restore - --keys "$KEYS" --dry-run --json`
  const { stdout } = await run('sh', ['-ec', script], {
    env: {
      ...process.env,
      ...SETTINGS,
      NODE: process.execPath,
      KEYS: place('pipe.keys'),
      PANDECT_DATA_DIR: place('new'),
    },
  })
  expect(JSON.parse(stdout)).toMatchObject({
    position: expect.any(Number),
    tables: expect.any(Number),
  })
})
