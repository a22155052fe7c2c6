// Runs before every npm script that needs packages, on whatever Node the machine has: plain
// JavaScript. Installs from the lockfile when node_modules is absent or was made from another
// lockfile, then checks which Node the script will run on. With `--run` it installs what the
// service needs; without it, the tools of tests and checks as well.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { prunePackages, removeOwnNode } from './prune-packages.mjs'

const NODE_MAJOR_NEEDED = 24
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const packages = join(root, 'node_modules')
const stampFile = join(packages, '.pandect-setup')
const windows = process.platform === 'win32'
const needsTools = !argv.includes('--run')
// The machine's own Node: npm puts the one in node_modules before it.
const isOwnNode = process.execPath.startsWith(packages + sep)
const isNodeNewEnough =
  !isOwnNode && Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_NEEDED

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
/** `<hash> all` or `<hash> run`. */
const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim() : '')

const fail = (message) => {
  process.stderr.write(`pandect set-up: ${message}\n`)
  process.exit(1)
}

const installed = () => {
  const [hash, extent] = readStamp().split(' ')
  return (
    hash === lockHash() &&
    (extent === 'all' || !needsTools) &&
    scriptNodeMajor() >= NODE_MAJOR_NEEDED
  )
}

const install = () => {
  // Someone who ran tests before keeps their tools.
  const extent = needsTools || readStamp().endsWith(' all') ? 'all' : 'run'
  process.stderr.write('pandect set-up: installing packages from the lockfile (npm ci) …\n')
  const flags = [
    'ci',
    extent === 'all' ? '--include=dev' : '--omit=dev',
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
  prunePackages(packages)
  if (isNodeNewEnough) removeOwnNode(packages)
  writeFileSync(stampFile, `${lockHash()} ${extent}\n`)
}

/**
 * The Node that npm scripts will find first on their PATH: the one from node_modules, or this one.
 */
const scriptNodeMajor = () => {
  const own = join(packages, '.bin', windows ? 'node.cmd' : 'node')
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
