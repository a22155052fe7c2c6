/** A suite whose engine is missing is skipped by name for a person, and fails in CI. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const TIMEOUT_MS = 240_000

/** Runs a suite as on a machine that has no tool and nothing in its cache. */
const runBare = async (suite: string, ci: boolean): Promise<{ code: number; said: string }> => {
  const empty = await mkdtemp(join(tmpdir(), 'pandect-bare-'))
  onTestFinished(() => rm(empty, { recursive: true, force: true }))
  const inherited = Object.entries(process.env).filter(([name]) => !/^(CI|VITEST|NODE_)/.test(name))
  const env = {
    ...Object.fromEntries(inherited),
    PATH: empty,
    PANDECT_CACHE_DIR: empty,
    ...(ci ? { CI: 'true' } : {}),
  }
  const child = spawn(process.execPath, [VITEST, 'run', '--reporter=verbose', suite], {
    cwd: ROOT,
    env,
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  const code = await new Promise<number>((end) => child.on('close', (status) => end(status ?? 1)))
  return { code, said }
}

const SUITES = [
  ['test/contract/kafka.engine.test.ts', 'no Java runtime'],
  [
    'test/contract/temporal-acts.engine.test.ts',
    'no Temporal in the cache, and no Python with pip to fetch it',
  ],
  ['test/contract/temporal-timers.engine.test.ts', 'no Java for the server that skips time'],
] as const

test.each(SUITES)(
  '%s without its engine: skipped with the reason; in CI it fails',
  { timeout: TIMEOUT_MS },
  async (suite, reason) => {
    const person = await runBare(suite, false)
    expect(person.code, person.said).toBe(0)
    expect(person.said).toContain(reason)
    expect(person.said).toMatch(/\d+ skipped/)
    const ci = await runBare(suite, true)
    expect(ci.code).not.toBe(0)
    expect(ci.said).toContain(`engine-missing: ${reason}`)
  },
)
