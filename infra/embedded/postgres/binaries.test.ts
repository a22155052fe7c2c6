import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { copyServer, isSelfContained } from './binaries.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A package as an install script leaves it: the listed link is absolute. */
const installedServer = async (): Promise<{ native: string; copy: string }> => {
  const root = await mkdtemp(join(tmpdir(), 'pandect-binaries-'))
  folders.push(root)
  const native = join(root, 'native')
  await mkdir(join(native, 'lib'), { recursive: true })
  await writeFile(join(native, 'lib/libpq.so.5.18'), 'library')
  await symlink(join(native, 'lib/libpq.so.5.18'), join(native, 'lib/libpq.so.5'))
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  return { native, copy: join(root, 'copy') }
}

test('a copy of the server works without the checkout that it was made from', async () => {
  const { native, copy } = await installedServer()
  await copyServer(native, copy)
  expect(await readlink(join(copy, 'lib/libpq.so.5'))).toBe('libpq.so.5.18')
  await rm(native, { recursive: true })
  expect(await isSelfContained(copy)).toBe(true)
})

test('a copy whose links lead to a checkout is not used', async () => {
  const { native } = await installedServer()
  expect(await isSelfContained(native)).toBe(false)
})

test('a copy that was never made is not used', async () => {
  const { copy } = await installedServer()
  expect(await isSelfContained(copy)).toBe(false)
})
