import { execFileSync } from 'node:child_process'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchReader } from '#ingest/import/read-batches.ts'
import { folderOf, jsonLines, record } from './files.ts'
import { countingEmbedder, openWriteSide, type WriteSide, runImport } from './real.ts'
import { readWholeDocument } from '#ingest/sources/registry/read-whole.ts'

let side: WriteSide
beforeAll(async () => {
  side = await openWriteSide(countingEmbedder())
})
afterAll(() => side.close())

const MEBIBYTE = 1024 * 1024
const good = (id: string) => record(id, `Le texte ${id}.`)
const without = (member: string, id: string): Record<string, unknown> => {
  const { [member]: _, ...rest } = good(id)
  return rest
}

test('every bad record has its line, the rest goes on, and the summary adds up', async () => {
  const folder = await folderOf({
    'a.jsonl': [
      JSON.stringify(good('a1')),
      '{"title": "cassé"',
      JSON.stringify(without('title', 'a3')),
      JSON.stringify(without('text', 'a4')),
      JSON.stringify({ ...good('a5'), contentType: 'loi' }),
      JSON.stringify({ ...good('a6'), text: 'a\u0000b' }),
      JSON.stringify({ ...good('a7'), text: 'a\ud800b' }),
      JSON.stringify({ ...good('a8'), text: 'é'.repeat(2 * MEBIBYTE + 1) }),
      JSON.stringify({ ...good('a9'), slug: 'pris' }),
      JSON.stringify({ ...good('a10'), slug: 'pris' }),
      JSON.stringify(record('a11', 'Un.', { source: { version: '1' } })),
      JSON.stringify(record('a11', 'Deux.', { source: { version: '1' } })),
      JSON.stringify({ ...good('a13'), text: 'Deux mégaoctets. '.repeat(130_000) }),
      JSON.stringify(good('a14')),
    ].join('\n'),
    'b.md': '---\ntitle: Sans identité\ncontentType: doctrine\nsource: {}\n---\nTexte.\n',
    'c.md': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
    'd.jsonl': '',
    'e.txt': 'Une note.',
    'f/g.ndjson': jsonLines(good('g1')),
  })
  const { summary, refusals, notes } = await runImport(side.deps, [folder])
  const done = refusals.map((line) => /([^/]+:\d+: [a-z0-9-]+):/.exec(line)?.[1])
  expect(done).toEqual([
    'a.jsonl:2: json-broken',
    'a.jsonl:3: member-missing',
    'a.jsonl:4: member-missing',
    'a.jsonl:5: content-type-unknown',
    'a.jsonl:6: nul-character',
    'a.jsonl:7: lone-surrogate',
    'a.jsonl:8: text-too-large',
    'a.jsonl:10: slug-taken',
    'a.jsonl:12: state-conflict',
    'b.md:4: member-missing',
    'c.md:1: not-text',
    'd.jsonl:1: file-empty',
  ])
  for (const line of refusals) expect(line).toMatch(/^\S.*:\d+: [a-z0-9-]+: .+; .+$/)
  expect(notes).toMatchObject([{ file: join(folder, 'e.txt'), refused: 'file-not-imported' }])
  expect(summary).toMatchObject({ read: 18, imported: 6, revised: 0, unchanged: 0, refused: 12 })
})

test('an empty folder, a folder without sources and a missing path are each one refusal', async () => {
  const folder = await folderOf({ 'sub/note.txt': 'x', '.hidden/a.jsonl': jsonLines(good('h')) })
  await mkdir(join(folder, 'empty'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const paths = ['empty', 'sub', 'nowhere', 'pipe'].map((name) => join(folder, name))
  const { summary, refusals } = await runImport(side.deps, paths)
  expect(summary).toMatchObject({ read: 4, refused: 4 })
  expect(refusals).toEqual([
    expect.stringContaining(`${folder}/empty:1: folder-empty: there is nothing to import`),
    expect.stringContaining(`${folder}/sub:1: folder-empty`),
    expect.stringContaining(`${folder}/nowhere:1: path-missing`),
    expect.stringContaining(`${folder}/pipe:1: not-a-file`),
  ])
})

test('a file named twice is read once; a file named by itself is read whatever its name', async () => {
  const folder = await folderOf({
    'x.txt': jsonLines(good('x1')),
    'y.jsonl': jsonLines(good('y1')),
  })
  const paths = [join(folder, 'x.txt'), folder, join(folder, 'y.jsonl'), folder]
  const { summary, refusals } = await runImport(side.deps, paths)
  expect(refusals).toEqual([])
  expect(summary).toMatchObject({ read: 2, imported: 2 })
})

const isRoot = process.getuid?.() === 0
test.skipIf(isRoot)('a file that may not be read is one refusal (root may read all)', async () => {
  const folder = await folderOf({
    'a.jsonl': jsonLines(good('u1')),
    'b.jsonl': jsonLines(good('u2')),
  })
  await chmod(join(folder, 'a.jsonl'), 0)
  const { summary, refusals } = await runImport(side.deps, [folder])
  expect(refusals).toEqual([expect.stringContaining('a.jsonl:1: file-unreadable')])
  expect(summary).toMatchObject({ read: 2, imported: 1, refused: 1 })
})

test('a file that is gone when its turn comes is one refusal', async () => {
  const gone = { path: '/nowhere/gone.jsonl', bytes: 1 }
  const reader = batchReader(
    { files: [gone], refusals: [], notes: [] },
    { readDocument: readWholeDocument },
  )
  expect(await reader.read()).toMatchObject({ items: [{ refused: 'path-missing', line: 1 }] })
  expect(await reader.read()).toBeNull()
})

test('progress ends with all bytes read and the summary as it is', async () => {
  const folder = await folderOf({ 'a.jsonl': jsonLines(...[1, 2, 3].map((at) => good(`p${at}`))) })
  const seen: unknown[] = []
  const { summary } = await runImport(side.deps, [folder], {
    onProgress: (progress) => void seen.push(progress),
  })
  const { imported, unchanged, revised, refused, position } = summary
  expect(seen.at(-1)).toMatchObject({ read: 3, imported, unchanged, revised, refused, position })
  const { bytesDone, bytesTotal } = seen.at(-1) as { bytesDone: number; bytesTotal: number }
  expect(bytesDone).toBe(bytesTotal)
})
