import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const folderOf = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a folder is made with those above it, by several at once, and again', async () => {
  const folder = join(await folderOf(), 'a', 'b', 'c')
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(folder)])
  await makeFolder(folder)
  expect((await stat(folder)).isDirectory()).toBe(true)
})

test('a file in the way is an error, and stays', async () => {
  const file = join(await folderOf(), 'file')
  await writeFile(file, '')
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(file, 'data'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(process.platform === 'linux')('a file system without folders ends it', async () => {
  for (const folder of ['/proc/nowhere', '/proc/nowhere/data'])
    await expect(makeFolder(folder)).rejects.toMatchObject({ code: 'ENOENT' })
})
