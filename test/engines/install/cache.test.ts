import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cachedFolder } from './cache.ts'

let parent = ''
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pandect-cache-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

test('a cache that is not there yet is made, with the folders in between, and filled once', async () => {
  let builds = 0
  const fill = () =>
    cachedFolder(join(parent, 'cache'), 'engines/one-1.0', async (unfinished) => {
      builds += 1
      await writeFile(join(unfinished, 'binary'), 'whole')
    })
  const [first, second] = await Promise.all([fill(), fill()])
  expect(first).toBe(second)
  expect(await readFile(join(first, 'binary'), 'utf8')).toBe('whole')
  expect(await fill()).toBe(first)
  expect(builds).toBe(1)
})

test('a build that fails leaves nothing that looks finished, and the next one begins anew', async () => {
  const cache = join(parent, 'failing')
  const failing = cachedFolder(cache, 'engines/two-1.0', () => Promise.reject(new Error('cut off')))
  await expect(failing).rejects.toThrow('cut off')
  const folder = await cachedFolder(cache, 'engines/two-1.0', (unfinished) =>
    writeFile(join(unfinished, 'binary'), 'whole'),
  )
  expect(await readFile(join(folder, 'binary'), 'utf8')).toBe('whole')
})

test('two folders of one cache are filled at the same time', async () => {
  const cache = join(parent, 'both')
  let open = 0
  const bothAreOpen = Promise.withResolvers<void>()
  const fill = (name: string): Promise<string> =>
    cachedFolder(cache, name, async () => {
      open += 1
      if (open === 2) bothAreOpen.resolve()
      await bothAreOpen.promise
    })
  const folders = await Promise.all([fill('engines/three-1.0'), fill('engines/four-1.0')])
  expect(folders).toEqual([join(cache, 'engines/three-1.0'), join(cache, 'engines/four-1.0')])
})
