import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMONSTRATION_FOLDER } from '../sources/demonstration/folder.ts'
import { officialSourceFinder } from './official-sources.ts'

let root = ''
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'pandect-official-')))
  for (const folder of ['dila/legi', 'dila-private', 'own']) {
    await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(root, folder, 'a.md'), 'x')
  }
  await writeFile(join(root, 'dila', 'b.tar.gz'), 'x')
  await symlink(join(root, 'own', 'a.md'), join(root, 'dila', 'out.md'))
  await symlink(join(root, 'dila', 'legi', 'a.md'), join(root, 'own', 'in.md'))
  await writeFile(join(root, 'own', 'in.md!a.md'), 'x')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const find = (file: string) =>
  officialSourceFinder({
    list: () =>
      Promise.resolve([
        { id: 'outer', folder: join(root, 'dila'), publisher: 'DILA', licence: null },
        { id: 'inner', folder: join(root, 'dila/legi'), publisher: 'DILA', licence: 'LO 2.0' },
        { id: 'gone', folder: join(root, 'nowhere'), publisher: 'X', licence: null },
      ]),
  })(join(root, file))

test('a file in a configured folder is official, the innermost one counts', async () => {
  expect(await find('dila/legi/a.md')).toMatchObject({ id: 'inner', licence: 'LO 2.0' })
  expect(await find('dila/b.tar.gz')).toMatchObject({ id: 'outer', policy: 'official-import' })
})

test('so is an entry of an archive there', async () => {
  expect(await find('dila/b.tar.gz!texts/a.xml')).toMatchObject({ id: 'outer' })
})

test('where a file really lies counts, not the link that leads to it', async () => {
  expect(await find('dila/out.md')).toBeNull()
  expect(await find('own/in.md')).toMatchObject({ id: 'inner' })
})

test.each([
  ['a folder whose name begins like that of another one', 'dila-private/a.md'],
  ['a path that climbs out', 'dila/../own/a.md'],
  ['a file whose name looks like an entry of a link', 'own/in.md!a.md'],
  ['a file that is not there', 'dila/none.md'],
])('%s is not', async (_, file) => expect(await find(file)).toBeNull())

test('the demonstration texts of the project have a policy of their own', async () => {
  const found = officialSourceFinder({ list: () => Promise.resolve([]) })
  const file = join(DEMONSTRATION_FOLDER, 'lu', 'ta-2024-07-09-99033.md')
  expect(await found(file)).toMatchObject({ id: null, policy: 'demonstration' })
})

test('the folders are asked for once', async () => {
  let asked = 0
  const finder = officialSourceFinder({
    list: () => {
      asked += 1
      return Promise.resolve([])
    },
  })
  await finder(join(root, 'own/a.md'))
  await finder(join(root, 'dila/legi/a.md'))
  expect(asked).toBe(1)
})
