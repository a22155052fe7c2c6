/** The service in simulated worlds: `npm run test:simulation` (test/simulation/README.md). */
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

const TIME_MS_MAX = 900_000

const run = (...options: readonly string[]): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const program = spawn(process.execPath, ['test/simulation/run.ts', ...options])
    let output = ''
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (some: Buffer) => {
        output += some.toString()
      })
    program.on('close', (code) => resolve({ code, output }))
  })

test(
  '300 worlds hold every invariant',
  async () => {
    const { code, output } = await run('--seed', '1', '--seeds', '300')
    expect(output).toContain('300 of 300 seeds from 1')
    expect(code, output).toBe(0)
  },
  TIME_MS_MAX,
)

test(
  'a seed gives the same trace alone and after others',
  async () => {
    const many = await run('--seed', '21', '--seeds', '4', '--workers', '1', '--verbose')
    const traces = many.output.match(/^seed \d+: .*$/gm) ?? []
    expect(traces).toHaveLength(4)
    for (const trace of traces.slice(-2)) {
      const seed = /^seed (?<seed>\d+)/.exec(trace)?.groups?.['seed'] ?? ''
      expect((await run('--seed', seed)).output).toContain(trace)
    }
  },
  TIME_MS_MAX,
)

test(
  'a planted fault is noticed',
  async () => {
    const { code, output } = await run('--mutants', '--only', 'store-hashes-another-form')
    expect(output).toContain('caught by facts-kept')
    expect(output).toContain('1 of 1 mutants were caught')
    expect(code).toBe(0)
  },
  TIME_MS_MAX,
)

test.each([
  [['--seed', 'seven'], '--seed must be a whole number from 0 to 4294967295, not “seven”'],
  [['--seed', '-1'], 'usage'],
  [['--seeds', '0'], '--seeds must be a whole number from 1'],
  [['--seeds', '1e3'], '--seeds must be a whole number'],
  [['--mutants', '--only', 'nobody'], 'there is no mutant named nobody'],
  [['--colour'], "Unknown option '--colour'"],
])('%j is refused with the usage', async (options, message) => {
  const { code, output } = await run(...options)
  expect(output).toContain(message)
  expect(output).toContain('usage: npm run test:simulation')
  expect(code).toBe(2)
})

test('--help says how to use it', async () => {
  const { code, output } = await run('--help')
  expect(output).toContain('--mutants')
  expect(code).toBe(0)
})
