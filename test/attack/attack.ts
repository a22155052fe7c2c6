/**
 * Attacks the described interface of a running service: Schemathesis makes good and bad requests of
 * the description and holds every answer against it. `npm run attack:api -- --help` says how.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Scope } from '#contracts/api-key.ts'
import { cachedFolder, cacheFolder, runTool } from '../engines/install/cache.ts'
import { makeDataDir, runPandect, startService } from '../service/service.ts'
import { type Call, heldBy } from './held.ts'
import { type Options, readOptions, USAGE } from './options.ts'

const VERSION = '4.32.5'
const UNLIMITED = '1000000'
const HERE = import.meta.dirname

const install = (): Promise<string> =>
  cachedFolder(cacheFolder(process.env), `schemathesis-${VERSION}`, async (folder) => {
    const packages = ['--quiet', '--target', folder, `schemathesis==${VERSION}`]
    await runTool('python3', ['-m', 'pip', 'install', ...packages], {
      env: process.env,
      hint: 'install Python 3.11 or later with pip (Debian: python3-pip)',
    })
  })

/** A key with every scope that a key can have, so that no operation answers 403 alone. */
const makeKey = async (dataDir: string): Promise<string> => {
  const words = ['keys', 'create', '--account', 'Attack', '--plan', 'firm']
  const made = await runPandect([...words, '--scopes', Scope.options.join(',')], dataDir)
  if (made.code !== 0) throw new Error(`no key: ${made.stderr}`)
  return made.stdout.trim()
}

/** Runs the checks, prints what they find and keeps it; returns the exit status. */
const attack = async (
  folder: string,
  target: Call,
  { cases, seed, only }: Options,
): Promise<number> => {
  const { baseUrl, key } = target
  const held = await heldBy(target)
  const kept = await mkdtemp(join(tmpdir(), 'pandect-attack-'))
  const args = [
    'run',
    `${baseUrl}/openapi.json`,
    `--url=${baseUrl}`,
    `--header=Authorization: Bearer ${key}`,
    '--checks=all',
    `--max-examples=${cases}`,
    `--seed=${seed}`,
    // Hypothesis draws from one thread alone.
    '--workers=1',
    '--generation-database=none',
    '--continue-on-failure',
    ...only.map((operation) => `--include-operation-id=${operation}`),
  ]
  const child = spawn('python3', [join(folder, 'bin', 'schemathesis'), ...args], {
    env: {
      ...process.env,
      PYTHONPATH: `${folder}:${HERE}`,
      SCHEMATHESIS_HOOKS: 'hooks',
      ATTACK_HELD: JSON.stringify(held),
    },
    cwd: kept,
    stdio: 'inherit',
  })
  // Ctrl-C reaches Schemathesis, too: it says what it found, and the service is stopped after it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGINT'))
  const status = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
  if (status === 0) await rm(kept, { recursive: true })
  else console.error(`What was found is kept in ${kept}: replay it there.`)
  return status
}

/** Runs the attack on a service of its own, and returns the exit status. */
const run = async (options: Options): Promise<number> => {
  const folder = await install()
  const { dataDir, remove } = await makeDataDir()
  const service = await startService(dataDir, {
    LIMIT_ANONYMOUS: UNLIMITED,
    LIMIT_REST: UNLIMITED,
    LIMIT_MCP: UNLIMITED,
    LIMIT_MCP_FIRM: UNLIMITED,
    LOG_LEVEL: 'error',
  })
  try {
    const target = { baseUrl: service.baseUrl, key: await makeKey(dataDir) }
    return await attack(folder, target, options)
  } finally {
    await service.stop()
    await remove()
  }
}

const read = readOptions(process.argv.slice(2))
switch (read.kind) {
  case 'help':
    console.log(USAGE)
    break
  case 'refused':
    console.error(`${read.reason}\n\n${USAGE}`)
    process.exitCode = 2
    break
  case 'run':
    process.exitCode = await run(read.options)
    break
  default:
    read satisfies never
}
