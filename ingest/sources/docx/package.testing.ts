/**
 * Writes small ZIP archives (APPNOTE 6.3), for tests: also invalid ones, which libraries refuse to
 * write.
 */
import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const DEFLATED = 8

const header = (name: Buffer, data: Buffer, packed: Buffer): Buffer => {
  const out = Buffer.alloc(26)
  out.writeUInt16LE(VERSION, 0)
  out.writeUInt16LE(DEFLATED, 4)
  out.writeUInt32LE(crc32(data), 10)
  out.writeUInt32LE(packed.length, 14)
  out.writeUInt32LE(data.length, 18)
  out.writeUInt16LE(name.length, 22)
  return out
}
const mark = (signature: number): Buffer => {
  const out = Buffer.alloc(4)
  out.writeUInt32LE(signature)
  return out
}

export const zipOf = (files: Readonly<Record<string, string | Buffer>>): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const head = header(name, data, packed)
    const local = Buffer.concat([mark(LOCAL), head, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const version = Buffer.alloc(2)
    version.writeUInt16LE(VERSION)
    centrals.push(Buffer.concat([mark(CENTRAL), version, head, tail, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(centrals.length, 4)
  end.writeUInt16LE(centrals.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, mark(END), end])
}

const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'

/** The parts of a Word document with that body. */
export const wordParts = (body: string): Record<string, string> => ({
  '[Content_Types].xml': TYPES,
  '_rels/.rels': RELATIONS,
  'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
})

export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
