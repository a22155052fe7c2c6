/**
 * Attacks the described interface of a running service: Schemathesis makes good and bad requests of
 * the description and holds every answer against it.
 *   npm run attack:api -- [cases an operation, default 2000] [seed, default 18]
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { SearchResponse } from '#contracts/http/search.ts'
import { cachedFolder, cacheFolder, runTool } from '../engines/install/cache.ts'
import { makeDataDir, startService } from '../service/service.ts'

const VERSION = '4.32.5'
const UNLIMITED = '1000000'
const HERE = import.meta.dirname

const install = (): Promise<string> =>
  cachedFolder(cacheFolder(process.env), `schemathesis-${VERSION}`, async (folder) => {
    const packages = ['--quiet', '--target', folder, `schemathesis==${VERSION}`]
    await runTool('python3', ['-m', 'pip', 'install', ...packages], {
      env: process.env,
      hint: 'install Python 3.10 or later with pip (Debian: python3-pip)',
    })
  })

/** A running service, a key of it, and the slug of a text that it holds. */
type Target = { readonly baseUrl: string; readonly key: string; readonly slug: string }

const slugHeldBy = async ({ baseUrl, key }: Omit<Target, 'slug'>): Promise<string> => {
  const response = await fetch(`${baseUrl}/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"limit":1}',
  })
  const { hits } = SearchResponse.parse(await response.json())
  return hits[0]?.slug ?? ''
}

/** Runs the checks, prints what they find, and returns the exit status. */
const attack = (
  folder: string,
  { baseUrl, key, slug }: Target,
  { cases, seed }: { readonly cases: string; readonly seed: string },
): Promise<number> => {
  const args = [
    'run',
    `${baseUrl}/openapi.json`,
    `--url=${baseUrl}`,
    `--header=Authorization: Bearer ${key}`,
    '--checks=all',
    `--max-examples=${cases}`,
    `--seed=${seed}`,
    '--generation-database=none',
    '--continue-on-failure',
  ]
  const child = spawn('python3', [join(folder, 'bin', 'schemathesis'), ...args], {
    env: {
      ...process.env,
      PYTHONPATH: `${folder}:${HERE}`,
      SCHEMATHESIS_HOOKS: 'hooks',
      ATTACK_SLUG: slug,
    },
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

const [cases = '2000', seed = '18'] = process.argv.slice(2)
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
  process.exitCode = await attack(
    folder,
    { ...service, slug: await slugHeldBy(service) },
    { cases, seed },
  )
} finally {
  await service.stop()
  await remove()
}
