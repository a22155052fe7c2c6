/** Every planted fault is noticed by an invariant that is named for it. */
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

const TIME_MS_MAX = 3_600_000

test(
  'all mutants are caught',
  async () => {
    const program = spawn(process.execPath, ['test/simulation/run.ts', '--mutants'], {
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let output = ''
    program.stderr.on('data', (some: Buffer) => {
      output += some.toString()
    })
    const code = await new Promise((resolve) => {
      program.on('close', resolve)
    })
    expect(code, output).toBe(0)
  },
  TIME_MS_MAX,
)
