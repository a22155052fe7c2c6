/** PDF with a text layer (ISO 32000): the text as the file orders it, page by page. */
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type DocumentContext, refusedHere } from '../document.ts'
import { readWhole } from '../line-reader.ts'
import { manuscriptItem } from '../manuscript.ts'
import type { Source } from '../source.ts'
import { SOURCE_LIMITS, type SourceItem } from '../source-item.ts'
import { settled } from '../xml/block-text.ts'

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

const textOf = async (bytes: Buffer): Promise<string | Refusal> => {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    if (document.numPages > PDF_LIMITS.pagesMax) return TOO_MANY_PAGES
    const { text } = await extractText(document, { mergePages: false })
    return text.map((page) => settled(page)).join('\n\n')
  } catch {
    return BROKEN // any error concerns the file, since its bytes are in memory
  }
}

/** The record of a PDF manuscript. */
async function* readPdf(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const bytes = await readWhole(chunks, SOURCE_LIMITS.documentBytesMax)
  const text = bytes === null ? TOO_LONG : await textOf(bytes)
  if (isRefusal(text)) yield refusedHere(context, 1, text)
  else if (text.trim() === '') yield refusedHere(context, 1, NO_TEXT)
  else yield manuscriptItem(text, context)
}

export const pdf = {
  name: 'pdf',
  title: 'PDF',
  about: 'Manuscripts as PDF with a text layer: the members of the record, then the text.',
  extensions: ['pdf'],
  isPacked: true,
  detect: ({ bytes }) => (bytes.toString('latin1', 0, 5) === '%PDF-' ? 'signature' : null),
  read: readPdf,
} as const satisfies Source
