/**
 * The published conformance suites against the endpoint: every server scenario but those of
 * `left-out.ts`. The key comes with each request, as a client with its settings would send it;
 * fixture tools are listed beside the twelve.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolsOf } from '#query-api/mcp/tools/toolsets.ts'
import { FIXTURE_RESOURCES } from './fixture-resources.ts'
import { FIXTURE_TOOLS } from './fixture-tools.ts'
import { listenWithKey, makeMcp, toolParts } from './harness.ts'
import { leftOut } from './left-out.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
const SUITES = {
  '0.1.16': join(MODULES, '@modelcontextprotocol/conformance/dist/index.js'),
  next: join(MODULES, 'mcp-conformance-next/dist/index.js'),
} as const
const LIMITS = { anonymous: 10_000, rest: 10_000, mcp: 100_000, mcpFirm: 100_000 }
const SCENARIO_TIMEOUT_MS = 240_000

let served: Awaited<ReturnType<typeof listenWithKey>>
let folder = ''
beforeAll(async () => {
  const tools = toolsOf('union', toolParts())
  const resources = FIXTURE_RESOURCES
  const mcp = { tools: [...tools, ...FIXTURE_TOOLS], resources, allowedOrigins: [] }
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

const REVISIONS = ['2025-11-25', '2026-07-28'] as const

/** Scenarios of a suite that apply to a revision and are not left out. */
const servedScenarios = async (suite: string, revision: string): Promise<string[]> => {
  const left = leftOut(revision)
  return (await scenariosOf(suite))
    .filter(({ name, versions }) => versions.includes(revision) && !left.has(name))
    .map(({ name }) => name)
}

/** What a revision requires of a server, and what the suite runs besides without counting it. */
const requiredBy = (
  revision: string,
): { readonly scored: string[]; readonly besides: string[] } => {
  const file = join(MODULES, `mcp-conformance-next/requirements/${revision}.yaml`)
  const { server, not_scored: besides } = parse(readFileSync(file, 'utf8')) as {
    server: string[]
    not_scored: { scenario: string; leg: string }[]
  }
  return {
    scored: server,
    besides: besides.flatMap(({ scenario, leg }) => (leg === 'server' ? [scenario] : [])),
  }
}

/** A check that could not run counts as failed. */
const BAD = new Set(['FAILURE', 'WARNING'])
const badUnder = (place: string): string[] =>
  checksUnder(place)
    .filter(({ status }) => BAD.has(status))
    .map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ''}`)

/** One scenario by itself: none of its checks may fail or warn. */
const failuresOf = async (suite: string, scenario: string, revision: string): Promise<string[]> => {
  const output = join(folder, `${revision}-${scenario}`)
  const versioned = suite === SUITES.next ? ['--spec-version', revision] : []
  const args = ['server', '--url', served.url, '--scenario', scenario, ...versioned, '-o', output]
  const { code, out } = await run([suite, ...args])
  if (checksUnder(output).length === 0) return [`no check was made: ${out.slice(-400)}`]
  const bad = badUnder(output)
  return code === 0 || bad.length > 0 ? bad : [out.slice(-400)]
}

/** Scenarios one by one; what is wrong with them, each line with its scenario. */
const failuresOfAll = async (
  suite: string,
  scenarios: readonly string[],
  revision: string,
): Promise<string[]> => {
  const failures: string[] = []
  for (const scenario of scenarios)
    for (const failure of await failuresOf(suite, scenario, revision))
      failures.push(`${scenario}: ${failure}`)
  return failures
}

describe.each(REVISIONS)('what is left out of revision %s', (revision) => {
  test(
    'has a reason, and is a scenario of a suite',
    async () => {
      const listed = (await Promise.all(Object.values(SUITES).map(scenariosOf))).flat()
      const { scored, besides } = requiredBy(revision)
      const known = new Set([...listed.map(({ name }) => name), ...scored, ...besides])
      for (const [name, reason] of leftOut(revision)) {
        expect(known, name).toContain(name)
        process.stdout.write(`left out of ${revision}: ${name}: ${reason}\n`)
      }
    },
    SCENARIO_TIMEOUT_MS,
  )
})

describe('suite 0.1.16, revision 2025-11-25', () => {
  test(
    'every scenario that is not left out passes',
    async () => {
      const scenarios = await servedScenarios(SUITES['0.1.16'], '2025-11-25')
      expect(scenarios.length).toBeGreaterThan(8)
      expect(await failuresOfAll(SUITES['0.1.16'], scenarios, '2025-11-25')).toEqual([])
    },
    15 * 60_000,
  )
})

/**
 * `server --requirements REVISION`: the frozen set, with what is left out as the failures that are
 * expected.
 */
const runRequirements = async (revision: string): Promise<Run & { readonly output: string }> => {
  const output = join(folder, `requirements-${revision}`)
  const { scored } = requiredBy(revision)
  const expected = scored.filter((name) => leftOut(revision).has(name))
  const baseline = join(folder, `${revision}.yaml`)
  writeFileSync(baseline, `server:\n${expected.map((name) => `  - ${name}\n`).join('')}`)
  const args = ['--requirements', revision, '--expected-failures', baseline, '-o', output]
  const done = await run([SUITES.next, 'server', '--url', served.url, ...args])
  return { ...done, output }
}

const RESULT = /^server-(?<scenario>.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/u
/** Folders of results, by scenario. */
const resultsIn = (output: string): Map<string, string> =>
  new Map(
    readdirSync(output).flatMap((name): [string, string][] => {
      const scenario = RESULT.exec(name)?.groups?.['scenario']
      return scenario === undefined ? [] : [[scenario, join(output, name)]]
    }),
  )

describe.each(REVISIONS)('suite 0.2.0-alpha with --requirements %s', (revision) => {
  test(
    'runs what the revision requires: all passes but what is left out, which all fails',
    async () => {
      const { code, out, output } = await runRequirements(revision)
      expect(out).toContain(`Running requirements ${revision} (`)
      expect(code, out.slice(-2_000)).toBe(0)
      const results = resultsIn(output)
      const { scored, besides } = requiredBy(revision)
      const left = leftOut(revision)
      for (const name of scored) expect([...results.keys()], name).toContain(name)
      expect(besides.filter((name) => name.startsWith('tasks-') && !left.has(name))).toEqual([])
      const kept = [...results].filter(([name]) => !left.has(name))
      expect(kept.length).toBeGreaterThan(8)
      expect(
        kept.flatMap(([name, place]) => badUnder(place).map((bad) => `${name}: ${bad}`)),
      ).toEqual([])
      // What the suite has for this revision beyond the frozen set.
      const later = await servedScenarios(SUITES.next, revision)
      const unrun = later.filter((name) => !results.has(name))
      expect(await failuresOfAll(SUITES.next, unrun, revision)).toEqual([])
    },
    15 * 60_000,
  )
})
