/** Files that somebody made to harm an import: each is small, and costs a naive reader a lot. */
import { constants, crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { zipOf } from '#ingest/sources/docx/package.testing.ts'

export type HostileFile = { readonly name: string; readonly bytes: Buffer }

const MEBIBYTE = 1024 * 1024
const ATTACK_CHARACTERS = 100_000

const text = (content: string): Buffer => Buffer.from(content)
const file = (name: string, bytes: Buffer | string): HostileFile => ({
  name,
  bytes: typeof bytes === 'string' ? text(bytes) : bytes,
})

type PdfObject = string | { readonly dictionary: string; readonly stream: Buffer }
const pdfOf = (objects: readonly PdfObject[]): Buffer => {
  const pieces: Buffer[] = [text('%PDF-1.7\n')]
  const offsets: number[] = []
  const length = (): number => pieces.reduce((sum, piece) => sum + piece.length, 0)
  for (const [index, object] of objects.entries()) {
    offsets.push(length())
    const body =
      typeof object === 'string'
        ? text(object)
        : Buffer.concat([
            text(`<<${object.dictionary}/Length ${object.stream.length}>>\nstream\n`),
            object.stream,
            text('\nendstream'),
          ])
    pieces.push(text(`${index + 1} 0 obj\n`), body, text('\nendobj\n'))
  }
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  pieces.push(
    text(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${length()}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const page = (contents: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${contents}/Resources<</Font<</F1 4 0 R>>>>>>`
const onePage = (...streams: readonly Exclude<PdfObject, string>[]): Buffer =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    page(`[${streams.map((_, index) => `${index + 5} 0 R`).join(' ')}]`),
    FONT,
    ...streams,
  ])
const flate = (bytes: Buffer, times = 1): Exclude<PdfObject, string> => {
  let packed = bytes
  for (let time = 0; time < times; time += 1) packed = deflateSync(packed, { level: 9 })
  return { dictionary: `/Filter[${'/FlateDecode'.repeat(times)}]`, stream: packed }
}
const filled = (mebibytes: number, word: string): Buffer => Buffer.alloc(mebibytes * MEBIBYTE, word)

const ADLER = 65_521
/** The zlib header of the best compression. */
const ZLIB_HEADER = Buffer.from([0x78, 0xda])
/** The last block of a stream, without content. */
const LAST_BLOCK = Buffer.from([3, 0])

/**
 * What `deflateSync` makes of so many repeats, for the price of packing one. A block that ends with
 * a full flush refers to nothing before it, so it may be repeated.
 */
const packedRepeats = (part: Buffer, times: number): Buffer => {
  const block = deflateRawSync(part, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  let [sum, weighted] = [0, 0]
  for (const [at, byte] of part.entries()) {
    sum += byte
    weighted = (weighted + byte * (part.length - at)) % ADLER
  }
  let [low, high] = [1, 0]
  for (let time = 0; time < times; time += 1) {
    high = (high + low * (part.length % ADLER) + weighted) % ADLER
    low = (low + sum) % ADLER
  }
  const check = Buffer.alloc(4)
  check.writeUInt32BE(high * 2 ** 16 + low)
  const blocks = Array.from({ length: times }, () => block)
  return Buffer.concat([ZLIB_HEADER, ...blocks, LAST_BLOCK, check])
}

/** A stream of so many mebibytes of one word, packed once or more. */
const flateFilled = (mebibytes: number, word: string, times = 1): Exclude<PdfObject, string> => {
  // Whole words in each part.
  const part = Buffer.alloc(word.length * MEBIBYTE, word)
  const once = packedRepeats(part, Math.ceil(mebibytes / word.length))
  const again = flate(once, times - 1)
  return { dictionary: `/Filter[${'/FlateDecode'.repeat(times)}]`, stream: again.stream }
}

const pdfs = (): HostileFile[] => {
  const shown = flateFilled(256, '(a) Tj T* ')
  return [
    file('two-gigabytes.pdf', onePage(...Array.from({ length: 8 }, () => shown))),
    file('packed-twice.pdf', onePage(flateFilled(512, ' ', 2))),
    file('packed-ten-times.pdf', onePage(flateFilled(256, '\0', 10))),
    file('one-long-string.pdf', onePage(flate(text(`BT (${'a'.repeat(64 * MEBIBYTE)}) Tj ET`)))),
    file('nested-arrays.pdf', onePage(flate(text('['.repeat(4 * MEBIBYTE))))),
    file('nested-dictionaries.pdf', pdfOf([`${'<</A '.repeat(200_000)}1${'>>'.repeat(200_000)}`])),
    file(
      'pages-in-a-circle.pdf',
      pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
    ),
    file(
      'a-million-pages.pdf',
      pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 1000000>>']),
    ),
    file(
      'one-page-many-times.pdf',
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Kids[${'3 0 R '.repeat(1_900)}]/Count 1900>>`,
        page('5 0 R'),
        FONT,
        flate(filled(4, '(a) Tj ')),
      ]),
    ),
    file('many-broken-objects.pdf', `%PDF-1.7\n${'1 0 obj\n'.repeat(500_000)}`),
    file(
      'object-streams.pdf',
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        {
          ...flateFilled(256, '1 0 '),
          dictionary: '/Type/ObjStm/N 9999999/First 8/Filter/FlateDecode',
        },
      ]),
    ),
    file('header-only.pdf', `%PDF-1.7\n${'%'.repeat(MEBIBYTE)}`),
  ]
}

const WORD = (body: string): string =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
const PARTS = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
}
const docxOf = (document: string | Buffer, more: Readonly<Record<string, string | Buffer>> = {}) =>
  zipOf({ ...PARTS, 'word/document.xml': document, ...more })
const paragraph = (content: string): string => `<w:p><w:r><w:t>${content}</w:t></w:r></w:p>`

const words = (): HostileFile[] => [
  file('a-gigabyte.docx', docxOf(filled(512, ' '))),
  file('full-of-elements.docx', docxOf(WORD('<w:p/>'.repeat(2_000_000)))),
  file('nested.docx', docxOf(WORD('<w:tbl><w:tr><w:tc>'.repeat(100_000)))),
  file('one-word.docx', docxOf(WORD(paragraph('a'.repeat(32 * MEBIBYTE))))),
  file(
    'entities.docx',
    docxOf(
      `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1_000)}">]><w:document>${'&a;'.repeat(100_000)}</w:document>`,
    ),
  ),
  file(
    'many-entries.docx',
    zipOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n}.xml`, '']))),
  ),
  file('up-the-tree.docx', docxOf(WORD(paragraph('a')), { '../../../etc/cron.d/a': 'x' })),
  file(
    'outside-image.docx',
    docxOf(WORD(paragraph('a')), {
      'word/_rels/document.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/></Relationships>',
    }),
  ),
  file(
    'attributes.docx',
    docxOf(WORD(`<w:p ${Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`)),
  ),
  file('cut.docx', docxOf(WORD(paragraph('a'))).subarray(0, 300)),
]

const dila = (content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><TEXTE_JURI_JUDI>${content}</TEXTE_JURI_JUDI>`
const xmls = (): HostileFile[] => [
  file(
    'billion-laughs.xml',
    `<!DOCTYPE l [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'b'.repeat(n + 1)} "${`&${n === 0 ? 'a' : 'b'.repeat(n)};`.repeat(10)}">`).join('')}]><l>&bbbbbbbbb;</l>`,
  ),
  file(
    'outside-entity.xml',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><ARTICLE>&x;</ARTICLE>',
  ),
  file('nested.xml', dila('<a>'.repeat(1_000_000))),
  file(
    'attributes.xml',
    dila(`<a ${Array.from({ length: 500_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
  ),
  file('long-attribute.xml', dila(`<a b="${'c'.repeat(16 * MEBIBYTE)}"/>`)),
  file('long-name.xml', `<${'a'.repeat(16 * MEBIBYTE)}/>`),
  file('full-of-elements.xml', dila('<a/>'.repeat(4_000_000))),
  file('open-comments.xml', `<a>${'<!--'.repeat(1_000_000)}`),
  file('open-comments-first.xml', '<!-- '.repeat(20_000)),
  file('open-instructions.xml', `<?xml version="1.0"?>${'<?a '.repeat(500_000)}`),
  file('blanks.xml', dila(`<CONTENU>${' \t\n'.repeat(5 * MEBIBYTE)}a</CONTENU>`)),
  file('references.xml', dila('&#1;&#x10FFFF;&amp;'.repeat(300_000))),
  file(
    'page.xhtml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><body>${'<div><p>'.repeat(300_000)}`,
  ),
  file(
    'table.xhtml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><body><table>${'<tr><td/></tr>'.repeat(500_000)}</table></body></html>`,
  ),
]

const manuscript = (body: string, title = 'Une note'): string =>
  `---\ntitle: ${title}\ncontentType: doctrine\nsource:\n  id: h:1\n---\n\n${body}\n`
const markdowns = (): HostileFile[] => [
  file(
    'aliases.md',
    `---\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, n) => `${'b'.repeat(n + 1)}: &${'b'.repeat(n + 1)} [${`*${n === 0 ? 'a' : 'b'.repeat(n)},`.repeat(9)}]`).join('\n')}\n---\nx\n`,
  ),
  file('nested.md', `---\ntitle: ${'['.repeat(100_000)}\n---\nx\n`),
  file('front-without-end.md', `---\n${'a: b\n'.repeat(MEBIBYTE)}`),
  file('dashes.md', `---${'-'.repeat(4 * MEBIBYTE)}`),
  file('headings.md', manuscript('#'.repeat(MEBIBYTE))),
  file('one-line.md', manuscript('mot '.repeat(MEBIBYTE))),
  file('blank-lines.md', manuscript('\n'.repeat(4 * MEBIBYTE))),
  file('stops.md', manuscript('.'.repeat(MEBIBYTE))),
  file('quotation-marks.md', manuscript('« '.repeat(ATTACK_CHARACTERS))),
  file('articles.md', manuscript('article '.repeat(ATTACK_CHARACTERS))),
  file('long-title.md', manuscript('x', 'a'.repeat(200_000))),
]

const record = (over: object): string =>
  JSON.stringify({
    title: 'Une note',
    text: 'Un texte.',
    contentType: 'doctrine',
    source: { id: 'h:2' },
    ...over,
  })
const jsons = (): HostileFile[] => [
  file('nested.jsonl', `${'['.repeat(MEBIBYTE)}\n`),
  file('nested-objects.jsonl', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}\n`),
  file('members.jsonl', `{${Array.from({ length: 300_000 }, (_, n) => `"a${n}":1`).join(',')}}\n`),
  file('prototype.jsonl', '{"__proto__":{"title":"x"},"constructor":1,"title":"a"}\n'),
  file('one-line.jsonl', `{"title":"${'a'.repeat(33 * MEBIBYTE)}"}\n`),
  file('many-lines.jsonl', '{}\n'.repeat(50_000)),
  file('script-address.jsonl', `${record({ source: { id: 'a', url: 'javascript:alert(1)' } })}\n`),
  file('numbers.jsonl', `{"title":${'9'.repeat(MEBIBYTE)}}\n`),
  file(
    'headnotes.jsonl',
    `${record({ headnotes: Array.from({ length: 50_000 }, (_, n) => ({ sequence: n + 1, summary: 'a' })) })}\n`,
  ),
  file(
    'citations.jsonl',
    `${record({ citations: Array.from({ length: 100_000 }, (_, n) => `art. ${n}`) })}\n`,
  ),
  file('judilibre.json', `{"results":[${'{"id":"a"},'.repeat(200_000)}{}]}`),
  file('control.jsonl', Buffer.alloc(MEBIBYTE, 1)),
]

const tarOf = async (entries: number, content: Buffer, name = (n: number) => `${n}.xml`) => {
  const tar = pack()
  for (let entry = 0; entry < entries; entry += 1) tar.entry({ name: name(entry) }, content)
  tar.finalize()
  return buffer(tar)
}
const crc = (bytes: Buffer): number => crc32(bytes)
const archives = async (): Promise<HostileFile[]> => [
  file('zeros.tar.gz', gzipSync(await tarOf(8, Buffer.alloc(31 * MEBIBYTE)))),
  file(
    'in-itself.tar.gz',
    gzipSync(await tarOf(1, gzipSync(await tarOf(1, text('x'))), () => 'a.xml')),
  ),
  file('up-the-tree.tar', await tarOf(1, text('<a/>'), () => '../../../../etc/cron.d/a.xml')),
  file(
    'dashes-in-names.tar',
    await tarOf(50, text('x'), (n) => `LICENSE${'-'.repeat(60 + n)}!.md`),
  ),
  file(
    'wrong-sum.tar.gz',
    Buffer.concat([gzipSync('x').subarray(0, 11), Buffer.alloc(8, crc(text('x')))]),
  ),
  file('empty-entries.tar.gz', gzipSync(await tarOf(20_000, Buffer.alloc(0)))),
]

/** The names of files are input, too. */
const names = (): HostileFile[] => [
  file(`LICENSE${'-'.repeat(60)}!.md`, 'x'),
  file(`readme${'_a'.repeat(110)}~.pdf`, '%PDF-1.4'),
  file(`${'('.repeat(200)}.md`, manuscript('x')),
  file('\u202Efdp.jsonl', record({})),
]

/** At least sixty files of seven kinds. */
export const hostileFiles = async (): Promise<readonly HostileFile[]> => [
  ...pdfs(),
  ...words(),
  ...xmls(),
  ...markdowns(),
  ...jsons(),
  ...(await archives()),
  ...names(),
]
