/** Editors' manuscripts as Word documents (ECMA-376): text, headings, lists and tables. */
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type DocumentContext, noteHere, refusedHere } from '../document.ts'
import { readWhole } from '../line-reader.ts'
import { manuscriptOfText } from '../manuscript/manuscript.ts'
import type { Source } from '../source.ts'
import { SOURCE_LIMITS, type SourceItem } from '../source-item.ts'
import { blockText } from '../xml/block-text.ts'
import { parseXml } from '../xml/tree.ts'
import { marksAsAttributes, type WordElement, withMarks } from './marked-items.ts'
import { NOTES } from './notes.ts'
import { type ItemMark, itemMarks } from './numbering.ts'
import { checkPackage, MAIN_PART, readParts } from './package.ts'

const MEBIBYTE = 1024 * 1024
const TOO_LONG: Refusal = {
  refused: 'file-too-long',
  reason: `a Word document has at most ${SOURCE_LIMITS.documentBytesMax / MEBIBYTE} MiB`,
  hint: 'take out its pictures, or split it',
}
/** Headings are known without being named here. */
const TITLE_STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]

const BROKEN: Refusal = {
  refused: 'docx-broken',
  reason: 'the Word document cannot be read',
  hint: 'open it in an editor and save it again as .docx',
}

const NUMBERING_PART = 'word/numbering.xml'

/** The marks of the list items; null: there are none, or they cannot be determined. */
const marksOf = async (bytes: Buffer): Promise<readonly ItemMark[] | null> => {
  const parts = await readParts(bytes, [MAIN_PART, NUMBERING_PART])
  const numbering = parts.get(NUMBERING_PART)
  return numbering === undefined ? null : itemMarks(parts.get(MAIN_PART) ?? '', numbering)
}

/** The text of a checked package; pictures are skipped and counted. */
const textOf = async (bytes: Buffer): Promise<{ text: string; pictures: number } | Refusal> => {
  const { default: mammoth } = await import('mammoth')
  let pictures = 0
  try {
    const marks = await marksOf(bytes)
    const { value } = await mammoth.convertToHtml(
      { buffer: bytes },
      {
        externalFileAccess: false,
        styleMap: TITLE_STYLES,
        transformDocument: (document: WordElement) =>
          marks === null ? document : withMarks(document, marks),
        convertImage: mammoth.images.imgElement(() => {
          pictures += 1
          return Promise.resolve({ src: '' })
        }),
      },
    )
    const page = parseXml(`<html>${marksAsAttributes(value)}</html>`, { isXhtml: true })
    return isRefusal(page) ? BROKEN : { text: blockText(page.root, NOTES), pictures }
  } catch {
    return BROKEN // any error concerns the file, since its bytes are in memory
  }
}

/** The record of a manuscript. The package is checked before it is unpacked. */
async function* readDocx(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const bytes = await readWhole(chunks, SOURCE_LIMITS.documentBytesMax)
  const refused = bytes === null ? TOO_LONG : await checkPackage(bytes)
  const read = refused ?? (bytes === null ? TOO_LONG : await textOf(bytes))
  if (isRefusal(read)) {
    yield refusedHere(context, 1, read)
    return
  }
  if (read.pictures > 0) {
    noteHere(context, 1, refusalByCode('picture-left'))
  }
  yield manuscriptOfText(read.text, context)
}

export const docx = {
  name: 'docx',
  title: 'Word',
  about:
    'Manuscripts as Word documents; members of the record may stand before the text or beside it.',
  extensions: ['docx'],
  isPacked: true,
  // Any ZIP is read as a manuscript, and refused there if it is not one.
  detect: ({ bytes }) => (bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004' ? 'signature' : null),
  read: readDocx,
} as const satisfies Source
