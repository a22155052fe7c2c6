import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createWhole, removeDrafts, streamWhole, writeWhole } from './whole-file.ts'

const OWNER_ONLY = 0o600
const PERMISSIONS = 0o777

const folderOf = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-whole-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a file is written as a whole, for its owner only, and nothing is left beside it', async () => {
  const folder = await folderOf()
  const file = join(folder, 'state')
  await writeWhole(file, 'first')
  await writeWhole(file, 'second')
  expect(await readFile(file, 'utf8')).toBe('second')
  expect((await stat(file)).mode & PERMISSIONS).toBe(OWNER_ONLY)
  expect(await readdir(folder)).toEqual(['state'])
})

test('a stream is written as a whole, or its failure is named and nothing changes', async () => {
  const folder = await folderOf()
  const file = join(folder, 'large')
  const pieces = Array.from({ length: 300 }, (_, n) => Buffer.alloc(1_000, n))
  await streamWhole(file, (sink) => pipeline(Readable.from(pieces), sink))
  expect(await readFile(file)).toEqual(Buffer.concat(pieces))
  const broken = function* () {
    yield* pieces
    throw new RangeError('no more')
  }
  await expect(
    streamWhole(file, (sink) => pipeline(Readable.from(broken()), sink)),
  ).rejects.toThrow(RangeError)
  expect(await readFile(file)).toEqual(Buffer.concat(pieces))
  expect(await readdir(folder)).toEqual(['large'])
})

test('of many that create a file together, one wins and all read the same', async () => {
  const folder = await folderOf()
  const file = join(folder, 'secret')
  const words = Array.from({ length: 20 }, (_, index) => `content ${index}`)
  const made = await Promise.all(words.map((one) => createWhole(file, one)))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await readFile(file, 'utf8')).toBe(words[made.indexOf(true)])
  expect(await readdir(folder)).toEqual(['secret'])
})

test('what a killed writer left is removed, and no other file', async () => {
  const folder = await folderOf()
  const file = join(folder, 'secret')
  await writeWhole(file, 'content')
  for (const name of ['secret.1.draft', 'secret.2.draft', 'secrets.draft', 'other.1.draft'])
    await writeFile(join(folder, name), 'half')
  await removeDrafts(file)
  expect((await readdir(folder)).toSorted()).toEqual(['other.1.draft', 'secret', 'secrets.draft'])
})
