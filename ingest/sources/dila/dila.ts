/** DILA open data in XML: case law (CASS, INCA, CAPP, JADE, CONSTIT) and LEGI. */
import { isRefusal } from '#contracts/fault.ts'
import { type DocumentContext, noteHere, refusedHere } from '../document.ts'
import type { Source } from '../source.ts'
import type { SourceItem } from '../source-item.ts'
import { readXml } from '../xml/tree.ts'
import { decisionItem } from './decision.ts'
import { articleItem } from './legislation.ts'
import { isDecisionRoot } from './elements.ts'

/** Roots of LEGI that only order articles; an ARTICLE names its own place. */
const CONTEXT_ROOTS = new Set(['TEXTE_VERSION', 'TEXTELR', 'SECTION_TA'])
const isDilaRoot = (name: string): boolean =>
  isDecisionRoot(name) || name === 'ARTICLE' || CONTEXT_ROOTS.has(name)

/** The record of one file; none for a file that only orders articles. */
async function* readDila(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const document = await readXml(chunks)
  if (isRefusal(document)) {
    yield refusedHere(context, document.line, document)
    return
  }
  const { root, doctype } = document
  if (doctype !== null) {
    noteHere(context, 1, {
      refused: 'xml-doctype',
      reason: 'DILA: the file names a DTD, which is not read',
      hint: 'nothing to do: a note names what the schema does not have',
    })
  }
  if (isDecisionRoot(root.name)) yield decisionItem(root, root.name, context)
  else if (root.name === 'ARTICLE') {
    const item = articleItem(root, context)
    if (item !== null) yield item
  } else if (CONTEXT_ROOTS.has(root.name)) {
    noteHere(context, 1, {
      refused: 'context-only',
      reason: `DILA: ${root.name} orders articles; each article names its own place`,
      hint: 'nothing to do',
    })
  } else {
    yield refusedHere(context, root.line, {
      refused: 'xml-unknown',
      reason: `${root.name} is not a text of DILA`,
      hint: 'give files of CASS, INCA, CAPP, JADE, CONSTIT or LEGI, or leave this one out',
    })
  }
}

export const dila = {
  name: 'dila',
  title: 'DILA',
  about: 'Open data of the DILA in XML: case law (CASS, INCA, CAPP, JADE, CONSTIT) and LEGI.',
  extensions: ['xml'],
  detect: ({ xmlRoot }) => (xmlRoot !== null && isDilaRoot(xmlRoot) ? 'content' : null),
  read: readDila,
} as const satisfies Source
