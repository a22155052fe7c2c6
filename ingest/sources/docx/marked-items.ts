/**
 * Carries the marks of list items through the library, which counts every list from 1: before their
 * first word in its document, and as an attribute in its HTML.
 */
import type { ItemMark } from './numbering.ts'

/** What the library has of an element. */
export type WordElement = {
  readonly type: string
  children?: readonly WordElement[]
  readonly value?: string
  readonly numbering?: { readonly level: string | number; readonly isOrdered: boolean } | null
}

/** No XML has these characters, so no text has them. */
const [BEGIN, END] = ['\u0001', '\u0002']
/** Of an item that is counted and shows no number. */
const NO_MARK = '-'

function* paragraphsOf(element: WordElement): Generator<WordElement> {
  if (element.type === 'paragraph') yield element
  for (const child of element.children ?? []) yield* paragraphsOf(child)
}

const hasWords = (element: WordElement): boolean =>
  (element.value ?? '').trim() !== '' || (element.children ?? []).some(hasWords)

/** Puts the marks into the document, unless the library sees other lists in it than they are of. */
export const withMarks = (document: WordElement, marks: readonly ItemMark[]): WordElement => {
  const items = paragraphsOf(document)
    .flatMap((one) => (one.numbering == null ? [] : [{ one, of: one.numbering }]))
    .toArray()
  const isSame = items.every(({ of }, at) => {
    const mark = marks[at]
    return mark?.level === Number(of.level) && mark.isOrdered === of.isOrdered
  })
  if (!isSame || items.length !== marks.length) return document
  for (const [at, { one }] of items.entries()) {
    const { isOrdered = false, mark = '' } = marks[at] ?? {}
    if (!isOrdered || !hasWords(one)) continue
    const value = `${BEGIN}${mark === '' ? NO_MARK : mark}${END}`
    one.children = [{ type: 'text', value }, ...(one.children ?? [])]
  }
  return document
}

const WITHIN = `[^${BEGIN}${END}]*`
const OF_ITEM = new RegExp(`<li>${BEGIN}(${WITHIN})${END}`, 'g')
const ELSEWHERE = new RegExp(`${BEGIN}(${WITHIN})${END}`, 'g')

/**
 * The HTML with each mark at its item. What is no item there, such as a heading, has its mark
 * before its words, since other places of the text name it by its number.
 */
export const marksAsAttributes = (html: string): string =>
  html
    .replaceAll(OF_ITEM, (_, mark: string) => `<li symbol="${mark.replaceAll('"', '&quot;')}">`)
    .replaceAll(ELSEWHERE, (_, mark: string) => (mark === NO_MARK ? '' : `${mark} `))
