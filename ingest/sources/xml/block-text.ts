/**
 * Readable plain text of the small HTML that publishers put into their XML, and of pages of XHTML.
 */
import type { XmlElement, XmlNode } from './tree.ts'
import { attribute, elementsOf, isElement, lineText } from './walk.ts'

export type BlockTextOptions = {
  /** Elements whose text is ignored: notes, marks, metadata. */
  readonly skip?: (element: XmlElement) => boolean
}

const PARAGRAPHS = new Set([
  'p',
  'div',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'ul',
  'ol',
  'section',
  'body',
])
const HEADING = /^h([1-6])$/

/** `1.`, `a)`, `(1)`, `1°`, `i)`: the next marks of a list whose first one is given. */
export const markOf = (first: string, index: number): string => {
  const core = /[0-9]+|[a-z]+|[A-Z]+/.exec(first)?.[0]
  if (core === undefined) return first
  return first.replace(core, counted(core, index))
}
const ROMAN: readonly (readonly [number, string])[] = [
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const roman = (number: number): string => {
  let rest = number
  return ROMAN.map(([value, letters]) => {
    const times = Math.floor(rest / value)
    rest -= times * value
    return letters.repeat(times)
  }).join('')
}
const LETTERS = 26
const CODE_A = 97
const letters = (index: number): string =>
  index < LETTERS
    ? String.fromCharCode(CODE_A + index)
    : letters(Math.floor(index / LETTERS) - 1) + letters(index % LETTERS)
const counted = (core: string, index: number): string => {
  if (/\d/.test(core)) return String(Number(core) + index)
  const small = core.toLowerCase()
  const next = small === 'i' ? roman(index + 1) : letters(small.charCodeAt(0) - CODE_A + index)
  return core === small ? next : next.toUpperCase()
}

/** A table as lines of cells: ` | ` between them. */
const tableText = (table: XmlElement): string => {
  const rows: XmlElement[] = []
  const gather = (element: XmlElement): void => {
    for (const child of elementsOf(element)) {
      if (/^(?:tr|row)$/i.test(child.name)) rows.push(child)
      else gather(child)
    }
  }
  gather(table)
  return rows.map((row) => elementsOf(row).map(lineText).join(' | ')).join('\n')
}

const listText = (list: XmlElement, options: BlockTextOptions): string => {
  const first = attribute(list, 'symbol') ?? (list.name === 'ol' ? '1.' : '-')
  return elementsOf(list)
    .filter(({ name }) => name === 'li')
    .map((item, index) => {
      const mark = list.name === 'ol' ? markOf(first, index) : first
      return `${mark} ${blockText(item, options)}`
    })
    .join('\n')
}

const nodeText = (node: XmlNode, options: BlockTextOptions): string => {
  if (!isElement(node)) return node.replaceAll(/[ \t\r\n]+/g, ' ')
  if (options.skip?.(node) === true) return ''
  if (node.name === 'br') return '\n'
  if (node.name === 'table') return `\n\n${tableText(node)}\n\n`
  if (node.name === 'ol' || node.name === 'ul') return `\n\n${listText(node, options)}\n\n`
  const inner = node.children.map((child) => nodeText(child, options)).join('')
  const level = HEADING.exec(node.name)?.[1]
  if (level !== undefined) return `\n\n${'#'.repeat(Number(level))} ${inner.trim()}\n\n`
  return PARAGRAPHS.has(node.name) ? `\n\n${inner}\n\n` : inner
}

/** Normalises blanks: one blank line between blocks, none at the ends. */
export const settled = (text: string): string =>
  text
    .replaceAll(/(?<![ \t])[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim()

/** The text of an element: paragraphs apart, lists with their marks, tables as lines. */
export const blockText = (element: XmlElement, options: BlockTextOptions = {}): string =>
  settled(element.children.map((child) => nodeText(child, options)).join(''))
