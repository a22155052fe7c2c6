/** PDF with a text layer (ISO 32000): its lines as paragraphs, in the order of the file. */
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type DocumentContext, type Members, refusedHere } from '../document.ts'
import { readWhole } from '../line-reader.ts'
import { frontOf, manuscriptItem } from '../manuscript/manuscript.ts'
import type { Source } from '../source.ts'
import { SOURCE_LIMITS, type SourceItem } from '../source-item.ts'
import { withoutNotes } from './foot-notes.ts'
import { type PdfLine, pagesOf } from './lines.ts'
import { reflow } from './reflow.ts'
import { withoutRunningLines } from './running-lines.ts'

export const PDF_LIMITS = { pagesMax: 2_000 } as const

const MEBIBYTE = 1024 * 1024
const TOO_LONG: Refusal = {
  refused: 'file-too-long',
  reason: `a PDF has at most ${SOURCE_LIMITS.documentBytesMax / MEBIBYTE} MiB`,
  hint: 'split it, or give its text as Markdown',
}
const BROKEN: Refusal = refusalByCode('pdf-broken')
const NO_TEXT: Refusal = refusalByCode('pdf-without-text')
const TOO_MANY_PAGES: Refusal = {
  refused: 'pdf-too-long',
  reason: `the PDF has more than ${PDF_LIMITS.pagesMax} pages`,
  hint: 'split it',
}

type Read = { readonly members: Members; readonly body: string }

const read = async (bytes: Buffer): Promise<Read | Refusal> => {
  const { getDocumentProxy } = await import('unpdf')
  const pages = await (async (): Promise<PdfLine[][] | Refusal> => {
    try {
      const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
      return document.numPages > PDF_LIMITS.pagesMax ? TOO_MANY_PAGES : await pagesOf(document)
    } catch {
      return BROKEN // any error concerns the file, since its bytes are in memory
    }
  })()
  if (isRefusal(pages)) return pages
  const { lines, notes } = withoutNotes(withoutRunningLines(pages))
  if (lines.length === 0) return NO_TEXT
  const front = frontOf(lines.map(({ text }) => text))
  if (isRefusal(front)) return front
  const text = reflow(lines.slice(front.lines))
  const under = notes.map((note) => reflow(note).replaceAll('\n\n', ' '))
  return { members: front.members, body: [text, ...under].join('\n\n') }
}

/** The record of a PDF manuscript. */
async function* readPdf(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const bytes = await readWhole(chunks, SOURCE_LIMITS.documentBytesMax)
  const found = bytes === null ? TOO_LONG : await read(bytes)
  yield isRefusal(found) ? refusedHere(context, 1, found) : manuscriptItem(found, context)
}

export const pdf = {
  name: 'pdf',
  title: 'PDF',
  about:
    'Manuscripts as PDF with a text layer; members of the record may stand before the text or beside it.',
  extensions: ['pdf'],
  isPacked: true,
  detect: ({ bytes }) => (bytes.toString('latin1', 0, 5) === '%PDF-' ? 'signature' : null),
  read: readPdf,
} as const satisfies Source
