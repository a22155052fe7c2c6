/** The words of a page of EUR-Lex, by the classes of the Official Journal and of consolidations. */
import { blockText, type BlockTextOptions } from '../xml/block-text.ts'
import type { XmlElement } from '../xml/tree.ts'
import { attribute, elementsOf } from '../xml/walk.ts'
import { NOTE_CALL, withoutCalls } from './note-calls.ts'

export const classesOf = (element: XmlElement): string[] =>
  (attribute(element, 'class') ?? '').split(/\s+/)

/** Pages before 2022 have the same classes without `oj-`. */
export const hasClass = (element: XmlElement, name: string): boolean =>
  classesOf(element).some((one) => one === name || one === `oj-${name}`)

/** Notes at the foot, and which act brought the words into a consolidated text (`▼M1`). */
const ASIDE = ['note', 'footnote', 'modref', 'arrow'] as const
export const isAside = (element: XmlElement): boolean =>
  ASIDE.some((name) => hasClass(element, name))

const isNoteCall = (element: XmlElement): boolean =>
  hasClass(element, 'note-tag') ||
  (element.name === 'a' &&
    (/^(?:ntc|src\.E)\d/.test(attribute(element, 'id') ?? '') ||
      /#(?:ntr|E)\d/.test(attribute(element, 'href') ?? '')))

/** A mark of a point: `a)`, `iv)`, `1.`, `(2)`, `a bis)`, `—`. */
const MARK =
  /^(?:[-–—•]|\(?(?:\d{1,3}|[a-z]{1,5}|[A-Z]{1,5})(?: (?:bis|ter|quater|quinquies))?[.)]|\d{1,3}°)$/u

/** The rows of a table, not those of the tables in its cells. */
const rowsOf = (table: XmlElement): XmlElement[] =>
  elementsOf(table).flatMap((child) =>
    child.name === 'tr' ? [child] : child.name === 'td' ? [] : rowsOf(child),
  )

const item = (mark: string, words: XmlElement): string =>
  `\n\n${mark} ${blockText(words, OPTIONS)}\n\n`

/** The points of a table that only sets marks before their words; null: a table of data. */
const pointsOf = (table: XmlElement): string | null => {
  if (hasClass(table, 'table')) return null
  const points: string[] = []
  for (const row of rowsOf(table)) {
    const [mark, words, ...more] = elementsOf(row).filter((cell) => pageLine(cell) !== '')
    if (mark === undefined || words === undefined || more.length > 0) return null
    if (!MARK.test(pageLine(mark))) return null
    points.push(item(pageLine(mark), words))
  }
  return points.length === 0 ? null : points.join('')
}

/** A point of a consolidated text: its mark in one column, its words in the other. */
const gridPoint = (element: XmlElement): string | null => {
  const [mark, words, ...more] = elementsOf(element)
  const isPoint = mark !== undefined && words !== undefined && more.length === 0
  return isPoint ? item(pageLine(mark), words) : null
}

const instead = (element: XmlElement): string | null => {
  if (isNoteCall(element)) return NOTE_CALL
  if (element.name === 'table') return pointsOf(element)
  if (hasClass(element, 'grid-list')) return gridPoint(element)
  if (hasClass(element, 'no-parag')) return `${pageLine(element)} `
  if (hasClass(element, 'inline-element')) return blockText(element, OPTIONS)
  return null
}

const OPTIONS: BlockTextOptions = { skip: isAside, instead }

/** Signs of consolidated texts around words that another act brought. */
const BROUGHT = /[►▼](?:(?:B|[A-Z]\d{1,3})(?![\p{L}\d]))?[ \u00a0]{0,4}|[ \u00a0]?◄/gu

/** The text below: paragraphs, points with their marks, tables; without notes and their calls. */
export const pageText = (element: XmlElement): string =>
  withoutCalls(blockText(element, OPTIONS)).replaceAll(BROUGHT, '').trim()

/** The same on one line. */
export const pageLine = (element: XmlElement): string =>
  pageText(element).replaceAll(/\s+/g, ' ').trim()
