import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paragraph, wordParts, zipOf } from '../sources/docx/package.testing.ts'
import { readWholeDocument } from '../sources/registry/read-whole.ts'
import type { SourceItem } from '../sources/source-item.ts'
import { discover } from './discover.ts'
import { batchReader } from './read-batches.ts'

const NOTE = zipOf(
  wordParts(`${paragraph('La clause pénale', 'Heading1')}${paragraph('Le juge la modère.')}`),
)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-beside-'))
  for (const name of ['a.docx', 'b.docx', 'c.docx']) await writeFile(join(folder, name), NOTE)
  await writeFile(
    join(folder, 'a.docx.yaml'),
    'author: Jeanne Martin\nsource:\n  url: https://example.org/a\n',
  )
  await writeFile(join(folder, 'b.meta.yaml'), 'contentType: doctrine\nlicence: [\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async (members?: Record<string, unknown>): Promise<readonly SourceItem[]> => {
  const found = await discover([folder])
  expect(found).toMatchObject({ refusals: [], notes: [] })
  const reader = batchReader(found, { readDocument: readWholeDocument, members })
  const batch = await reader.read()
  await reader.close()
  return batch?.items ?? []
}

test('members stand in a file beside the manuscript, which is no text itself', async () => {
  const [a, b, c] = await read()
  if (a === undefined || !('record' in a)) throw new Error('refused')
  expect(a.record).toMatchObject({
    title: 'La clause pénale',
    author: 'Jeanne Martin',
    source: { id: expect.stringMatching(/^file:a:/), url: 'https://example.org/a' },
  })
  expect(b).toMatchObject({
    file: expect.stringMatching(/b\.meta\.yaml$/),
    refused: 'front-matter-broken',
  })
  expect(c).toMatchObject({ record: { contentType: 'doctrine', language: 'fr' } })
})

test('they count more than options, and their sources are joined', async () => {
  const [a, , c] = await read({ author: 'Anonyme', licence: 'CC BY 4.0', source: { id: 'x:1' } })
  expect(a).toMatchObject({
    record: {
      author: 'Jeanne Martin',
      licence: 'CC BY 4.0',
      source: { id: 'x:1', url: 'https://example.org/a' },
    },
  })
  expect(c).toMatchObject({ record: { author: 'Anonyme' } })
})
