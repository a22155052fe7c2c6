import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import type { SourceItem } from '../source-item.ts'
import { codes, readAll } from './testing.ts'
import { ARCHIVE_LIMITS, type ArchiveLimits, readArchive } from './archive.ts'

const tarOf = (files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const tar = pack()
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, Buffer.from(content))
  tar.entry({ name: 'elsewhere.xml', type: 'symlink', linkname: '/etc/passwd' })
  tar.finalize()
  return buffer(tar)
}
const sample = (name: string): Promise<string> =>
  readFile(new URL(`../dila/samples/${name}`, import.meta.url), 'utf8')

test('the texts of an archive are read in order, compressed or not, and named by their place', async () => {
  const tar = await tarOf({
    'juri/a.xml': await sample('cass.xml'),
    'juri/b.xml': '<casse',
    'juri/c.xml': await sample('capp.xml'),
    'lisez-moi.txt': 'x',
  })
  for (const bytes of [tar, gzipSync(tar)]) {
    const { items, notes } = await readAll(bytes, 'CASS.tar.gz')
    expect(items.map((item) => `${item.file} ${isRefusal(item) ? item.refused : 'ok'}`)).toEqual([
      'CASS.tar.gz!juri/a.xml ok',
      'CASS.tar.gz!juri/b.xml xml-unknown',
      'CASS.tar.gz!juri/c.xml ok',
    ])
    expect(codes(notes)).toContain('file-not-imported')
  }
})

test('an archive that is cut off or no archive is refused after what could be read', async () => {
  const tar = await tarOf({ 'a.xml': await sample('cass.xml'), 'b.xml': await sample('jade.xml') })
  const packed = gzipSync(tar)
  const cut = await readAll(packed.subarray(0, packed.length - 300), 'a.tar.gz')
  expect(codes(cut.refusals).at(-1)).toBe('archive-broken')
  expect(codes((await readAll(gzipSync('no tar at all'), 'a.gz')).refusals)).toEqual([
    'archive-broken',
  ])
})

test('an archive in an archive is refused', async () => {
  const inner = await tarOf({ 'a.xml': await sample('cass.xml') })
  const { refusals } = await readAll(await tarOf({ 'inner.xml': inner }), 'a.tar')
  expect(codes(refusals)).toEqual(['archive-nested'])
})

const seeEntry = async function* (file: string, chunks: AsyncIterable<Uint8Array>) {
  for await (const _ of chunks);
  yield { file, line: 1, refused: 'not-a-text', reason: '', hint: '' } satisfies SourceItem
}

const readWith = async (bytes: Buffer, over: Partial<ArchiveLimits>): Promise<string[]> => {
  const chunks = async function* () {
    yield await Promise.resolve(bytes)
  }
  const context = { file: 'a', onNote: () => undefined }
  const refusedCodes: string[] = []
  const limits = { ...ARCHIVE_LIMITS, ...over }
  for await (const item of readArchive(chunks(), context, seeEntry, limits)) {
    if (isRefusal(item)) refusedCodes.push(item.refused)
  }
  return refusedCodes
}

test('bounds: bytes, ratio, entries, and the size of one entry', async () => {
  const zeros = Buffer.alloc(4 * 1024 * 1024)
  const bomb = gzipSync(await tarOf({ 'a.xml': zeros }))
  expect(await readWith(bomb, {})).toEqual(['not-a-text'])
  expect((await readWith(bomb, { bytesMax: 1_000_000 })).at(-1)).toBe('archive-too-large')
  expect((await readWith(bomb, { ratioFromBytes: 100_000 })).at(-1)).toBe('archive-too-large')
  expect(await readWith(bomb, { entryBytesMax: 1_000_000 })).toEqual(['file-too-long'])
  const many = await tarOf({ 'a.xml': 'a', 'b.xml': 'b', 'c.xml': 'c' })
  expect(await readWith(many, { entriesMax: 2 })).toEqual([
    'not-a-text',
    'not-a-text',
    'archive-too-large',
  ])
})
