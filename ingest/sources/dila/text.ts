import type { XmlElement, XmlNode } from '../xml/tree.ts'
import { blockText } from '../xml/block-text.ts'
import { descendants, isElement } from '../xml/walk.ts'

const STRUCTURED = new Set(['p', 'table', 'ol', 'ul', 'div', 'blockquote'])

const withBreaks = (node: XmlNode): string => {
  if (!isElement(node)) return node.replaceAll(/\r\n?/g, '\n')
  return node.name === 'br' ? '\n' : node.children.map(withBreaks).join('')
}

/**
 * The text of a CONTENU. Where it is only broken into lines, each `<br/>` is a line end and runs of
 * blank lines are one; where it has paragraphs, lists or tables, these are kept apart.
 */
export const dilaText = (content: XmlElement | null): string => {
  if (content === null) return ''
  const isStructured = descendants(content).some(({ name }) => STRUCTURED.has(name.toLowerCase()))
  if (isStructured) return blockText(content)
  return withBreaks(content)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
