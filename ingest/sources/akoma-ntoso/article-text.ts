/**
 * The readable text of an article: paragraphs with their numbers, lists with their marks, tables as
 * lines.
 */
import { AKN_NAMESPACE } from '#contracts/law/akoma-ntoso/own-marks.ts'
import { blockText, type BlockTextOptions, markOf, settled } from '../xml/block-text.ts'
import type { XmlElement, XmlNode } from '../xml/tree.ts'
import { attribute, elementsOf, isElement, lineWithout } from '../xml/walk.ts'

/** Blocks on separate lines. */
const BLOCKS = new Set(
  (
    'alinea content intro wrapUp wrapup p blockList listIntroduction listWrapUp block container div quotedStructure tocItem ' +
    'heading subheading clause citations recitals formula tblock'
  ).split(' '),
)
/** Numbered parts of an article. */
const NUMBERED = new Set(
  (
    'paragraph subparagraph point indent item list sublist section subsection article rule subrule level transitional ' +
    'proviso title chapter part book division citation recital'
  ).split(' '),
)
/** Within a line. */
const INLINE = new Set(
  (
    'i b u sup sub span ref mref rref mod a abbr date def term concept entity organization person role location quantity ' +
    'num docTitle docNumber docDate shortTitle docType docProponent ins inline signature quotedText embeddedText eol br authorialNote ' +
    'formula rmod mmod decoration omissis placeholder fillIn marker img'
  ).split(' '),
)
/** Additions of the publisher: references to notes, struck-out text, metadata. */
const SKIPPED = new Set('noteRef del remark authorialNote meta marker placeholder img'.split(' '))

export const isStruckOut = (element: XmlElement): boolean =>
  element.name === 'del' || attribute(element, 'style') === 'del'

/** Struck out, or added by the publisher. */
export const isSkipped = (element: XmlElement): boolean =>
  SKIPPED.has(element.name) ||
  isStruckOut(element) ||
  // The publisher puts metadata between the parts of the text.
  (element.uri !== '' && !element.uri.startsWith(AKN_NAMESPACE))

/** A number, a heading or a title on one line, without notes and struck-out text. */
export const labelText = (element: XmlElement | null): string => lineWithout(element, isSkipped)

const IN_TABLE: BlockTextOptions = {
  skip: isSkipped,
  instead: ({ name }) => (name === 'eol' ? '\n' : null),
}

export type Walk = { readonly onUnknown: (element: XmlElement) => void }

const listText = (list: XmlElement, walk: Walk): string => {
  const first = attribute(list, 'scl:symbol') ?? (list.name === 'ol' ? '1.' : '-')
  const start = Number(attribute(list, 'scl:start') ?? '1') - 1
  const items = elementsOf(list).filter(({ name }) => name === 'li')
  return items
    .flatMap((item, index) => {
      const text = inner(item, walk)
      const mark = list.name === 'ol' ? markOf(first, index + start) : first
      return text === '' ? [] : [`${mark} ${text}`]
    })
    .join('\n')
}

const numbered = (element: XmlElement, walk: Walk): string => {
  const number = labelText(elementsOf(element).find(({ name }) => name === 'num') ?? null)
  const rest = element.children.filter((child) => !isElement(child) || child.name !== 'num')
  const text = settled(rest.map((child) => nodeText(child, walk)).join(''))
  if (text === '') return ''
  return `\n\n${number === '' ? text : `${number} ${text}`}\n\n`
}

/** The quotation marks around an element are its attributes. */
const quoted = (element: XmlElement, text: string): string => {
  const [start, end] = [attribute(element, 'startQuote'), attribute(element, 'endQuote')]
  return start === null && end === null ? text : `${start ?? ''}${settled(text)}${end ?? ''}`
}

const nodeText = (node: XmlNode, walk: Walk): string => {
  if (!isElement(node)) return node.replaceAll(/[ \t\r\n]+/g, ' ')
  if (isSkipped(node)) return ''
  const { name } = node
  if (name === 'eol' || name === 'br') return '\n'
  if (name === 'table') return `\n\n${blockText({ ...node, children: [node] }, IN_TABLE)}\n\n`
  if (name === 'ol' || name === 'ul') return `\n\n${listText(node, walk)}\n\n`
  if (NUMBERED.has(name)) return numbered(node, walk)
  if (!BLOCKS.has(name) && !INLINE.has(name)) walk.onUnknown(node)
  const text = quoted(node, node.children.map((child) => nodeText(child, walk)).join(''))
  return BLOCKS.has(name) ? `\n\n${text}\n\n` : text
}

const inner = (element: XmlElement, walk: Walk): string =>
  settled(element.children.map((child) => nodeText(child, walk)).join(''))

/**
 * Blanks that marks left before a full stop or a comma; French typography keeps those before `:`
 * and `;`.
 */
const tidied = (text: string): string => text.replaceAll(/(?<! ) +([.,])(?=\s|$)/g, '$1')

/**
 * The text of an article without its own number and heading; empty where all of it is struck out.
 */
export const articleText = (article: XmlElement, walk: Walk): string => {
  const own = new Set(['num', 'heading', 'subheading'])
  const children = article.children.filter((child) => !isElement(child) || !own.has(child.name))
  return tidied(inner({ ...article, children }, walk))
}

/** The references of an article with their targets. */
export const referencesOf = (
  article: XmlElement,
): { readonly text: string; readonly href: string }[] => {
  const found: { text: string; href: string }[] = []
  const gather = (element: XmlElement): void => {
    for (const child of elementsOf(element)) {
      if (isSkipped(child)) continue
      const href = child.name === 'ref' ? attribute(child, 'href') : null
      const text = labelText(child)
      if (href !== null && text !== '') found.push({ text, href })
      else gather(child)
    }
  }
  gather(article)
  return found
}
