import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFolder, runTool } from './cache.ts'
import { type EngineProcess, freePort, onFreePort, startServer } from './processes.ts'
import { ENGINE_VERSIONS } from './versions.ts'

const START_TIMEOUT_MS = 30_000
const MODULE = `github.com/stripe/stripe-mock@v${ENGINE_VERSIONS.stripeMock}`
const NAME = `engines/stripe-mock-${ENGINE_VERSIONS.stripeMock}`

/** Where the binary lies once it was built. */
export const stripeMockPath = (cache: string): string => join(cache, NAME, 'stripe-mock')

type Environment = Record<string, string | undefined>

/**
 * Stripe's own mock, which checks the shapes of requests and keeps nothing; built from its module
 * the first time.
 */
export const installStripeMock = async (
  cache: string,
  environment: Environment,
): Promise<string> => {
  await cachedFolder(cache, NAME, async (unfinished) => {
    await runTool('go', ['install', MODULE], {
      env: { ...environment, GOBIN: unfinished },
      hint: 'install Go 1.24 or newer',
    })
  })
  return stripeMockPath(cache)
}

export type StripeMock = EngineProcess & { readonly url: string }

/** Starts the mock on a free port of loopback; its log goes to `folder`. */
export const startStripeMock = async (options: {
  readonly cache: string
  readonly folder: string
  readonly environment: Environment
}): Promise<StripeMock> => {
  const command = await installStripeMock(options.cache, options.environment)
  await mkdir(options.folder, { recursive: true })
  return onFreePort(async (port) => {
    const server = await startServer({
      name: 'stripe-mock',
      command,
      // Without the second address it opens HTTPS on every interface.
      args: ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${await freePort()}`],
      cwd: options.folder,
      env: options.environment,
      logFile: join(options.folder, 'stripe-mock.log'),
      port,
      timeoutMs: START_TIMEOUT_MS,
    })
    return { ...server, url: `http://127.0.0.1:${port}` }
  })
}
