/**
 * Our own documents of Akoma Ntoso (contracts/conventions/formats.md): the text comes back to the
 * letter, and so do the members of the record, which `proprietary` carries.
 */
import {
  gapRead,
  OWN_ATTRIBUTES,
  OWN_NAMESPACE,
  RECORD_ELEMENT,
  USUAL_GAP,
} from '#contracts/law/akoma-ntoso/own-marks.ts'
import type { XmlElement, XmlNode } from '../xml/tree.ts'
import { at, childNamed, elementsOf, isElement } from '../xml/walk.ts'

/** The bodies of the kinds of document that we write. */
const BODIES = ['body', 'judgmentBody', 'mainBody'] as const
const LINES: ReadonlySet<string> = new Set(['p', 'heading', 'item', 'tr'])
const CELLS = ' | '

/** Blanks at the ends of a value count. */
const attribute = ({ attributes }: XmlElement, name: string): string | null =>
  attributes[name] ?? null

/** Words with the signs of Markdown that stood around them. */
const wordsOf = (node: XmlNode): string => {
  if (!isElement(node)) return node
  const marks =
    node.name === 'b' || node.name === 'i' ? attribute(node, OWN_ATTRIBUTES.marks) : null
  const words = node.children.map(wordsOf).join('')
  return marks === null ? words : `${marks}${words}${marks}`
}

const lineOf = (line: XmlElement): string => {
  const marks = attribute(line, OWN_ATTRIBUTES.marks)
  switch (line.name) {
    case 'heading':
      return `${marks ?? ''} ${wordsOf(line)}`
    case 'item':
      return elementsOf(line).map(wordsOf).join(' ')
    case 'tr': {
      const cells = elementsOf(line).map(wordsOf).join(CELLS)
      return marks === null ? cells : `${marks} ${cells} ${marks}`
    }
    default:
      return wordsOf(line)
  }
}

/** The text of a body, to the letter. */
const textOf = (body: XmlElement): string => {
  const pieces: string[] = []
  const add = (element: XmlElement): void => {
    if (!LINES.has(element.name)) {
      // The number of an article is a member of the record.
      if (element.name === 'num') return
      const rule = attribute(element, OWN_ATTRIBUTES.rule)
      for (const [index, child] of elementsOf(element).entries()) {
        add(child)
        if (rule !== null && index === 0) pieces.push(gapRead(rule))
      }
      return
    }
    // An element that the schema asks for where there are no words.
    if (element.name === 'p' && element.children.length === 0) return
    const before = attribute(element, OWN_ATTRIBUTES.before)
    pieces.push(before === null ? (pieces.length === 0 ? '' : USUAL_GAP) : gapRead(before))
    pieces.push(lineOf(element))
  }
  add(body)
  pieces.push(gapRead(attribute(body, OWN_ATTRIBUTES.after) ?? ''))
  return pieces.join('')
}

/** The text of one of our documents, and the JSON of its other members. */
export type OwnDocument = { readonly line: number; readonly text: string; readonly json: string }

/** Null: somebody else wrote the document. */
export const ownDocument = (document: XmlElement): OwnDocument | null => {
  const proprietary = at(document, 'meta', 'proprietary')
  const record = childNamed(proprietary, RECORD_ELEMENT)
  const body = BODIES.map((name) => childNamed(document, name)).find((one) => one !== null)
  if (record === null || record.uri !== OWN_NAMESPACE || body === undefined) return null
  return { line: body.line, text: textOf(body), json: wordsOf(record) }
}
