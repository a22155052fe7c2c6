import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireNewFile, writeFault, writeNewFile } from './new-file.ts'

const folderOf = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-new-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a new file is written, and an existing one stays as it is', async () => {
  const folder = await folderOf()
  const file = join(folder, 'held.json')
  await writeNewFile(file, 'first')
  for (const again of [writeNewFile(file, 'second'), requireNewFile(file)])
    await expect(again).rejects.toMatchObject({ code: 'file-exists', hint: 'name another file' })
  expect(await readFile(file, 'utf8')).toBe('first')
  expect(await readdir(folder)).toEqual(['held.json'])
})

test('a file that cannot be written is a Fault with its path, and not a bug', async () => {
  const folder = await folderOf()
  await writeFile(join(folder, 'file'), '')
  for (const path of ['nowhere/held.json', 'file/held.json'])
    for (const write of [writeNewFile(join(folder, path), ''), requireNewFile(join(folder, path))])
      await expect(write).rejects.toMatchObject({
        code: 'file-unwritable',
        message: `${join(folder, path)} cannot be written`,
        hint: expect.stringContaining('name a file'),
      })
  await expect(writeNewFile(folder, '')).rejects.toMatchObject({
    code: 'file-unwritable',
    message: `${folder} is a folder`,
  })
})

test('a bug stays one', () => {
  const bug = new TypeError('of ours')
  expect(writeFault('file', bug)).toBe(bug)
})
