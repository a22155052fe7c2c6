/** A folder as a publisher ships it: texts, and beside them lists and words about them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasShared, NEEDS_SHARED, sharedPath } from '../corpus/shared.ts'
import { folderOf, jsonLines, record } from './files.ts'
import {
  countingEmbedder,
  openWriteSide,
  type WriteSide,
  runImport,
  type ImportReport,
} from './real.ts'

let side: WriteSide
beforeAll(async () => {
  side = await openWriteSide(countingEmbedder())
})
afterAll(() => side.close())

const notAText = ({ notes }: ImportReport): string[] =>
  notes.filter(({ refused }) => refused === 'not-a-text').map(({ reason }) => reason)

test('manifests and READMEs are reported and counted, broken records are still refused', async () => {
  const done = await runImport(side.deps, [
    await folderOf({
      'README.md': '# About these files\n',
      'LICENSE-data.md': 'Open.\n',
      'manifest.jsonl': jsonLines(
        { path: 'a.jsonl', sha256: '00', title: 'one' },
        { file: 'b.jsonl', bytes: 12 },
      ),
      'a.jsonl': jsonLines(
        record('test:whole', 'Le bail oblige.'),
        { path: 'a', sha256: '00', text: 'A record of a wrong form.' },
        { title: 'No file is named here', sha256: '00' },
      ),
    }),
  ])
  expect(done.summary).toMatchObject({ read: 3, imported: 1, refused: 2 })
  expect(notAText(done)).toEqual([
    'not a text: about the files beside it',
    'not a text: about the files beside it',
    'not a text: manifest (2 times)',
  ])
})

test('a README that is named itself is read, and refused if it is no text', async () => {
  const folder = await folderOf({ 'README.md': '# About\n' })
  expect((await runImport(side.deps, [`${folder}/README.md`])).refusals[0]).toContain(
    'front-matter-missing',
  )
})

test.skipIf(!hasShared)(
  `every file of the publishers is imported, and a second run finds all of it ${NEEDS_SHARED}`,
  async () => {
    const paths = [sharedPath('corpus/publishers')]
    const first = await runImport(side.deps, paths)
    expect(first.refusals).toEqual([])
    expect(first.summary).toMatchObject({ read: 93, imported: 41, unchanged: 34, revised: 18 })
    expect(notAText(first)).toEqual(['not a text: manifest (24 times)'])
    const head = await side.log.head()
    const again = await runImport(side.deps, paths)
    expect(again.summary).toMatchObject({ read: 93, unchanged: 93, position: null })
    expect(await side.log.head()).toBe(head)
  },
  60_000,
)
