/** The Python client, installed from the checkout as its users do. */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cachedFolder, cacheFolder, runTool } from '../engines/install/cache.ts'

const run = promisify(execFile)
const SOURCE = join(import.meta.dirname, '../../query-api/client/python')
const LOCK = join(SOURCE, 'requirements-test.txt')
const PIP = ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install', '--no-deps']
const HINT = 'the tests of the Python client need a package index, or a filled cache'

const ASKED = `import sys, pip
assert sys.version_info >= (3, 11)
print(sys.version_info.major, sys.version_info.minor, sys.platform, end="")`
const asked = spawnSync('python3', ['-c', ASKED], { encoding: 'utf8' })

export const HAS_PYTHON = asked.status === 0
export const NEEDS_PYTHON = 'needs Python 3.11 with pip'

export type PythonClient = {
  /** Runs Python with the installed client; throws with what it said where it fails. */
  run(args: readonly string[], environment?: Record<string, string>): Promise<string>
  /** A folder of the client in the checkout. */
  path(name: string): string
}

/** Installs the client into a folder; its tools come from the cache, as their lock says. */
export const installPythonClient = async (folder: string): Promise<PythonClient> => {
  const lock = await readFile(LOCK)
  const name = createHash('sha256').update(lock).update(asked.stdout).digest('hex').slice(0, 16)
  const tools = await cachedFolder(
    cacheFolder(process.env),
    join('python-client', name),
    async (target) => {
      const args = [...PIP, '--require-hashes', '--target', target, '-r', LOCK]
      await runTool('python3', args, { env: process.env, hint: HINT })
    },
  )
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: tools }
  const args = [...PIP, '--no-build-isolation', '--target', folder, SOURCE]
  await runTool('python3', args, { env, hint: HINT })
  return {
    run: async (words, more = {}) => {
      const { stdout, stderr } = await run('python3', [...words], {
        env: { ...env, PYTHONPATH: `${folder}:${tools}`, ...more },
      })
      return stdout + stderr
    },
    path: (place) => join(SOURCE, place),
  }
}
