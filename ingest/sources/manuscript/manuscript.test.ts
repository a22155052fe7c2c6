import { describe, expect, test } from 'vitest'
import { Instant } from '#contracts/ids.ts'
import { isRefusal } from '#contracts/fault.ts'
import { recordToContent, type RecordContent } from '../../enrich/record-to-content.ts'
import { paragraph, wordParts, zipOf } from '../docx/package.testing.ts'
import { readAll } from '../registry/testing.ts'
import { refusedAt, type SourceRefusal } from '../source-item.ts'

const TIME = Instant.parse('2026-01-31T00:00:00.000Z')
const wordOf = (...paragraphs: readonly string[]): Buffer =>
  zipOf(wordParts(paragraphs.map((text) => paragraph(text)).join('')))
const faultsOf = ({ also = [], ...first }: SourceRefusal) => [first, ...also]
/** The content of one manuscript, or all its faults. */
const read = async (
  name: string,
  bytes: Buffer | string,
  members: Record<string, unknown> = {},
): Promise<RecordContent | readonly SourceRefusal[]> => {
  const { items } = await readAll(Buffer.from(bytes), name, { members })
  const [item] = items
  if (item === undefined) throw new Error('nothing was read')
  if (isRefusal(item)) return faultsOf(item)
  if (!('record' in item)) throw new Error('a manuscript removes nothing')
  const made = recordToContent(item.record, TIME)
  return isRefusal(made) ? faultsOf(refusedAt(item, made)) : made
}

test('a Word document with the members of a form is content', async () => {
  const members = { title: 'Une note', author: 'J. Martin', jurisdiction: ['FR'] }
  expect(await read('note.docx', wordOf('Le juge statue.'), members)).toMatchObject({
    content: {
      title: 'Une note',
      contentClean: 'Le juge statue.',
      author: 'J. Martin',
      licence: null,
      jurisdiction: ['FR'],
    },
  })
})

test('so is Markdown without front matter', async () => {
  expect(await read('note.md', '# Une note\n\nLe juge statue.\n')).toMatchObject({
    content: { title: 'Une note', contentClean: 'Le juge statue.', contentType: 'doctrine' },
  })
})

test('all faults of the form are told at once', async () => {
  const members = { contentType: 'note', jurisdiction: ['XX'], language: 'qq', titel: 'x' }
  const faults = await read('note.docx', wordOf('Le juge statue.'), members)
  expect(faults).toMatchObject([
    { file: 'note.docx', refused: 'member-unknown' },
    { refused: 'content-type-unknown' },
    { refused: 'jurisdiction-unknown' },
    { refused: 'language-unknown' },
  ])
})

const refusedAs = async (name: string, bytes: Buffer | string, members = {}) => {
  const found = await read(name, bytes, members)
  return 'content' in found ? found : found.map(({ refused }) => refused)
}

describe('a hostile manuscript', () => {
  test('that is no text is refused', async () => {
    expect(await refusedAs('a.docx', 'PK\u0003\u0004rien')).toEqual(['docx-broken'])
    expect(await refusedAs('a.md', '\u0000\u0000')).toEqual(['not-text'])
    expect(await refusedAs('a.md', '')).toEqual(['file-empty'])
  })

  test('of 4 MiB and a byte is refused, one of 2 MB is not', async () => {
    const text = 'Le juge statue.\n\n'
    const of = (bytes: number) => text.repeat(Math.ceil(bytes / text.length))
    expect(await refusedAs('a.md', of(5 * 1024 * 1024))).toEqual(['text-too-large'])
    expect(await refusedAs('a.md', of(2_000_000))).toMatchObject({ content: { language: 'fr' } })
  })

  test('of 10,000 headings is read in good time', async () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `# Titre ${index}\n\nAlinéa.`)
    const started = performance.now()
    const found = await read('a.md', text.join('\n\n'))
    expect(found).toMatchObject({ content: { title: 'Titre 0' } })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('with marks of direction in its title has a title without them', async () => {
    const found = await read('a.md', 'Texte.', { title: 'Le \u202Egrof\u202C juge' })
    expect('content' in found && found.content.title).toBe('Le grof juge')
  })

  test('pasted from Word keeps its words, without soft hyphens and control characters', async () => {
    const pasted =
      'L\u2019employeur\u00a0: \u00ab\u00a0res\u00adponsabilit\u00e9\u00a0\u00bb\u000b.'
    const found = await read('a.md', pasted, { title: 'Collage' })
    expect('content' in found && found.content.contentClean).toContain('responsabilité')
  })
})
