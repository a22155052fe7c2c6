import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover, DISCOVERY } from './discover.ts'
import { batchReader, NOTE_KINDS_MAX } from './read-batches.ts'
import { readWholeDocument } from '../sources/registry/read-whole.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-discover-'))
})
afterAll(async () => rm(folder, { recursive: true }))

test('folders that are nested too deep are refused; the files above them are found', async () => {
  const root = join(folder, 'nested')
  const deepest = join(root, ...Array.from({ length: DISCOVERY.depthMax }, () => 'd'))
  await mkdir(deepest, { recursive: true })
  await writeFile(join(deepest, 'below.md'), '')
  await writeFile(join(root, 'above.md'), '')
  const { files, refusals } = await discover([root])
  expect(files.map(({ path }) => path)).toEqual([join(root, 'above.md')])
  expect(refusals).toMatchObject([{ file: deepest, refused: 'folder-too-deep' }])
})

test('a link out of the folder is noted and not read; one within it is read once', async () => {
  const root = join(folder, 'linked')
  const outside = join(folder, 'outside')
  await mkdir(root)
  await mkdir(outside)
  await writeFile(join(root, 'own.md'), '')
  await writeFile(join(outside, 'secret.md'), '')
  await symlink(join(root, 'own.md'), join(root, 'again.md'))
  await symlink(join(outside, 'secret.md'), join(root, 'leak.md'))
  await symlink('/etc/passwd', join(root, 'passwd.jsonl'))
  await symlink(outside, join(root, 'folder.md'))
  const { files, refusals, notes } = await discover([root])
  expect(files.map(({ path }) => path)).toEqual([join(root, 'again.md')])
  expect(refusals).toEqual([])
  expect(notes).toMatchObject(
    ['folder.md', 'leak.md', 'passwd.jsonl'].map((name) => ({
      file: join(root, name),
      refused: 'file-not-imported',
      reason: expect.stringContaining('link'),
    })),
  )
  // Who names a link means what it leads to.
  const named = await discover([join(root, 'leak.md')])
  expect(named.files).toHaveLength(1)
})

test('a run reports a bounded number of kinds of notes; the last line sums up the others', async () => {
  const path = join(folder, 'many.json')
  const unknown = Array.from({ length: NOTE_KINDS_MAX + 20 }, (_, index) => [`m${index}`, 'x'])
  const decision = {
    id: 'a',
    decision_date: '2024-05-02',
    text: 'Motifs.',
    ...Object.fromEntries(unknown),
  }
  await writeFile(path, JSON.stringify({ results: [decision] }))
  const reader = batchReader(await discover([path]), { readDocument: readWholeDocument })
  while ((await reader.read()) !== null);
  const notes = reader.notes()
  await reader.close()
  expect(notes).toHaveLength(NOTE_KINDS_MAX + 1)
  expect(notes.at(-1)).toMatchObject({ refused: 'notes-left-out', file: path })
})
