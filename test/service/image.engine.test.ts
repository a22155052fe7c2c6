/** What infra/Dockerfile copies is enough: every command and the workflows load from it. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const TIMEOUT_MS = 180_000
const MEGABYTE = 1_000_000
const run = promisify(execFile)

/** A line of .dockerignore names a path and all below it; `**` stands for any folders. */
const patternOf = (line: string): RegExp => {
  const escaped = line.replaceAll(/[.+]/g, String.raw`\$&`)
  const source = escaped.replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${source}(?:/.*)?$`)
}

let folder = ''
let files: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-image-'))
  const lines = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n')
  const ignored = lines.filter((line) => line !== '').map(patternOf)
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 16 * MEGABYTE,
  })
  const listed = stdout.split('\n').filter((file) => file !== '')
  files = listed.filter((file) => !ignored.some((pattern) => pattern.test(file)))
  for (const file of files) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await cp(join(ROOT, file), join(folder, file))
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}, TIMEOUT_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('no test, no training data and nothing of a developer is in it', async () => {
  expect(files.filter((file) => /\.test\.ts$|^test\/|\/train\/|^\.ci\//.test(file))).toEqual([])
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(ROOT, file))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * MEGABYTE)
})

test('every command loads, and the workflows bundle', { timeout: TIMEOUT_MS }, async () => {
  const script = `
    const { commandNames } = await import('./infra/cli/program.ts')
    const { workflowBundle } = await import('./infra/processes/worker.ts')
    console.log(JSON.stringify({ names: await commandNames(), bundle: Object.keys(await workflowBundle()) }))
    process.exit(0)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
  })
  const { names, bundle } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    names: string[]
    bundle: string[]
  }
  expect(names).toContain('backup')
  expect(bundle.length).toBeGreaterThan(0)
})
