/** A suite whose engine is missing is skipped by name for a person, and fails in CI. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const TIMEOUT_MS = 240_000

/** Runs suites as on a machine that has no tool and nothing in its cache. */
const runBare = async (
  suites: readonly string[],
  ci: boolean,
): Promise<{ code: number; said: string }> => {
  const empty = await mkdtemp(join(tmpdir(), 'pandect-bare-'))
  onTestFinished(() => rm(empty, { recursive: true, force: true }))
  const inherited = Object.entries(process.env).filter(([name]) => !/^(CI|VITEST|NODE_)/.test(name))
  const env = {
    ...Object.fromEntries(inherited),
    PATH: empty,
    PANDECT_CACHE_DIR: empty,
    ...(ci ? { CI: 'true' } : {}),
  }
  const child = spawn(process.execPath, [VITEST, 'run', '--reporter=verbose', ...suites], {
    cwd: ROOT,
    env,
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  const code = await new Promise<number>((end) => child.on('close', (status) => end(status ?? 1)))
  return { code, said: stripVTControlCharacters(said) }
}

const REASONS = {
  'test/contract/kafka.engine.test.ts': 'no Java runtime',
  'test/contract/temporal-acts.engine.test.ts':
    'no Temporal in the cache, and no Python with pip to fetch it',
  'test/contract/temporal-timers.engine.test.ts': 'no Java for the server that skips time',
} as const
const SUITES = Object.keys(REASONS)

test(
  'suites without their engine are skipped with the reason',
  { timeout: TIMEOUT_MS },
  async () => {
    const { code, said } = await runBare(SUITES, false)
    expect(code, said).toBe(0)
    for (const reason of Object.values(REASONS)) expect(said).toContain(reason)
    expect(said).toMatch(/Tests +\d+ skipped \(/)
  },
)

test('in CI each of them fails', { timeout: TIMEOUT_MS }, async () => {
  const { code, said } = await runBare(SUITES, true)
  expect(code).not.toBe(0)
  for (const reason of Object.values(REASONS)) expect(said).toContain(`engine-missing: ${reason}`)
  expect(said).toMatch(new RegExp(`Test Files +${SUITES.length} failed \\(${SUITES.length}\\)`))
})
