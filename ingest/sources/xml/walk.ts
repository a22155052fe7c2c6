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

/** All text below on one line. */
export const lineText = (element: XmlElement | null): string =>
  rawText(element).replaceAll(/\s+/g, ' ').trim()

/** The same, null where it is empty. */
export const textOrNull = (element: XmlElement | null): string | null => lineText(element) || null

export const attribute = (element: XmlElement | null, name: string): string | null =>
  element?.attributes[name]?.trim() || null
