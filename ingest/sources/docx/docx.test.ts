import { expect, test } from 'vitest'
import { codes, readAll } from '../registry/testing.ts'
import { PACKAGE_LIMITS } from './package.ts'
import { paragraph, wordParts, zipOf } from './package.testing.ts'

const FRONT = [
  '---',
  'title: Une note inventée',
  'contentType: doctrine',
  'doctrineSubtype: case_note',
  'jurisdiction: [FR, LU]',
  'source.id: manuscrit:1',
  '---',
]
const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`
const BODY = [
  paragraph('L’essentiel', 'Heading1'),
  paragraph('Un exemple &amp; son contraire.'),
  `<w:tbl><w:tr>${cell('Année')}${cell('Taux')}</w:tr><w:tr>${cell('2020')}${cell('3 %')}</w:tr></w:tbl>`,
]
const documentOf = (front: readonly string[], body: readonly string[] = BODY): Buffer =>
  zipOf(wordParts([...front.map((line) => paragraph(line)), ...body].join('')))

test('a manuscript: members, headings, tables', async () => {
  const { records, refusals } = await readAll(documentOf(FRONT), 'a.docx')
  expect(refusals).toEqual([])
  expect(records).toMatchObject([
    {
      title: 'Une note inventée',
      doctrineSubtype: 'case_note',
      jurisdiction: ['FR', 'LU'],
      source: { id: 'manuscrit:1' },
      text: '# L’essentiel\n\nUn exemple & son contraire.\n\nAnnée | Taux\n2020 | 3 %',
    },
  ])
})

const part = (root: string, inner: string): string =>
  `<?xml version="1.0"?><w:${root} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${inner}</w:${root}>`
const relation = (kind: string): string =>
  `<Relationship Id="${kind}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${kind}.xml"/>`

test('notes are called and written as in Markdown, and a title has none', async () => {
  const call = '<w:r><w:footnoteReference w:id="2"/></w:r>'
  const last = '<w:r><w:endnoteReference w:id="2"/></w:r>'
  const body = [
    paragraph('Un titre inventé', 'Heading1').replace('</w:p>', `${call}</w:p>`),
    paragraph('Une phrase.').replace('</w:p>', `${last}</w:p>`),
  ]
  const bytes = zipOf({
    ...wordParts(body.join('')),
    'word/footnotes.xml': part(
      'footnotes',
      `<w:footnote w:id="2">${paragraph('Une note.')}${paragraph('Sa suite.')}</w:footnote>`,
    ),
    'word/endnotes.xml': part(
      'endnotes',
      `<w:endnote w:id="2">${paragraph('Une autre.')}</w:endnote>`,
    ),
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('footnotes')}${relation('endnotes')}</Relationships>`,
  })
  const members = { title: 'Du dehors' }
  const [own] = (await readAll(bytes, 'a.docx')).records
  expect(own).toMatchObject({ title: 'Un titre inventé', text: expect.stringMatching(/^Une phr/) })
  const [record] = (await readAll(bytes, 'a.docx', { members })).records
  expect(record?.text).toBe(
    '# Un titre inventé[^1]\n\nUne phrase.[^2]\n\n[^1]: Une note. Sa suite.\n\n[^2]: Une autre.',
  )
})

const refusalCodes = async (front: readonly string[]) =>
  codes((await readAll(documentOf(front), 'a.docx')).refusals)

test('without members, its first heading is the title', async () => {
  const { records, refusals } = await readAll(documentOf([]), 'a.docx')
  expect(refusals).toEqual([])
  expect(records).toMatchObject([
    {
      title: 'L’essentiel',
      contentType: 'doctrine',
      language: 'fr',
      text: 'Un exemple & son contraire.\n\nAnnée | Taux\n2020 | 3 %',
    },
  ])
})

test('members from outside count less than its own, and more than a guess', async () => {
  const members = {
    title: 'Du dehors',
    author: 'A. Martin',
    source: { id: 'x', url: 'https://a.fr' },
  }
  const [own] = (await readAll(documentOf(FRONT), 'a.docx', { members })).records
  expect(own).toMatchObject({ title: 'Une note inventée', author: 'A. Martin' })
  expect(own?.source).toEqual({ id: 'manuscrit:1', url: 'https://a.fr' })
  const [none] = (await readAll(documentOf([]), 'a.docx', { members })).records
  expect(none).toMatchObject({ title: 'Du dehors', text: expect.stringMatching(/^# L’essentiel/) })
})

test('unclosed members, or an invalid line, are refused', async () => {
  expect(await refusalCodes(FRONT.slice(0, -1))).toEqual(['front-matter-unclosed'])
  expect(await refusalCodes(['---', 'sans deux-points', '---'])).toEqual(['front-matter-broken'])
  expect(await refusalCodes(['---', 'source: x', 'source.id: y', '---'])).toEqual([
    'front-matter-broken',
  ])
  expect(await refusalCodes(FRONT.with(1, 'titre: x'))).toEqual(['member-unknown'])
})

const describeRevision = async (bytes: Buffer) => codes((await readAll(bytes, 'a.docx')).refusals)

test('a bomb, a DTD, another ZIP and a damaged one are refused before unpacking', async () => {
  const parts = wordParts(paragraph('x'))
  const bomb = zipOf({
    ...parts,
    'word/media/a.bin': Buffer.alloc(PACKAGE_LIMITS.ratioFromBytes * 3),
  })
  expect(bomb.length).toBeLessThan(200_000)
  expect(await describeRevision(bomb)).toEqual(['archive-too-large'])
  const dtd = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
  expect(await describeRevision(zipOf({ ...parts, 'word/styles.xml': dtd }))).toEqual([
    'xml-entity',
  ])
  expect(await describeRevision(zipOf({ 'a.txt': 'x' }))).toEqual(['not-text'])
  expect(await describeRevision(documentOf(FRONT).subarray(0, -30))).toEqual(['docx-broken'])
})

const PICTURE =
  '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="r2"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/a.png"/></Relationships>'

test('pictures are skipped with one note', async () => {
  const lines = [...FRONT.map((line) => paragraph(line)), ...BODY, PICTURE, PICTURE]
  const bytes = zipOf({
    ...wordParts(lines.join('')),
    'word/_rels/document.xml.rels': RELATIONS,
    'word/media/a.png': Buffer.from('PNG'),
  })
  const { records, notes } = await readAll(bytes, 'a.docx')
  expect(records).toHaveLength(1)
  expect(codes(notes)).toEqual(['picture-left'])
})

const item = (text: string, list: number, level = 0): string =>
  paragraph(text).replace(
    '<w:p>',
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`,
  )
const level = (number: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const list = (number: number, counted: number, start = ''): string =>
  `<w:num w:numId="${number}"><w:abstractNumId w:val="${counted}"/>${start}</w:num>`
const NUMBERING = part(
  'numbering',
  [
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'decimal', '%1.%2.%3')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '•')}</w:abstractNum>`,
    list(1, 0),
    list(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'),
    list(3, 1),
  ].join(''),
)
const linesOfLists = async (body: readonly string[]): Promise<string[] | undefined> => {
  const bytes = zipOf({ ...wordParts(body.join('')), 'word/numbering.xml': NUMBERING })
  const { records } = await readAll(bytes, 'a.docx', { members: { title: 'Des listes' } })
  return records[0]?.text.split('\n').filter((line) => line !== '')
}

test('a list continues after another paragraph, with the numbers and letters of Word', async () => {
  const lines = await linesOfLists([
    item('Le premier point.', 1),
    paragraph('Une remarque.'),
    item('Le deuxième.', 1),
    item('Sa branche.', 1, 1),
    item('L’autre branche.', 1, 1),
    item('Son détail.', 1, 2),
    item('Le troisième.', 1),
    item('Une branche à nouveau.', 1, 1),
  ])
  expect(lines).toEqual([
    '1. Le premier point.',
    'Une remarque.',
    '2. Le deuxième.',
    'a) Sa branche.',
    'b) L’autre branche.',
    '2.b.1 Son détail.',
    '3. Le troisième.',
    'a) Une branche à nouveau.',
  ])
})

test('a list that begins again, and an item without a number', async () => {
  const lines = await linesOfLists([
    item('Un.', 1),
    item('Deux.', 1),
    paragraph('Une autre liste :'),
    item('Un encore.', 2),
    item('Un point.', 3),
    item('Deux encore.', 2),
  ])
  expect(lines).toEqual([
    '1. Un.',
    '2. Deux.',
    'Une autre liste :',
    '1. Un encore.',
    '- Un point.',
    '2. Deux encore.',
  ])
})

test('a paragraph is of the list that its style belongs to', async () => {
  const styled = level(0, 'upperRoman', '%1 –').replace(
    '</w:lvl>',
    '<w:pStyle w:val="Points"/></w:lvl>',
  )
  const numbering = part(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${styled}</w:abstractNum>${list(1, 0)}`,
  )
  const body = [paragraph('Un.', 'Points'), paragraph('Entre.'), paragraph('Deux.', 'Points')]
  const bytes = zipOf({ ...wordParts(body.join('')), 'word/numbering.xml': numbering })
  const { records } = await readAll(bytes, 'a.docx', { members: { title: 'Des listes' } })
  expect(records[0]?.text).toBe('I – Un.\n\nEntre.\n\nII – Deux.')
})

test('numbered headings and items of the deepest levels keep their numbers', async () => {
  const levels = [
    level(0, 'upperRoman', '%1.').replace('</w:lvl>', '<w:pStyle w:val="Heading1"/></w:lvl>'),
    level(1, 'upperLetter', '%2.').replace('</w:lvl>', '<w:pStyle w:val="Heading2"/></w:lvl>'),
    level(6, 'decimal', '%7)'),
    level(7, 'bullet', '•'),
  ]
  const numbering = part(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${levels.join('')}</w:abstractNum>${list(1, 0)}`,
  )
  const body = [
    paragraph('La formation', 'Heading1'),
    paragraph('Le consentement', 'Heading2'),
    paragraph('Voir II, A.'),
    paragraph('Les effets', 'Heading1'),
    paragraph('La force obligatoire', 'Heading2'),
    item('Un détail.', 1, 6),
    item('Une précision.', 1, 7),
  ]
  const bytes = zipOf({ ...wordParts(body.join('')), 'word/numbering.xml': numbering })
  const { records } = await readAll(bytes, 'a.docx', { members: { title: 'Le contrat' } })
  expect(records[0]?.text.split('\n').filter((line) => line !== '')).toEqual([
    '# I. La formation',
    '## A. Le consentement',
    'Voir II, A.',
    '# II. Les effets',
    '## A. La force obligatoire',
    '1) Un détail.',
    'Une précision.',
  ])
})
