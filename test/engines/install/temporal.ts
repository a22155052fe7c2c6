import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFolder, runTool } from './cache.ts'
import { type EngineProcess, onFreePort, startServer } from './processes.ts'
import { ENGINE_VERSIONS } from './versions.ts'

const START_TIMEOUT_MS = 60_000
const MODULE = `github.com/temporalio/cli/cmd/temporal@v${ENGINE_VERSIONS.temporalCli}`

const NAME = `engines/temporal-${ENGINE_VERSIONS.temporalCli}`

/** Where the binary lies once it was built. */
export const temporalPath = (cache: string): string => join(cache, NAME, 'temporal')

/** The development server's binary; built from its module the first time (some minutes). */
export const installTemporal = async (
  cache: string,
  environment: Record<string, string | undefined>,
): Promise<string> => {
  await cachedFolder(cache, NAME, async (unfinished) => {
    await runTool('go', ['install', MODULE], {
      env: { ...environment, GOBIN: unfinished },
      hint: 'install Go 1.24 or newer',
    })
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
