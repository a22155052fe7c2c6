// Runs before every npm script that needs packages, on whatever Node the machine has: plain
// JavaScript. Installs from the lockfile when node_modules is absent or was made from another
// lockfile, then says which Node the script will run on.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR_NEEDED = 24
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const stampFile = join(root, 'node_modules', '.pandect-setup')
const windows = process.platform === 'win32'

const stamp = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')

const fail = (message) => {
  process.stderr.write(`pandect set-up: ${message}\n`)
  process.exit(1)
}

const installed = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === stamp()

const install = () => {
  process.stderr.write('pandect set-up: installing packages from the lockfile (npm ci) …\n')
  const flags = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const done = spawnSync(windows ? 'npm.cmd' : 'npm', flags, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: windows,
    // Its install script would fetch libraries for graphics cards, which are not used.
    env: { ...env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
  })
  if (done.status !== 0) {
    fail(
      'npm ci failed (its reason stands above). Repair: check that the package registry is reachable, then run the command again.',
    )
  }
  writeFileSync(stampFile, `${stamp()}\n`)
}

/**
 * The Node that npm scripts will find first on their PATH: the one from node_modules, or this one.
 */
const scriptNodeMajor = () => {
  const own = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node')
  if (!existsSync(own)) return Number(process.versions.node.split('.')[0])
  const asked = spawnSync(own, ['--version'], { encoding: 'utf8', shell: windows })
  return Number(/^v(\d+)/.exec(asked.stdout ?? '')?.[1] ?? 0)
}

if (!installed()) install()
if (scriptNodeMajor() < NODE_MAJOR_NEEDED) {
  fail(
    `Node ${NODE_MAJOR_NEEDED} or newer is needed and the registry has no package of it for ${process.platform}-${process.arch}. ` +
      `Repair: install Node ${NODE_MAJOR_NEEDED} (this is ${process.version}) and run the command again.`,
  )
}
