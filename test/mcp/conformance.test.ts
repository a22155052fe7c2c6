/**
 * The published conformance suites against the endpoint: every server scenario but those of `left-out.ts`. The key comes with
 * each request, as a client with its settings would send it; fixture tools stand beside the twelve.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mcpOver } from '#query-api/mcp/over.ts'
import { FIXTURE_TOOLS } from './fixture-tools.ts'
import { listenWithKey, makeMcp, toolParts } from './harness.ts'
import { LEFT_OUT } from './left-out.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
const SUITES = {
  '0.1.16': join(MODULES, '@modelcontextprotocol/conformance/dist/index.js'),
  next: join(MODULES, 'mcp-conformance-next/dist/index.js'),
} as const
const LIMITS = { anonymous: 10_000, rest: 10_000, mcp: 100_000, mcpFirm: 100_000 }
const SCENARIO_TIMEOUT_MS = 120_000

let served: Awaited<ReturnType<typeof listenWithKey>>
let folder = ''
beforeAll(async () => {
  const { tools, allowedOrigins } = mcpOver(toolParts(), { toolset: 'union', allowedOrigins: [] })
  const mcp = { tools: [...tools, ...FIXTURE_TOOLS], allowedOrigins }
  served = await listenWithKey(makeMcp({ limits: LIMITS, mcp }))
  folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'))
})
afterAll(async () => {
  await served.close()
  rmSync(folder, { recursive: true })
})

type Run = { readonly code: number | null; readonly out: string }
const run = (args: readonly string[]): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out }))
  })

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string }
const checksUnder = (place: string): Check[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(place, name), 'utf8')) as Check[])

const scenariosOf = async (suite: string): Promise<{ name: string; versions: string[] }[]> => {
  const { out } = await run([suite, 'list', '--server'])
  return [...out.matchAll(/^ {2}- ([\w-]+) \[([^\]]+)\]$/gmu)].map(
    ([, name = '', versions = '']) => ({
      name,
      versions: versions.split(','),
    }),
  )
}

/** Scenarios of a suite that apply to a revision and are not left out. */
const servedScenarios = async (suite: string, revision: string): Promise<string[]> =>
  (await scenariosOf(suite))
    .filter(({ name, versions }) => versions.includes(revision) && !LEFT_OUT.has(name))
    .map(({ name }) => name)

/** A check that could not be made is no check that passed. */
const BAD = new Set(['FAILURE', 'WARNING'])
/** Warnings that say what the service is: it has no sessions and no streams. */
const failuresOf = async (suite: string, scenario: string, revision: string): Promise<string[]> => {
  const output = join(folder, `${revision}-${scenario}`)
  const versioned = suite === SUITES.next ? ['--spec-version', revision] : []
  const args = [
    suite,
    'server',
    '--url',
    served.url,
    '--scenario',
    scenario,
    ...versioned,
    '-o',
    output,
  ]
  const { code, out } = await run(args)
  const checks = checksUnder(output)
  const bad = checks.filter(({ status }) => BAD.has(status))
  if (checks.length === 0) return [`no check was made: ${out.slice(-400)}`]
  return code === 0 && bad.length === 0
    ? []
    : bad
        .map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ''}`)
        .concat(bad.length === 0 ? out.slice(-400) : [])
}

describe('what is left out', () => {
  test(
    'has a reason, and is a scenario of a suite',
    async () => {
      const known = new Set(
        (await Promise.all(Object.values(SUITES).map(scenariosOf))).flat().map(({ name }) => name),
      )
      for (const [name, reason] of LEFT_OUT) {
        expect(known, name).toContain(name)
        process.stdout.write(`left out: ${name}: ${reason}\n`)
      }
    },
    SCENARIO_TIMEOUT_MS,
  )
})

test.each(['2025-11-25', '2026-07-28'])(
  'whatever revision %s requires of a server is run or left out',
  async (revision) => {
    const file = join(MODULES, `mcp-conformance-next/requirements/${revision}.yaml`)
    const { server } = parse(readFileSync(file, 'utf8')) as { server: string[] }
    const taken = new Set(await servedScenarios(SUITES.next, revision))
    for (const name of server) expect(taken.has(name) || LEFT_OUT.has(name), name).toBe(true)
  },
  SCENARIO_TIMEOUT_MS,
)

describe.each([
  ['0.1.16', '2025-11-25'],
  ['next', '2025-11-25'],
  ['next', '2026-07-28'],
] as const)('suite %s, revision %s', (name, revision) => {
  test(
    'every scenario that is not left out passes',
    async () => {
      const suite = SUITES[name]
      const scenarios = await servedScenarios(suite, revision)
      expect(scenarios.length).toBeGreaterThan(8)
      const failures: string[] = []
      for (const scenario of scenarios)
        for (const failure of await failuresOf(suite, scenario, revision))
          failures.push(`${scenario}: ${failure}`)
      expect(failures).toEqual([])
    },
    15 * 60_000,
  )
})
