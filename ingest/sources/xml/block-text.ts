/**
 * Readable plain text of the small HTML that publishers put into their XML, and of pages of XHTML.
 */
import type { XmlElement, XmlNode } from './tree.ts'
import { attribute, elementsOf, isElement } from './walk.ts'

export type BlockTextOptions = {
  /** Elements whose text is ignored: notes, marks, metadata. */
  readonly skip?: (element: XmlElement) => boolean
  /** The text to print instead of that of an element; null: its own text. */
  readonly instead?: (element: XmlElement) => string | null
}

const PARAGRAPHS = new Set(
  (
    'p div blockquote h1 h2 h3 h4 h5 h6 table ul ol li dl dt dd pre center figure figcaption address article ' +
    'section body'
  ).split(' '),
)
const HEADING = /^h([1-6])$/

/** The name of an element of HTML, which older files write in capitals. */
export const tagOf = ({ name }: XmlElement): string => name.toLowerCase()

/** `1.`, `a)`, `(1)`, `1°`, `i)`: the next marks of a list whose first one is given. */
export const markOf = (first: string, index: number): string => {
  const core = /[0-9]+|[a-z]+|[A-Z]+/.exec(first)?.[0]
  if (core === undefined) return first
  return first.replace(core, counted(core, index))
}
const ROMAN: readonly (readonly [number, string])[] = [
  [50, 'l'],
  [40, 'xl'],
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

const BLANKS = /\s+/g

/** The words of a cell, on one line. */
const cellText = (cell: XmlElement, options: BlockTextOptions): string =>
  blockText(cell, options).replaceAll(BLANKS, ' ').trim()

const hasTable = (element: XmlElement): boolean =>
  elementsOf(element).some((child) => tagOf(child) === 'table' || hasTable(child))

/** A row as a line; a table in its last cell begins on a line of its own. */
const rowText = (row: XmlElement, options: BlockTextOptions): string => {
  const cells = elementsOf(row).filter((cell) => options.skip?.(cell) !== true)
  return cells
    .map((cell, index) =>
      index === cells.length - 1 && hasTable(cell)
        ? blockText(cell, options).replaceAll(/\n+/g, '\n')
        : cellText(cell, options),
    )
    .join(' | ')
}

/** A table as lines of cells, ` | ` between them, below its caption. */
const tableText = (table: XmlElement, options: BlockTextOptions): string => {
  const lines: string[] = []
  const gather = (element: XmlElement): void => {
    for (const child of elementsOf(element)) {
      if (options.skip?.(child) === true) continue
      if (/^(?:tr|row)$/.test(tagOf(child))) lines.push(rowText(child, options))
      else if (tagOf(child) === 'caption') lines.push(`${cellText(child, options)}\n`)
      else gather(child)
    }
  }
  gather(table)
  return lines.join('\n')
}

/** The marks that HTML draws by the kind of a list. */
const MARKS: Readonly<Record<string, string>> = { a: 'a.', A: 'A.', i: 'i.', I: 'I.' }

const markOfList = (list: XmlElement): ((index: number) => string) => {
  const isOrdered = tagOf(list) === 'ol'
  const drawn = isOrdered ? (MARKS[attribute(list, 'type') ?? ''] ?? '1.') : '-'
  const first = attribute(list, 'symbol') ?? drawn
  if (!isOrdered) return () => first
  const start = Number(attribute(list, 'start') ?? '1')
  const before = Number.isInteger(start) && start > 0 ? start - 1 : 0
  return (index) => markOf(first, index + before)
}

/**
 * Items with their marks, or with the mark that an item states; content between items, such as a
 * nested list, has none.
 */
const listText = (list: XmlElement, options: BlockTextOptions): string => {
  const markAt = markOfList(list)
  let index = 0
  return list.children
    .flatMap((child) => {
      if (!isElement(child) || tagOf(child) !== 'li') {
        const text = settled(nodeText(child, options))
        return text === '' ? [] : [text]
      }
      if (options.skip?.(child) === true) return []
      index += 1
      const mark = attribute(child, 'symbol') ?? markAt(index - 1)
      return [`${mark} ${blockText(child, options)}`]
    })
    .join('\n')
}

const nodeText = (node: XmlNode, options: BlockTextOptions): string => {
  if (!isElement(node)) return node.replaceAll(/[ \t\r\n]+/g, ' ')
  if (options.skip?.(node) === true) return ''
  const other = options.instead?.(node) ?? null
  if (other !== null) return other
  const tag = tagOf(node)
  if (tag === 'br') return '\n'
  if (tag === 'table') return `\n\n${tableText(node, options)}\n\n`
  if (tag === 'ol' || tag === 'ul') return `\n\n${listText(node, options)}\n\n`
  const inner = node.children.map((child) => nodeText(child, options)).join('')
  const level = HEADING.exec(tag)?.[1]
  if (level !== undefined) return `\n\n${'#'.repeat(Number(level))} ${inner.trim()}\n\n`
  return PARAGRAPHS.has(tag) ? `\n\n${inner}\n\n` : inner
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
