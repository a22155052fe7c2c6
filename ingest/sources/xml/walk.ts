/** Navigates a tree of XML by local names, in any namespace. */
import type { XmlElement, XmlNode } from './tree.ts'

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'

export const elementsOf = (element: XmlElement): XmlElement[] => element.children.filter(isElement)

/** The children of that name. */
export const childrenNamed = (element: XmlElement | null, name: string): XmlElement[] =>
  element === null ? [] : elementsOf(element).filter((child) => child.name === name)

export const childNamed = (element: XmlElement | null, name: string): XmlElement | null =>
  childrenNamed(element, name)[0] ?? null

/** Follows a path of names from child to child. */
export const at = (element: XmlElement | null, ...path: readonly string[]): XmlElement | null =>
  path.reduce<XmlElement | null>((found, name) => childNamed(found, name), element)

/** All descendants in document order; elements of `isLeaf` are not entered. */
export function* descendants(
  element: XmlElement,
  isLeaf: (element: XmlElement) => boolean = () => false,
): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    yield child
    if (!isLeaf(child)) yield* descendants(child, isLeaf)
  }
}

export const firstNamed = (element: XmlElement, name: string): XmlElement | null =>
  descendants(element).find((one) => one.name === name) ?? null

export const allNamed = (element: XmlElement, name: string): XmlElement[] =>
  descendants(element)
    .filter((one) => one.name === name)
    .toArray()

/** All text below, unchanged. */
export const rawText = (element: XmlElement | null): string =>
  element === null
    ? ''
    : element.children.map((child) => (isElement(child) ? rawText(child) : child)).join('')

/** Elements that end a line, in HTML, Akoma Ntoso and Formex: no word goes on after them. */
const LINES = new Set('br eol p div li dt dd tr td th h1 h2 h3 h4 h5 h6 ti sti'.split(' '))

/** All text below on one line, without the elements of `isSkipped`. */
export const lineWithout = (
  element: XmlElement | null,
  isSkipped: (element: XmlElement) => boolean,
): string => {
  const textOf = (node: XmlNode): string => {
    if (!isElement(node)) return node
    if (isSkipped(node)) return ''
    const text = node.children.map(textOf).join('')
    return LINES.has(node.name.toLowerCase()) ? ` ${text} ` : text
  }
  return element === null ? '' : textOf(element).replaceAll(/\s+/g, ' ').trim()
}

/** All text below on one line. */
export const lineText = (element: XmlElement | null): string => lineWithout(element, () => false)

/** The same, null where it is empty. */
export const textOrNull = (element: XmlElement | null): string | null => lineText(element) || null

export const attribute = (element: XmlElement | null, name: string): string | null =>
  element?.attributes[name]?.trim() || null
