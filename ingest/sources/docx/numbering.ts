/**
 * The marks of numbered paragraphs in Word (ECMA-376-1, 17.9). They stand nowhere in the text: Word
 * counts them, on behind other paragraphs and over levels.
 */
import { isRefusal } from '#contracts/fault.ts'
import { markOf } from '../xml/block-text.ts'
import { parseXml, type XmlElement } from '../xml/tree.ts'
import { at, childNamed, childrenNamed, descendants } from '../xml/walk.ts'

/** A paragraph of a list, with its mark in the document. */
export type ItemMark = {
  readonly level: number
  readonly isOrdered: boolean
  readonly mark: string
}

type Level = {
  readonly start: number
  readonly format: string
  /** `%1.%2)`: levels by their numbers from 1. */
  readonly text: string
  /** False: it counts on behind an item of a higher level. */
  readonly restarts: boolean
  /** All numbers in it are decimal. */
  readonly isLegal: boolean
  readonly style: string | null
}
type Levels = ReadonlyMap<number, Level>
type List = {
  readonly counted: string
  /** By level: what it begins with instead of going on. */
  readonly starts: ReadonlyMap<number, number>
}
type Lists = {
  /** By what is counted on together. */
  readonly levels: ReadonlyMap<string, Levels>
  readonly lists: ReadonlyMap<string, List>
  /** Where paragraphs of a style count that name no list of their own. */
  readonly styles: ReadonlyMap<string, Place>
}
type Place = { readonly list: string | null; readonly counted: string; readonly level: number }

/** An attribute by its local name: documents choose their prefixes. */
const stated = (element: XmlElement | null, name = 'val'): string | null => {
  const found = Object.entries(element?.attributes ?? {}).find(
    ([key]) => key.slice(key.indexOf(':') + 1) === name,
  )
  return found?.[1] ?? null
}
const valueOf = (element: XmlElement | null, name: string): string | null =>
  stated(childNamed(element, name))
const isOn = (element: XmlElement, name: string): boolean => {
  const flag = childNamed(element, name)
  return flag !== null && !['0', 'false'].includes(stated(flag) ?? '')
}

const levelOf = (element: XmlElement): Level => ({
  start: Number(valueOf(element, 'start') ?? 1),
  format: valueOf(element, 'numFmt') ?? 'decimal',
  text: valueOf(element, 'lvlText') ?? '',
  restarts: valueOf(element, 'lvlRestart') !== '0',
  isLegal: isOn(element, 'isLgl'),
  style: valueOf(element, 'pStyle'),
})
const levelNumber = (element: XmlElement): number => Number(stated(element, 'ilvl') ?? 0)
/** Word has nine levels, so that counting an item takes a bounded time. */
const LEVEL_MAX = 8

const levelsOf = (counted: XmlElement): Levels =>
  new Map(
    childrenNamed(counted, 'lvl')
      .map((level) => [levelNumber(level), levelOf(level)] as const)
      .filter(([number]) => number <= LEVEL_MAX),
  )

const stylesOf = (levels: Lists['levels']): Lists['styles'] =>
  new Map(
    [...levels].flatMap(([counted, own]) =>
      [...own].flatMap(([level, { style }]) =>
        style === null ? [] : [[style, { list: null, counted, level }] as const],
      ),
    ),
  )

const listsOf = (numbering: XmlElement): Lists => {
  const levels = new Map(
    childrenNamed(numbering, 'abstractNum').map((one) => [
      stated(one, 'abstractNumId') ?? '',
      levelsOf(one),
    ]),
  )
  return { levels, styles: stylesOf(levels), lists: namedLists(numbering) }
}

const namedLists = (numbering: XmlElement): Lists['lists'] =>
  new Map(
    childrenNamed(numbering, 'num').map((one) => [
      stated(one, 'numId') ?? '',
      {
        counted: valueOf(one, 'abstractNumId') ?? '',
        starts: new Map(
          childrenNamed(one, 'lvlOverride').flatMap((level) => {
            const start = valueOf(level, 'startOverride')
            return start === null ? [] : [[levelNumber(level), Number(start)] as const]
          }),
        ),
      },
    ]),
  )

/** The first mark of each format; others are written in digits. */
const FIRST: Readonly<Record<string, string>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
}
const written = (count: number, { format }: Level, isLegal: boolean): string => {
  if (format === 'none') return ''
  const first = isLegal ? '1' : (FIRST[format] ?? '1')
  return first === '1' ? String(count) : markOf(first, Math.max(count - 1, 0))
}

/** Counts the items of all lists in the order of the document. */
const counter = ({ levels, lists }: Lists) => {
  const counts = new Map<string, Map<number, number>>()
  const met = new Set<string>()
  return ({ list, counted, level }: Place): string => {
    const own: Levels = levels.get(counted) ?? new Map()
    const count = counts.get(counted) ?? new Map<number, number>()
    counts.set(counted, count)
    if (list !== null && !met.has(list)) {
      met.add(list)
      for (const [begun, start] of lists.get(list)?.starts ?? []) count.set(begun, start - 1)
    }
    const startOf = (number: number): number => own.get(number)?.start ?? 1
    count.set(level, (count.get(level) ?? startOf(level) - 1) + 1)
    for (const [deeper, { restarts }] of own) if (deeper > level && restarts) count.delete(deeper)
    const isLegal = own.get(level)?.isLegal === true
    return (own.get(level)?.text ?? '')
      .replaceAll(/%(\d)/g, (_, digit: string) => {
        const number = Number(digit) - 1
        const of = own.get(number)
        return of === undefined ? '' : written(count.get(number) ?? startOf(number), of, isLegal)
      })
      .trim()
  }
}

/** What is no part of the text: deleted, moved away, formatted so before, said once more. */
const LEFT_OUT = new Set(['del', 'moveFrom', 'pPrChange', 'Choice'])

/** Where a paragraph counts; null: it is of no list. */
const placeOf = (paragraph: XmlElement, { levels, lists, styles }: Lists): Place | null => {
  const properties = childNamed(paragraph, 'pPr')
  const list = stated(at(properties, 'numPr', 'numId'))
  const level = stated(at(properties, 'numPr', 'ilvl'))
  const style = valueOf(properties, 'pStyle')
  const ofStyle = style === null || (list !== null && level !== null) ? null : styles.get(style)
  if (ofStyle != null) return ofStyle
  const counted = list === null ? undefined : lists.get(list)?.counted
  const number = Number(level ?? 0)
  if (list === null || counted === undefined || levels.get(counted)?.has(number) !== true)
    return null
  return { list, counted, level: number }
}

/**
 * The paragraphs of lists in the order of the document, by the parts of its package; null where a
 * part cannot be read.
 */
export const itemMarks = (document: string, numbering: string): readonly ItemMark[] | null => {
  const [text, known] = [parseXml(document), parseXml(numbering)]
  if (isRefusal(text) || isRefusal(known)) return null
  const lists = listsOf(known.root)
  const markAt = counter(lists)
  const marks: ItemMark[] = []
  for (const element of descendants(text.root, ({ name }) => LEFT_OUT.has(name))) {
    const place = element.name === 'p' ? placeOf(element, lists) : null
    if (place === null) continue
    const { format = 'decimal' } = lists.levels.get(place.counted)?.get(place.level) ?? {}
    marks.push({ level: place.level, isOrdered: format !== 'bullet', mark: markAt(place) })
  }
  return marks
}
